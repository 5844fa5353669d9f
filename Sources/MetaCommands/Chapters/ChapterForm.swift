internal import MetaCore

/// A text format of chapters: a plain list, JSON as in dumps, or the format of ffmpeg, mp4chaps or
/// WebVTT.
///
/// ``text(_:duration:)`` writes chapters in it, for `chapters list`, `chapters export`, `diff` and
/// the text form of dumps; ``ChapterText`` reads these formats.
enum ChapterForm: Sendable {
  /// A list with one chapter per line.
  case list
  /// A JSON array as in a dump; loaded images are encoded in base64.
  case json
  /// An ffmpeg metadata file with `[CHAPTER]` sections in milliseconds.
  case ffmetadata
  /// Lines such as `00:01:01.500 Title`, the format of mp4chaps.
  case mp4chaps
  /// WebVTT cues.
  case webvtt

  /// Returns the chapters as text; `duration` is the end of a last chapter without an end time.
  func text(_ chapters: [Chapter], duration: MediaTime?) -> String {
    let ends = chapters.ends(fileDuration: duration)
    return switch self {
    case .list, .mp4chaps: lines(chapters)
    case .json: json(chapters, duration)
    case .ffmetadata: ffmetadata(chapters, ends)
    case .webvtt: webvtt(chapters, ends)
    }
  }

  /// Returns a line with the start and title of each chapter.
  private func lines(_ chapters: [Chapter]) -> String {
    chapters.map { "\(clock($0.start)) \(singleLine($0.title))\n" }.joined()
  }

  private func json(_ chapters: [Chapter], _ duration: MediaTime?) -> String {
    var json = JSONWriter(.lines(depth: 1))
    json.chapters(chapters, duration: duration)
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  /// Returns an ffmpeg metadata file with a section for each chapter.
  private func ffmetadata(_ chapters: [Chapter], _ ends: [MediaTime?]) -> String {
    var text = ";FFMETADATA1\n"
    for (chapter, end) in zip(chapters, ends) {
      text += "\n[CHAPTER]\nTIMEBASE=1/1000\n"
      text += "START=\(milliseconds(chapter.start))\nEND=\(milliseconds(end ?? chapter.start))\n"
      text += "title=\(escaped(chapter.title ?? ""))\n"
    }
    return text
  }

  /// Escapes `=`, `;`, `#`, `\` and line breaks with a backslash, as ffmpeg requires; every line
  /// break becomes `\n`.
  private func escaped(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").escaped { scalar in
      switch scalar {
      case "=", ";", "#", "\\": "\\\(scalar)"
      case "\n", "\r": "\\\n"
      default: nil
      }
    }
  }

  /// Returns a WebVTT file with a cue for each chapter.
  private func webvtt(_ chapters: [Chapter], _ ends: [MediaTime?]) -> String {
    var text = "WEBVTT\n"
    for (chapter, end) in zip(chapters, ends) {
      text += "\n\(clock(chapter.start)) --> \(clock(end ?? chapter.start))\n"
      text += singleLine(chapter.title).markupEscaped + "\n"
    }
    return text
  }

  // MARK: Times

  /// Returns the time in milliseconds.
  private func milliseconds(_ time: MediaTime) -> Int64 {
    Int64(exactly: (time.seconds * 1000).rounded()) ?? (time.value < 0 ? .min : .max)
  }

  /// Returns the time in the form `01:02:03.456`.
  private func clock(_ time: MediaTime) -> String {
    let total = max(0, milliseconds(time))
    let parts = [total / 3_600_000, total / 60000 % 60, total / 1000 % 60]
    return parts.map { padded($0, to: 2) }.joined(separator: ":") + "."
      + padded(total % 1000, to: 3)
  }

  private func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Returns the title without line breaks and control characters, which these formats cannot
  /// represent.
  private func singleLine(_ title: String?) -> String {
    TerminalText.printable((title ?? "").split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}

extension JSONWriter {
  /// Writes chapters as in a dump; `image` writes additional members for an image, by default the
  /// loaded bytes in base64.
  mutating func chapters(
    _ chapters: [Chapter], duration: MediaTime?,
    image writeImage: (inout JSONWriter, DataValue) -> Void = { json, image in
      if let bytes = try? image.load(from: DataSource([])).bytes {
        json.key("data")
        json.base64(bytes)
      }
    }
  ) {
    guard !chapters.isEmpty else { return array([Chapter]()) { _, _ in } }
    let ends = chapters.ends(fileDuration: duration)
    array(Array(zip(chapters, ends))) { json, element in
      let (chapter, end) = element
      json.beginObject()
      json.member("start", chapter.start.seconds)
      json.member("end", end?.seconds)
      json.member("title", chapter.title)
      json.member("language", chapter.language?.code)
      json.member("url", chapter.url)
      if let image = chapter.image {
        json.object("image") { json in
          json.member("bytes", image.count)
          writeImage(&json, image)
        }
      }
      json.endObject()
    }
  }
}
