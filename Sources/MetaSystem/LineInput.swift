internal import MetaCore
package import SystemPackage

/// Reads lines from a descriptor, as they come.
package struct LineInput: ~Copyable, Sendable {
  /// What comes next.
  package enum Next: Sendable {
    /// A line, without its end.
    case line([UInt8])
    /// A line that is longer than the limit; it was skipped, or is still coming.
    case tooLong
    /// Nothing comes any more.
    case end
    /// The signal to stop came first; what was read of a line is kept.
    case stopped
  }

  /// The descriptors to read, in sequence.
  private var descriptors: [FileDescriptor]
  private let limit: Int
  private let skipsTooLong: Bool
  private let stop: StopSignal?
  private var buffer: [UInt8] = []
  /// The bytes of the buffer that were not handed out yet.
  private var rest = 0..<0
  /// The beginning of a line that came in an earlier piece.
  private var begun: [UInt8] = []
  private var isTooLong = false
  private var isAtEnd: Bool { descriptors.isEmpty }

  private static let piece = 1 << 16

  /// Reads lines of up to `limit` bytes from descriptors, in sequence.
  ///
  /// A longer line is skipped, or with `skipsTooLong` false reported immediately, because it may
  /// never end. `stop` interrupts waiting.
  package init(
    _ descriptors: [FileDescriptor], limit: Int, skipsTooLong: Bool = true, stop: StopSignal? = nil
  ) {
    self.skipsTooLong = skipsTooLong
    self.descriptors = descriptors
    self.limit = limit
    self.stop = stop
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
      guard try fill() else { return .stopped }
    }
  }

  /// What was read and not handed out: who reads it and then what is still to come, reads the same
  /// lines.
  package var unread: [UInt8] {
    let line = isTooLong ? [UInt8](repeating: 0x20, count: limit + 1) : begun
    return line + buffer[rest]
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

  /// Reads the next piece; false when it is to stop.
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
