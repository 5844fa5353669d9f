internal import MetaCore

extension String {
  /// Returns the text padded with leading spaces to `width` characters.
  func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// Returns the text padded with trailing spaces to `width` characters.
  func padded(after width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension BinaryInteger {
  /// The number of files as text, such as `1 file` or `3 files`.
  var files: String { counted("file") }
}
