/// The header packets of one logical stream whose comments are being edited: this type applies the
/// changes and encodes the new header pages.
struct OggHeaders {
  let stream: OggHead.Stream
  /// The bytes before the list in the comment packet.
  private let prefix: ByteSlice
  private var comments: VorbisCommentsRewriter
  /// The new packets after the first one.
  private(set) var packets: [[UInt8]]
  private(set) var isChanged = false

  /// The pages with these packets.
  var pages: ArraySlice<OggPage> { stream.pages.dropFirst() }

  /// Reads the headers of a stream; nil when it has no comments.
  ///
  /// - Throws: `unsupported` when the headers are damaged.
  init?(_ stream: OggHead.Stream) throws(ParseError) {
    var log = DiagnosticLog()
    guard let packet = stream.comments, let (prefix, list) = try stream.list(.standard, log: &log)
    else { return nil }
    (self.stream, self.prefix) = (stream, prefix)
    packets = stream.packets.dropFirst().map(\.storage)
    comments = try VorbisCommentsRewriter(list, in: OggFormat.comments) {
      stream.location(of: $0, in: packet).offset
    }
  }

  // MARK: Changes

  /// Whether a change concerns an entry in these headers, or a new entry of this stream.
  func covers(_ change: DocumentEdit.Change, isMain: Bool) -> Bool {
    if let location = change.location {
      return pages.contains { $0.range.contains(location.offset) }
    }
    guard case .add(let insertionPoint, _) = change, let track = insertionPoint.trackID else {
      return isMain
    }
    return track == stream.codec.track.id
  }

  /// Applies a change.
  ///
  /// - Throws: `notRepresentable`, and `unsupported` when the change cannot be made reliably.
  mutating func apply(
    _ change: DocumentEdit.Change, _ source: any ByteSource
  ) throws(ParseError) {
    try open()
    if case .add(let insertionPoint, let entry) = change, let bytes = entry.bytes,
      stream.codec.kind == .flac, FLACBlock.isPicture(bytes)
    {
      if try restore(bytes) { return }
      return try comments.apply(.add(insertionPoint, DocumentEdit.Entry(entry.items)), source)
    }
    guard let number = pictureNumber(change.location) else {
      return try comments.apply(change, source)
    }
    let (first, rest) = change.split
    try applyToPicture(number, first, source)
    // FLAC in Ogg counts its blocks, so additional pictures become fields.
    if let rest { try comments.apply(rest, source) }
  }

  /// Sets the chapters of the stream.
  mutating func set(_ chapters: [Chapter]) throws(ParseError) {
    try comments.set(chapters)
    if comments.isChanged { try open() }
  }

  /// Prepares the headers for changes; they can only be changed if they have their own pages.
  private mutating func open() throws(ParseError) {
    isChanged = true
    guard stream.hasOwnPages else {
      throw ParseError(
        .unsupported, at: stream.pages[0].offset, "the headers do not end at a page boundary")
    }
  }

  /// Puts a block into the padding left by a removed block; returns false if there is no such
  /// padding.
  private mutating func restore(_ block: ByteSlice) throws(ParseError) -> Bool {
    let index = packets.firstIndex { packet in
      let block = ByteSlice(packet)
      return FLACBlock.Kind(block) == .padding
        && block.clamped(from: FLACBlock.headerSize).isFilling
    }
    guard let index else { return false }
    let isLast = FLACBlock.isLast(ByteSlice(packets[index])) ?? false
    let content = Array(block.clamped(from: FLACBlock.headerSize).bytes)
    packets[index] = try FLACBlock.bytes(.picture, content, isLast: isLast)
    return true
  }

  /// Returns the index of the packet that contains the picture at a location; nil when the location
  /// is not that of a picture.
  private func pictureNumber(_ location: ItemLocation?) -> Int? {
    guard stream.codec.kind == .flac, let location else { return nil }
    return stream.packets.indices.dropFirst(2).first { number in
      stream.packets[number].offset(of: 0) == location.offset
    }
  }

  /// Replaces the picture in a FLAC block; a removed picture becomes padding, because the first
  /// packet counts the blocks.
  private mutating func applyToPicture(
    _ number: Int, _ picture: MetadataItem?, _ source: any ByteSource
  ) throws(ParseError) {
    let old = stream.packets[number].bytes
    let kind = picture == nil ? FLACBlock.Kind.padding : .picture
    let content =
      try picture.map { item throws(ParseError) in try PictureBlock.encoded(item, from: source) }
      ?? [UInt8](repeating: 0, count: old.count - FLACBlock.headerSize)
    let isLast = FLACBlock.isLast(old) ?? false
    packets[number - 1] = try FLACBlock.bytes(kind, content, isLast: isLast)
  }

