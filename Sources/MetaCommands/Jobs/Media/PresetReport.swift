internal import MetaCore

/// The output of `presets`: the presets of `transcode` with codec, size and bit rate, and whether
/// this process has encoders for them, as text and JSON.
struct PresetReport {
  /// The available codecs.
  let codecs: MediaCodecs

  /// A preset with its settings for video and audio; `isAvailable` specifies whether there are
  /// encoders for it.
  private struct Row {
    let preset: OutputSettingsPreset
    let facts: OutputSettingsPreset.Row
    let bitRate: Int?
    let audio: AudioOutputSettings
    let isAvailable: Bool
  }

  /// The presets with their settings, in the order of the table.
  private var rows: [Row] {
    let available = Set(OutputSettingsAssistant.availableOutputSettingsPresets(with: codecs))
    return OutputSettingsPreset.all.compactMap { preset in
      guard let facts = preset.row else { return nil }
      let assistant = OutputSettingsAssistant(preset: preset)
      return Row(
        preset: preset, facts: facts, bitRate: assistant?.videoSettings?.averageBitRate,
        audio: assistant?.audioSettings ?? OutputSettingsAssistant.audioSettings(nil),
        isAvailable: available.contains(preset))
    }
  }

  /// The presets as text, one per line.
  var text: String {
    let rows = rows
    let width = rows.map { $0.preset.name.count }.max() ?? 0
    return rows.map { row in
      let name = row.preset.name
      var line = name.padded(after: width) + "  "
      if let codec = row.facts.codec {
        line += "\(codec.rawValue) \(row.facts.width)x\(row.facts.height), "
      }
      line += row.audio.format.rawValue
      return line + (row.isAvailable ? "" : "  (no encoder)") + "\n"
    }.joined()
  }

  /// Writes the presets as an array; `docs/schema/presets.schema.json` describes the format.
  func write(to json: inout JSONWriter) {
    json.array(rows) { json, row in
      json.beginObject()
      json.member("name", row.preset.name)
      json.member("preset", row.preset.rawValue)
      json.member("fileType", row.facts.fileType.rawValue)
      if let codec = row.facts.codec {
        json.object("video") { json in
          json.member("codec", codec.rawValue)
          json.member("maximumWidth", row.facts.width)
          json.member("maximumHeight", row.facts.height)
          json.member("bitRate", row.bitRate)
        }
      }
      json.object("audio") { json in
        json.member("codec", row.audio.format.rawValue)
        json.member("bitRate", row.audio.bitRate)
        json.member("sampleRate", row.audio.sampleRate)
        json.member("channels", row.audio.channels)
      }
      json.member("available", row.isAvailable)
      json.endObject()
    }
  }
}
