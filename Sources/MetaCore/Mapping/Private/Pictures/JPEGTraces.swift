/// JPEG (ITU-T T.81 annex B): segments, with scan data between them.
///
///     FF D8    { FF, marker, u16 size (including itself), content } …   FF DA size header, scan …   FF D9
///
/// Segments with coding tables are kept, and so are application segments needed to display the
/// image unchanged. The others become zero-filled segments for an unused application (APP15).
/// Images after the end marker (CIPA DC-007 "MPF") are also inspected.
extension PictureTraces {
  /// Inspects the JPEG image and any images that follow it.
  mutating func scanJPEG() {
    var end = walkJPEG(from: 0)
    while let stop = end, let next = firstByte(from: stop) {
      guard bytes.clamped(from: next).starts(with: [0xFF, 0xD8, 0xFF]) else {
        return removeRest(from: stop)
      }
      end = walkJPEG(from: next)
    }
  }

  /// Returns the offset of the first non-zero byte at or after `offset`.
  private func firstByte(from offset: Int) -> Int? {
    let rest = bytes.clamped(from: offset).bytes
    return rest.firstIndex { $0 != 0 }.map { offset + ($0 - rest.startIndex) }
  }

  /// Parses one image; returns its end, or nil if it is damaged.
  private mutating func walkJPEG(from start: Int) -> Int? {
    var position = start + 2
    while position < bytes.count {
      var marker = position + 1
      while bytes[marker] == 0xFF { marker += 1 }
      guard bytes[position] == 0xFF, let code = bytes[marker] else { break }
      position = marker + 1
      switch code {
      case 0xD9: return position
      case 0x01, 0xD0...0xD7: continue
      default:
        guard code >= 0xC0, code != 0xD8, let size = bytes.bigEndian(at: position, width: 2),
          size >= 2, position + Int(size) <= bytes.count
        else {
          leaveRest(from: position)
          return nil
        }
        let content = (position + 2)..<(position + Int(size))
        position = content.upperBound
        if code == 0xDA {
          position = endOfScan(from: position)
        } else {
          inspect(code, at: marker, content)
        }
      }
    }
    guard position < bytes.count else { return bytes.count }
    leaveRest(from: position)
    return nil
  }

  /// Returns the offset of the next marker that is not part of scan data, or the end of the image.
  private func endOfScan(from start: Int) -> Int {
    var position = start
    while let mark = bytes.firstIndex(of: 0xFF, from: position) {
      guard let next = bytes[mark + 1] else { break }
      if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return mark }
      position = next == 0xFF ? mark + 1 : mark + 2
    }
    return bytes.count
  }

  // MARK: Segments

  /// Removes a segment with private data, completely or partly.
  private mutating func inspect(_ code: UInt8, at marker: Int, _ content: Range<Int>) {
    guard (0xE0...0xEF).contains(code) || code == 0xFE, !isBlank(content) else { return }
    let start = bytes.clamped(from: content.lowerBound, count: content.count)
    if JPEGSegment.keptSegments.contains(where: {
      $0.code == code && start.starts(with: $0.mark.utf8)
    }) {
      return
    }
    if code == 0xE1, start.starts(with: JPEGSegment.exif.utf8) {
      let mark = min(content.count, JPEGSegment.exif.utf8.count + 2)
      if keepTurn((content.lowerBound + mark)..<content.upperBound) { return }
    }
    if code == 0xE1, start.starts(with: JPEGSegment.packet.utf8) {
      return cleanPacket((content.lowerBound + JPEGSegment.packet.utf8.count)..<content.upperBound)
    }
    if code == 0xE2, start.starts(with: JPEGSegment.index.utf8) {
      let index = (content.lowerBound + JPEGSegment.index.utf8.count)..<content.upperBound
      return keepEntries(index, TIFFTags.index, "image numbers in MPF")
    }
    if code != 0xEF { replace([0xEF], at: marker) }
    blank(content)
    let (kind, name) = JPEGSegment.finding(code, start)
    report(kind, name)
  }
}

/// The application segments of JPEG files: those that are kept, and the names of those that are
/// removed.
private enum JPEGSegment {
  static let exif = "Exif"
  static let packet = "http://ns.adobe.com/xap/1.0/\0"
  static let index = "MPF\0"

  /// Segments with display properties: pixel density, colours, and the parts of HDR images.
  static let keptSegments: [(code: UInt8, mark: String)] = [
    (0xE0, "JFIF\0"), (0xE0, "AVI1"), (0xE2, "ICC_PROFILE\0"),
    (0xE2, "urn:iso:std:iso:ts:21496:-1\0"), (0xEE, "Adobe"),
  ]

  private static let names: [(code: UInt8, mark: String, kind: PrivateData.Kind, name: String)] = [
    (0xE1, exif, .device, "Exif"),
    (0xE1, "http://ns.adobe.com/xmp/extension/", .program, "extended XMP"),
    (0xED, "Photoshop 3.0", .account, "IPTC and Photoshop resources"),
    (0xE0, "JFXX", .program, "a thumbnail"), (0xFE, "", .account, "comment"),
  ]

  /// Returns the kind of private data in a segment, and its name in the report.
  static func finding(_ code: UInt8, _ content: ByteSlice) -> (PrivateData.Kind, String) {
    if code == 0xEB, content.starts(with: "JP".utf8) {
      return (.account, PictureBox.nameOfClaims(content))
    }
    let row = names.first { $0.code == code && content.starts(with: $0.mark.utf8) }
    return (row?.kind ?? .program, row?.name ?? "APP\(code & 0xF)")
  }
}
