internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// The destination of the output of a command: its results, messages and progress.
///
/// There are three sinks: ``TerminalSink``, ``RequestContext`` for `serve` requests, and
/// ``RelayedSink`` for a command that another process relays.
protocol ResultSink: Sendable {
  /// Returns the framing for results of this form.
  func framing(of form: ResultSequence) -> ResultFraming

  /// Writes results, which already have their framing, and empties the writer.
  ///
  /// - Throws: ``Failure`` if they cannot be written.
  func write(_ results: inout JSONWriter, as form: ResultSequence) throws(Failure)

  /// Reports a message that is not a failure.
  func warn(_ message: String)

  /// Reports that a file or, without a path, the whole command failed.
  func fail(_ failure: Failure, at path: InputPath?)

  /// Prints help, the version or a completion script.
  func help(_ text: String)

  /// Reports an invalid command line with the short message, or with `full`, which includes the
  /// usage of the command.
  func usage(_ message: String, full: String)

  /// The output for progress, or nil to hide it.
  var progressScreen: ProgressLine.Screen? { get }
}

/// The sink of the program: results and help go to standard output, messages and progress to
/// standard error.
///
/// Control characters in results are escaped if they go to a terminal (``TerminalText``). If the
/// reader of a pipe has exited, the program ends quietly with SIGPIPE, like `cat`.
struct TerminalSink: ResultSink {
  /// The size, in bytes, up to which results are searched for control characters before checking
  /// whether they go to a terminal; longer results are searched only if they do.
  private static let short = 4096

  func framing(of form: ResultSequence) -> ResultFraming { ResultFraming(form) }

  func write(_ results: inout JSONWriter, as form: ResultSequence) throws(Failure) {
    do throws(Errno) {
      if results.count > TerminalSink.short || TerminalText.mayCommand(results.bytes),
        Terminal.isStandardOutput
      {
        try FileDescriptor.standardOutput.writeWhole(TerminalText.safe(results.takeBytes()))
      } else {
        try results.flush(to: .standardOutput)
      }
    } catch {
      throw Failure(.ioError, "io", "standard output: \(error)")
    }
  }

  func warn(_ message: String) { send("metatool: " + TerminalText.line(message) + "\n") }

  func fail(_ failure: Failure, at path: InputPath?) {
    let place = path.map { $0.display + ": " } ?? ""
    warn(place + failure.message)
  }

  func help(_ text: String) {
    try? FileDescriptor.standardOutput.writeWhole(Array((text + "\n").utf8))
  }

  func usage(_ message: String, full: String) { send(TerminalText.lines(full) + "\n") }

  var progressScreen: ProgressLine.Screen? {
    guard Terminal.isTerminal(.standardError) else { return nil }
    let start = ContinuousClock.now
    return ProgressLine.Screen(write: send, now: { ContinuousClock.now - start })
  }

  /// Writes text to standard error, without the program name.
  @Sendable private func send(_ text: String) {
    try? FileDescriptor.standardError.writeWhole(Array(text.utf8))
  }
}
