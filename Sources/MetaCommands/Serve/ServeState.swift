internal import MetaCore
internal import MetaSystem

/// Which requests there are, and who works on which of them.
struct ServeState {
  let workers: [ServeWorker]
  var idle: [ServeWorker]
  /// Requests that were not answered, by their ids.
  var open: [RequestID: RequestContext] = [:]
  private var short = WaitingRequests()
  private var long = WaitingRequests()
  /// Why nothing is read any more; nil as long as something is.
  var readingEnd: ServeLoop.ReadingEnd?
  /// Whether nothing new is begun, because the program is started anew.
  var isStopping = false
  /// How many workers are at quick requests.
  private var quickWorkers = 0
  /// How many that is at most: more than there are processors only push each other aside, and two
  /// go on where one is held up.
  private let usefulWorkers = max(2, ProcessorCount.online)

  init(workers count: Int) {
    workers = (0..<count).map { ServeWorker(TaskThread(name: "serve.\($0)")) }
    idle = workers
  }

  /// Whether the end of the workers is awaited.
  var isEnding: Bool { readingEnd != nil || isStopping }

  /// Whether all that was asked is answered.
  var isDone: Bool { waiting.isEmpty && idle.count == workers.count }

  /// Those who work.
  var busy: [ServeWorker] {
    workers.filter { worker in !idle.contains { $0 === worker } }
  }

  /// The requests that have not been started.
  var waiting: [RequestContext] { Array(short.all) + Array(long.all) }

  /// Adds a request that is to be answered; false when there is another of its id.
  mutating func add(_ answer: RequestContext) -> Bool {
    guard open[answer.request.id] == nil else { return false }
    open[answer.request.id] = answer
    if answer.dump != nil { short.add(answer) } else { long.add(answer) }
    return true
  }

  /// Takes one out that waits; false when it does not.
  mutating func removeWaiting(_ answer: RequestContext) -> Bool {
    short.remove(answer) || long.remove(answer)
  }

  /// Requests that can be worked on now, one after the other, and who does it.
  ///
  /// A worker stays free of long ones, so that short ones never wait for those.
  mutating func next() -> ([RequestContext], ServeWorker)? {
    guard let worker = idle.last, !isStopping else { return nil }
    var answers = nextShort()
    if answers.isEmpty, idle.count > min(1, workers.count - 1) { answers = long.take(1) }
    guard !answers.isEmpty else { return nil }
    idle.removeLast()
    worker.begin(answers)
    return (answers, worker)
  }

  /// The short requests that one worker takes at once: its share of those that wait, as far as none
  /// can keep the others waiting.
  private mutating func nextShort() -> [RequestContext] {
    guard short.isQuick else { return short.take(1) }
    guard quickWorkers < usefulWorkers else { return [] }
    quickWorkers += 1
    return short.take(min(ServeLoop.several, max(1, short.count / workers.count)))
  }

  /// What the worker of requests that are answered goes on with, where they were short.
  mutating func nextShort(after answers: [RequestContext]) -> [RequestContext] {
    guard answers.first?.dump != nil else { return [] }
    if answers.first?.isQuick == true { quickWorkers -= 1 }
    return isStopping ? [] : nextShort()
  }
}
