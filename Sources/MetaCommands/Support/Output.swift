internal import MetaCore
internal import SystemPackage

/// Standard output, written in large pieces.
///
/// A reader that went away ends the program quietly by SIGPIPE, as it ends `cat`.
struct Output: ~Copyable {
  private var pending = TextBuffer(capacity: 0)
  private let descriptor: FileDescriptor
  private static let piece = 65536

  init(_ descriptor: FileDescriptor = .standardOutput) {
    self.descriptor = descriptor
  }

  /// Writes what the writer has made, at once, and leaves it empty.
  mutating func write(_ text: inout JSONWriter) throws(Failure) {
    try flush()
    do { try text.flush(to: descriptor) } catch { throw Output.failure(error) }
  }

  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    pending.append(bytes)
    if pending.count >= Output.piece { try flush() }
  }

  mutating func write(_ text: String) throws(Failure) {
    pending.append(text)
    if pending.count >= Output.piece { try flush() }
  }

  mutating func flush() throws(Failure) {
    do { try pending.flush(to: descriptor) } catch { throw Output.failure(error) }
  }

  private static func failure(_ error: any Error) -> Failure {
    Failure(.ioError, "io", "standard output: \(error)")
  }
}

/// Standard error: everything that is not a result.
enum Messages {
  static func write(_ line: String) { send("metatool: " + line + "\n") }

  /// Text as it is, without the program's name.
  static func send(_ text: String) {
    try? FileDescriptor.standardError.writeWhole(Array(text.utf8))
  }
}
