import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Every call of a reader, its providers, the random access controller and the classic layer in
/// every state: done, or refused as invalid in that state.
@Suite("States of a reader")
struct ReaderStateTests {
  private static let states = [
    "unknown", "reading", "delivered", "completed", "failed", "cancelled",
  ]

  /// A reader with its parts.
  private struct Bench {
    let reader: AssetReader
    let provider: SampleProvider
    let random: SampleProvider
    let controller: RandomAccessController
    let classic: ClassicReaderOutput
    let classicRandom: ClassicReaderOutput
    let free = ClassicReaderOutput(StoredTrackOutput(track: nil))
  }

  private func bench(in state: String) throws -> Bench {
    let name = state == "failed" ? "none.wav" : "plain.wav"
    let reader = AssetReader(asset: Asset(path: FilePath(Repository.sample(name).path)))
    let output = StoredTrackOutput(track: nil)
    let (random, controller) = try reader.outputProviderWithRandomAccess(for: output)
    let bench = Bench(
      reader: reader, provider: try reader.outputProvider(for: output), random: random,
      controller: controller, classic: ClassicReaderOutput(output),
      classicRandom: ClassicReaderOutput(output))
    try bench.classicRandom.setSupportsRandomAccess(true)
    try reader.add(bench.classic)
    try reader.add(bench.classicRandom)
    switch state {
    case "unknown": break
    case "failed": #expect(!reader.startReading())
    case "cancelled":
      try reader.start()
      _ = try bench.provider.copyNextSampleBuffer()
      reader.cancelReading()
    case "reading":
      try reader.start()
      for _ in 0..<2 {
        _ = try random.copyNextSampleBuffer()
        _ = try bench.classicRandom.copyNextSampleBuffer()
      }
    default:
      try reader.start()
      while try bench.provider.copyNextSampleBuffer() != nil {}
      while try random.copyNextSampleBuffer() != nil {}
      while try bench.classic.copyNextSampleBuffer() != nil {}
      while try bench.classicRandom.copyNextSampleBuffer() != nil {}
      if state == "completed" {
        controller.markConfigurationAsFinal()
        try bench.classicRandom.markConfigurationAsFinal()
      }
    }
    let expected = state == "delivered" ? "reading" : state
    #expect("\(reader.status)" == expected)
    return bench
  }

  private typealias Call = (name: String, body: (Bench) throws -> Void, allowed: Set<String>)

  private static let range = MediaTimeRange(start: .zero, end: MediaTime(numeric: 1, 10))
  private static let every = Set(states)
  private static let started = every.subtracting(["unknown"])

