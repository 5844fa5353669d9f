internal import MetaCore

/// The answers to options from other programs, such as ffmpeg and exiftool, that users try with
/// metatool: the equivalent option or verb.
enum ForeignOption {
  /// Returns a message about an unknown option with its equivalent, or nil if it has no equivalent.
  static func message(_ text: String) -> String? {
    let start = "Unknown option '"
    guard text.hasPrefix(start) else { return nil }
    let option = text.dropFirst(start.count).prefix { $0 != "'" }
    guard let answer = answer(String(option)) else { return nil }
    return "Unknown option '\(option)'; \(answer)."
  }

  /// Returns the equivalent of an option; the name of a field refers to `set` and `get`.
  private static func answer(_ option: String) -> String? {
    let name = String(option.drop { $0 == "-" })
    if let answer = answers[name.lowercased()] { return answer }
    guard let field = Field.named(name) else { return nil }
    return
      "set the field with \(field.name)=VALUE, or read it with “metatool get FILE \(field.name)”"
  }

  /// The answers by option name without leading hyphens, in lower case.
  private static let answers: [String: String] = {
    var answers: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: "|", maxSplits: 1)
      guard parts.count == 2 else { continue }
      for name in parts[0].split(separator: " ") { answers[String(name)] = String(parts[1]) }
    }
    return answers
  }()

  /// The options from other programs, each in a row with its answer.
  private static let table = """
    ss from begin|--start of “metatool export” sets the beginning
    to t duration|--end of “metatool export” sets the end
    text human readable|--format text prints readable text
    csv table|--format csv prints a table
    max-size size resize|--max of “metatool art set” makes pictures smaller
    image picture add-image|“metatool art set FILE --image cover.jpg” sets a picture
    number autonumber|track=#/# numbers the files in the order given
    i input|files are given without an option
    c codec copy|“metatool export INPUT OUTPUT” copies media without encoding them
    tagsfromfile from-file|“metatool copy SOURCE FILE” copies metadata
    id3v2-version id3v2_version to-v2.3 to-v2.4|“metatool set FILE --id3 2.3” converts tags
    overwrite_original in-place inplace|files are edited in place, and “metatool undo” restores the old ones
    strip-all delete-all remove-all|“metatool clear FILE --all” removes all metadata
    filter if query search|--where selects files, as in --where "year < 2000"
    format-string template-string p|--template prints a line for each file
    """
}
