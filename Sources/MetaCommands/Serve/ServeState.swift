internal import MetaCore
internal import MetaSystem

/// The requests that have not been answered and the workers that answer them, under the lock of the
/// ``ServeLoop``; it determines the next request to answer and its worker.
///
/// Short requests, which are plain dumps of a few files, have their own queue, so that long
/// requests do not delay them.
struct ServeState {
  let workers: [ServeWorker]
  var idle: [ServeWorker]
  /// The unanswered requests by id.
  var open: [RequestID: RequestContext] = [:]
  private var short = PendingRequests()
  private var long = PendingRequests()
  /// The reason why reading ended, or nil while reading.
  var readingEnd: ServeLoop.ReadingEnd?
  /// Whether no more requests are started, because the program is being restarted.
  var isStopping = false
  /// The number of workers on quick requests.
  private var quickWorkers = 0
  /// The maximum number of workers on quick requests: more workers than processors do not help, and
  /// with at least two workers, one continues while another is blocked.
  private let usefulWorkers = max(2, ProcessorCount.online)

  init(workers count: Int) {
    workers = (0..<count).map { ServeWorker(TaskThread(name: "serve.\($0)")) }
    idle = workers
  }

  /// Whether the workers are expected to end.
  var isEnding: Bool { readingEnd != nil || isStopping }

  /// Whether all requests are answered.
  var isDone: Bool { waiting.isEmpty && idle.count == workers.count }

  /// The active workers.
  var busy: [ServeWorker] {
    workers.filter { worker in !idle.contains { $0 === worker } }
  }

  /// The requests that have not been started.
  var waiting: [RequestContext] { Array(short.all) + Array(long.all) }

  /// Adds a request; returns false if its id is in use.
  mutating func add(_ answer: RequestContext) -> Bool {
    guard open[answer.request.id] == nil else { return false }
    open[answer.request.id] = answer
    if answer.dump != nil { short.add(answer) } else { long.add(answer) }
    return true
  }

  /// Removes a waiting request; returns false if it is not waiting.
  mutating func removeWaiting(_ answer: RequestContext) -> Bool {
    short.remove(answer) || long.remove(answer)
  }

  /// Returns requests that can be processed now, and their worker.
  ///
  /// If there are several workers, one is reserved for short requests, so that they never wait for
  /// long requests.
  mutating func next() -> ([RequestContext], ServeWorker)? {
    guard let worker = idle.last, !isStopping else { return nil }
    var answers = nextShort()
    if answers.isEmpty, idle.count > min(1, workers.count - 1) { answers = long.dequeue(1) }
    guard !answers.isEmpty else { return nil }
    idle.removeLast()
    worker.begin(answers)
    return (answers, worker)
  }

  /// Takes short requests for one worker: its share of the waiting requests, as long as they are
  /// quick, so that no request delays the others.
  private mutating func nextShort() -> [RequestContext] {
    guard short.isQuick else { return short.dequeue(1) }
    guard quickWorkers < usefulWorkers else { return [] }
    quickWorkers += 1
    return short.dequeue(min(ServeLoop.several, max(1, short.count / workers.count)))
  }

  /// Takes the next requests for the worker that answered `answers`, if these were short.
  mutating func nextShort(after answers: [RequestContext]) -> [RequestContext] {
    guard answers.first?.dump != nil else { return [] }
    if answers.first?.isQuick == true { quickWorkers -= 1 }
    return isStopping ? [] : nextShort()
  }
}
