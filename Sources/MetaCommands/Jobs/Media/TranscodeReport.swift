internal import MetaCore

/// The result of `transcode`, as text and JSON: the result of an export, and a row for each track
/// of the new file with codec, size, rate and the number of encoded frames or samples.
///
/// After a dry run, the rows are the tracks that would be encoded.
struct TranscodeReport {
  /// A track of the new file with values from that file, or, in a dry run, a track that would be
  /// encoded with values from the settings.
  private struct Row {
    let id: UInt32
    /// The number of frames or samples that were encoded; nil for a copied track, 0 in a dry run.
    var encoded: Int64?
    var settings: OutputSettings?
    /// The track in the new file; nil in a dry run.
    var track: TrackDescription?

    var size: (width: Int, height: Int)? {
      if let video = track?.video { return (video.width, video.height) }
      guard case .video(let settings)? = settings, let width = settings.width,
        let height = settings.height
      else { return nil }
      return (width, height)
    }

    var sampleRate: Int? {
      if let rate = track?.audio?.sampleRate { return Int(clamping: Int64(rate.rounded())) }
      return audioSettings?.sampleRate
    }

    var channels: Int? { track?.audio?.channels ?? audioSettings?.channels }

    private var audioSettings: AudioOutputSettings? {
      if case .audio(let settings)? = settings { settings } else { nil }
    }
  }

  private let rows: [Row]
  private let export: ExportReport
  private let damage: [Diagnostic]

  /// Creates the report about a transcode; `document` is the new file.
  init(_ job: TranscodeJob, _ result: TranscodeResult, _ document: Document) {
    export = ExportReport(job.input, job.output, result.draft, result.result)
    damage = result.findings
    let encoded = Dictionary(result.tracks.map { ($0.newID, $0) }, uniquingKeysWith: { $1 })
    rows = document.tracks.map { track in
      let encodedTrack = encoded[track.id]
      return Row(
        id: track.id, encoded: encodedTrack?.sampleCount, settings: encodedTrack?.settings,
        track: track)
    }
  }

  /// Creates the report about a dry run.
  init(_ job: TranscodeJob, _ preview: TranscodePreview) {
    export = ExportReport(job.input, job.output, preview)
    damage = []
    rows = preview.tracks.map { Row(id: $0.id, encoded: 0, settings: $0.settings) }
  }

  // MARK: Text

  /// The report as text: private data, losses and notes, damage, tracks, and the file.
  var text: String {
    var lines = export.comments + damage.map { "damaged: \($0.message)" }
    var parts = rows.filter { $0.encoded != nil }.map(line)
    let copied = rows.filter { $0.encoded == nil }.map { "\($0.id)" }
    if !copied.isEmpty {
      let name = copied.count == 1 ? "track" : "tracks"
      parts.append("\(name) \(copied.joined(separator: ", ")): copied")
    }
    if !parts.isEmpty { lines.append(parts.joined(separator: "; ")) }
    return ExportReport.text(lines + [export.written].compactMap(\.self))
  }

  /// Returns the encoded track as text, such as `track 1: h264 1280x720, 250 frames, 1.2 Mbit/s`.
  private func line(_ row: Row) -> String {
    var parts = [row.settings?.codecName ?? ""]
    if let size = row.size { parts[0] += " \(size.width)x\(size.height)" }
    if let rate = row.sampleRate { parts[0] += " \(rate) Hz" }
    if let channels = row.channels { parts[0] += " " + TranscodeReport.name(ofChannels: channels) }
    if row.track?.video != nil { parts.append("\(row.encoded ?? 0) frames") }
    if let rate = row.track?.bitRate { parts.append(TranscodeReport.text(ofBitRate: rate)) }
    return "track \(row.id): " + parts.joined(separator: ", ")
  }

  private static func name(ofChannels count: Int) -> String {
    switch count {
    case 1: "mono"
    case 2: "stereo"
    default: "\(count) channels"
    }
  }

  private static func text(ofBitRate rate: Int64) -> String {
    guard rate >= 1_000_000 else { return "\((rate + 500) / 1000) kbit/s" }
    let tenths = (rate + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) Mbit/s"
  }

  // MARK: JSON

  /// Writes the report as an object; `docs/schema/transcode.schema.json` describes the format.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    export.writeMembers(to: &json, strategy: "transcode")
    json.array("tracks", rows) { write($1, to: &$0) }
    json.array("damage", damage) { $0.string($1.message) }
    json.endObject()
  }

  /// Writes a track as an object.
  private func write(_ row: Row, to json: inout JSONWriter) {
    json.beginObject()
    json.member("id", Int64(row.id))
    json.member("encoded", row.encoded != nil)
    if let settings = row.settings {
      json.member("codec", settings.codecName)
      json.member("settings", settings.text)
    }
    if let track = row.track, let count = row.encoded {
      json.member(track.video == nil ? "samples" : "pictures", count)
    }
    json.member("width", row.size?.width)
    json.member("height", row.size?.height)
    json.member("sampleRate", row.sampleRate)
    json.member("channels", row.channels)
    json.member("bitRate", row.track?.bitRate)
    json.endObject()
  }
}
