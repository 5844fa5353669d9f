internal import MetaCore

/// The way in which the results of a command are joined: as text, as one JSON array, as separate
/// JSON values, or as lines of JSON.
///
/// The sink converts it to a ``ResultFraming``.
enum ResultSequence: Sendable {
  /// Text; `between` separates the results for different files, and `ifEmpty` is printed if there
  /// are no results.
  case text(between: String = "", ifEmpty: String = "")
  /// Separate JSON values with the outer levels on separate lines, down to this depth.
  case values(depth: Int)
  /// One JSON array of the results, with the same layout.
  case list(depth: Int)
  /// One JSON object per line.
  case lines
}

/// The text before, between and after the results of a command, and their JSON layout, for standard
/// output or for `serve` answers.
struct ResultFraming: Sendable {
  /// The text before the first result.
  var opening = ""
  /// The text before every result except the first.
  var between = ""
  /// The text after each result.
  var ending = ""
  /// The text after the last result.
  var closing = ""
  /// The text if there are no results.
  var ifEmpty = ""
  /// The layout of a result.
  var layout = JSONWriter.Layout.compact
  /// The indentation level of results.
  var depth = 0

  /// Creates the framing for standard output: plain text, and JSON as one document.
  init(_ form: ResultSequence) {
    switch form {
    case .text(let between, let ifEmpty):
      self.between = between
      self.ifEmpty = ifEmpty
    case .lines: ending = "\n"
    case .values(let depth):
      ending = "\n"
      layout = .lines(depth: depth)
    case .list(let depth):
      (opening, between, closing, ifEmpty) = ("[\n  ", ",\n  ", "\n]\n", "[]\n")
      layout = .lines(depth: depth)
      self.depth = 1
    }
  }

  /// Creates a framing with each result between `start` and `end`, which includes the line break.
  init(eachBetween start: String, and end: String) {
    (opening, between, ending) = (start, start, end)
  }

  /// Returns a writer for results.
  func writer(capacity: Int = 4096) -> JSONWriter { JSONWriter(layout, capacity: capacity) }
}
