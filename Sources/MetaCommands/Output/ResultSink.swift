internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Takes what a command produces: its results, its messages, and how far it has come.
protocol ResultSink: Sendable {
  /// What is written around results of this form.
  func framing(of form: ResultForm) -> ResultFraming

  /// Takes results with their framing, and leaves the writer empty.
  ///
  /// - Throws: ``Failure`` when they cannot be written.
  func write(_ results: inout JSONWriter, as form: ResultForm) throws(Failure)

  /// Takes a message that is not a failure.
  func warn(_ message: String)

  /// Takes the reason why a file, or the whole command, failed.
  func fail(_ failure: Failure, at path: InputPath?)

  /// Takes help, the version or a completion script.
  func help(_ text: String)

  /// Takes what is wrong with the command line: in short, and with the usage of the command.
  func usage(_ message: String, full: String)

  /// Where long work shows its progress; nil where it is not shown.
  var progressScreen: ProgressLine.Screen? { get }
}

/// Standard output for results, standard error for everything else.
///
/// A reader that went away ends the program quietly by SIGPIPE, as it ends `cat`.
struct TerminalSink: ResultSink {
  /// Text longer than this is searched for control characters only when it goes to a terminal.
  private static let short = 4096

  func framing(of form: ResultForm) -> ResultFraming { ResultFraming(form) }

  func write(_ results: inout JSONWriter, as form: ResultForm) throws(Failure) {
    do throws(Errno) {
      if results.count > TerminalSink.short || TerminalText.mayCommand(results.bytes),
        Terminal.isStandardOutput
      {
        try FileDescriptor.standardOutput.writeWhole(TerminalText.safe(results.take()))
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

  /// Text as it is, without the program's name.
  @Sendable private func send(_ text: String) {
    try? FileDescriptor.standardError.writeWhole(Array(text.utf8))
  }
}
