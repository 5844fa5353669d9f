internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// Who works on requests, one after the other.
final class ServeWorker: Sendable {
  /// The requests that it took at once.
  struct Turn {
    var answers: [RequestContext]
    /// How many of them are answered, and all that was said of them sent.
    var sent = 0
    /// Whether something of the next one was sent.
    var isPartlySent = false

    /// Those that can be answered once more from the beginning: nothing of them was sent, and a
    /// dump changes nothing.
    ///
    /// The one that is `lost` cannot.
    func repeatable(without lost: RequestContext?) -> [RequestContext] {
      let unsent = answers.dropFirst(isPartlySent ? sent + 1 : sent)
      return unsent.filter { $0.dump != nil && $0 !== lost }
    }

    /// Those that were being worked on and cannot be answered any more.
    func spoiled(by lost: RequestContext?) -> [RequestContext] {
      let repeated = repeatable(without: lost)
      return answers.dropFirst(sent).filter { answer in
        !repeated.contains { $0 === answer }
      }
    }
  }

  let thread: TaskThread
  private let forms = Mutex<DocumentJSON?>(nil)
  private let current = Mutex(Turn(answers: []))

  init(_ thread: TaskThread) { self.thread = thread }

  /// How documents were written so far; the same beginnings of items come again and again.
  func takeForms() -> DocumentJSON {
    forms.withLock { forms in
      defer { forms = nil }
      return forms ?? DocumentJSON()
    }
  }

  func keep(_ new: DocumentJSON) { forms.withLock { $0 = new } }

  // MARK: Turns

  /// What it works on, and how far that has come.
  var turn: Turn { current.withLock { $0 } }

  func begin(_ answers: [RequestContext]) { current.withLock { $0 = Turn(answers: answers) } }

  /// A part of what is said of an answer was sent, with all of those before it.
  func sentPart(of index: Int) {
    current.withLock {
      $0.sent = index
      $0.isPartlySent = true
    }
  }

  func end() { current.withLock { $0 = Turn(answers: []) } }
}

/// Requests that wait, the first of them first.
struct WaitingRequests {
  private var answers: [RequestContext] = []
  /// Where the first one is.
  private var first = 0

  /// All of them.
  var all: ArraySlice<RequestContext> { answers[first...] }

  mutating func add(_ answer: RequestContext) { answers.append(answer) }

  var count: Int { answers.count - first }

  /// Whether the first one is done as soon as it is begun.
  var isQuick: Bool { first < answers.count && answers[first].isQuick }

  /// The first ones; one that others would have to wait for comes alone.
  mutating func take(_ most: Int) -> [RequestContext] {
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

  /// Takes one out wherever it is; false when it is not here.
  mutating func remove(_ answer: RequestContext) -> Bool {
    guard let index = answers[first...].firstIndex(where: { $0 === answer }) else { return false }
    answers.remove(at: index)
    return true
  }
}
