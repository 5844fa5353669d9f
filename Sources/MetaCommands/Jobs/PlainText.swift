internal import MetaCore

/// Text of the command line that is no name of a file: it has to be UTF-8, or what is stored would
/// not be what was meant.
enum PlainText {
  /// The text that an argument spells; `name` is what messages call it.
  ///
  /// - Throws: ``Failure`` with `usage` when its bytes are not UTF-8.
  static func read(_ spelling: String, for name: String) throws(Failure) -> String {
    guard let text = RawArguments.utf8Text(of: spelling) else { throw notUTF8(spelling, name) }
    return text
  }

  /// The text in a form for messages, with U+FFFD for what is not UTF-8.
  static func display(_ spelling: String) -> String { InputPath(text: spelling).display }

  private static func notUTF8(_ spelling: String, _ name: String) -> Failure {
    Failure(
      .usage, "notUTF8",
      "\(name) is not UTF-8 (“\(display(spelling))”); \(hint)")
  }

  /// What helps against text in another encoding.
  static let hint =
    "write it in UTF-8 (--source-encoding repairs only text that is already in a file)"
}
