import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Writers that get samples in any order, and are cancelled at any time.
@Suite("Orders of writing")
struct WritingOrderTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func writer(_ name: String, isFragmented: Bool) throws -> (AssetWriter, FilePath) {
    let path = FilePath(scratch.file(name).path)
    let writer = try AssetWriter(path: path, fileType: .quickTimeMovie)
    if isFragmented { try writer.setMovieFragmentInterval(MediaTime(numeric: 3, 10)) }
    return (writer, path)
  }

  /// The files in the folder of the test.
  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)) ?? []
  }

  @Test("1,000 orders of three inputs, a third of them cancelled", .timeLimit(.minutes(60)))
  func anyOrder() async throws {
    var random = SeededGenerator(seed: 20)
    for run in 0..<1000 {
      let (writer, path) = try writer("\(run).mov", isFragmented: run % 2 == 0)
      let receivers = try (0..<3).map { _ in try writer.inputReceiver(for: MetadataSamples.input) }
      try writer.start()
      try writer.startSession(atSourceTime: .zero)
      let length = Int.random(in: 1...12, using: &random)
      var order = (0..<3).flatMap { [Int](repeating: $0, count: length) }
      order.shuffle(using: &random)
      let isCancelled = run % 3 == 0
      let end = isCancelled ? Int.random(in: 0...order.count, using: &random) : order.count
      var next = [0, 0, 0]
      for track in order.prefix(end) {
        try await receivers[track].append(MetadataSamples.sample(next[track]))
        next[track] += 1
        if next[track] == length, Bool.random(using: &random) { receivers[track].finish() }
      }
      if isCancelled {
        writer.cancelWriting()
        #expect(files.isEmpty)
      } else {
        try await writer.finishWriting()
        let document = try Inspector.inspect(try FileSource(path: path))
        #expect(document.tracks.map(\.sampleCount) == [Int64](repeating: Int64(length), count: 3))
        #expect(files == ["\(run).mov"])
        try FileManager.default.removeItem(atPath: path.string)
      }
    }
  }

  @Test("Inputs fed concurrently while the writer is cancelled", .timeLimit(.minutes(60)))
  func cancelledWhileInputsAreFed() async throws {
    for run in 0..<100 {
      let (writer, path) = try writer("\(run).mov", isFragmented: run % 2 == 0)
      let inputs = (0..<3).map { _ in ClassicWriterInput(MetadataSamples.input) }
      for input in inputs { try writer.add(input) }
      #expect(writer.startWriting())
      try writer.startSession(atSourceTime: .zero)
      let finished = Mutex(0)
      for input in inputs {
        let next = Counter()
        try input.requestMediaDataWhenReady {
          guard next.value < 20, input.append(MetadataSamples.sample(next.value)) else {
            input.markAsFinished()
            if next.end() { finished.withLock { $0 += 1 } }
            return
          }
          next.advance()
        }
      }
      if run % 2 == 0 || run % 5 == 0 {
        try await Task.sleep(for: .microseconds(run * 20))
        writer.cancelWriting()
        #expect(files.isEmpty)
        #expect(writer.status == .cancelled)
      } else {
        while finished.withLock({ $0 < 3 }) { try await Task.sleep(for: .milliseconds(1)) }
        try await writer.finishWriting()
        let document = try Inspector.inspect(try FileSource(path: path))
        #expect(document.tracks.map(\.sampleCount) == [20, 20, 20])
        try FileManager.default.removeItem(atPath: path.string)
      }
    }
  }

  /// A number that closures of several threads count up.
  private final class Counter: Sendable {
    private let state = Mutex((value: 0, isEnded: false))

    var value: Int { state.withLock { $0.value } }

    func advance() { state.withLock { $0.value += 1 } }

    /// Whether this is the first call.
    func end() -> Bool {
      state.withLock { state in
        defer { state.isEnded = true }
        return !state.isEnded
      }
    }
  }

  // MARK: Resources

  private func pass(_ number: Int) async throws {
    let (writer, path) = try writer("pass.mov", isFragmented: number % 2 == 0)
    let receiver = try writer.inputReceiver(for: MetadataSamples.input)
    let classic = ClassicWriterInput(MetadataSamples.input)
    try writer.add(classic)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for number in 0..<200 {
      try await receiver.append(MetadataSamples.sample(number))
      #expect(classic.append(MetadataSamples.sample(number)))
    }
    switch number % 5 {
    case 0: writer.cancelWriting()
    // Left as it is.
    case 1: break
    default: try await writer.finishWriting()
    }
    if FileNames.exists(path) { try FileNames.remove(path) }
  }

  /// The descriptors of files of this test.
  private func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(name)")
      return target?.contains(scratch.folder.lastPathComponent) == true
    }.count
  }

  private func memory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return try #require(line?.split(separator: " ").dropFirst().compactMap { Int($0) }.first)
  }

  /// Set in the process that runs only the passes.
  private static let variable = "METATOOL_WRITING_PASSES"
  private static let isAlone = ProcessInfo.processInfo.environment[variable] != nil

  @Test(.enabled(if: isAlone, "it runs in a process of its own"))
  func passesAlone() async throws {
    var early = 0
    for number in 1...50 {
      try await pass(number)
      #expect(try descriptors() == 0)
      if number == 5 { early = try memory() }
    }
    let late = try memory()
    #expect(late <= early + 8 << 10, "\(early) KiB after 5, \(late) after 50")
    print("memory: \(early) KiB after 5 passes, \(late) after 50")
  }

  @Test(.enabled(if: !isAlone, "this is the other process"))
  func fiftyPassesLeakNoMemoryOrDescriptors() throws {
    let result = try Program.run(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
      ["--testing-library", "swift-testing", "--filter", "WritingOrderTests/passesAlone"],
      environment: [WritingOrderTests.variable: "1"])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("memory:"), "\(result.text)")
  }
}
