/// JPEG 2000 (ISO/IEC 15444-1 annex I) and JPEG XL (ISO/IEC 18181-2): boxes, as in MP4.
///
///     u32 size, type, content; size 1: a 64-bit size follows; size 0: up to the end
///
/// Boxes needed to display the image are kept; the others are filled with zeros and get an
/// unassigned type, because readers mistake a file with `free` boxes for a movie.
extension PictureTraces {
  /// Removes private boxes and comments from a JPEG 2000 or JPEG XL file.
  mutating func scanBoxes(of kind: PictureKind) {
    let keptTypes = kind == .jpegXL ? PictureBox.jpegXL : PictureBox.jpeg2000
    var end = 0
    for box in PictureBox.all(in: 0..<bytes.count, of: bytes) {
      end = box.content.upperBound
      if box.type == "jp2c" { scanCodestream(box.content) }
      if keptTypes.contains(box.type)
        || PictureBox.filler.contains(box.type) && isBlank(box.content)
      {
        continue
      }
      // A `uuid` box needs 16 bytes for its user type; a shorter box becomes `free`.
      replace(Array((box.content.count < 16 ? "free" : "uuid").utf8), at: box.offset + 4)
      blank(box.content)
      let (kind, name) = PictureBox.finding(box.type, slice(box.content))
      report(kind, name)
    }
    if end < bytes.count, !isBlank(end..<bytes.count) { leaveRest(from: end) }
  }

  private func slice(_ range: Range<Int>) -> ByteSlice {
    bytes.clamped(from: range.lowerBound, count: range.count)
  }

  /// Overwrites comments in the header of a JPEG 2000 codestream with zeros.
  ///
  ///     FF 4F    { FF, marker, u16 size (including itself), content } …   FF 90 begins the first tile
  mutating func scanCodestream(_ range: Range<Int>) {
    var position = range.lowerBound + 2
    while position + 4 <= range.upperBound, bytes[position] == 0xFF, let code = bytes[position + 1],
      code != 0x90, let size = bytes.bigEndian(at: position + 2, width: 2), size >= 2,
      position + 2 + Int(size) <= range.upperBound
    {
      let content = min(position + 6, position + 2 + Int(size))..<(position + 2 + Int(size))
      if code == 0x64, !isBlank(content) {
        blank(content)
        report(.account, "comment")
      }
      position = content.upperBound
    }
    guard position < range.upperBound else { return }
    leave("comments in JPEG 2000 tiles, which are not inspected")
  }
}

/// One box of a JPEG 2000, JPEG XL or HEIF image in memory: its type, and the range of its content.
struct PictureBox {
  let type: String
  /// The offset of the box header.
  let offset: Int
  let content: Range<Int>

  /// Boxes that have no meaning when filled with zeros.
  static let filler: Set<String> = ["free", "uuid"]

  // The boxes that are needed to display an image, for each format.
  static let jpeg2000: Set<String> = [
    "jP  ", "ftyp", "rreq", "jp2h", "jp2c", "jpch", "jplh", "mdat", "ftbl", "dtbl", "flst", "cref",
    "comp", "copt", "opct", "creg",
  ]
  static let jpegXL: Set<String> = ["JXL ", "ftyp", "jxll", "jxlc", "jxlp", "jxli"]

  /// Returns the boxes in a range, up to the first damaged box.
  static func all(in range: Range<Int>, of bytes: ByteSlice) -> [PictureBox] {
    var boxes: [PictureBox] = []
    var offset = range.lowerBound
    while let header = BoxHeader(
      bytes.clamped(from: offset, count: BoxHeader.longest),
      room: Int64(range.upperBound - offset))
    {
      let type = TextEncoding.latin1.decode(bytes.clamped(from: offset + 4, count: 4))
      let end = offset + Int(header.size)
      boxes.append(
        PictureBox(type: type, offset: offset, content: (offset + header.headerSize)..<end))
      offset = end
    }
    return boxes
  }

  /// Returns the kind of private data in a box, and its name in the report.
  static func finding(_ type: String, _ content: ByteSlice) -> (PrivateData.Kind, String) {
    switch type {
    case "Exif": (.device, "Exif")
    case "jumb": (.account, nameOfClaims(content))
    case "xml ": (.program, "XML")
    case "uuid" where content.starts(with: UserType.xmp.bytes): (.program, "XMP")
    case "uuid" where content.starts(with: "JpgTiffExif->JP2".utf8): (.device, "Exif")
    default: (.program, "\(type) box")
    }
  }

  /// Returns the name for a JUMBF box (ISO/IEC 19566-5): claims about the origin of an image (C2PA
  /// 2.1 §11.1), or other data.
  static func nameOfClaims(_ content: ByteSlice) -> String {
    let head = content.clamped(from: 0, count: 256).bytes
    let mark = Array("c2pa".utf8)
    let isClaim = head.indices.contains { head[$0...].starts(with: mark) }
    return isClaim ? "C2PA" : "JUMBF"
  }
}
