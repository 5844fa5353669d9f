extension String {
  /// The text with blanks before it, up to a width.
  func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text with blanks after it, up to a width.
  func padded(after width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Int {
  /// `1 file`, `3 files`.
  var files: String { self == 1 ? "1 file" : "\(self) files" }
}
