internal import MetaCore
internal import TOMLText

/// The type of a setting, with the values that are allowed.
enum SettingKind: Sendable {
  /// One of a list of words.
  case word([String])
  /// A number in a range.
  case number(ClosedRange<Int64>)
  /// A size, as a number of bytes or a string such as “1 GiB”.
  case size
  case flag

  /// The allowed values, for messages.
  var expectation: String {
    switch self {
    case .word(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .size: "a number of bytes, or a size such as \"1 GiB\""
    case .flag: "true or false"
    }
  }
}

/// The settings in the user's settings file; the raw values are the keys of the TOML document,
/// which docs/config.md describes.
enum SettingName: String, Sendable, CaseIterable {
  case id3, padding, format, undo
  case undoLimit = "undo-limit"
  case keepMtime = "keep-mtime"
  case verify, jobs

  /// The type of the setting's values.
  var kind: SettingKind {
    switch self {
    case .id3: .word(["keep", "2.3", "2.4"])
    case .padding: .number(0...LayoutConstraints.maxPadding)
    case .format: .word(["json", "ndjson", "yaml", "text", "csv", "tsv", "paths"])
    case .undo, .keepMtime, .verify: .flag
    case .undoLimit: .size
    case .jobs: .number(1...1024)
    }
  }

  /// The default, as `config` prints it, or nil if metatool chooses for each command.
  var standard: SettingValue? {
    switch self {
    case .id3: .text("keep")
    case .padding: .number(LayoutConstraints.standardPadding)
    case .format: .text("json")
    case .undo: .flag(true)
    case .undoLimit: .number(StateFolder.standardUndoLimit)
    case .keepMtime, .verify: .flag(false)
    case .jobs: nil
    }
  }

  /// The options that override the setting; empty if there are none.
  var options: String {
    switch self {
    case .id3: "--id3"
    case .padding: "--padding"
    case .format: "--format of dump"
    case .undo: "--undo, --no-undo"
    case .undoLimit: ""
    case .keepMtime: "--keep-mtime, --no-keep-mtime"
    case .verify: "--verify, --no-verify"
    case .jobs: "-j, --jobs"
    }
  }
}

/// The value of a setting, checked against its ``SettingKind``; sizes and counts are numbers.
enum SettingValue: Sendable, Hashable {
  case text(String)
  case number(Int64)
  case flag(Bool)

  /// The value in TOML, without the quotes around a string.
  var plain: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    }
  }

  /// Converts a TOML value; returns nil if it does not fit `kind`.
  init?(_ value: TOMLDocument.Value, _ kind: SettingKind) {
    switch (kind, value) {
    case (.word(let words), .text(let text)) where words.contains(text): self = .text(text)
    case (.number(let range), .integer(let number)) where range.contains(number):
      self = .number(number)
    case (.flag, .boolean(let flag)): self = .flag(flag)
    case (.size, .integer(let number)) where number >= 0: self = .number(number)
    case (.size, .text(let text)):
      guard let number = SettingValue.bytes(text) else { return nil }
      self = .number(number)
    default: return nil
    }
  }

  /// Parses a size such as `64 MiB` or `1GB`; units with an “i” are binary, other units are
  /// decimal.
  private static func bytes(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits) else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let units: [(String, Int64)] = [
      ("", 1), ("B", 1), ("kB", 1000), ("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000),
      ("TB", 1_000_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
      ("TiB", 1 << 40),
    ]
    guard let factor = units.first(where: { $0.0 == unit })?.1 else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? nil : product
  }
}
