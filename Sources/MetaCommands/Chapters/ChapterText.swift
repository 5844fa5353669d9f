internal import MetaCore

/// Reads chapters from text: JSON as in a dump, ffmpeg metadata files, mp4chaps files (both
/// variants), and WebVTT; the inverse of ``ChapterForm``.
///
/// `chapters import` uses it, and ``DumpPatch`` uses it for the chapters in dumps.
struct ChapterText {
  private let lines: [Substring]

  /// Reads chapters in the given format, or in the format detected from the text, and sorts them by
  /// start.
  ///
  /// - Throws: ``TextError`` with the invalid line.
  static func chapters(
    _ bytes: [UInt8], form: ChapterForm? = nil
  ) throws(TextError) -> [Chapter] {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = bytes.prefix { $0 < 0x80 }.count { $0 == 0x0A } + 1
      throw TextError(line, "the text is not UTF-8")
    }
    let lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
    let document = ChapterText(lines: lines)
    let chapters =
      switch form ?? document.form {
      case .json: try document.json(bytes)
      case .ffmetadata: try document.ffmetadata()
      case .webvtt: try document.webvtt()
      case .list, .mp4chaps: try document.clockLines()
      }
    return chapters.sorted { $0.start.seconds < $1.start.seconds }
  }

  /// The format, detected from the beginning of the text.
  private var form: ChapterForm {
    let first = lines.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    if first.hasPrefix(";FFMETADATA") { return .ffmetadata }
    if first.hasPrefix("WEBVTT") { return .webvtt }
    let start = first.first { !$0.isWhitespace }
    return start == "[" || start == "{" ? .json : .mp4chaps
  }

  /// Returns a chapter, or throws if its times are not valid.
  private static func chapter(
    _ line: Int, _ start: MediaTime, _ end: MediaTime?, _ title: String?
  ) throws(TextError) -> Chapter {
    let chapter = Chapter(start: start, end: end, title: title, source: "imported")
    if let fault = chapter.fault { throw TextError(line, fault) }
    return chapter
  }
}

extension Chapter {
  /// The upper limit of a chapter time that users can set, in seconds.
  private static let latest = 1e9

  /// The problem with the chapter's times, or nil if they are valid.
  ///
  /// Files may contain invalid times, but users cannot set them.
  var fault: String? {
    let times = [start] + (end.map { [$0] } ?? [])
    guard times.allSatisfy({ $0.seconds >= 0 && $0.seconds < Chapter.latest }) else {
      return "chapter times must be between 0 and 1000000000 seconds"
    }
    guard let end, end.seconds < start.seconds else { return nil }
    return "the chapter ends before it begins"
  }
}

// MARK: - JSON

extension ChapterText {
  /// Reads an array of chapters as in a dump, or an object with such an array as `chapters`.
  private func json(_ bytes: [UInt8]) throws(TextError) -> [Chapter] {
    var node = try JSONReader.read(bytes)
    if let inner = node["chapters"] { node = inner }
    guard let list = node.array else {
      throw TextError(node.line, "expected an array of chapters")
    }
    var chapters: [Chapter] = []
    for member in list {
      var chapter = try ChapterText.chapter(json: member)
      chapter.image = try member.nonNullMember("image").map(ChapterText.image)
      chapters.append(chapter)
    }
    return chapters
  }

  /// Returns the image of a chapter from its base64 data.
  private static func image(_ node: JSONNode) throws(TextError) -> DataValue {
    guard let data = node.nonNullMember("data")?.string.flatMap(Base64.decode) else {
      throw TextError(
        node.line,
        "the chapter image has no “data”; omit “image”, or use the output of chapters export"
      )
    }
    return .bytes(ByteSlice(data))
  }

  /// The keys of a chapter in a dump.
  private static let keys: Set = ["start", "end", "title", "language", "url", "image"]

