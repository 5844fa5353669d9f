/// Why text that a person wrote cannot be read, and where.
struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of a document, or the character of an expression, from 1.
  let place: Int
  /// What is wrong there.
  let reason: String
  private let unit: String

  /// An error in a document.
  init(_ line: Int, _ reason: String) { (place, self.reason, unit) = (line, reason, "line") }

  /// An error in a pattern, expression or template of the command line.
  init(column: Int, _ reason: String) {
    (place, self.reason, unit) = (column, reason, "column")
  }

  var description: String { "\(unit) \(place): \(reason)" }
}
