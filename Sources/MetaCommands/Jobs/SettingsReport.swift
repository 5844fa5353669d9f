internal import MetaCore

/// The output of `config`: every setting with its value and the line of the settings file that sets
/// it, as text and JSON.
struct SettingsReport {
  let file: SettingsFile?
  let settings: Settings

  /// A setting in the output, with its value in effect and the line of the settings file that sets
  /// it; the line is nil for a default.
  private struct Row {
    let name: SettingName
    let value: SettingValue?
    let line: Int?
  }

  private var rows: [Row] {
    SettingName.allCases.map { name in
      let entry = settings.entries[name]
      return Row(name: name, value: entry?.value ?? name.standard, line: entry?.line)
    }
  }

  /// The settings as text, one per line: name, value, and the line of the file or `default`.
  var text: String {
    let cells = rows.map { row in
      let place = row.line.flatMap { line in file.map { "\($0.display):\(line)" } }
      return [row.name.rawValue, row.value?.plain ?? "auto", place ?? "default"]
    }
    let widths = [0, 1].map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { cells in
      let padded = [0, 1].map { cells[$0].padded(after: widths[$0]) }
      return TerminalText.printable((padded + [cells[2]]).joined(separator: "  ")) + "\n"
    }.joined()
  }

  /// Writes the settings as an object; `docs/schema/config.schema.json` describes the format.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("file", file?.display)
    json.array("settings", rows) { json, row in
      json.beginObject()
      json.member("name", row.name.rawValue)
      switch row.value {
      case .text(let text)?: json.member("value", text)
      case .number(let number)?: json.member("value", number)
      case .flag(let flag)?: json.member("value", flag)
      case nil: break
      }
      json.member("source", row.line == nil ? "default" : "file")
      json.member("line", row.line)
      json.endObject()
    }
    json.endObject()
  }
}
