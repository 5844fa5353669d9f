internal import MetaCore
internal import SystemPackage

/// Standard output, written in large pieces.
///
/// A reader that went away ends the program quietly by SIGPIPE, as it ends `cat`.
struct Output: ~Copyable {
  private var pending = TextBuffer(capacity: 0)
  private let descriptor: FileDescriptor
  /// Takes it instead, where the command runs for a request.
  private let answer: Answer?
  /// Whether all is kept for now.
  private var isHeld: Bool
  private static let piece = 65536
  /// How much text is looked through sooner than the system is asked whether it goes to a terminal.
  private static let short = 4096

  init(isHeld: Bool = false) {
    descriptor = .standardOutput
    answer = Answer.current
    self.isHeld = isHeld
  }

  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    answer = nil
    isHeld = false
  }

  /// Writes what the writer has made, at once, and leaves it empty.
  mutating func write(_ text: inout JSONWriter) throws(Failure) {
    if isHeld { return pending.append(text.take()) }
    try flush()
    if let answer { return try answer.print(text.take()) }
    if text.count > Output.short || TerminalText.mayCommand(text.bytes), isOnTerminal {
      return try writeSafely(text.take())
    }
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

  /// Writes what was kept, and what comes from here on.
  mutating func release() throws(Failure) {
    isHeld = false
    try flush()
  }

  mutating func flush() throws(Failure) {
    if isHeld { return }
    if let answer {
      defer { pending.removeAll() }
      return try answer.print(pending.bytes)
    }
    if pending.count > Output.short || TerminalText.mayCommand(pending.bytes), isOnTerminal {
      defer { pending.removeAll() }
      return try writeSafely(pending.bytes)
    }
    do { try pending.flush(to: descriptor) } catch { throw Output.failure(error) }
  }

  private var isOnTerminal: Bool {
    descriptor == .standardOutput && Terminal.isStandardOutput
  }

  /// Writes text to a terminal, which it cannot command.
  private func writeSafely(_ bytes: [UInt8]) throws(Failure) {
    do throws(Errno) { try descriptor.writeWhole(TerminalText.safe(bytes)) } catch {
      throw Output.failure(error)
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    Failure(.ioError, "io", "standard output: \(error)")
  }
}

/// Standard error: everything that is not a result.
enum Messages {
  static func write(_ line: String) {
    if let answer = Answer.current { return answer.warn(line) }
    send("metatool: " + TerminalText.line(line) + "\n")
  }

  /// Why a file, or all of it, could not be done.
  static func write(_ failure: Failure, at path: InputPath? = nil) {
    if let answer = Answer.current { return answer.fail(failure, at: path) }
    let place = path.map { $0.display + ": " } ?? ""
    send("metatool: " + TerminalText.line(place + failure.message) + "\n")
  }

  /// Text as it is, without the program's name.
  static func send(_ text: String) {
    try? FileDescriptor.standardError.writeWhole(Array(text.utf8))
  }
}
