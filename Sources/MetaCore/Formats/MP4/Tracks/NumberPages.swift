/// Reads big-endian numbers of four or eight bytes at equal intervals in a file, such as one field
/// of a table atom, one page at a time.
struct NumberPages {
  /// The offset of the first number in the file.
  let start: Int64
  let count: Int
  let width: Int
  /// The interval from one number to the next.
  let stride: Int

  init(start: Int64, count: Int, width: Int, stride: Int? = nil) {
    self.start = start
    self.count = count
    self.width = width
    self.stride = stride ?? width
  }

  /// The numbers of one page as stored bytes; there is at least one.
  struct Page {
    /// The index of the first number.
    let first: Int
    fileprivate let bytes: ByteSlice
    fileprivate let width: Int
    fileprivate let stride: Int

    private var range: Range<Int> { bytes.lower..<bytes.upper }

    /// All numbers of the page.
    var numbers: [UInt64] {
      BigEndian.numbers(bytes.storage, in: range, width: width, stride: stride)
    }

    /// The smallest and the largest number.
    var bounds: ClosedRange<UInt64> {
      BigEndian.bounds(bytes.storage, in: range, width: width, stride: stride)
    }

    /// Returns the bytes of all numbers after adding `shift` to each, which must not overflow.
    func stored(movedBy shift: Int64, width newWidth: Int) -> [UInt8] {
      BigEndian.bytes(
        bytes.storage, in: range, width: width, stride: stride, movedBy: shift, newWidth: newWidth)
    }
  }

  /// Calls `body` with each page in order.
  func forEach(
    in window: SourceWindow, _ body: (Page) throws(ParseError) -> Void
  ) throws(ParseError) {
    var index = 0
    // The system can fetch a long table while its first pages are examined.
    if count > NumberPages.pageSize / stride {
      window.source.willRead(start..<(start + Int64(count * stride)))
    }
    while index < count {
      let page = try page(from: index, in: window)
      try body(page)
      index += NumberPages.pageSize / stride
    }
  }

  /// Returns the largest number; 0 for an empty table.
  func largest(in window: SourceWindow) throws(ParseError) -> UInt64 {
    var largest: UInt64 = 0
    try forEach(in: window) { largest = max(largest, $0.bounds.upperBound) }
    return largest
  }

  /// Reads the page that starts at an index.
  func page(from first: Int, in window: SourceWindow) throws(ParseError) -> Page {
    let numbers = min(count - first, NumberPages.pageSize / stride)
    let bytes = try window.bytes(
      at: start + Int64(first * stride), count: (numbers - 1) * stride + width)
    return Page(first: first, bytes: bytes, width: width, stride: stride)
  }

  /// The maximum size of a page in bytes.
  private static let pageSize = 65536
}
