internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// A worker of `serve`: a thread on which the ``ServeLoop`` answers requests one after the other,
/// and the requests that it is answering, in case one of them traps.
final class ServeWorker: Sendable {
  /// The requests that a worker took together and answers together, with the state of their
  /// answers.
  struct RequestGroup {
    var answers: [RequestContext]
    /// The number of completed requests whose responses were sent.
    var sent = 0
    /// Whether a part of the next answer was sent.
    var isPartlySent = false

    /// Returns the requests that can safely be retried: dumps, which change nothing, whose answers
    /// have not been sent even in part.
    ///
    /// The `trapped` request cannot be retried.
    func repeatable(without trapped: RequestContext?) -> [RequestContext] {
      let unsent = answers.dropFirst(isPartlySent ? sent + 1 : sent)
      return unsent.filter { $0.dump != nil && $0 !== trapped }
    }

    /// Returns the requests in progress that can no longer be answered.
    func unanswerable(by trapped: RequestContext?) -> [RequestContext] {
      let repeated = repeatable(without: trapped)
      return answers.dropFirst(sent).filter { answer in
        !repeated.contains { $0 === answer }
      }
    }
  }

  let thread: TaskThread
  /// The formatter of documents, kept between two groups.
  private let forms = Mutex<DocumentJSON?>(nil)
  /// The requests that the worker is answering.
  private let current = Mutex(RequestGroup(answers: []))

  init(_ thread: TaskThread) { self.thread = thread }

  /// Takes the formatter of documents, which caches the prefixes of items.
  func takeFormatter() -> DocumentJSON {
    forms.withLock { forms in
      defer { forms = nil }
      return forms ?? DocumentJSON()
    }
  }

  /// Keeps the formatter for the next requests.
  func storeFormatter(_ new: DocumentJSON) { forms.withLock { $0 = new } }

  // MARK: Turns

  /// The current requests and their progress.
  var currentGroup: RequestGroup { current.withLock { $0 } }

  /// Records the requests that the worker starts to answer.
  func begin(_ answers: [RequestContext]) {
    current.withLock { $0 = RequestGroup(answers: answers) }
  }

  /// Records that a part of an answer was sent, after all previous answers.
  func sentPart(of index: Int) {
    current.withLock {
      $0.sent = index
      $0.isPartlySent = true
    }
  }

  /// Records that all current requests were answered.
  func end() { current.withLock { $0 = RequestGroup(answers: []) } }
}

/// A queue of requests that wait for a worker, in the order of their arrival.
///
/// Taking the first requests only moves an index; the array is emptied when all are taken.
struct PendingRequests {
  private var answers: [RequestContext] = []
  /// The index of the first request.
  private var first = 0

  /// All waiting requests.
  var all: ArraySlice<RequestContext> { answers[first...] }

  mutating func add(_ answer: RequestContext) { answers.append(answer) }

  var count: Int { answers.count - first }

  /// Whether the first request is quick.
  var isQuick: Bool { first < answers.count && answers[first].isQuick }

  /// Takes at most `most` of the first requests; a request that is not quick is taken alone.
  mutating func dequeue(_ most: Int) -> [RequestContext] {
    let limit = min(answers.count, first + most)
    let quick = answers[first..<limit].prefix { $0.isQuick }
    let end = quick.isEmpty ? min(limit, first + 1) : quick.endIndex
    defer {
      first = end
      if first == answers.count {
        answers.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return Array(answers[first..<end])
  }

  /// Removes a request; returns false if it is not in the queue.
  mutating func remove(_ answer: RequestContext) -> Bool {
    guard let index = answers[first...].firstIndex(where: { $0 === answer }) else { return false }
    answers.remove(at: index)
    return true
  }
}