  /// Writes the changed list to its packet.
  ///
  /// - Throws: `notRepresentable` when it is too long.
  mutating func encode() throws(ParseError) {
    var writer = ByteWriter()
    comments.encode(into: &writer)
    guard stream.codec.kind == .flac else {
      packets[0] = Array(prefix.bytes) + writer.bytes
      return
    }
    let isLast = FLACBlock.isLast(prefix) ?? false
    packets[0] = try FLACBlock.bytes(.comments, writer.bytes, isLast: isLast)
  }

  // MARK: Pages

  /// Lays out the pages of the packets under these constraints, adding zeros after the comments if
  /// space must be filled; nil when that is impossible.
  func pages(in shape: LayoutConstraints) -> (bytes: [UInt8], count: Int)? {
    let old = pages.reduce(0) { $0 + $1.size }
    switch shape.movement {
    case .none: return padding(toFill: old).map(pages)
    case .blocks(let size):
      guard let size = Int(exactly: size), size > 0 else { return nil }
      let from = max(0, (self.size(padded: 0) - old + size - 1) / size)
      // Sizes that cannot be produced by padding are skipped.
      for blocks in from..<(from + 4) {
        if let padding = padding(toFill: old + blocks * size) { return pages(padding) }
      }
      return nil
    case .free: return pages(takesPadding ? Int(clamping: shape.padding) : 0)
    }
  }

  /// Whether zeros may follow the list, which is not the case after other retained bytes (RFC 7845
  /// §5.2).
  private var takesPadding: Bool {
    let rest = comments.rest
    guard stream.codec.kind == .opus else { return stream.codec.takesPadding }
    return rest.isEmpty
  }

  /// Returns the sizes of the packets with zeros after the comments.
  private func sizes(padded padding: Int) -> [Int] {
    var sizes = packets.map(\.count)
    sizes[0] += padding
    return sizes
  }

  /// Returns the size of the pages in bytes, with this number of zeros after the comments.
  private func size(padded padding: Int) -> Int {
    let sizes = sizes(padded: padding)
    let segments = sizes.reduce(0) { $0 + $1 / 255 + 1 }
    return pageCount(segments) * OggPage.headerSize + segments + sizes.reduce(0, +)
  }

  /// Returns the number of zeros that give the pages this size; nil when that is impossible.
  private func padding(toFill size: Int) -> Int? {
    let least = self.size(padded: 0)
    guard least < size, takesPadding else { return least == size ? 0 : nil }
    var (low, high) = (0, size - least)
    while low < high {
      let middle = (low + high) / 2
      if self.size(padded: middle) < size { low = middle + 1 } else { high = middle }
    }
    return self.size(padded: low) == size ? low : nil
  }

  /// Returns the number of pages for a number of segments: the old number if possible, so that the
  /// following pages keep their numbers.
  private func pageCount(_ segments: Int) -> Int {
    let least = (segments + OggPage.maxSegments - 1) / OggPage.maxSegments
    return max(least, min(pages.count, segments))
  }

  /// Encodes the packets as pages, in the old number of pages if possible.
  private func pages(_ padding: Int) -> (bytes: [UInt8], count: Int) {
    let segments = OggPage.segments(of: sizes(padded: padding))
    let first = packets[0] + [UInt8](repeating: 0, count: padding)
    let content = packets.dropFirst().reduce(into: first) { $0 += $1 }
    let count = pageCount(segments.count)
    var writer = ByteWriter(reserving: content.count + segments.count + count * 27)
    var (segment, byte) = (0, 0)
    for index in 0..<count {
      let left = count - index - 1
      let end = segment + min(OggPage.maxSegments, segments.count - segment - left)
      let pageSegments = segments[segment..<end]
      let size = pageSegments.reduce(0) { $0 + Int($1) }
      let isContinued = segment > 0 && segments[segment - 1] == 255
      var page = stream.pages[1]
      page.flags = isContinued ? OggPage.continued : 0
      page.position = pageSegments.contains { $0 < 255 } ? 0 : OggPage.noPosition
      page.number = page.number.adding(index)
      page.segments = ByteSlice(Array(pageSegments))
      page.encode(content[byte..<(byte + size)], into: &writer)
      (segment, byte) = (end, byte + size)
    }
    return (writer.bytes, count)
  }
}

extension UInt32 {
  /// Returns the sequence number `count` pages later, wrapping around to zero.
  func adding(_ count: Int) -> UInt32 { UInt32(truncatingIfNeeded: Int64(self) + Int64(count)) }
}

extension DocumentEdit.Change {
  /// The first item, as a replacement, and the other items, as a separate change.
  fileprivate var split: (first: MetadataItem?, rest: DocumentEdit.Change?) {
    guard case .replace(let location, let entry) = self else { return (nil, nil) }
    let rest = Array(entry.items.dropFirst())
    let insertionPoint = InsertionPoint(location.container, [.vorbis])
    return (entry.items.first, rest.isEmpty ? nil : .add(insertionPoint, DocumentEdit.Entry(rest)))
  }
}
