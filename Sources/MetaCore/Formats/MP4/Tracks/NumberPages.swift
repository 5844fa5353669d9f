/// A table of numbers of four or eight bytes, read a page at a time, each page at once.
struct NumberPages {
  /// Where the first number stands in the file.
  let start: Int64
  let count: Int
  let width: Int

  /// Calls `body` with the numbers of each page, and with the index of the first of them.
  func forEach(
    in window: SourceWindow, _ body: (Int, [UInt64]) throws(ParseError) -> Void
  ) throws(ParseError) {
    var index = 0
    while index < count {
      let page = min(count - index, NumberPages.pageSize / width)
      let slice = try window.bytes(at: start + Int64(index * width), count: page * width)
      try body(
        index, BigEndian.numbers(slice.storage, in: slice.lower..<slice.upper, width: width))
      index += page
    }
  }

  private static let pageSize = 65536
}