  /// Reads a chapter in the format of a dump, without its image.
  ///
  /// A chapter that comes from a file (`isOfFile`) may have any times.
  ///
  /// - Throws: ``TextError`` if the node is not a chapter.
  static func chapter(
    json node: JSONNode, isOfFile: Bool = false
  ) throws(TextError) -> Chapter {
    guard case .object(let members) = node.value else {
      throw TextError(node.line, "a chapter must be an object")
    }
    if let stray = members.first(where: { !keys.contains($0.name) }) {
      let known = keys.sorted().joined(separator: ", ")
      throw TextError(
        stray.node.line, "unknown key “\(stray.name)” in a chapter; the keys are \(known)")
    }
    guard let start = try time(node["start"], "start", isOfFile) else {
      throw TextError(node.line, "the chapter has no “start”")
    }
    let end = try time(node["end"], "end", isOfFile)
    var chapter = Chapter(
      start: start, end: end, title: try text(node["title"], "title"), source: "imported")
    chapter.language = try text(node["language"], "language").map {
      LanguageTag(iso639: $0) ?? LanguageTag(rawValue: $0)
    }
    chapter.url = try text(node["url"], "url")
    if !isOfFile, let fault = chapter.fault { throw TextError(node.line, fault) }
    return chapter
  }

  /// Reads a time: a number of seconds, or a string such as `1:02.5`.
  private static func time(
    _ node: JSONNode?, _ name: String, _ isOfFile: Bool
  ) throws(TextError) -> MediaTime? {
    guard let node, !node.isNull else { return nil }
    let time: MediaTime? =
      switch node.value {
      case .number(let digits):
        MediaTime(secondsIn: digits) ?? (isOfFile ? MediaTime(oddSecondsIn: digits) : nil)
      case .string(let clock): MediaTime(clock: clock)
      default: nil
      }
    guard let time else { throw TextError(node.line, "“\(name)” must be a time in seconds") }
    return time
  }

  private static func text(_ node: JSONNode?, _ name: String) throws(TextError) -> String? {
    guard let node, !node.isNull else { return nil }
    guard let text = node.string else { throw TextError(node.line, "“\(name)” must be a string") }
    return text
  }
}

// MARK: - ffmpeg

extension ChapterText {
  /// A `[CHAPTER]` section of an ffmpeg metadata file that is being read; `unit` is its time base
  /// in seconds, by default nanoseconds.
  private struct Section {
    let line: Int
    var unit: (number: Int64, timescale: UInt32) = (1, 1_000_000_000)
    var start: Int64?
    var end: Int64?
    var title: String?
  }

  /// Reads an ffmpeg metadata file; sections other than chapters are skipped.
  private func ffmetadata() throws(TextError) -> [Chapter] {
    guard lines.first?.hasPrefix(";FFMETADATA") == true else {
      throw TextError(1, "the file must begin with ;FFMETADATA1")
    }
    var chapters: [Chapter] = []
    var section: Section?
    var index = 0
    while index < lines.count {
      let number = index + 1
      let line = joined(&index)
      guard let first = line.first, first != ";", first != "#" else { continue }
      if first == "[" {
        if let section { chapters.append(try chapter(section)) }
        section = line.hasPrefix("[CHAPTER]") ? Section(line: number) : nil
      } else if section != nil {
        try read(line, number, into: &section)
      }
    }
    if let section { chapters.append(try chapter(section)) }
    return chapters
  }

  /// Returns a line joined with its continuation lines; a backslash ends each line that is
  /// continued.
  private func joined(_ index: inout Int) -> String {
    var line = String(lines[index])
    index += 1
    while index < lines.count, line.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 {
      line += "\n" + lines[index]
      index += 1
    }
    return line
  }

  /// Reads a `NAME=VALUE` line in a section.
  private func read(
    _ line: String, _ number: Int, into section: inout Section?
  ) throws(TextError) {
    let (name, value) = try ChapterText.pair(line, number)
    switch name.lowercased() {
    case "timebase":
      let parts = value.split(separator: "/")
      guard parts.count == 2, let over = Int64(parts[0]), let scale = UInt32(parts[1]), over > 0,
        scale > 0
      else { throw TextError(number, "TIMEBASE must be a fraction such as 1/1000") }
      section?.unit = (over, scale)
    case "start": section?.start = try ChapterText.count(value, number, "START")
    case "end": section?.end = try ChapterText.count(value, number, "END")
    case "title": section?.title = value
    default: break
    }
  }

