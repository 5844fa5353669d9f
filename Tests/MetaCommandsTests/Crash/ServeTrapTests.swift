import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCommands

/// A trap in one request of `serve` fails only that request.
@Suite struct ServeTrapTests {
  /// Requests with this argument trap (in debug builds, `METATOOL_TEST_TRAP`).
  private static let trap = "trap-here"

  private static func environment(_ state: URL?) -> [String: String] {
    var environment = ["METATOOL_TEST_TRAP": trap, "SWIFT_BACKTRACE": "enable=no"]
    if let state { environment["XDG_STATE_HOME"] = state.path }
    return environment
  }

  private static func lines(_ output: Data) throws -> [ServeTests.Line] {
    try output.split(separator: 0x0A).map { line in
      let object = try JSONSerialization.jsonObject(with: line)
      return ServeTests.Line(members: try #require(object as? [String: Any]))
    }
  }

  private func serve(
    _ requests: [String], _ options: [String] = [], in folder: URL = Repository.root,
    state: URL? = nil
  ) throws -> [ServeTests.Line] {
    let result = try Program.run(
      Program.metatool, ["serve"] + options, in: folder,
      input: Data(requests.map { $0 + "\n" }.joined().utf8),
      environment: ServeTrapTests.environment(state))
    #expect(result.status == 0, "\(result.errors)")
    return try ServeTrapTests.lines(result.output)
  }

  /// The answers as text, by ID.
  private func answers(_ lines: [ServeTests.Line]) throws -> [String: [String]] {
    try Dictionary(grouping: lines, by: \.id).mapValues { lines in
      try lines.map {
        let members = $0.members.filter { $0.key != "id" }
        let data = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
      }
    }
  }

  /// All job numbers and 300 requests with `METATOOL_TEST_ALL=1`, else fewer.
  @Test(
    "Requests that run alongside are answered exactly once",
    arguments: Repository.cases(of: ["1", "2", "5"], usually: 2, seed: 5))
  func others(jobs: String) throws {
    let names = Repository.samples.map { "Samples/" + $0 }
    let isTrap = { (number: Int) in number % 60 == 31 }
    let requests = try (0..<(Repository.runsEverything ? 300 : 120)).map { number in
      let name = names[number % names.count]
      if isTrap(number) {
        return try ServeTests.request(
          number, number % 120 == 31 ? "dump" : "get", [name, ServeTrapTests.trap])
      }
      switch number % 6 {
      case 0: return try ServeTests.request(number, "get", [name, "title"])
      case 1: return try ServeTests.request(number, "tree", [name])
      case 2:
        let rest = number % 60 == 2 ? ["-r", "Samples"] : ["--complete", name]
        return try ServeTests.request(number, "dump", rest)
      default: return try ServeTests.request(number, "dump", [name, "missing"])
      }
    }
    let answered = try answers(try serve(requests, ["-j", jobs]))
    let others = requests.enumerated().filter { !isTrap($0.offset) }.map(\.element)
    let wanted = try answers(try serve(others, ["-j", jobs]))
    for number in requests.indices {
      let mine = answered["\(number)"] ?? []
      if isTrap(number) {
        #expect(mine.count == 2)
        #expect(mine.first?.contains(#""code":"crashed""#) == true)
        #expect(mine.last == #"{"done":{"status":65}}"#)
      } else {
        #expect(mine == wanted["\(number)"], "\(number)")
      }
    }
  }

  @Test("Edits that run alongside are made exactly once") func edits() throws {
    let scratch = try Scratch()
    let names = try (0..<40).map { try scratch.copy("plain.m4a", as: "\($0).m4a") }
    var requests: [String] = []
    for (number, name) in names.enumerated() {
      requests.append(try ServeTests.request("\(number)", "set", [name, "comment+=one"]))
      if number % 10 == 5 {
        requests.append(
          try ServeTests.request("trap\(number)", "set", [name, ServeTrapTests.trap]))
      }
    }
    let lines = try serve(requests, in: scratch.folder, state: scratch.file("state"))
    for (number, name) in names.enumerated() {
      #expect(lines.filter { $0.id == "\(number)" }.compactMap(\.status) == [0])
      let read = try Program.run(Program.metatool, ["get", name, "comment"], in: scratch.folder)
      #expect(read.text == "one\n")
    }
    #expect(lines.filter { $0.id.hasPrefix("trap") }.compactMap(\.status) == [65, 65, 65, 65])
  }

  @Test("A half-received or overlong line continues in the new process")
  func halfLines() throws {
    let running = try RunningServe(ServeTrapTests.environment(nil))
    let get = try ServeTests.request("get", "get", ["Samples/song-itunes.m4a", "title"])
    let trap = try ServeTests.request("trap", "get", [ServeTrapTests.trap])
    try running.write(trap + "\n" + get.prefix(20))
    #expect(try running.next().id == "trap")
    #expect(try running.next().status == 65)
    try running.write(get.dropFirst(20) + "\n")
    #expect(try running.next().text == "Blue Train\n")
    #expect(try running.next().status == 0)

    let long = String(repeating: " ", count: ServeLoop.longestLine + 7)
    try running.write(trap + "\n" + long)
    #expect(try running.next().id == "trap")
    #expect(try running.next().status == 65)
    try running.write("x\n" + get + "\n")
    #expect(try running.next().error?["code"] as? String == "malformed")
    #expect(try running.next().text == "Blue Train\n")
    #expect(try running.next().status == 0)
    #expect(try running.end() == 0)
  }

  @Test("After possible memory corruption, nothing continues") func abort() throws {
    let scratch = try Scratch()
    let name = try scratch.copy("plain.m4a")
    let lock = try HeldLock(scratch.file(name))
    let running = try RunningServe(
      ServeTrapTests.environment(scratch.file("state")), in: scratch.folder)
    try running.write(try ServeTests.request("edit", "set", [name, "title=A"]) + "\n")
    try running.write(
      try ServeTests.request("abort", "get", [ServeTrapTests.trap + ServeTrapTests.trap]) + "\n")
    try running.write(try ServeTests.request("next", "get", [name, "album"]) + "\n")
    var lines: [ServeTests.Line] = []
    while lines.compactMap(\.status).count < 3 { lines.append(try running.next()) }
    #expect(
      lines.filter { $0.error != nil }.map(\.id).sorted() == ["abort", "edit"])
    #expect(lines.last?.id == "next")
    #expect(try running.end() == 0)
    lock.release()
  }