  private let calls: [Call] = [
    ("setTimeRange", { try $0.reader.setTimeRange(.all) }, ["unknown"]),
    ("setStopsAtDamage", { try $0.reader.setStopsAtDamage(true) }, ["unknown"]),
    (
      "outputProvider", { _ = try $0.reader.outputProvider(for: StoredTrackOutput(track: nil)) },
      ["unknown"]
    ),
    (
      "outputProviderWithRandomAccess",
      { _ = try $0.reader.outputProviderWithRandomAccess(for: StoredTrackOutput(track: nil)) },
      ["unknown"]
    ),
    ("start", { try $0.reader.start() }, ["unknown"]),
    ("cancelReading", { $0.reader.cancelReading() }, every),
    (
      "properties",
      { _ = ($0.reader.status, $0.reader.error, $0.reader.findings, $0.reader.timeRange) }, every
    ),
    ("next", { _ = try $0.provider.copyNextSampleBuffer() }, started),
    ("next of random access", { _ = try $0.random.copyNextSampleBuffer() }, started),
    ("resetForReading", { try $0.controller.resetForReading([range]) }, ["delivered"]),
    ("markConfigurationAsFinal", { $0.controller.markConfigurationAsFinal() }, every),
    (
      "reset after final",
      { bench in
        bench.controller.markConfigurationAsFinal()
        try bench.controller.resetForReading([range])
      }, []
    ),
    ("canAdd", { _ = $0.reader.canAdd($0.free) }, every),
    ("add", { try $0.reader.add($0.free) }, ["unknown"]),
    ("add again", { try $0.reader.add($0.classic) }, []),
    ("outputs", { #expect($0.reader.outputs.count == 2) }, every),
    (
      "startReading", { #expect($0.reader.startReading() == ($0.reader.status == .reading)) },
      ["unknown"]
    ),
    ("copyNextSampleBuffer", { _ = try $0.classic.copyNextSampleBuffer() }, started),
    ("copyNextSampleBuffer of none", { _ = try $0.free.copyNextSampleBuffer() }, []),
    ("reset of classic", { try $0.classic.resetForReading([range]) }, []),
    (
      "reset of classic random access", { try $0.classicRandom.resetForReading([range]) },
      ["delivered"]
    ),
    ("final of classic", { try $0.classic.markConfigurationAsFinal() }, []),
    ("final of classic random access", { try $0.classicRandom.markConfigurationAsFinal() }, every),
    ("setSupportsRandomAccess", { try $0.classic.setSupportsRandomAccess(true) }, []),
    ("setSupportsRandomAccess of none", { try $0.free.setSupportsRandomAccess(true) }, every),
    (
      "alwaysCopiesSampleData",
      { bench in
        bench.classic.alwaysCopiesSampleData = false
        #expect(!bench.classic.alwaysCopiesSampleData)
      }, every
    ),
  ]

  @Test(arguments: states)
  func everyCall(state: String) throws {
    for call in calls where call.name != "startReading" || state == "unknown" {
      let bench = try bench(in: state)
      do {
        try call.body(bench)
        #expect(call.allowed.contains(state), "\(call.name) when \(state)")
      } catch let error as MetaError {
        #expect(error.code == .wrongState, "\(call.name) when \(state): \(error)")
        #expect(!call.allowed.contains(state), "\(call.name) when \(state)")
      }
    }
    let bench = try bench(in: state)
    #expect(bench.reader.canAdd(bench.free) == (state == "unknown"))
    #expect(!bench.reader.canAdd(bench.classic))
    if state != "unknown" { #expect(!bench.reader.startReading()) }
  }

  @Test func anOutputWithoutAReaderIsRefusedAfterItsReaderIsGone() throws {
    let output = ClassicReaderOutput(StoredTrackOutput(track: nil))
    do {
      let reader = AssetReader(asset: Asset(path: FilePath(Repository.sample("plain.wav").path)))
      try reader.add(output)
      try reader.start()
      #expect(try output.copyNextSampleBuffer() != nil)
    }
    #expect(throws: MetaError.self) { try output.copyNextSampleBuffer() }
  }

  @Test func failureIsNilInTheClassicLayer() throws {
    let reader = AssetReader(asset: Asset(path: FilePath(Repository.sample("plain.wav").path)))
    let output = ClassicReaderOutput(StoredTrackOutput(track: 77))
    try reader.add(output)
    #expect(reader.startReading())
    #expect(try output.copyNextSampleBuffer() == nil)
    #expect(reader.status == .failed)
    #expect(reader.error?.code == .notAvailable)
  }

  /// A source that cancels a reader as soon as it is read.
  private final class CancellingSource: ByteSource {
    let reader = Mutex<AssetReader?>(nil)
    let sourceIdentity = SourceIdentity()
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var length: Int64 { Int64(bytes.count) }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      reader.withLock { $0 }?.cancelReading()
      return try DataSource(bytes).read(at: offset, count: count)
    }
  }

  @Test func cancellingWhileTheAssetIsOpenedIsFinal() throws {
    let source = CancellingSource(try Repository.bytes(of: "plain.wav"))
    let reader = AssetReader(asset: Asset(source: source))
    let provider = try reader.outputProvider(for: StoredTrackOutput(track: nil))
    source.reader.withLock { $0 = reader }
    let error = #expect(throws: MetaError.self) { try reader.start() }
    source.reader.withLock { $0 = nil }
    #expect(error?.code == .wrongState)
    #expect(reader.status == .cancelled)
    #expect(try provider.copyNextSampleBuffer() == nil)
  }

  // MARK: Random access

  private func read(_ provider: SampleProvider) throws -> [SampleBuffer] {
    var samples: [SampleBuffer] = []
    while let sample = try provider.copyNextSampleBuffer() { samples.append(sample) }
    return samples
  }

  @Test(arguments: ["in-step.mp4", "plain.m4a", "plain.mp3", "fragmented-sidx.mp4"])
  func rangesAreReadAgain(name: String) throws {
    let reader = AssetReader(asset: Asset(path: FilePath(Repository.sample(name).path)))
    let (provider, controller) = try reader.outputProviderWithRandomAccess(
      for: StoredTrackOutput(track: nil))
    try reader.start()
    let all = try read(provider)
    let end = try #require(all.last?.presentationTime)
    let middle = MediaTime(numeric: end.value / 2, end.timescale)
    #expect(reader.status == .reading)
    try controller.resetForReading([MediaTimeRange(start: middle, end: .positiveInfinity)])
    let second = try read(provider).filter(\.isDisplayed)
    let shown = all.filter(\.isDisplayed)
    #expect(!second.isEmpty && second.count < shown.count)
    #expect(second.map(\.reference) == shown.suffix(second.count).map(\.reference))
    try controller.resetForReading([
      MediaTimeRange(start: .zero, end: middle),
      MediaTimeRange(start: middle, end: .positiveInfinity),
    ])
    controller.markConfigurationAsFinal()
    #expect(reader.status == .reading)
    let parts = try read(provider).filter(\.isDisplayed).map(\.reference)
    #expect(Set(parts) == Set(shown.map(\.reference)))
    #expect(reader.status == .completed)
  }

  @Test func rangesMustAscend() throws {
    let bench = try bench(in: "delivered")
    let (first, second) = (
      MediaTimeRange(start: .zero, end: MediaTime(numeric: 2, 10)),
      MediaTimeRange(start: MediaTime(numeric: 1, 10), end: MediaTime(numeric: 3, 10))
    )
    let refused: [[MediaTimeRange]] = [
      [], [.invalid], [first, second], [second, first],
      [MediaTimeRange(start: .positiveInfinity, end: .positiveInfinity)],
    ]
    for ranges in refused {
      do {
        try bench.controller.resetForReading(ranges)
        Issue.record("\(ranges)")
      } catch {
        #expect(error.code == .invalidAttributes)
      }
    }
    try bench.controller.resetForReading([first])
    #expect(try !read(bench.random).isEmpty)
  }

  // MARK: Resources

  @Test func fiftyPassesLeakNoDescriptors() throws {
    // A separate file: other tests have the sample open.
    let scratch = try Scratch()
    let path = FilePath(scratch.file(try scratch.copy("plain.m4a")).path)
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)")
        return target == path.string
      }.count
    }
    let before = try descriptors()
    for pass in 0..<50 {
      let reader = AssetReader(asset: Asset(path: path))
      let output = ClassicReaderOutput(StoredTrackOutput(track: nil))
      try reader.add(output)
      let provider = try reader.outputProvider(for: StoredTrackOutput(track: nil))
      try reader.start()
      // Some are read to their end, some are left in the middle, some are cancelled.
      for _ in 0..<(pass % 3 == 0 ? 10_000 : 2) {
        guard try provider.copyNextSampleBuffer() != nil else { break }
        _ = try output.copyNextSampleBuffer()
      }
      if pass % 3 == 1 { reader.cancelReading() }
    }
    #expect(try withExtendedLifetime(scratch) { try descriptors() } == before)
  }
}