  private static func count(
    _ text: String, _ line: Int, _ name: String
  ) throws(TextError) -> Int64 {
    guard let number = Int64(text), number >= 0 else {
      throw TextError(line, "\(name) must be a non-negative integer")
    }
    return number
  }

  /// Returns the name and value of a line, unescaped.
  private static func pair(
    _ line: String, _ number: Int
  ) throws(TextError) -> (name: String, value: String) {
    var parts = [String.UnicodeScalarView()]
    var isEscaped = false
    // Scalars, because a combining character would form one `Character` with the delimiter before
    // it.
    for scalar in line.unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
      } else if !isEscaped, scalar == "=", parts.count == 1 {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
        isEscaped = false
      }
    }
    guard parts.count == 2 else { throw TextError(number, "missing “=”") }
    return (String(parts[0]), String(parts[1]))
  }

  /// Returns the chapter that a section describes, with its times converted using the time base.
  private func chapter(_ section: Section) throws(TextError) -> Chapter {
    func time(_ count: Int64) throws(TextError) -> MediaTime {
      let (value, isTooLarge) = count.multipliedReportingOverflow(by: section.unit.number)
      guard !isTooLarge, let time = MediaTime(value: value, timescale: section.unit.timescale)
      else { throw TextError(section.line, "a chapter time is too large") }
      return time
    }
    guard let start = section.start else {
      throw TextError(section.line, "the chapter has no START")
    }
    let begin = try time(start)
    var end: MediaTime?
    if let last = section.end { end = try time(last) }
    return try ChapterText.chapter(section.line, begin, end, section.title)
  }
}

// MARK: - mp4chaps

extension ChapterText {
  /// Reads lines such as `00:01:01.500 Title`, or pairs of lines such as `CHAPTER01=00:01:01.500`
  /// and `CHAPTER01NAME=Title`.
  private func clockLines() throws(TextError) -> [Chapter] {
    var chapters: [Chapter] = []
    var numbers: [Substring: Int] = [:]
    for (index, line) in lines.enumerated() {
      let line = line.drop(while: \.isWhitespace)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard line.uppercased().hasPrefix("CHAPTER"), let mark = line.firstIndex(of: "=") else {
        chapters.append(try clockLine(line, index + 1))
        continue
      }
      let name = line[..<mark].dropFirst(7)
      let value = line[line.index(after: mark)...]
      let number = name.prefix(while: \.isNumber)
      if number.count == name.count {
        numbers[number] = chapters.count
        chapters.append(try clockLine(value, index + 1))
      } else if name.dropFirst(number.count).uppercased() == "NAME", let place = numbers[number] {
        chapters[place].title = String(value)
      } else {
        throw TextError(index + 1, "a chapter name without a matching chapter")
      }
    }
    return chapters
  }

  /// Parses a line with the start and the optional title of a chapter.
  private func clockLine(_ line: Substring, _ number: Int) throws(TextError) -> Chapter {
    let clock = line.prefix { !$0.isWhitespace }
    guard let start = MediaTime(clock: clock) else {
      throw TextError(number, "expected a time such as 00:01:01.500")
    }
    let title = line[clock.endIndex...].drop(while: \.isWhitespace)
    return try ChapterText.chapter(number, start, nil, String(title))
  }
}

// MARK: - WebVTT

extension ChapterText {
  /// Reads cues (W3C WebVTT §4); notes, styles and regions are skipped.
  private func webvtt() throws(TextError) -> [Chapter] {
    guard lines.first?.hasPrefix("WEBVTT") == true else {
      throw TextError(1, "the file must begin with WEBVTT")
    }
    var chapters: [Chapter] = []
    var block: [Substring] = []
    var first = 1
    for (index, line) in (lines + [""]).enumerated() {
      if line.isEmpty {
        if let chapter = try cue(block, first) { chapters.append(chapter) }
        block = []
      } else {
        if block.isEmpty { first = index + 1 }
        block.append(line)
      }
    }
    return chapters
  }

