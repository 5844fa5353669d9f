internal import MetaCore

/// Converts command-line arguments other than file names to text, and refuses arguments that are
/// not UTF-8, so that text is stored correctly.
enum PlainText {
  /// Returns the text of an argument; `name` identifies it in messages.
  ///
  /// - Throws: ``Failure`` with `notUTF8` if its bytes are not UTF-8.
  static func read(_ spelling: String, for name: String) throws(Failure) -> String {
    guard let text = FileNameEncoding.utf8Text(of: spelling) else { throw notUTF8(spelling, name) }
    return text
  }

  /// Returns the text for messages, with U+FFFD for invalid UTF-8.
  static func display(_ spelling: String) -> String { InputPath(text: spelling).display }

  private static func notUTF8(_ spelling: String, _ name: String) -> Failure {
    Failure(
      .usage, "notUTF8",
      "\(name) is not UTF-8 (“\(display(spelling))”); \(hint)")
  }

  /// The hint about text in another encoding.
  static let hint =
    "write it in UTF-8 (--source-encoding repairs only text that is already in a file)"
}
