internal import MetaCore
package import SystemPackage

/// Reads lines, up to a maximum length, from one or more descriptors in sequence, as they arrive,
/// such as the requests to `serve`, the answers from a helper, and commands during a capture.
package struct LineInput: ~Copyable, Sendable {
  /// The result of reading.
  package enum LineResult: Sendable {
    /// A line, without its line ending.
    case line([UInt8])
    /// A line longer than the limit; it was skipped, or is still arriving.
    case tooLong
    /// The end of the input.
    case end
    /// The stop flag was raised; a partially read line is kept.
    case stopped
  }

  /// The descriptors to read, in sequence.
  private var descriptors: [FileDescriptor]
  /// The maximum length of a line in bytes.
  private let limit: Int
  private let skipsTooLong: Bool
  private let stop: StopFlag?
  private var buffer: [UInt8] = []
  /// The range of the buffer that has not been returned yet.
  private var rest = 0..<0
  /// The beginning of a line from earlier reads.
  private var begun: [UInt8] = []
  private var isTooLong = false
  private var isAtEnd: Bool { descriptors.isEmpty }

  private static let piece = 1 << 16

  /// Reads lines of up to `limit` bytes from descriptors, in sequence.
  ///
  /// A longer line is skipped and then reported or, if `skipsTooLong` is false, reported
  /// immediately, because it may never end. `stop` interrupts waiting.
  package init(
    _ descriptors: [FileDescriptor], limit: Int, skipsTooLong: Bool = true, stop: StopFlag? = nil
  ) {
    self.skipsTooLong = skipsTooLong
    self.descriptors = descriptors
    self.limit = limit
    self.stop = stop
    buffer = [UInt8](repeating: 0, count: LineInput.piece)
  }

  /// Whether a complete line is available without waiting.
  package var hasLine: Bool { buffer[rest].contains(0x0A) }

  /// Returns the next line, waiting for it if necessary; at the end, a last line may lack its line
  /// ending.
  ///
  /// - Throws: `Errno` if reading fails.
  package mutating func next() throws(Errno) -> LineResult {
    while true {
      if let end = buffer[rest].firstIndex(of: 0x0A) {
        keep(end)
        rest = end + 1..<rest.upperBound
        return takeLine()
      }
      keep(rest.upperBound)
      if isTooLong, !skipsTooLong { return .tooLong }
      guard !isAtEnd else { return begun.isEmpty && !isTooLong ? .end : takeLine() }
      guard try fill() else { return .stopped }
    }
  }

  /// The bytes that were read but not returned; followed by the rest of the input, they form the
  /// same lines.
  package var unread: [UInt8] {
    // The bytes of a line that is too long were dropped; enough spaces make it too long again.
    let line = isTooLong ? [UInt8](repeating: 0x20, count: limit + 1) : begun
    return line + buffer[rest]
  }

  /// Adds the bytes before `end` to the current line.
  private mutating func keep(_ end: Int) {
    if begun.count + (end - rest.lowerBound) > limit {
      isTooLong = true
      begun = []
    }
    if !isTooLong { begun += buffer[rest.lowerBound..<end] }
    rest = end..<rest.upperBound
  }

  /// Returns the current line, and begins the next one.
  private mutating func takeLine() -> LineResult {
    defer {
      begun = []
      isTooLong = false
    }
    return isTooLong ? .tooLong : .line(begun)
  }

  /// Reads more bytes, or removes a descriptor at its end; returns false if the stop flag was
  /// raised.
  private mutating func fill() throws(Errno) -> Bool {
    guard let descriptor = descriptors.first else { return true }
    if let stop, try SystemCall.waits(for: descriptor, unless: stop.input) { return false }
    let count = try SystemCall.typed {
      try unsafe buffer.withUnsafeMutableBytes { bytes in
        try unsafe descriptor.read(into: bytes)
      }
    }
    rest = 0..<count
    if count == 0 { descriptors.removeFirst() }
    return true
  }
}