  /// Returns the chapter that a block describes, or nil if the block is not a cue.
  private func cue(_ block: [Substring], _ line: Int) throws(TextError) -> Chapter? {
    guard let first = block.first, !first.hasPrefix("WEBVTT") else { return nil }
    guard let timing = block.prefix(2).firstIndex(where: { $0.contains("-->") }) else {
      let isOther = ["NOTE", "STYLE", "REGION"].contains { first.hasPrefix($0) }
      if isOther { return nil }
      throw TextError(line, "expected cue times such as 00:00.000 --> 00:10.000")
    }
    let words = block[timing].split(whereSeparator: \.isWhitespace)
    guard words.count >= 3, words[1] == "-->", let start = MediaTime(clock: words[0]),
      let end = MediaTime(clock: words[2])
    else { throw TextError(line + timing, "expected cue times such as 00:00.000 --> 00:10.000") }
    let title = block[(timing + 1)...].joined(separator: " ")
    return try ChapterText.chapter(line + timing, start, end, ChapterText.unmarked(title))
  }

  /// Returns the text of a cue without tags, with character references decoded.
  private static func unmarked(_ text: String) -> String {
    var result = ""
    // Scalars, because a combining character would form one `Character` with the delimiter before
    // it.
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "<" {
        rest = rest.drop { $0 != ">" }.dropFirst()
      } else if scalar == "&", let end = rest.prefix(8).firstIndex(of: ";"),
        let meaning = references[Substring(rest[..<end])]
      {
        result += meaning
        rest = rest[rest.index(after: end)...]
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let references: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}", "lrm": "\u{200E}",
    "rlm": "\u{200F}",
  ]
}

// MARK: - Times

extension MediaTime {
  /// Parses `[hours:]minutes:seconds[.fraction]`; a comma can also precede the fraction.
  fileprivate init?(clock: some StringProtocol) {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let last = parts.last else { return nil }
    var minutes: Int64 = 0
    for part in parts.dropLast() {
      guard part.isDecimalDigits, let number = UInt32(part) else { return nil }
      minutes = minutes * 60 + Int64(number)
    }
    let seconds = last.map { $0 == "," ? "." : $0 }
    guard let rest = MediaTime(secondsIn: String(seconds)), rest.seconds < 60 else { return nil }
    let (value, isTooLarge) = (minutes * 60).multipliedReportingOverflow(by: Int64(rest.timescale))
    guard !isTooLarge else { return nil }
    let (sum, isBeyond) = value.addingReportingOverflow(rest.value)
    guard !isBeyond else { return nil }
    self.init(value: sum, timescale: rest.timescale)
  }

  /// Creates a time that may be outside the valid range, negative or too late, as in some files;
  /// returns nil if it does not fit into a time.
  fileprivate init?(oddSecondsIn text: String) {
    guard let seconds = Double(text),
      let value = Int64(exactly: (seconds * 1e6).rounded(.toNearestOrEven))
    else { return nil }
    self.init(value: value, timescale: 1_000_000)
  }

  /// Parses a time in seconds; its unit is milliseconds, or finer if there are more digits, of
  /// which seven are kept.
  ///
  /// A number in another notation, such as `1e3`, is rounded to microseconds.
  fileprivate init?(secondsIn text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let wholeSeconds = parts.first,
      parts.allSatisfy(\.isDecimalDigits)
    else {
      guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else { return nil }
      self.init(value: Int64((seconds * 1e6).rounded()), timescale: 1_000_000)
      return
    }
    var digits = parts.count == 2 ? String(parts[1].prefix(7)) : ""
    digits += String(repeating: "0", count: max(0, 3 - digits.count))
    guard let value = Int64(wholeSeconds + digits) else { return nil }
    var timescale: UInt32 = 1
    for _ in digits { timescale *= 10 }
    self.init(value: value, timescale: timescale)
  }
}
