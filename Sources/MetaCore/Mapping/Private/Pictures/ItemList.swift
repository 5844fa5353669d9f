/// The items in a HEIF file (images, Exif, XMP) as listed in its `meta` box, with the ranges of
/// their bytes and the properties of images (ISO/IEC 14496-12 §8.11).
struct ItemList {
  /// One item of a HEIF file: its ID, its type, and the ranges of its bytes in the file.
  struct Item {
    let id: UInt32
    let type: String
    /// The MIME type of a `mime` item.
    let content: String
    /// The ranges of its bytes in the file.
    var extents: [Range<Int64>] = []
    /// Whether a part of it is in another file or item, or has no size.
    var isElsewhere = false

    /// Whether the item is an image, coded or derived from other items.
    var isPicture: Bool { ItemList.pictures.contains(type) }
    /// Whether the item is an XMP packet.
    var isPacket: Bool { type == "mime" && content.hasSuffix("rdf+xml") }
    /// Whether the item is a known kind of image metadata.
    var isMetadata: Bool { ItemList.metadata.contains(type) }
    /// The type of the item, and the MIME type of its content.
    var description: String { content.isEmpty ? type : "\(type) \(content)" }
  }

  private(set) var items: [Item] = []
  /// The properties, in the order of the box.
  private(set) var properties: [PictureBox] = []
  /// The range of the `idat` content in the file.
  private(set) var data: Range<Int64>?

  /// The indexes of items that share bytes with other items.
  var sharing: Set<Int> {
    let extents = items.enumerated().flatMap { index, item in
      item.extents.map { (range: $0, item: index) }
    }
    var shared: Set<Int> = []
    var last: (end: Int64, item: Int)?
    for (range, item) in extents.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where !range.isEmpty {
      if let last, range.lowerBound < last.end { shared.formUnion([item, last.item]) }
      if range.upperBound > last?.end ?? .min { last = (range.upperBound, item) }
    }
    return shared
  }

  private static let pictures: Set<String> = [
    "hvc1", "hev1", "av01", "avc1", "jpeg", "j2k1", "vvc1", "evc1", "lhv1", "hvt1", "unci", "mski",
    "grid", "iovl", "iden", "tmap",
  ]
  private static let metadata: Set<String> = ["Exif", "mime", "uri ", "jumb"]
  private static let maxItems = 1 << 16

  /// Creates a list without items.
  init() {}

  /// Reads the content of a `meta` box; nil if a list in it is damaged.
  init?(_ meta: ByteSlice) {
    let isPlain = meta.clamped(from: 4, count: 4).starts(with: "hdlr".utf8)
    let boxes = PictureBox.all(in: (isPlain ? 0 : min(4, meta.count))..<meta.count, of: meta)
    for box in boxes {
      switch box.type {
      case "idat":
        let start = meta.fileOffset + Int64(box.content.lowerBound)
        data = start..<(start + Int64(box.content.count))
      case "iprp":
        for list in PictureBox.all(in: box.content, of: meta) where list.type == "ipco" {
          properties += PictureBox.all(in: list.content, of: meta)
        }
      default: continue
      }
    }
    func content(_ type: String) -> ByteSlice? {
      boxes.first { $0.type == type }.map {
        meta.clamped(from: $0.content.lowerBound, count: $0.content.count)
      }
    }
    do {
      if let list = content("iinf") { try readTypes(list) }
      if let list = content("iloc") { try readPlaces(list) }
    } catch { return nil }
  }

  // MARK: Types

  /// Parses the types.
  ///
  ///     iinf: u8 version, u24 flags, u16 (u32 from version 1 on) count, { infe } …
  private mutating func readTypes(_ list: ByteSlice) throws(ParseError) {
    let start = list[0] == 0 ? 6 : 8
    for box in PictureBox.all(in: min(start, list.count)..<list.count, of: list)
    where box.type == "infe" {
      guard items.count < ItemList.maxItems else {
        throw ParseError(.limitExceeded, at: list.fileOffset, "too many items")
      }
      items.append(
        try ItemList.item(list.clamped(from: box.content.lowerBound, count: box.content.count)))
    }
  }

