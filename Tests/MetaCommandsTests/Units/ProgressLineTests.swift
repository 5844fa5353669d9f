import Synchronization
import Testing

@testable import MetaCommands

@Suite struct ProgressLineTests {
  /// A terminal that records its output, and a manual clock.
  private final class FakeTerminal: ResultSink {
    private let text = Mutex("")
    private let clock = Mutex(Duration.seconds(100))

    var written: String { text.withLock { $0 } }

    func wait(_ time: Duration) { clock.withLock { $0 += time } }

    var progressScreen: ProgressLine.Screen? {
      .init(
        write: { line in self.text.withLock { $0 += line } },
        now: { self.clock.withLock { $0 } })
    }

    func framing(of form: ResultSequence) -> ResultFraming { ResultFraming(form) }
    func write(_ results: inout JSONWriter, as form: ResultSequence) {}
    func warn(_ message: String) { text.withLock { $0 += message } }
    func fail(_ failure: Failure, at path: InputPath?) { warn(failure.message) }
    func help(_ text: String) {}
    func usage(_ message: String, full: String) {}
  }

  private let wipe = "\r\u{1B}[K"

  @Test func shortWorkShowsNothing() {
    let terminal = FakeTerminal()
    let line = ProgressLine(of: 3, on: terminal)
    for _ in 0..<3 {
      terminal.wait(.milliseconds(300))
      line.step()
    }
    line.end()
    #expect(terminal.written.isEmpty)
  }

  @Test func lineAppearsAfterASecondAndIsErasedAtTheEnd() {
    let terminal = FakeTerminal()
    let line = ProgressLine(of: 10, on: terminal)
    line.step()
    terminal.wait(.seconds(2))
    line.step()
    #expect(terminal.written == wipe + "2 of 10 files, 1 a second, 8 s left")
    line.end()
    line.end()
    #expect(terminal.written == wipe + "2 of 10 files, 1 a second, 8 s left" + wipe)
  }

  @Test func theLineIsRenewedAFewTimesASecond() {
    let terminal = FakeTerminal()
    let line = ProgressLine(of: 5000, on: terminal)
    for _ in 0..<3000 {
      terminal.wait(.milliseconds(1))
      line.step()
    }
    let lines = terminal.written.split(separator: wipe)
    #expect((5...15).contains(lines.count))
    #expect(lines.first == "1000 of 5000 files, 1000 a second, 4 s left")
  }

  @Test(arguments: [(59, "59 s"), (60, "1:00 min"), (3599, "59:59 min"), (7500, "2:05 h")])
  func remainingTimeIsShownAsAClock(seconds: Int, shown: String) {
    let terminal = FakeTerminal()
    let line = ProgressLine(of: seconds + 1, on: terminal)
    terminal.wait(.seconds(1))
    line.step()
    #expect(terminal.written.hasSuffix(", \(shown) left"))
  }

  @Test func hiddenLineWritesOnlyMessages() {
    let terminal = FakeTerminal()
    let line = ProgressLine(of: 2, on: terminal, isShown: false)
    terminal.wait(.seconds(2))
    line.step()
    #expect(terminal.written.isEmpty)
    line.warn("a message")
    line.end()
    #expect(terminal.written == "a message")
  }
}
