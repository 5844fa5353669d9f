/// GIF (version 89a): blocks.
///
///     "GIF89a", u16 width, u16 height, u8 flags, u16    [colours]
///     { 2C, 9 bytes, [colours], u8 | 21, label, then: { u8 size, bytes } … 0 } …  3B
///
/// Extensions that no decoder needs become comments that contain only zeros.
extension PictureTraces {
  /// Inspects all blocks of a GIF file.
  mutating func scanGIF() {
    guard let flags = bytes[10] else { return leaveRest(from: 0) }
    var position = 13 + GIFBlock.colours(flags)
    while let mark = bytes[position] {
      switch mark {
      case 0x3B: return removeRest(from: position + 1)
      case 0x2C:
        guard let flags = bytes[position + 9] else { return leaveRest(from: position) }
        position += 11 + GIFBlock.colours(flags)
      case 0x21:
        guard let end = endOfParts(from: position + 2) else { return leaveRest(from: position) }
        inspect((position + 2)..<end, label: position + 1)
        position = end
        continue
      default: return leaveRest(from: position)
      }
      guard let end = endOfParts(from: position) else { return leaveRest(from: position) }
      position = end
    }
  }

  /// Returns the end of a sequence of sub-blocks, each preceded by its size; nil if the image ends
  /// before.
  private func endOfParts(from start: Int) -> Int? {
    var position = start
    while let size = bytes[position] {
      position += 1 + Int(size)
      if size == 0 { return position }
    }
    return nil
  }

  /// Replaces an extension with a comment that contains only zeros, unless decoders need the
  /// extension.
  private mutating func inspect(_ parts: Range<Int>, label: Int) {
    let id = bytes.clamped(from: parts.lowerBound + 1, count: 11)
    let kind = bytes[label]
    if kind == 0xF9 || kind == 0x01 { return }
    if kind == 0xFF, GIFBlock.keptApplications.contains(where: { id.starts(with: $0.utf8) }) {
      return
    }
    let new = GIFBlock.blank(parts.count)
    guard kind != 0xFE || !isBlankComment(parts), let new else { return }
    if kind != 0xFE { replace([0xFE], at: label) }
    replace(new, at: parts.lowerBound)
    if kind == 0xFE { return report(.account, "comment") }
    let isXMP = id.starts(with: "XMP Data".utf8)
    report(.program, isXMP ? "XMP" : "an extension \(GIFBlock.printable(id))")
  }

  /// Whether a comment already consists of zeros.
  private func isBlankComment(_ parts: Range<Int>) -> Bool {
    var position = parts.lowerBound
    while position < parts.upperBound, let size = bytes[position] {
      guard isBlank((position + 1)..<(position + 1 + Int(size))) else { return false }
      position += 1 + Int(size)
    }
    return true
  }
}

/// The blocks of GIF files: the extensions that are kept, and the zero-filled blocks that replace
/// the others.
private enum GIFBlock {
  /// The application extensions with the loop count and the colour profile.
  static let keptApplications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]

  /// Returns the size in bytes of the colour table that the flags declare.
  static func colours(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

  /// Returns zero-filled sub-blocks with a total size of `count` bytes, including the terminator;
  /// nil if that is impossible.
  static func blank(_ count: Int) -> [UInt8]? {
    guard count != 2 else { return nil }
    var parts: [UInt8] = []
    while count - parts.count > 1 {
      var size = min(255, count - parts.count - 2)
      // A sub-block has at least one byte after its size.
      if count - parts.count - 2 - size == 1 { size -= 1 }
      parts.append(UInt8(clamping: size))
      parts += [UInt8](repeating: 0, count: size)
    }
    return parts + [0]
  }

  /// Returns the printable characters of an application identifier.
  static func printable(_ id: ByteSlice) -> String {
    String(
      TextEncoding.latin1.decode(id).unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }
        .map { Character($0) })
  }
}