  /// SIGILL and SIGSEGV, sent to one of the threads that wait for the locks of files.
  @Test("Traps on threads of a batch are handled like others", arguments: [4, 11]) func batches(
    signal: Int
  )
    throws
  {
    let scratch = try Scratch()
    let names = try (0..<4).map { try scratch.copy("plain.m4a", as: "\($0).m4a") }
    let other = try scratch.copy("plain.m4a", as: "other.m4a")
    let locks = try names.map { try HeldLock(scratch.file($0)) }
    let running = try RunningServe(
      ServeTrapTests.environment(scratch.file("state")), in: scratch.folder)
    try running.write(
      try ServeTests.request(1, "set", names + ["title=A", "-j", "4"]) + "\n")
    try running.trapSleepingThread(signal)
    try running.write(try ServeTests.request(2, "set", [other, "title=B"]) + "\n")
    try running.write(try ServeTests.request(3, "get", [other, "album"]) + "\n")
    var lines: [ServeTests.Line] = []
    while lines.compactMap(\.status).count < 3 { lines.append(try running.next()) }
    #expect(
      lines.filter { $0.id == "1" }.compactMap { $0.error?["code"] as? String } == ["crashed"])
    #expect(lines.filter { $0.id == "1" }.compactMap(\.status) == [65])
    #expect(lines.filter { $0.id == "2" }.compactMap(\.status) == [0])
    #expect(try running.end() == 0)
    for lock in locks { lock.release() }
    // The edited files are intact.
    for name in names {
      let read = try Program.run(Program.metatool, ["verify", name], in: scratch.folder)
      #expect(read.status == 0)
    }
  }

  @Test("Only unanswered requests without side effects are repeated") func turns() {
    let output = LineOutput(.standardError)
    let answers = (0..<4).map { number in
      let words = number == 3 ? ("set", ["a", "title=x"]) : ("dump", ["a"])
      let request = Request(id: .number("\(number)"), verb: words.0, arguments: words.1)
      return RequestContext(to: request, line: [], on: output)
    }
    func numbers(_ answers: [RequestContext]) -> [RequestID] { answers.map(\.request.id) }
    var turn = ServeWorker.RequestGroup(answers: answers)
    #expect(numbers(turn.repeatable(without: answers[1])) == numbers([answers[0], answers[2]]))
    #expect(numbers(turn.unanswerable(by: answers[1])) == numbers([answers[1], answers[3]]))
    turn.sent = 1
    #expect(numbers(turn.repeatable(without: nil)) == numbers([answers[1], answers[2]]))
    turn.isPartlySent = true
    #expect(numbers(turn.repeatable(without: nil)) == numbers([answers[2]]))
    #expect(numbers(turn.unanswerable(by: nil)) == numbers([answers[1], answers[3]]))
  }
}

/// `metatool serve`, line for line.
private final class RunningServe {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var unread = Data()

  init(_ environment: [String: String], in folder: URL = Repository.root) throws {
    process.executableURL = Program.metatool
    process.arguments = ["serve", "-j", "3"]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func write(_ text: some StringProtocol) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func next() throws -> ServeTests.Line {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let line = unread[..<end]
        unread = Data(unread[(end + 1)...])
        let object = try JSONSerialization.jsonObject(with: line)
        return ServeTests.Line(members: try #require(object as? [String: Any]))
      }
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "it has ended")
      unread += more
    }
  }

  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Sends a signal to a sleeping thread, such as one that waits for a lock.
  func trapSleepingThread(_ signal: Int) throws {
    let script = """
      import ctypes, glob, sys, time
      process, signal = int(sys.argv[1]), int(sys.argv[2])
      for attempt in range(2000):
          for path in glob.glob(f"/proc/{process}/task/*"):
              # clock_nanosleep and nanosleep of x86-64 and arm64.
              with open(path + "/syscall") as file: call = file.read().split()[0]
              if call in ("230", "35", "115", "101"):
                  libc = ctypes.CDLL(None)
                  number = 234 if sys.argv[3] == "x86_64" else 131
                  sys.exit(libc.syscall(number, process, int(path.split("/")[-1]), signal))
          time.sleep(0.005)
      sys.exit("no thread sleeps")
      """
    #if arch(x86_64)
      let machine = "x86_64"
    #else
      let machine = "arm64"
    #endif
    let python = try #require(Program.find("python3"))
    let result = try Program.run(
      python, ["-c", script, "\(process.processIdentifier)", "\(signal)", machine])
    try #require(result.status == 0, "\(result.errors)")
  }
}

/// The lock of a file, held by another process.
private final class HeldLock {
  private let process = Process()
  private let input = Pipe()

  init(_ file: URL) throws {
    let output = Pipe()
    process.executableURL = Program.find("flock")
    process.arguments = [file.path, "sh", "-c", "echo held; cat"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  func release() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
