internal import MetaCore
internal import Synchronization

/// The progress of a command that processes many files or a long file: a line on standard error,
/// such as `1234 of 10000 files, 2300 a second, 4 s left`, or, for a `serve` request, progress
/// responses.
///
/// The line appears after one second, only on a terminal, and is removed at the end and before any
/// message.
final class ProgressLine: Sendable {
  /// The output for progress: functions that write the line or send a response, and return the
  /// time.
  struct Screen: Sendable {
    let write: @Sendable (String) -> Void
    let now: @Sendable () -> Duration
    /// Receives the progress instead of a printed line.
    var report: (@Sendable (_ done: Int, _ total: Int) -> Void)?
  }

  /// The progress so far, and the earliest time at which the line may be rewritten.
  private struct State {
    var done = 0
    var due: Duration
    var isShown = false
  }

  private let total: Int
  private let unit: String
  private let screen: Screen?
  private let sink: any ResultSink
  private let start: Duration
  private let state: Mutex<State>

  /// The time after which the line appears, so that short commands do not show it; progress
  /// responses begin immediately.
  private static let delay = Duration.seconds(1)
  /// The minimum time between two updates.
  private static let interval = Duration.milliseconds(200)
  /// Returns to the start of the line and erases it (EL of ECMA-48).
  private static let wipe = "\r\u{1B}[K"

  /// Creates a line for `total` files or other units; it is hidden if `isShown` is false or the
  /// sink shows no progress.
  init(of total: Int, on sink: any ResultSink, isShown: Bool = true, unit: String = "files") {
    self.total = total
    self.unit = unit
    self.sink = sink
    screen = isShown ? sink.progressScreen : nil
    start = screen?.now() ?? .zero
    state = Mutex(State(due: screen?.report == nil ? start + ProgressLine.delay : start))
  }

  /// Counts a finished unit; may be called from any thread.
  func step() { advance { $0 + 1 } }

  /// Sets the number of finished units; may be called from any thread.
  func move(to done: Int) { advance { _ in done } }

  /// Sets the finished fraction from 0 to 1, for lines that show a percentage.
  func move(toFraction done: Double) { move(to: Int(done * 100)) }

  /// Changes the number of finished units, and shows it if an update is due.
  private func advance(_ next: (Int) -> Int) {
    guard let screen else { return }
    state.withLock { state in
      state.done = next(state.done)
      let now = screen.now()
      guard now >= state.due else { return }
      state.due = now + ProgressLine.interval
      if let report = screen.report { return report(state.done, total) }
      state.isShown = true
      screen.write(ProgressLine.wipe + line(state.done, after: now - start))
    }
  }

  /// Removes the line and reports a failure.
  func fail(_ failure: Failure, at path: InputPath?) {
    end()
    sink.fail(failure, at: path)
  }

  /// Removes the line and writes a message.
  func warn(_ message: String) {
    end()
    sink.warn(message)
  }

  /// Removes the line.
  func end() {
    guard let screen else { return }
    state.withLock { state in
      if state.isShown { screen.write(ProgressLine.wipe) }
      state.isShown = false
    }
  }

  /// Returns the text of the line.
  private func line(_ done: Int, after time: Duration) -> String {
    if unit == "%" { return "\(done) %" }
    let rate = Double(done) / (time / .seconds(1))
    let speed = "\(done) of \(total) \(unit), \(Int(exactly: rate.rounded()) ?? 0) a second"
    let left = rate > 0 ? Int(exactly: (Double(total - done) / rate).rounded(.up)) : nil
    return left.map { speed + ", \(ProgressLine.clock($0)) left" } ?? speed
  }

  /// Returns the time in a form such as `12 s`, `3:05 min` or `2:07 h`.
  private static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60):\(two(seconds % 60)) min" }
    return "\(seconds / 3600):\(two(seconds % 3600 / 60)) h"
  }
}
