/// Finds the private data in one image (JPEG, PNG, GIF, WebP, TIFF, HEIF and others), and the
/// changes to its bytes that remove this data; the caller applies them.
///
/// The image keeps its length, pixels, colours and orientation. For each image format that can
/// contain private data, tables list the parts that are needed for display; other parts are
/// removed, and parts that cannot be inspected or removed are reported as left.
struct PictureTraces {
  /// The changed bytes; offsets are relative to the window.
  var mask = ByteMask()
  /// The removed and the remaining private data.
  private(set) var report = PrivateData.Report()
  /// The bytes of the image.
  let bytes: ByteSlice
  /// The location of the image, for findings.
  let place: String
  private var found: Set<PrivateData.Finding> = []

  /// The maximum number of findings for one image; parts beyond that are removed, but not listed.
  private static let maxFindings = 256

  init(_ bytes: ByteSlice, place: String) {
    (self.bytes, self.place) = (bytes, place)
  }

  /// Inspects the image at a range of a window.
  ///
  /// Bytes in an unknown format have no findings, unless `isPicture` states that they should be an
  /// image; they are then reported as left.
  ///
  /// - Throws: `io`.
  static func find(
    in range: Range<Int64>, of window: SourceWindow, place: String, isPicture: Bool
  ) throws(ParseError) -> PictureTraces {
    let head = try window.bytes(at: range.lowerBound, upTo: Int(clamping: min(16, range.count)))
    guard let kind = PictureKind(head) else {
      var traces = PictureTraces(.empty, place: place)
      if isPicture, !range.isEmpty {
        traces.leave("a picture in a format that is not inspected")
      }
      return traces
    }
    guard range.count <= Limits.standard.table else {
      var traces = PictureTraces(.empty, place: place)
      traces.leave("a picture of \(range.count) bytes, which is too large to inspect")
      return traces
    }
    let bytes = try window.bytes(at: range.lowerBound, upTo: range.count)
    var traces = PictureTraces(bytes, place: place)
    try traces.scan(as: kind)
    return traces
  }

  /// Inspects the image in the given format.
  private mutating func scan(as kind: PictureKind) throws(ParseError) {
    switch kind {
    case .jpeg: scanJPEG()
    case .png: scanPNG()
    case .webP: scanWebP()
    case .gif: scanGIF()
    case .tiff: scanTIFF()
    case .jpeg2000, .jpegXL: scanBoxes(of: kind)
    case .codestream: scanCodestream(0..<bytes.count)
    case .heif: try scanHEIF()
    // These formats contain only pixels.
    case .bmp, .jpegXLCodestream: break
    }
  }

  // MARK: Bytes

  /// Whether a part consists of zeros.
  func isBlank(_ range: Range<Int>) -> Bool {
    bytes.clamped(from: range.lowerBound, count: range.count).withoutTrailingZeros.isEmpty
  }

  /// Fills a part with zeros.
  mutating func blank(_ range: Range<Int>) { mask.cover(absolute(range)) }

  /// Fills a part with one byte value.
  mutating func blank(_ range: Range<Int>, with byte: UInt8) {
    mask.cover(absolute(range), with: byte)
  }

  /// Replaces bytes at an offset.
  mutating func replace(_ new: [UInt8], at offset: Int) {
    mask.replace(new, at: bytes.fileOffset + Int64(offset))
  }

  /// Converts a range of the image to a range of the window.
  private func absolute(_ range: Range<Int>) -> Range<Int64> {
    let start = bytes.fileOffset + Int64(range.lowerBound)
    return start..<(start + Int64(range.count))
  }

  // MARK: Findings

  /// Reports removed data, without duplicates.
  mutating func report(_ kind: PrivateData.Kind, _ name: String) {
    let finding = PrivateData.Finding(kind, place, name)
    guard found.count < PictureTraces.maxFindings, found.insert(finding).inserted else { return }
    report.removed.append(finding)
  }

  /// Reports data that is kept.
  mutating func leave(_ name: String) {
    let finding = PrivateData.Finding(nil, place, name)
    guard found.count < PictureTraces.maxFindings, found.insert(finding).inserted else { return }
    report.left.append(finding)
  }

  /// Reports damage; the bytes after the damage are not inspected.
  mutating func leaveRest(from offset: Int) {
    leave("a damaged picture, of which \(max(0, bytes.count - offset)) bytes are not inspected")
  }

  /// Overwrites the bytes after the end of an image with zeros.
  mutating func removeRest(from offset: Int) {
    guard offset < bytes.count, !isBlank(offset..<bytes.count) else { return }
    blank(offset..<bytes.count)
    report(.program, "data after the end of the picture")
  }

  // MARK: Exif and XMP

  /// Reduces Exif to the orientation; returns false if the data is too short for that.
  mutating func keepTurn(_ tiff: Range<Int>) -> Bool {
    let old = bytes.clamped(from: tiff.lowerBound, count: tiff.count)
    guard let new = ExifTurn.only(of: old) else { return false }
    guard !old.bytes.elementsEqual(new) else { return true }
    replace(new, at: tiff.lowerBound)
    report(.device, "Exif")
    return true
  }

  /// Removes everything from an XMP packet except for display properties.
  mutating func cleanPacket(_ range: Range<Int>) {
    let packet = bytes.clamped(from: range.lowerBound, count: range.count)
    // A zero byte among the first four means UTF-16, in which parts are not distinguished.
    guard packet.firstIndex(of: 0).map({ $0 > 3 }) ?? true else {
      guard !isBlank(range) else { return }
      blank(range, with: 0x20)
      return report(.program, "XMP")
    }
    for part in PrivateXML.parts(of: packet.withoutTrailingZeros, inPicture: true) {
      let start = range.lowerBound + part.range.lowerBound
      blank(start..<(start + part.range.count), with: 0x20)
      report(part.kind, part.name)
    }
  }
}

/// The image formats that are recognised by their first bytes, whether or not they can contain
/// private data.
enum PictureKind {
  case jpeg, png, webP, gif, bmp, tiff, jpeg2000, codestream, jpegXL, jpegXLCodestream, heif

  /// Determines the format of an image from its first bytes; nil if it is not recognised.
  init?(_ head: ByteSlice) {
    let rows: [(kind: PictureKind, offset: Int, mark: [UInt8])] = [
      (.jpeg, 0, [0xFF, 0xD8]), (.png, 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      (.gif, 0, Array("GIF8".utf8)), (.webP, 8, Array("WEBP".utf8)), (.bmp, 0, Array("BM".utf8)),
      (.tiff, 0, Array("II*\0".utf8)), (.tiff, 0, Array("MM\0*".utf8)),
      (.jpeg2000, 0, [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]),
      (.codestream, 0, [0xFF, 0x4F, 0xFF, 0x51]),
      (.jpegXL, 0, [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]), (.jpegXLCodestream, 0, [0xFF, 0x0A]),
    ]
    let row = rows.first { head.clamped(from: $0.offset).starts(with: $0.mark) }
    if let row, row.kind != .webP || head.starts(with: "RIFF".utf8) {
      self = row.kind
    } else if head.clamped(from: 4).starts(with: "ftyp".utf8), PictureKind.isHEIF(head) {
      self = .heif
    } else {
      return nil
    }
  }

  /// Whether the major brand is for images, rather than movies.
  private static func isHEIF(_ head: ByteSlice) -> Bool {
    ["hei", "hev", "mif", "msf", "avi"].contains { head.clamped(from: 8).starts(with: $0.utf8) }
  }
}
