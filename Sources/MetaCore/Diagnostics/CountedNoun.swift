extension BinaryInteger {
  /// Returns the number with a regular noun, such as `1 sample` or `3 samples`, for messages.
  package func counted(_ noun: String) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(noun)s"
  }
}
