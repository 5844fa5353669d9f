package import SystemPackage

/// Reads lines from a descriptor, as they come.
package struct LineInput: ~Copyable {
  /// What comes next.
  package enum Next: Sendable {
    /// A line, without its end.
    case line([UInt8])
    /// A line that is longer than the limit; it was skipped, or is still coming.
    case tooLong
    /// Nothing comes any more.
    case end
  }

  private let descriptor: FileDescriptor
  private let limit: Int
  private let skipsTooLong: Bool
  private var buffer: [UInt8] = []
  /// The bytes of the buffer that were not handed out yet.
  private var rest = 0..<0
  /// The beginning of a line that came in an earlier piece.
  private var begun: [UInt8] = []
  private var isTooLong = false
  private var isAtEnd = false

  private static let piece = 1 << 16

  /// Reads from `descriptor` lines of up to `limit` bytes; a line that is longer is skipped, or where `skipsTooLong` is false reported at once:
  /// it may have no end.
  package init(_ descriptor: FileDescriptor, limit: Int, skipsTooLong: Bool = true) {
    self.skipsTooLong = skipsTooLong
    self.descriptor = descriptor
    self.limit = limit
    buffer = [UInt8](repeating: 0, count: LineInput.piece)
  }

  /// Whether a whole line is there without waiting.
  package var hasLine: Bool { buffer[rest].contains(0x0A) }

  /// The next line; waits until it is there.
  ///
  /// - Throws: `Errno` when it cannot be read.
  package mutating func next() throws(Errno) -> Next {
    while true {
      if let end = buffer[rest].firstIndex(of: 0x0A) {
        keep(end)
        rest = end + 1..<rest.upperBound
        return taken()
      }
      keep(rest.upperBound)
      if isTooLong, !skipsTooLong { return .tooLong }
      guard !isAtEnd else { return begun.isEmpty && !isTooLong ? .end : taken() }
      try fill()
    }
  }

  /// Adds what comes before `end` to the line that has begun.
  private mutating func keep(_ end: Int) {
    if begun.count + (end - rest.lowerBound) > limit {
      isTooLong = true
      begun = []
    }
    if !isTooLong { begun += buffer[rest.lowerBound..<end] }
    rest = end..<rest.upperBound
  }

  private mutating func taken() -> Next {
    defer {
      begun = []
      isTooLong = false
    }
    return isTooLong ? .tooLong : .line(begun)
  }

  private mutating func fill() throws(Errno) {
    let descriptor = descriptor
    do {
      let count = try unsafe buffer.withUnsafeMutableBytes { bytes in
        try unsafe descriptor.read(into: bytes)
      }
      rest = 0..<count
      isAtEnd = count == 0
    } catch {
      throw (error as? Errno) ?? .ioError
    }
  }
}
