/// Finds the private data among the items and image properties of a HEIF, HEIC or AVIF file, and
/// the changes to its bytes that remove this data (ISO/IEC 14496-12 §8.11, ISO/IEC 23008-12).
///
///     meta: version and flags, boxes
///     iinf  { infe: id, type, name, [content type] } …      iloc  { id, extents } …      idat  content of small items
///       iprp  ipco  properties
///
/// Images are kept, but private data inside JPEG images is removed. Exif is reduced to the
/// orientation, and XMP to the properties that are needed for display; other known metadata items
/// are overwritten with zeros. Only extents that are inside `mdat` or `idat` and outside images are
/// changed; items of unknown types and items that share bytes are reported as left.
struct ItemTraces {
  /// The changed bytes; offsets are relative to the window.
  private(set) var mask = ByteMask()
  /// The removed and the remaining private data.
  private(set) var report = PrivateData.Report()
  /// The extents of all items, including images.
  private(set) var extents: [Range<Int64>] = []

  private let window: SourceWindow
  private let place: String
  private let list: ItemList
  private var allowed: [Range<Int64>]
  /// The extents of images, sorted and without overlaps.
  private var pictures: [Range<Int64>] = []

  /// Inspects the items of the `meta` box whose content is at `range`; `media` contains the ranges
  /// of the `mdat` contents.
  ///
  /// - Throws: `io`.
  static func find(
    in range: Range<Int64>, media: [Range<Int64>], of window: SourceWindow, place: String
  ) throws(ParseError) -> ItemTraces {
    guard range.count <= Limits.standard.table else {
      var traces = ItemTraces(ItemList(), media, window, place)
      traces.leave("an item list that is too large to inspect")
      return traces
    }
    let bytes = try window.bytes(at: range.lowerBound, upTo: range.count)
    guard let list = ItemList(bytes) else {
      var traces = ItemTraces(ItemList(), media, window, place)
      traces.leave("a damaged item list, whose items are not inspected")
      return traces
    }
    var traces = ItemTraces(list, media, window, place)
    try traces.scan()
    traces.scanProperties(bytes)
    return traces
  }

  private init(
    _ list: ItemList, _ media: [Range<Int64>], _ window: SourceWindow, _ place: String
  ) {
    (self.list, self.window, self.place) = (list, window, place)
    allowed = media + (list.data.map { [$0] } ?? [])
  }

  /// Reports data that is kept.
  private mutating func leave(_ name: String) {
    report.left.append(PrivateData.Finding(nil, place, name))
  }

  /// Reports removed data; consecutive identical findings are reported once.
  private mutating func report(_ kind: PrivateData.Kind, _ name: String) {
    let finding = PrivateData.Finding(kind, place, name)
    if report.removed.last != finding { report.removed.append(finding) }
  }

  // MARK: Items

  /// Inspects all items; private ones are removed if they are stored in `mdat` or `idat` and share
  /// no bytes with other items.
  private mutating func scan() throws(ParseError) {
    extents = list.items.flatMap(\.extents)
    pictures = ItemTraces.joined(list.items.filter(\.isPicture).flatMap(\.extents))
    let shared = list.sharing
    for (index, item) in list.items.enumerated() where !item.extents.isEmpty {
      if item.isPicture {
        if item.type == "jpeg" { try inspectJPEG(item) }
      } else if !item.isMetadata {
        leave("an item \(item.type), which is not inspected")
      } else if item.isElsewhere || shared.contains(index) || !item.extents.allSatisfy(isOwn) {
        leave("an item \(item.type) that is not stored separately in this file")
      } else {
        try remove(item)
      }
    }
  }

  /// Whether an extent is in `mdat` or `idat`, and not in an image.
  private func isOwn(_ extent: Range<Int64>) -> Bool {
    let next = pictures.partitioningIndex { $0.upperBound > extent.lowerBound }
    let isFree = next == pictures.count || pictures[next].lowerBound >= extent.upperBound
    return isFree
      && allowed.contains { area in
        area.lowerBound <= extent.lowerBound && extent.upperBound <= area.upperBound
      }
  }

