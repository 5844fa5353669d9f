/// Why a document that a person wrote cannot be read, with the line.
struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  let line: Int
  /// What is wrong there.
  let reason: String

  init(_ line: Int, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  var description: String { "line \(line): \(reason)" }
}