  /// Parses one entry.
  ///
  ///     infe: u8 version, u24 flags, u16 (u32 in version 3) id, u16 protection, u32 type, name 0, [content type 0]
  private static func item(_ bytes: ByteSlice) throws(ParseError) -> Item {
    var reader = ByteReader(bytes)
    let version = try reader.u8()
    try reader.skip(3)
    let id = version < 3 ? UInt32(try reader.u16()) : try reader.u32()
    try reader.skip(2)
    var type = "mime"
    if version >= 2 { type = TextEncoding.latin1.decode(try reader.bytes(4)) }
    _ = reader.bytes(until: 0)
    let content = type == "mime" ? reader.bytes(until: 0) : nil
    return Item(
      id: id, type: type, content: content.map { TextEncoding.latin1.decode($0) } ?? "")
  }

  // MARK: Locations

  /// Parses the locations.
  ///
  ///     iloc: u8 version, u24 flags, 4 bits each: sizes of offset, length, base offset, index
  ///       u16 (u32 in version 2) count, { u16 (u32) id, [u16 method], u16 file, base, u16 count, { [index], offset, length } } …
  private mutating func readPlaces(_ list: ByteSlice) throws(ParseError) {
    var index: [UInt32: Int] = [:]
    for (position, item) in items.enumerated() {
      guard index.updateValue(position, forKey: item.id) == nil else {
        throw ParseError(.malformed, at: list.fileOffset, "two items have the ID \(item.id)")
      }
    }
    var reader = ByteReader(list)
    let version = try reader.u8()
    try reader.skip(3)
    let widths = Int(try reader.u16())
    let count = version < 2 ? UInt32(try reader.u16()) : try reader.u32()
    for _ in 0..<count {
      let id = version < 2 ? UInt32(try reader.u16()) : try reader.u32()
      let method = version > 0 ? try reader.u16() & 0xF : 0
      let isElsewhere = try reader.u16() != 0 || method > 1
      let base = try ItemList.number(&reader, widths >> 4 & 0xF)
      let count = try reader.u16()
      // If index, offset and length have no size, an extent takes no bytes: a small box could list
      // 65535 extents for each item.
      guard count < 2 || widths & (version == 0 ? 0xFF00 : 0xFF0F) != 0 else {
        throw ParseError(.malformed, at: reader.fileOffset, "extents without offsets")
      }
      for _ in 0..<count {
        if version > 0 { _ = try ItemList.number(&reader, widths & 0xF) }
        let offset = try ItemList.number(&reader, widths >> 12)
        let size = try ItemList.number(&reader, widths >> 8 & 0xF)
        let position = index[id] ?? items.count
        if position == items.count {
          items.append(Item(id: id, type: "without a type", content: ""))
          index[id] = position
        }
        if isElsewhere { items[position].isElsewhere = true }
        try add(base, offset, size, isInData: method == 1, to: position)
      }
    }
  }

  /// Reads a number of 0 to 8 bytes; a number without bytes is zero.
  private static func number(
    _ reader: inout ByteReader, _ width: Int
  ) throws(ParseError) -> Int64 {
    guard width > 0 else { return 0 }
    guard width <= 8, let number = Int64(exactly: try reader.unsigned(width: width)) else {
      throw ParseError(.malformed, at: reader.fileOffset, "an offset that does not fit in 63 bits")
    }
    return number
  }

  /// Adds an extent to an item; an offset in `idat` is relative to that box.
  private mutating func add(
    _ base: Int64, _ offset: Int64, _ size: Int64, isInData: Bool, to position: Int
  ) throws(ParseError) {
    let origin = isInData ? data?.lowerBound ?? 0 : 0
    let (start, overflow) = base.addingReportingOverflow(offset)
    let (first, overflow2) = start.addingReportingOverflow(origin)
    let (end, overflow3) = first.addingReportingOverflow(size)
    guard !overflow, !overflow2, !overflow3 else {
      throw ParseError(.malformed, at: 0, "an item whose end offset does not fit in 63 bits")
    }
    // A length of zero means the whole file.
    if size == 0 { items[position].isElsewhere = true }
    items[position].extents.append(first..<end)
  }
}
