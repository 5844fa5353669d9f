internal import MetaCore

/// The human-readable form of a dump (`dump --format text`): container, tracks, fields, pictures,
/// chapters and warnings of a file, but not its items.
enum TextReport {
  /// Returns the report about a file, or about the failure to read it.
  static func bytes(_ result: InspectionResult, _ path: InputPath) -> [UInt8] {
    switch result {
    case .success(let reading): Array(text(reading.document, path).utf8)
    case .failure(let failure): Array("\(path.display)\n  error: \(failure.message)\n".utf8)
    }
  }

  /// Returns the report, with container, tracks, fields, pictures, chapters and warnings.
  private static func text(_ document: Document, _ path: InputPath) -> String {
    var lines = [path.display, "  " + summary(document)]
    lines += document.tracks.map { "  track \($0.id): " + track($0) }
    let view = MetadataView(document)
    let entries = view.entries
    let width = entries.map(\.field.name.count).max() ?? 0
    for entry in entries {
      let name = entry.field.name.padded(after: width)
      lines.append("  \(name)  \(TerminalText.printable(ValueText.line(entry.value)))")
    }
    for artwork in document.artwork {
      let size = artwork.width.flatMap { w in artwork.height.map { "\(w)x\($0), " } } ?? ""
      lines.append(
        "  picture: \(artwork.kind.rawValue), \(artwork.mime ?? "unknown"), \(size)\(artwork.data.count) bytes"
      )
    }
    if !document.chapters.isEmpty {
      lines.append("  chapters:")
      let list = ChapterForm.list.text(document.chapters, duration: document.duration)
      lines += list.split(separator: "\n").map { "    " + $0 }
    }
    lines += document.findings(with: view).map { "  warning: \($0.path): \($0.message)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the container, size and duration of the file, rounded to milliseconds.
  private static func summary(_ document: Document) -> String {
    var parts = [document.container.kind, "\(document.size) bytes"]
    if let duration = document.duration {
      let seconds = (duration.seconds * 1000).rounded() / 1000
      parts.append("\(document.isDurationEstimated ? "about " : "")\(seconds) s")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns the media type, codec, language, size in pixels, sample rate and channels of a track.
  private static func track(_ track: TrackDescription) -> String {
    var parts = [track.mediaType.rawValue]
    parts += [track.codecString ?? track.codec, track.language?.code].compactMap(\.self)
    if let video = track.video { parts.append("\(video.width)x\(video.height)") }
    if let rate = track.audio?.sampleRate {
      parts.append("\(Int(exactly: rate.rounded()) ?? 0) Hz")
    }
    if let channels = track.audio?.channels {
      parts.append(channels.counted("channel"))
    }
    return parts.joined(separator: ", ")
  }
}
