/// WebP (RFC 9649): RIFF chunks.
///
///     "RIFF" u32 size "WEBP"    { type, u32 size of the content, content, a zero where the size is odd } …
///
/// Chunks that are needed for display are kept, Exif is reduced to the orientation, and the others
/// become JUNK. The `VP8X` header has flags for Exif and XMP.
extension PictureTraces {
  /// Inspects all chunks of a WebP file, and clears the flags for removed chunks.
  mutating func scanWebP() {
    guard let size = bytes.littleEndian(at: 4) else { return }
    let end = min(bytes.count, Int(size) + 8)
    var state = WebPState()
    walkChunks(12..<max(12, end), &state)
    if let flags = state.flags, let old = bytes[flags], old & ~state.cleared != old {
      replace([old & ~state.cleared], at: flags)
    }
    removeRest(from: end)
  }

  /// Inspects the chunks in a range: those of the file, or of one animation frame.
  private mutating func walkChunks(_ range: Range<Int>, _ state: inout WebPState) {
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      guard let size = bytes.littleEndian(at: position + 4),
        Int(size) <= range.upperBound - position - 8
      else { break }
      let type = TextEncoding.latin1.decode(bytes.clamped(from: position, count: 4))
      let content = (position + 8)..<(position + 8 + Int(size))
      inspect(type, content, &state)
      position = content.upperBound + Int(size & 1)
    }
    if position < range.upperBound, !isBlank(position..<range.upperBound) {
      leaveRest(from: position)
    }
  }

  /// Removes a chunk with private data, or reduces Exif to the orientation.
  private mutating func inspect(_ type: String, _ content: Range<Int>, _ state: inout WebPState) {
    if type == "VP8X" { state.flags = state.flags ?? content.lowerBound }
    if type == "ANMF", content.count > 16 {
      return walkChunks((content.lowerBound + 16)..<content.upperBound, &state)
    }
    if WebPState.keptChunks.contains(type) { return }
    if type == WebPState.free, isBlank(content) { return }
    if type == "EXIF" {
      let hasMark = bytes.clamped(from: content.lowerBound).starts(with: "Exif\0".utf8)
      let start = min(content.upperBound, content.lowerBound + (hasMark ? 6 : 0))
      if keepTurn(start..<content.upperBound) { return }
    }
    if type != WebPState.free { replace(Array(WebPState.free.utf8), at: content.lowerBound - 8) }
    blank(content)
    state.cleared |= WebPState.flags[type] ?? 0
    let names: [String: (PrivateData.Kind, String)] = [
      "EXIF": (.device, "Exif"), "XMP ": (.program, "XMP"), "C2PA": (.account, "C2PA"),
    ]
    let (kind, name) = names[type] ?? (.program, "\(type) chunk")
    report(kind, name)
  }
}

/// The state of inspecting the chunks of a WebP file: the location of its flags, and the flags to
/// clear.
private struct WebPState {
  static let free = "JUNK"
  static let keptChunks: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]
  /// The bits in `VP8X` that announce chunks.
  static let flags: [String: UInt8] = ["EXIF": 0x08, "XMP ": 0x04]

  /// The offset of the flags in `VP8X`.
  var flags: Int?
  /// The flags to clear.
  var cleared: UInt8 = 0
}
