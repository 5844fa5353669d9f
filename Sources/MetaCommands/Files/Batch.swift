internal import Dispatch
internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// Distributes the files of a command among threads, and writes the results in file order,
/// regardless of which thread finishes first.
///
/// Each thread takes several consecutive files at a time and renders them into its own buffer. A
/// buffer whose turn has come is written directly; other buffers are kept until their turn, and
/// threads that are too far ahead wait.
final class Batch: Sendable {
  /// The rendered results for consecutive files whose turn has not come; `end` is the index after
  /// the last file.
  private struct FinishedFiles {
    let end: Int
    let bytes: [UInt8]
    let failures: [Failed]
  }

  /// The index of a file in the batch, and the reason why it failed.
  typealias Failed = (index: Int, failure: Failure)

  /// The progress of the batch, shared by all threads under one lock: the files that were started,
  /// the results that are waiting, and the results that were written.
  private struct State: ~Copyable {
    /// The first file that has not been started.
    var next = 0
    /// The first file whose results have not been written.
    var turn = 0
    /// The finished files before their turn, by the index of the first file.
    var waiting: [Int: FinishedFiles] = [:]
    var output: ResultWriter
    /// Whether any result has been written.
    var hasBegun = false
    var failures: [Failed] = []
    /// The output failure after which no more files are started.
    var end: Failure?
  }

  private let state: Mutex<State>
  private let count: Int
  private let jobs: Int
  /// The number of files that a thread takes at a time.
  private let stride: Int
  /// Limits the parts that are in progress or waiting; nil if there is only one thread.
  private let places: DispatchSemaphore?
  private let report: @Sendable (Int, Failure) -> Void
  private let environment: Environment
  private let framing: ResultFraming

  /// The maximum number of files that a thread takes at a time; more results would only wait in
  /// memory.
  private static let longestStride = 16

  /// Creates a batch of `count` files; `report` receives each failure, in order.
  ///
  /// Each thread takes at most `longestStride` files at a time; 1 suits files that take long. Held
  /// results are written by ``release()``.
  init(
    count: Int, jobs: Int, longestStride: Int = Batch.longestStride, results form: ResultSequence,
    isHeld: Bool = false, in environment: Environment,
    report: @escaping @Sendable (Int, Failure) -> Void
  ) {
    state = Mutex(State(output: ResultWriter(form, to: environment.sink, isHeld: isHeld)))
    self.environment = environment
    framing = environment.sink.framing(of: form)
    self.count = count
    self.jobs = max(1, min(jobs, count))
    stride =
      self.jobs == 1
      ? longestStride : max(1, min(longestStride, count / (self.jobs * 4)))
    self.report = report
    places = self.jobs > 1 ? DispatchSemaphore(value: self.jobs * 8) : nil
  }

  /// Runs `worker` on each thread; it calls ``nextFiles()`` and ``finish(_:_:_:)`` until no files
  /// are left.
  ///
  /// - Returns: The failures, in file order.
  /// - Throws: The failure that ended the batch early.
  func run(_ worker: @Sendable (Batch) -> Void) throws(Failure) -> [Failed] {
    if count == 0 {
      state.withLock {
        printResult(&$0, []) { output throws(Failure) in try output.text(framing.ifEmpty) }
      }
    }
    // The memory would otherwise be returned to the system after each file, and zeroed for the next
    // file.
    if count > 1 { ProcessMemory.keepFreed() }
    if jobs > 1 {
      DispatchQueue.concurrentPerform(iterations: jobs) { _ in
        environment.beginThread()
        worker(self)
      }
    } else {
      worker(self)
    }
    let (failures, end) = state.withLock { state in
      printResult(&state, []) { output throws(Failure) in try output.flush() }
      return (state.failures, state.end)
    }
    if let end { throw end }
    return failures
  }

  /// Returns the next files to process, or nil if none are left.
  func nextFiles() -> Range<Int>? {
    places?.wait()
    let range: Range<Int>? = state.withLock { state in
      guard state.next < count, state.end == nil, !environment.isCancelled else { return nil }
      let start = state.next
      state.next = min(count, start + stride)
      return start..<state.next
    }
    if range == nil { places?.signal() }
    return range
  }

  /// Returns a writer for the results from one thread.
  func writer() -> JSONWriter { framing.writer(capacity: 1 << 16) }

  /// Adds the result for a file in `range`, with its framing.
  func add(
    to results: inout JSONWriter, in range: Range<Int>, _ body: (inout JSONWriter) -> Void
  ) {
    // Whether earlier files have results is known only when their turn comes.
    let isFirst = range.lowerBound == 0 && results.count == 0
    results.raw(isFirst ? framing.opening : framing.between)
    results.begin(depth: framing.depth)
    body(&results)
    results.raw(framing.ending)
  }

  /// Writes the results for `range`, or keeps them until their turn; `text` is empty afterwards.
  func finish(
    _ range: Range<Int>, _ text: inout JSONWriter, _ failures: [Failed]
  ) {
    let done = state.withLock { state in
      guard range.lowerBound == state.turn else {
        state.waiting[range.lowerBound] = FinishedFiles(
          end: range.upperBound, bytes: text.takeBytes(), failures: failures)
        return 0
      }
      printResults(&state, failures, &text, range)
      var done = 1
      while let part = state.waiting.removeValue(forKey: state.turn) {
        let range = state.turn..<part.end
        if state.hasBegun, part.end < count {
          printResult(&state, part.failures) { output throws(Failure) in
            try output.framed(part.bytes)
          }
          state.turn = part.end
        } else {
          text.raw(part.bytes)
          printResults(&state, part.failures, &text, range)
        }
        done += 1
      }
      return done
    }
    for _ in 0..<done { places?.signal() }
  }

  /// Writes the held results.
  func release() throws(Failure) {
    let end = state.withLock { state in
      printResult(&state, []) { output throws(Failure) in try output.release() }
      return state.end
    }
    if let end { throw end }
  }

  /// Writes the results for the next files, with the opening text before the first and the closing
  /// text after the last.
  private func printResults(
    _ state: inout State, _ failures: [Failed], _ text: inout JSONWriter,
    _ range: Range<Int>
  ) {
    if !state.hasBegun, text.count > 0 {
      state.hasBegun = true
      if range.lowerBound > 0 {
        text.replaceStart(framing.between.utf8.count, with: framing.opening)
      }
    }
    if range.upperBound == count { text.raw(state.hasBegun ? framing.closing : framing.ifEmpty) }
    printResult(&state, failures) { output throws(Failure) in try output.write(&text) }
    state.turn = range.upperBound
  }

  /// Reports failures and writes results; after an output error, nothing more is written.
  private func printResult(
    _ state: inout State, _ failures: [Failed],
    _ write: (inout ResultWriter) throws(Failure) -> Void
  ) {
    for failed in failures { report(failed.index, failed.failure) }
    state.failures += failures
    guard state.end == nil else { return }
    do throws(Failure) { try write(&state.output) } catch { state.end = error }
  }
}
