internal import MetaCore
internal import SystemPackage

/// Standard output, written in large pieces.
///
/// A reader that went away ends the program quietly by SIGPIPE, as it ends `cat`.
struct Output: ~Copyable {
  private var pending: [UInt8] = []
  private let descriptor: FileDescriptor
  private static let piece = 65536

  init(_ descriptor: FileDescriptor = .standardOutput) {
    self.descriptor = descriptor
  }

  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    if bytes.count >= Output.piece {
      try flush()
      try send(bytes)
    } else {
      pending.append(contentsOf: bytes)
      if pending.count >= Output.piece { try flush() }
    }
  }

  mutating func write(_ text: String) throws(Failure) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= Output.piece { try flush() }
  }

  mutating func flush() throws(Failure) {
    guard !pending.isEmpty else { return }
    try send(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private func send(_ bytes: [UInt8]) throws(Failure) {
    do {
      try descriptor.writeWhole(bytes)
    } catch {
      throw Failure(.ioError, "io", "standard output: \(error)")
    }
  }
}

/// Standard error: everything that is not a result.
enum Messages {
  static func write(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll(("metatool: " + line + "\n").utf8)
  }
}
