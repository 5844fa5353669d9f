import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Blocking work uses no thread of Swift's pool, and ends when its caller is cancelled.
@Suite("Cancellation") struct CancellationTests {
  /// A source whose reads take a long time.
  private final class SlowSource: ByteSource {
    let bytes: [UInt8]
    let isReleased = Mutex(false)
    let sourceIdentity = SourceIdentity()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var length: Int64 { Int64(bytes.count) }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      for _ in 0..<360_000 where !isReleased.withLock({ $0 }) { ThreadPause.wait(seconds: 0.01) }
      return try DataSource(bytes).read(at: offset, count: count)
    }
  }

  /// Cancels a waiting task; the time limit of the test fails one that does not end.
  private func cancel<Success: Sendable>(_ task: Task<Success, any Error>) async {
    try? await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect { _ = try await task.value } throws: { ($0 as? MetaError)?.code == .cancelled }
  }

  @Test("A slow source delays neither cancelled callers nor other work", .timeLimit(.minutes(10)))
  func slowSource() async throws {
    let source = SlowSource(try Repository.bytes(of: "plain.m4a"))
    let asset = Asset(source: source)
    let tasks = (0..<8).map { _ in Task { try await asset.load(.metadata) } }
    let edits = (0..<8).map { _ in Task { try await asset.edited([.set(.title, "Blue")]) } }
    // The pool still has threads for others, though more tasks wait than there are processors.
    let others = try await Asset(bytes: source.bytes).load(.tracks)
    #expect(others.count == 1)
    for task in tasks { await cancel(task) }
    for task in edits { await cancel(task) }
    if case .cancelled = asset.status(of: .metadata) {} else { Issue.record("not cancelled") }
    source.isReleased.withLock { $0 = true }
    #expect(try await asset.load(.tracks).count == 1, "the next caller begins anew")
  }

  @Test(
    "Cancelling ends an edit that waits for another program's lock",
    .timeLimit(.minutes(10)))
  func lock() async throws {
    let scene = try EditScene()
    let path = FilePath(scene.scratch.file("song.m4a").path)
    try Data(try Repository.bytes(of: "plain.m4a")).write(to: scene.scratch.file("song.m4a"))
    let before = try Data(contentsOf: scene.scratch.file("song.m4a"))
    let target = try LockedFile.lock(path, force: false, patience: .zero)
    var options = scene.options
    options.patience = .seconds(3600)
    let edit = options
    let tasks = (0..<4).map { number in
      Task {
        try await Asset(path: path).apply([.set(.title, .string("\(number)"))], options: edit)
      }
    }
    for task in tasks { await cancel(task) }
    #expect(try Data(contentsOf: scene.scratch.file("song.m4a")) == before)
    withExtendedLifetime(target) {}
  }
}
