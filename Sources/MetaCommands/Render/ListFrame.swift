/// What stands around the results of several files, and between them.
struct ListFrame: Sendable {
  /// Before the first.
  var opening = ""
  /// Before every other one.
  var between = ""
  /// Behind the last.
  var closing = ""
  /// Instead of all that, where there are none.
  var ifEmpty = ""

  /// An array with its elements on lines of their own.
  static let json = ListFrame(
    opening: "[\n  ", between: ",\n  ", closing: "\n]\n", ifEmpty: "[]\n")
}
