// Encoding of chapters as a Nero list and as samples of a QuickTime text track.

extension NeroChapterList {
  /// Creates a list of chapters in chronological order; chapters in languages other than that of
  /// the first chapter are omitted.
  ///
  /// A title is shortened to at most 255 bytes, without splitting a character; the text track
  /// contains the complete title.
  ///
  /// - Throws: `notRepresentable` when there are too many chapters for the version, or a time is
  ///   out of range.
  init(_ chapters: [Chapter], version: UInt8) throws(ParseError) {
    let language = chapters.first?.language
    let sorted = chapters.filter { $0.language == language }
      .sorted { $0.start.seconds < $1.start.seconds }
    guard version > 0 || sorted.count <= 255 else {
      throw ParseError(
        .notRepresentable, at: 0, "a version 0 chapter list can hold at most 255 chapters")
    }
    self.init(version: version)
    entries = try sorted.map { (chapter) throws(ParseError) in
      Entry(
        start: try NeroChapterList.units(chapter.start),
        title: ByteSlice(NeroChapterList.cut(chapter.title ?? "")))
    }
  }

  /// Converts a time to units of 100 ns, with rounding.
  private static func units(_ time: MediaTime) throws(ParseError) -> UInt64 {
    let scale = Int128(time.timescale)
    guard let units = UInt64(exactly: (Int128(time.value) * Int128(timescale) + scale / 2) / scale)
    else {
      throw ParseError(.notRepresentable, at: 0, "a chapter time is out of range for `chpl`")
    }
    return units
  }

  /// Shortens a title to at most 255 bytes, because its length is stored in one byte.
  private static func cut(_ title: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in title {
      let next = character.utf8
      guard bytes.count + next.count <= 255 else { break }
      bytes += next
    }
    return bytes
  }
}

extension TextSample {
  /// Creates the sample for a chapter's title and link.
  ///
  /// `encd` declares the text as UTF-8; without it, players assume MacRoman if the media has a
  /// Macintosh language.
  ///
  /// - Throws: `notRepresentable` when the title or the link is too long.
  init(_ chapter: Chapter) throws(ParseError) {
    let title = Array((chapter.title ?? "").utf8)
    guard title.count <= 0xFFFF else {
      throw ParseError(.notRepresentable, at: 0, "a chapter title exceeds 65535 bytes")
    }
    var modifiers = ByteWriter()
    if let url = chapter.url {
      let address = Array(url.utf8)
      guard address.count <= 0xFF else {
        throw ParseError(.notRepresentable, at: 0, "a chapter link exceeds 255 bytes")
      }
      modifiers.atom(TextSample.hypertext) { body in
        body.u16(0)
        body.u16(UInt16(clamping: title.count))
        body.u8(UInt8(clamping: address.count))
        body.append(address)
        body.u8(0)
      }
    }
    // This is the number for UTF-8 in files from QuickTime, FFmpeg and mp4v2.
    modifiers.atom(TextSample.encoding) { $0.u32(0x0000_0100) }
    self.init(text: ByteSlice(title), modifiers: ByteSlice(modifiers.bytes))
  }

  static let encoding = FourCC("e", "n", "c", "d")
}
