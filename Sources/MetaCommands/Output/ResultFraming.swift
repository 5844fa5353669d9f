internal import MetaCore

/// How a command's results follow each other.
enum ResultForm: Sendable {
  /// Text; `between` separates what different files come to.
  case text(between: String = "", ifEmpty: String = "")
  /// JSON values, each by itself, with the outer levels down to this depth on lines of their own.
  case values(depth: Int)
  /// One JSON array, laid out likewise; its elements are the results.
  case list(depth: Int)
  /// One JSON object per line.
  case lines
}

/// What is written before, between and after results, and how each of them is laid out.
struct ResultFraming: Sendable {
  /// Before the first.
  var opening = ""
  /// Before every other one.
  var between = ""
  /// After each.
  var ending = ""
  /// After the last.
  var closing = ""
  /// Instead of all that, where there are none.
  var ifEmpty = ""
  /// Where lines break in a result.
  var layout = JSONWriter.Layout.compact
  /// How deep results are indented.
  var depth = 0

  /// As people read it: text as it is, and JSON as one document.
  init(_ form: ResultForm) {
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

  /// Each result in a line of its own, between `start` and `end`.
  init(eachBetween start: String, and end: String) {
    (opening, between, ending) = (start, start, end)
  }

  /// A writer for results.
  func writer(capacity: Int = 4096) -> JSONWriter { JSONWriter(layout, capacity: capacity) }
}
