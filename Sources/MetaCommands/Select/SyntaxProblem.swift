/// What is wrong with a pattern, an expression or a template that stands on the command line, and where.
struct SyntaxProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The character at which it is wrong, from 1 on.
  let column: Int
  let message: String

  init(_ column: Int, _ message: String) {
    self.column = column
    self.message = message
  }

  var description: String { "column \(column): \(message)" }
}
