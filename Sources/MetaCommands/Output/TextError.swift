/// An error in text that a user wrote, such as a chapter file, a table, a template or a condition,
/// with its line or column.
struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of a document or the column of an expression, counted from 1.
  let place: Int
  /// The description of the error.
  let reason: String
  private let unit: String

  /// Creates an error in a document.
  init(_ line: Int, _ reason: String) { (place, self.reason, unit) = (line, reason, "line") }

  /// Creates an error in a pattern, expression or template on the command line.
  init(column: Int, _ reason: String) {
    (place, self.reason, unit) = (column, reason, "column")
  }

  var description: String { "\(unit) \(place): \(reason)" }
}
