internal import MetaCore
internal import TOMLText

/// The checked settings in a settings file; settings that the file does not set are nil, so that
/// callers apply the defaults.
struct Settings: Sendable {
  /// The value of a setting, and the line of the file that sets it.
  struct Entry: Sendable {
    let value: SettingValue
    let line: Int
  }

  private(set) var entries: [SettingName: Entry] = [:]

  /// Creates settings without values, for which the defaults apply.
  init() {}

  /// Parses settings; messages begin with `file` and the line.
  init(_ text: [UInt8], of file: String) throws(Failure) {
    let document: TOMLDocument
    do {
      document = try TOMLDocument(text)
    } catch {
      throw Failure(.usage, "usage", "\(file):\(error.line): not valid TOML: \(error.message)")
    }
    for entry in document.entries {
      guard let name = SettingName(rawValue: entry.key) else {
        let near = SpellingSuggestion.nearest(
          to: entry.key, of: SettingName.allCases.map(\.rawValue))
        let hint = near.map { "; did you mean \($0)?" } ?? "; metatool config lists all settings"
        throw Failure(
          .usage, "usage", "\(file):\(entry.line): \(entry.key) is not a setting\(hint)")
      }
      guard let value = SettingValue(entry.value, name.kind) else {
        throw Failure(
          .usage, "usage",
          "\(file):\(entry.line): \(name.rawValue) must be \(name.kind.expectation)")
      }
      entries[name] = Entry(value: value, line: entry.line)
    }
  }

  // MARK: Values

  /// Returns the value of a setting that is a word, or nil if the file does not set it.
  func text(_ name: SettingName) -> String? {
    if case .text(let text)? = entries[name]?.value { text } else { nil }
  }

  /// Returns the value of a setting that is a number or a size, or nil if the file does not set it.
  func number(_ name: SettingName) -> Int64? {
    if case .number(let number)? = entries[name]?.value { number } else { nil }
  }

  /// Returns the value of a flag, or nil if the file does not set it.
  func flag(_ name: SettingName) -> Bool? {
    if case .flag(let flag)? = entries[name]?.value { flag } else { nil }
  }

  /// The number of files processed in parallel, or nil if the file does not set it.
  var jobs: Int? { number(.jobs).map { Int(clamping: $0) } }
}
