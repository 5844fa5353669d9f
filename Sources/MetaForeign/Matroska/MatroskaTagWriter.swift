internal import MetaCore

/// Encodes the tags of a Matroska file (multiple values per name, levels, languages, nested tags)
/// as bytes that ``ForeignExportJob`` writes over a placeholder.
///
/// libavformat's muxer supports only one value per name, so it is given one tag that is large
/// enough (``placeholder``); once the file is complete, that tag is replaced by the real ones
/// (``replacement(in:)``).
struct MatroskaTagWriter {
  /// The items, with keys as ``MatroskaTags`` reads them.
  let items: [MetadataItem]
  /// The unique IDs of the tracks in the new file, by the track IDs of the items; empty until the
  /// file is complete.
  var tracks: [UInt32: UInt64] = [:]

  /// The name of the tag that is replaced.
  private static let placeholderName = "METATOOL"

  /// The name and value of a tag large enough for the items.
  ///
  /// - Throws: ``ParseError`` with `notRepresentable` if a tag cannot contain a value.
  func placeholder() throws(ParseError) -> (name: String, value: String) {
    // The remaining bytes become a `Void` element, which has at least two.
    let count = try tags().count
    return (MatroskaTagWriter.placeholderName, String(repeating: "-", count: count + 16))
  }

  /// Returns the new body of the `Tags` element of a file written with the placeholder, and its
  /// offset.
  ///
  /// Without the placeholder, the body is unchanged.
  ///
  /// - Throws: ``ParseError`` if there is no `Tags` element, the placeholder is too small, or the
  ///   file cannot be read.
  func replacement(
    in source: any ByteSource
  ) throws(ParseError) -> (offset: Int64, bytes: [UInt8]) {
    let window = SourceWindow(source)
    guard let all = try MatroskaTags.element(in: window) else { throw missing }
    var bytes: [UInt8] = []
    var hasChecksum = false
    for child in try all.children(in: window, limit: 100_000) {
      if child.offset == all.bodyOffset, child.id == MatroskaTags.ID.checksum {
        hasChecksum = true
      } else if try isPlaceholder(child, window) {
        bytes += try filled(Int(child.end - child.offset))
      } else {
        bytes += try window.bytes(at: child.offset, count: Int(child.end - child.offset)).bytes
      }
    }
    guard hasChecksum else { return (all.bodyOffset, bytes) }
    return (all.bodyOffset, EBMLWriter.checksum(of: bytes) + bytes)
  }

  private var missing: ParseError {
    ParseError(.malformed, at: 0, "the placeholder for the tags is missing")
  }

  /// Returns whether a `Tag` element contains the placeholder.
  private func isPlaceholder(
    _ tag: EBMLElement, _ window: SourceWindow
  ) throws(ParseError) -> Bool {
    for simple in try tag.children(in: window, limit: 100)
    where simple.id == MatroskaTags.ID.simpleTag {
      for part in try simple.children(in: window, limit: 16)
      where part.id == MatroskaTags.ID.tagName {
        if try part.text(in: window) == MatroskaTagWriter.placeholderName { return true }
      }
    }
    return false
  }

  /// Returns the tags, padded with a `Void` element to `count` bytes.
  private func filled(_ count: Int) throws(ParseError) -> [UInt8] {
    let bytes = try tags()
    guard let void = EBMLWriter.void(count - bytes.count) else { throw missing }
    return bytes + void
  }

  // MARK: Tags

  /// The levels that can prefix keys, and their target values and types (RFC 9559 §5.1.8.1.1.1).
  private static let levels: [(prefix: String, level: UInt64, type: String)] = [
    ("ALBUM", 50, "ALBUM"), ("SEASON", 60, "SEASON"), ("EDITION", 60, "EDITION"),
    ("COLLECTION", 70, "COLLECTION"),
  ]

  /// What the tags in a `Tag` element describe: the whole file at the level that the prefix of keys
  /// names, or a track.
  private struct Target: Hashable {
    var prefix = ""
    var track: UInt32?
    var level: UInt64 = 50
    var type = ""

    /// The target of a tag for the whole file.
    init(prefix: String = "") { self.prefix = prefix }

    /// The target of a tag for a track, as it was read.
    init(track: UInt32, _ item: MetadataItem) {
      self.track = track
      level = (item[extra: .targetTypeValue]?.integerValue).flatMap { UInt64(exactly: $0) } ?? 50
      type = item[extra: .targetType]?.stringValue ?? ""
    }
  }

  /// Returns the encoded `Tag` elements, one per target.
  private func tags() throws(ParseError) -> [UInt8] {
    var groups: [(target: Target, node: Node)] = [(Target(), Node())]
    for item in items {
      var path = item.key.description.split(separator: "/").map(String.init)
      var target = Target()
      if let track = item.trackID {
        target = Target(track: track, item)
      } else if path.count > 1, MatroskaTagWriter.levels.contains(where: { $0.prefix == path[0] }) {
        target = Target(prefix: path.removeFirst())
      }
      if !groups.contains(where: { $0.target == target }) { groups.append((target, Node())) }
      guard let group = groups.firstIndex(where: { $0.target == target }) else { continue }
      groups[group].node.add(path[...], item)
    }
    let hasAlbum = groups.contains { $0.target.prefix == "ALBUM" }
    var bytes: [UInt8] = []
    for (target, node) in groups where !node.children.isEmpty {
      let targets = targets(target, nextToAlbum: hasAlbum)
      bytes += EBMLWriter.element(MatroskaTags.ID.tag, targets + (try node.bytes()))
    }
    return bytes
  }

