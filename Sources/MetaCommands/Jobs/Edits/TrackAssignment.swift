internal import MetaCore

/// Assignments to the header of a track with `set --track N`: `language`, `name`, `enabled` and
/// `rotation` in degrees, converted to a ``TrackEdit``.
///
/// All other names refer to fields of the track.
enum TrackAssignment {
  /// Returns whether a name refers to the track header.
  static func isHeader(_ name: String) -> Bool {
    ["language", "name", "enabled", "rotation"].contains(name.lowercased())
  }

  /// Returns the edit to the track header, or nil if the name does not refer to it.
  static func edit(_ assignment: Assignment, _ track: UInt32) throws(Failure) -> TrackEdit? {
    let name = assignment.name.lowercased()
    guard isHeader(name) else { return nil }
    guard assignment.operation == .set else {
      throw Failure(.usage, "usage", "\(assignment.name) of a track can only be set with =")
    }
    var edit = TrackEdit(trackID: track)
    let text = try assignment.valueText()
    switch name {
    case "name": edit.name = text
    case "language":
      guard let language = language(text) else {
        throw assignment.failure("a language (eng, en, zh-Hant)")
      }
      edit.language = language
    case "enabled":
      guard let flag = flags[text.lowercased()] else { throw assignment.failure("true or false") }
      edit.isEnabled = flag
    default:
      guard let degrees = Int(text), [0, 90, 180, 270].contains(degrees) else {
        throw assignment.failure("0, 90, 180 or 270")
      }
      edit.rotation = degrees
    }
    return edit
  }

  private static let flags = [
    "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
  ]

  /// Parses an ISO 639 code or a BCP 47 language tag; empty text means undetermined.
  private static func language(_ text: String) -> LanguageTag? {
    if text.isEmpty { return .undetermined }
    if let language = LanguageTag(iso639: text) { return language }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    return isTag && (2...3).contains(parts[0].utf8.count) ? LanguageTag(rawValue: text) : nil
  }
}
