/// What cameras put into pictures: Exif goes but for the turn of the picture, XMP is looked through.
///
///     FF D8    then segments: FF, marker, u16 size (itself counted), payload; E1 with "Exif\0\0" and a TIFF file, or an address and XMP
extension PrivateTraces {
  /// Blanks what is private in the pictures of a document that stand in the file as they are.
  mutating func addPictures(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) {
    for (index, picture) in document.artwork.enumerated() {
      guard case .file(let offset, let count) = picture.data else { continue }
      let range = offset..<(offset + max(0, count))
      try addSegments(range, "artwork \(index)", in: window)
    }
  }

  private mutating func addSegments(
    _ picture: Range<Int64>, _ place: String, in window: SourceWindow
  ) throws(ParseError) {
    guard try window.bytes(at: picture.lowerBound, upTo: 2).starts(with: [0xFF, 0xD8]) else {
      return
    }
    var position = picture.lowerBound + 2
    while position + 4 <= picture.upperBound {
      var reader = ByteReader(try window.bytes(at: position, upTo: 4))
      guard let mark = try? reader.u8(), let marker = try? reader.u8(), mark == 0xFF,
        marker >= 0xE0 || marker < 0xD8, let size = try? reader.u16(), size >= 2
      else { return }
      let payload = (position + 4)..<min(picture.upperBound, position + 2 + Int64(size))
      if marker == 0xE1, !payload.isEmpty { try addSegment(payload, place, in: window) }
      position = payload.upperBound
    }
  }

  private mutating func addSegment(
    _ range: Range<Int64>, _ place: String, in window: SourceWindow
  ) throws(ParseError) {
    let bytes = try window.bytes(at: range.lowerBound, upTo: range.count)
    if bytes.starts(with: PictureExif.mark) {
      let kept = PictureExif.mark + PictureExif.turnOnly(bytes.clamped(from: 6))
      guard kept.count <= bytes.count else {
        return remove(range, .device, place, "Exif")
      }
      guard
        !bytes.withoutTrailingZeros.bytes.elementsEqual(ByteSlice(kept).withoutTrailingZeros.bytes)
      else { return }
      mask.put(kept, at: range.lowerBound)
      remove(range, .device, place, "Exif")
    } else if bytes.starts(with: PictureExif.packetMark) {
      let start = range.lowerBound + Int64(PictureExif.packetMark.count)
      if start < range.upperBound { try addXML(start..<range.upperBound, place, in: window) }
    }
  }
}

/// Exif in a picture: a TIFF file whose first directory says how the picture is turned.
private enum PictureExif {
  static let mark = Array("Exif\0\0".utf8)
  static let packetMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// The smallest TIFF file that turns the picture as this one does.
  static func turnOnly(_ tiff: ByteSlice) -> [UInt8] {
    let turn = turn(tiff).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    var writer = ByteWriter()
    writer.append("MM".utf8)
    writer.u16(42)
    writer.u32(8)
    writer.u16(1)
    writer.u16(orientation)
    writer.u16(3)
    writer.u32(1)
    writer.u16(turn)
    writer.u16(0)
    writer.u32(0)
    return writer.bytes
  }

  private static let orientation: UInt16 = 0x112

  private static func turn(_ tiff: ByteSlice) -> UInt16? {
    let isBig = tiff.starts(with: "MM".utf8)
    guard isBig || tiff.starts(with: "II".utf8) else { return nil }
    func u16(_ offset: Int) -> UInt16? {
      var reader = ByteReader(tiff.clamped(from: offset, count: 2))
      return isBig ? try? reader.u16() : try? reader.littleU16()
    }
    var reader = ByteReader(tiff.clamped(from: 4, count: 4))
    guard let stored = isBig ? try? reader.u32() : try? reader.littleU32(),
      let directory = Int(exactly: stored), directory < tiff.count, let count = u16(directory)
    else { return nil }
    for index in 0..<min(Int(count), 512) {
      let entry = directory + 2 + index * 12
      if u16(entry) == orientation { return u16(entry + 8) }
    }
    return nil
  }
}