  /// Returns the encoded `Targets` element.
  private func targets(_ target: Target, nextToAlbum: Bool) -> [UInt8] {
    var (level, type) = (target.level, target.type)
    if target.track == nil {
      let row = MatroskaTagWriter.levels.first { $0.prefix == target.prefix }
      // If there are album tags, those of the song use a separate level.
      level = row?.level ?? (nextToAlbum ? 30 : 50)
      type = row?.type ?? ""
    }
    var parts = EBMLWriter.element(MatroskaTags.ID.targetTypeValue, [UInt8(clamping: level)])
    if !type.isEmpty { parts += EBMLWriter.element(MatroskaTags.ID.targetType, Array(type.utf8)) }
    if let track = target.track {
      parts += EBMLWriter.element(
        MatroskaTags.ID.tagTrackUID, EBMLWriter.number(tracks[track] ?? 0))
    }
    return EBMLWriter.element(MatroskaTags.ID.targets, parts)
  }

  /// A `SimpleTag` element before encoding, with the tags nested in it; the root has no name or
  /// value.
  private struct Node {
    var name = ""
    var item: MetadataItem?
    var children: [Node] = []

    /// Adds an item inside the last tag with the parent's name.
    mutating func add(_ path: ArraySlice<String>, _ item: MetadataItem) {
      guard let name = path.first else { return }
      if path.count == 1 { return children.append(Node(name: name, item: item)) }
      if !children.contains(where: { $0.name == name }) { children.append(Node(name: name)) }
      guard let place = children.lastIndex(where: { $0.name == name }) else { return }
      children[place].add(path.dropFirst(), item)
    }

    /// Returns the encoded children.
    func bytes() throws(ParseError) -> [UInt8] {
      var bytes: [UInt8] = []
      for child in children { bytes += try child.element() }
      return bytes
    }

    private func element() throws(ParseError) -> [UInt8] {
      var parts = EBMLWriter.element(MatroskaTags.ID.tagName, Array(name.utf8))
      if let language = item?.language?.iso639 {
        parts += EBMLWriter.element(MatroskaTags.ID.tagLanguage, Array(language.utf8))
      }
      parts += try value()
      return EBMLWriter.element(MatroskaTags.ID.simpleTag, parts + (try bytes()))
    }

    private func value() throws(ParseError) -> [UInt8] {
      guard let item else { return [] }
      if case .data(let data) = item.value {
        // All values were loaded when they were read.
        let bytes = try data.load(from: DataSource([]))
        return EBMLWriter.element(MatroskaTags.ID.tagBinary, Array(bytes.bytes))
      }
      let number = item.value.integerValue.map(String.init)
      guard let text = item.value.stringValue ?? number else {
        throw ParseError(
          .notRepresentable, at: item.location.offset,
          "a Matroska tag cannot contain the value of \(item.identifier)")
      }
      return EBMLWriter.element(MatroskaTags.ID.tagString, Array(text.utf8))
    }
  }
}

/// Encodes EBML elements (RFC 8794) for ``MatroskaTagWriter`` and ``MatroskaDelayWriter``.
enum EBMLWriter {
  /// Encodes an element: its ID, its size, its body.
  static func element(_ id: UInt32, _ body: [UInt8]) -> [UInt8] {
    bytes(of: id) + size(body.count) + body
  }

  /// Encodes an unsigned integer in eight bytes.
  static func number(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64(7 - $0))) }
  }

  /// Encodes the CRC-32 element for the siblings that follow it, little-endian (RFC 8794 §11.3.1).
  static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let sum = Checksum.of(bytes[...])
    let digits = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
    return element(MatroskaTags.ID.checksum, digits)
  }

  /// Encodes a `Void` element with a total size of `count` bytes, or no bytes for 0; nil for a
  /// single byte, which is too short, and for a negative count.
  static func void(_ count: Int) -> [UInt8]? {
    guard count != 0 else { return [] }
    guard count > 1 else { return nil }
    let head = [UInt8(0xEC)] + (count <= 9 ? size(count - 2) : size(count - 9, width: 8))
    return head + [UInt8](repeating: 0, count: count - head.count)
  }

  private static func bytes(of id: UInt32) -> [UInt8] {
    let all = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> UInt32($0)) }
    return Array(all.drop { $0 == 0 })
  }

  /// Encodes a size in the fewest bytes, or in `width` bytes; all ones are reserved for an unknown
  /// size.
  private static func size(_ count: Int, width: Int? = nil) -> [UInt8] {
    let needed = (1...8).first { count < 1 << (7 * $0) - 1 } ?? 8
    let width = width ?? needed
    let marked = UInt64(count) | UInt64(1) << UInt64(7 * width)
    return (0..<width).reversed().map { UInt8(truncatingIfNeeded: marked >> UInt64(8 * $0)) }
  }
}