  /// Returns the ranges sorted, with overlapping ranges merged.
  private static func joined(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
    var joined: [Range<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, last.upperBound >= range.lowerBound {
        joined[joined.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// Removes private data inside an image that is a complete JPEG file.
  private mutating func inspectJPEG(_ item: ItemList.Item) throws(ParseError) {
    guard item.extents.count == 1, !item.isElsewhere else {
      return leave("a JPEG in several parts, which is not inspected")
    }
    add(
      try PictureTraces.find(in: item.extents[0], of: window, place: place, isPicture: true))
  }

  private mutating func add(_ inner: PictureTraces) {
    mask.add(inner.mask)
    report = report + inner.report
  }

  /// Removes an item: Exif except for the orientation, XMP except for display properties, and other
  /// items completely.
  private mutating func remove(_ item: ItemList.Item) throws(ParseError) {
    if item.extents.count == 1, let extent = item.extents.first,
      extent.count <= Limits.standard.value
    {
      if item.type == "Exif", try reduceToOrientation(extent) { return }
      if item.isPacket {
        return add(try PictureTraces.find(packet: extent, of: window, place: place))
      }
    }
    var isBlank = true
    for extent in item.extents where try !self.isBlank(extent) {
      mask.cover(extent)
      isBlank = false
    }
    if isBlank { return }
    let isExif = item.type == "Exif"
    report(isExif ? .device : .program, isExif ? "Exif" : "an item \(item.description)")
  }

  /// Whether a range of the file consists of zeros.
  private func isBlank(_ range: Range<Int64>) throws(ParseError) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let piece = try window.bytes(
        at: position, upTo: Int(min(65536, range.upperBound - position)))
      guard !piece.isEmpty else { return true }
      guard piece.withoutTrailingZeros.isEmpty else { return false }
      position += Int64(piece.count)
    }
    return true
  }

  /// Reduces Exif to the orientation; returns false if it is damaged or too short for that.
  ///
  /// The extent consists of a u32 with the number of bytes before the TIFF file, these bytes, and
  /// the TIFF file.
  private mutating func reduceToOrientation(_ extent: Range<Int64>) throws(ParseError) -> Bool {
    let bytes = try window.bytes(at: extent.lowerBound, upTo: extent.count)
    if bytes.withoutTrailingZeros.isEmpty { return true }
    guard let skipped = bytes.bigEndian(at: 0), Int(skipped) <= bytes.count - 4 else {
      return false
    }
    let tiff = bytes.clamped(from: 4 + Int(skipped))
    guard let turned = ExifTurn.only(of: tiff) else { return false }
    let mark = [UInt8](repeating: 0, count: Int(skipped))
    let new = Array(bytes.clamped(from: 0, count: 4).bytes) + mark + turned
    guard !bytes.bytes.elementsEqual(new) else { return true }
    mask.replace(new, at: extent.lowerBound)
    report(.device, "Exif")
    return true
  }

  // MARK: Properties

  /// The properties that contain users' text about an image, or dates (ISO/IEC 23008-12 §6.5.20 to
  /// 6.5.24).
  private static let texts: Set<String> = ["udes", "altt", "crtt", "mdft"]

  /// Converts private properties to free space, which is allowed as a property (ISO/IEC 14496-12
  /// §8.11.14).
  private mutating func scanProperties(_ meta: ByteSlice) {
    for box in list.properties {
      let content = meta.clamped(from: box.content.lowerBound, count: box.content.count)
      let isClaim = box.type == "uuid" && content.starts(with: UserType.contentCredentials.bytes)
      guard ItemTraces.texts.contains(box.type) || isClaim else {
        if box.type == "uuid" { leave("an unknown kind of property") }
        continue
      }
      mask.replace(Array("free".utf8), at: meta.fileOffset + Int64(box.offset) + 4)
      mask.cover(content.fileOffset..<(content.fileOffset + Int64(content.count)))
      report(.account, "a property \(box.type)")
    }
  }
}

extension PictureTraces {
  /// Merges the findings about items, whose offsets are relative to `origin`.
  mutating func add(_ items: ItemTraces, movedBy origin: Int64) {
    mask.add(items.mask, movedBy: origin)
    for finding in items.report.removed { report(finding.kind ?? .program, finding.name) }
    for finding in items.report.left { leave(finding.name) }
  }

  /// Inspects an XMP packet that belongs to an image.
  static func find(
    packet range: Range<Int64>, of window: SourceWindow, place: String
  ) throws(ParseError) -> PictureTraces {
    let bytes = try window.bytes(at: range.lowerBound, upTo: range.count)
    var traces = PictureTraces(bytes, place: place)
    traces.cleanPacket(0..<bytes.count)
    return traces
  }
}
