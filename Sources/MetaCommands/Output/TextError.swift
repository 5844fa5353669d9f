/// An error in user-written text, with its location.
struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of a document or the column of an expression, from 1.
  let place: Int
  /// The description of the error.
  let reason: String
  private let unit: String

  /// Creates an error in a document.
  init(_ line: Int, _ reason: String) { (place, self.reason, unit) = (line, reason, "line") }

  /// Creates an error in a pattern, expression or template of the command line.
  init(column: Int, _ reason: String) {
    (place, self.reason, unit) = (column, reason, "column")
  }

  var description: String { "\(unit) \(place): \(reason)" }
}
