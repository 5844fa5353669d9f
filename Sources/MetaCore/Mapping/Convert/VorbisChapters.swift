/// Converts chapters to Vorbis comment fields and back (XiphWiki, Chapter Extension): start, title
/// and link, as in `CHAPTER001=00:01:02.500`, `CHAPTER001NAME=One`, `CHAPTER001URL=https://…`.
enum VorbisChapters {
  /// The chapter property that one comment field sets, as in `CHAPTER001`, `CHAPTER001NAME` or
  /// `CHAPTER001URL`.
  enum ChapterProperty {
    case start, name, url
  }

  private static let prefix = "CHAPTER"

  /// Returns the chapter number in a key, which has two to four digits, and the property that the
  /// key sets; nil for other keys.
  static func part(of key: String) -> (number: Int, part: ChapterProperty)? {
    let upper = key.uppercased()
    guard upper.hasPrefix(prefix) else { return nil }
    let rest = upper.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard (2...maxDigits).contains(digits.utf8.count), let number = Int(digits) else { return nil }
    switch rest.dropFirst(digits.count) {
    case "": return (number, .start)
    case "NAME": return (number, .name)
    case "URL": return (number, .url)
    default: return nil
    }
  }

  /// Returns the chapters among the items of a file, in the order of their numbers; chapters
  /// without a start, and those beyond `limit`, are omitted.
  static func chapters(among items: [MetadataItem], limit: Int) -> [Chapter] {
    var chapters: [Int: Chapter] = [:]
    var names: [Int: String] = [:]
    var links: [Int: String] = [:]
    for item in items where item.keySpace == .vorbis {
      guard let (number, part) = part(of: item.key.description),
        let text = item.value.stringValue
      else { continue }
      switch part {
      case .start:
        guard let start = time(text), chapters.count < limit else { continue }
        chapters[number] = Chapter(start: start, title: nil, source: prefix)
      case .name: names[number] = text
      case .url: links[number] = text
      }
    }
    return chapters.sorted { $0.key < $1.key }.map { number, chapter in
      var chapter = chapter
      chapter.title = names[number]
      chapter.url = links[number]
      return chapter
    }
  }

  /// Returns the comments for chapters, numbered from one.
  ///
  /// - Throws: `notRepresentable` if there are too many chapters for the digits of the number, or a
  ///   time is too large for the clock format.
  static func fields(_ chapters: [Chapter]) throws(ParseError) -> [ByteSlice] {
    let width = max(3, String(chapters.count).utf8.count)
    guard width <= maxDigits else {
      throw ParseError(.notRepresentable, at: 0, "Vorbis comments can hold at most 9999 chapters")
    }
    var all: [ByteSlice] = []
    for (index, chapter) in chapters.enumerated() {
      let digits = String(index + 1)
      let key = prefix + String(repeating: "0", count: width - digits.utf8.count) + digits
      var fields = ["\(key)=\(try text(chapter.start))"]
      if let title = chapter.title { fields.append("\(key)NAME=\(title)") }
      if let url = chapter.url { fields.append("\(key)URL=\(url)") }
      all += fields.map { ByteSlice(Array($0.utf8)) }
    }
    return all
  }

  /// The maximum number of digits in a chapter number.
  private static let maxDigits = 4
  /// The hours in times that are read or written must be less than this number, so that every time
  /// with nine decimals fits in 64 bits.
  private static let hours: Int64 = 1 << 20

  /// Parses `HH:MM:SS.mmm`; the hours may have more digits, and the fraction any number of them, of
  /// which nine are used.
  ///
  /// Nil for other text.
  private static func time(_ text: String) -> MediaTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
      (0..<VorbisChapters.hours).contains(hours), (0..<60).contains(minutes)
    else { return nil }
    let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard let wholeSeconds = seconds.first.flatMap({ Int64($0) }), (0..<60).contains(wholeSeconds),
      seconds.count <= 2
    else { return nil }
    let digits = seconds.count > 1 ? seconds[1].prefix(9) : "0"
    guard let fraction = UInt32(digits) else { return nil }
    let scale = digits.utf8.reduce(into: Int64(1)) { scale, _ in scale *= 10 }
    let value = ((hours * 60 + minutes) * 60 + wholeSeconds) * scale + Int64(fraction)
    return MediaTime(value: value, timescale: UInt32(scale))
  }

  /// Returns a time as `HH:MM:SS.mmm`, rounded to the nearest millisecond.
  ///
  /// - Throws: `notRepresentable` if the time is negative, too large or not numeric.
  private static func text(_ time: MediaTime) throws(ParseError) -> String {
    guard let total = Int64(exactly: (time.seconds * 1000).rounded()),
      (0..<hours * 3_600_000).contains(total)
    else {
      throw ParseError(
        .notRepresentable, at: 0, "chapters in Vorbis comments must start before hour \(hours)")
    }
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let (seconds, rest) = total.quotientAndRemainder(dividingBy: 1000)
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    return clock.joined(separator: ":") + "." + digits(rest, 3)
  }
}
