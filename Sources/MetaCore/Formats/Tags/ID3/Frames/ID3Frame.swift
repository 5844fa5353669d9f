/// Encodes metadata items as ID3v2 frames with their headers; frames are read by ``ID3TagReader``.
enum ID3Frame {
  /// Encodes an item in the key space `org.id3` as a frame, including its header.
  ///
  /// The item's flags are kept (except in 2.2, which has none), but compressed frames are written
  /// uncompressed, unless they are encrypted: the value of an encrypted frame is its content after
  /// encryption, before unsynchronisation.
  ///
  /// - Throws: `notRepresentable` when the frame cannot hold the value, or the version has no such
  ///   frame.
  static func encode(_ item: MetadataItem, version: ID3Version) throws(ParseError) -> [UInt8] {
    do {
      return try encodeFrame(item, version: version)
    } catch {
      throw error.inside(item.key.description)
    }
  }

  /// Encodes the content, preceded by the header and the fields that flags add.
  private static func encodeFrame(
    _ item: MetadataItem, version: ID3Version
  ) throws(ParseError) -> [UInt8] {
    guard case .text(let name) = item.key, let id = ID3FrameID(name),
      version != .v22 || id.isShort
    else { throw FrameWriter.refusal("\(version.name) has no frame \(item.key)") }
    var flags = flags(of: item)
    // 2.2 has no flags.
    if version == .v22 { flags = [] }
    if version == .v24, flags.contains(.encrypted), item[extra: .dataLength] != nil {
      flags.insert(.dataLength)
    }
    var content = try encodeContent(item, id: id, version: version)
    // The data length is the size of the plain content (ID3v2.4 §4.1.2).
    let plainCount = content.count
    if flags.contains(.unsynchronised), version == .v24 {
      content = Unsynchronisation.encode(content)
    }
    content = try prefix(of: item, flags, plainCount, version) + content
    guard let size = ID3FrameHeader.storedSize(of: content.count, version: version) else {
      throw FrameWriter.refusal("\(content.count) bytes exceed the maximum size of a frame")
    }
    let header = ID3FrameHeader(id: id, storedSize: size, flags: flags)
    return header.encode(version: version) + content
  }

  /// Returns the flags of an item that are kept when its frame is rewritten.
  private static func flags(of item: MetadataItem) -> ID3FrameHeader.Flags {
    guard case .list(let names)? = item[extra: .flags] else { return [] }
    let flags = ID3FrameHeader.Flags(names: names.compactMap(\.stringValue))
    return flags.contains(.encrypted) ? flags : flags.subtracting(.compressed)
  }

  /// Returns the fields that flags add before the content.
  private static func prefix(
    of item: MetadataItem, _ flags: ID3FrameHeader.Flags, _ count: Int, _ version: ID3Version
  ) throws(ParseError) -> [UInt8] {
    var group: [UInt8] = []
    if flags.contains(.grouped) { group = [try byte(item[extra: .group])] }
    var method: [UInt8] = []
    if flags.contains(.encrypted) { method = [try byte(item[extra: .encryptionMethod])] }
    let length = try length(of: item, flags, count, version)
    return version == .v24 ? group + method + length : length + method + group
  }

  /// Returns the four bytes for the size of the plain content, if the frame has them; `count` is
  /// that size unless the frame is encrypted.
  private static func length(
    of item: MetadataItem, _ flags: ID3FrameHeader.Flags, _ count: Int, _ version: ID3Version
  ) throws(ParseError) -> [UInt8] {
    guard flags.contains(version == .v24 ? .dataLength : .compressed) else { return [] }
    var length = Int64(count)
    if flags.contains(.encrypted) {
      guard let declared = item[extra: .dataLength]?.integerValue else {
        throw FrameWriter.refusal("the data length of the encrypted content is missing")
      }
      length = declared
    }
    let stored = Int(exactly: length).flatMap {
      ID3FrameHeader.storedSize(of: $0, version: version)
    }
    guard let stored else {
      throw FrameWriter.refusal("the data length \(length) does not fit in its field")
    }
    var writer = ByteWriter(reserving: 4)
    writer.u32(stored)
    return writer.bytes
  }

  /// Returns the byte that identifies a group or an encryption method.
  private static func byte(_ value: MetadataValue?) throws(ParseError) -> UInt8 {
    guard let number = value?.integerValue, let byte = UInt8(exactly: number) else {
      throw FrameWriter.refusal("the group or encryption method is missing")
    }
    return byte
  }

  /// Encodes the content of a frame, without the fields added by its flags.
  static func encodeContent(
    _ item: MetadataItem, id: ID3FrameID, version: ID3Version
  ) throws(ParseError) -> [UInt8] {
    let shape = ID3FrameTable.standard.shape(of: id)
    // The value of a frame that could not be decoded is its whole content.
    if item.dataType == .raw, shape.storage != .raw || flags(of: item).contains(.encrypted) {
      return try bytes(item.value)
    }
    let content = FrameContent(item)
    var writer = FrameWriter(content, dataType: item.dataType)
    try writer.write(shape)
    switch shape.tail {
    case .none: break
    case .binary(let place):
      if let value = content.value(at: place) { writer.writer.append(try bytes(value)) }
    case .frames:
      for record in try writer.entries(content.value(at: .part("frames")) ?? .list([])) {
        guard let frame = ID3SubFrame.item(of: record) else {
          throw FrameWriter.refusal("a nested frame has no ID")
        }
        writer.writer.append(try encode(frame, version: version))
      }
    }
    return writer.writer.bytes
  }

  /// Returns the bytes of a binary value, or of the link that replaces it.
  private static func bytes(_ value: MetadataValue) throws(ParseError) -> [UInt8] {
    switch value {
    case .data(.bytes(let slice)): return Array(slice.bytes)
    case .data(.file): throw FrameWriter.refusal("the bytes have not been read")
    case .string(let text):
      if let bytes = ID3TextEncoding.latin1.encode(text) { return bytes }
      throw FrameWriter.refusal("Latin-1 cannot represent \"\(text)\"")
    default: throw FrameWriter.refusal("bytes are missing")
    }
  }
}

extension ID3Tag {
  /// Encodes a tag that consists of encoded frames followed by padding, or by a footer if the flags
  /// declare one.
  ///
  /// - Throws: `notRepresentable` when the frames are too large for the size field.
  static func encode(
    frames: [[UInt8]], version: ID3Version, flags: ID3TagHeader.Flags = [],
    extendedHeader: ID3ExtendedHeader? = nil, padding: Int = 0
  ) throws(ParseError) -> [UInt8] {
    var body = extendedHeader?.encode(version: version) ?? []
    for frame in frames { body += frame }
    if version != .v24, flags.contains(.unsynchronised) { body = Unsynchronisation.encode(body) }
    let hasFooter = version == .v24 && flags.contains(.footer)
    if !hasFooter { body += [UInt8](repeating: 0, count: padding) }
    guard let size = ID3FrameHeader.storedSize(of: body.count, version: .v24) else {
      throw FrameWriter.refusal("\(body.count) bytes exceed the maximum size of a tag")
    }
    let header = ID3TagHeader(version: version, flags: flags, storedSize: size)
    return header.encode() + body + (hasFooter ? header.encode(isFooter: true) : [])
  }
}
