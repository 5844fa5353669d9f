import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Every call of a writer, its receivers and the classic layer in every state: done, or refused as
/// invalid in that state.
@Suite("States of a writer")
struct WriterStateTests {
  private static let states = [
    "unknown", "writing", "session", "ended", "finished", "completed", "failed", "cancelled",
  ]

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A writer with its parts.
  private struct Bench {
    let state: String
    let writer: AssetWriter
    let receiver: SampleBufferReceiver
    let classic: ClassicWriterInput
    let other: ClassicWriterInput
    let adaptor: AssetWriterInputMetadataAdaptor
    let free = ClassicWriterInput(MetadataSamples.input)
    let group = AssetWriterInputGroup(trackIDs: [1, 2])

    /// The next sample.
    var sample: SampleBuffer { MetadataSamples.sample(10) }
  }

  private func bench(in state: String, isFragmented: Bool) async throws -> Bench {
    let path = FilePath(scratch.file("\(UUID()).mov").path)
    let writer = try AssetWriter(path: path, fileType: .quickTimeMovie)
    if isFragmented { try writer.setMovieFragmentInterval(MediaTime(numeric: 1, 10)) }
    let receiver = try writer.inputReceiver(for: MetadataSamples.input)
    let bench = Bench(
      state: state, writer: writer, receiver: receiver,
      classic: ClassicWriterInput(MetadataSamples.input),
      other: ClassicWriterInput(MetadataSamples.input),
      adaptor: AssetWriterInputMetadataAdaptor(
        try writer.inputReceiver(for: MetadataSamples.input)))
    try writer.add(bench.classic)
    try writer.add(bench.other)
    guard state != "unknown" else { return bench }
    try writer.start()
    guard state != "writing" else { return bench }
    try writer.startSession(atSourceTime: .zero)
    for number in 0..<4 {
      try await receiver.append(MetadataSamples.sample(number))
      #expect(bench.classic.append(MetadataSamples.sample(number)))
    }
    switch state {
    case "ended": try writer.endSession(atSourceTime: MediaTime(numeric: 3, 10))
    case "finished":
      receiver.finish()
      bench.classic.markAsFinished()
    case "completed": try await writer.finishWriting()
    case "cancelled": writer.cancelWriting()
    case "failed":
      await #expect(throws: MetaError.self) {
        try await receiver.append(MetadataSamples.sample(0))
      }
    default: break
    }
    let expected = ["session", "ended", "finished"].contains(state) ? "writing" : state
    #expect("\(writer.status)" == expected)
    return bench
  }

  private typealias Call = (name: String, body: (Bench) async throws -> Void, allowed: Set<String>)

  private static let every = Set(states)
  /// The calls that say why the writer has failed.
  private static let failing: Set = [
    "startSession", "endSession", "append", "appendImmediately", "append a group", "finishWriting",
  ]
  private static let open: Set = ["session", "finished"]
  private static let running: Set = ["writing", "session", "ended", "finished"]

  private let configuration: [Call] = [
    ("setMetadata", { try $0.writer.setMetadata([]) }, ["unknown"]),
    (
      "setShouldOptimizeForNetworkUse", { try $0.writer.setShouldOptimizeForNetworkUse(false) },
      ["unknown"]
    ),
    ("setOverallDurationHint", { try $0.writer.setOverallDurationHint(.zero) }, ["unknown"]),
    ("setMovieFragmentInterval", { try $0.writer.setMovieFragmentInterval(nil) }, ["unknown"]),
    (
      "setInitialMovieFragmentInterval", { try $0.writer.setInitialMovieFragmentInterval(nil) },
      ["unknown"]
    ),
    (
      "inputReceiver", { _ = try $0.writer.inputReceiver(for: MetadataSamples.input) },
      ["unknown"]
    ),
    ("canAdd", { #expect($0.writer.canAdd($0.free) == ($0.state == "unknown")) }, every),
    ("add", { try $0.writer.add($0.free) }, ["unknown"]),
    ("add again", { try $0.writer.add($0.classic) }, []),
    ("canAdd a group", { #expect($0.writer.canAdd($0.group) == ($0.state == "unknown")) }, every),
    ("add a group", { try $0.writer.add($0.group) }, ["unknown"]),
    (
      "addTrackAssociation",
      { try $0.classic.addTrackAssociation(withTrackOf: $0.other, type: .metadataReferent) },
      ["unknown"]
    ),
    (
      "addTrackAssociation by number",
      { try $0.writer.addTrackAssociation(from: 1, to: 2, type: .metadataReferent) }, ["unknown"]
    ),
    (
      "addTrackAssociation of none",
      { try $0.free.addTrackAssociation(withTrackOf: $0.other, type: .metadataReferent) }, []
    ),
    (
      "properties",
      { bench in
        let writer = bench.writer
        _ = (writer.status, writer.metadata, writer.shouldOptimizeForNetworkUse)
        _ = (writer.movieFragmentInterval, writer.initialMovieFragmentInterval)
        #expect((writer.error != nil) == (bench.state == "failed"))
        #expect(writer.inputs.count == 2)
        #expect(writer.inputGroups.isEmpty)
        #expect(writer.canApply(outputSettings: nil, forMediaType: .audio))
      }, every
    ),
  ]

  private let writing: [Call] = [
    ("start", { try $0.writer.start() }, ["unknown"]),
    (
      "startWriting", { #expect($0.writer.startWriting() == ($0.state == "unknown")) }, every
    ),
    ("startSession", { try $0.writer.startSession(atSourceTime: .zero) }, ["writing", "ended"]),
    (
      "endSession", { try $0.writer.endSession(atSourceTime: MediaTime(numeric: 9, 1)) }, open
    ),
    ("append", { try await $0.receiver.append($0.sample) }, ["session"]),
    (
      "appendImmediately", { _ = try $0.receiver.appendImmediately($0.sample) }, ["session"]
    ),
    (
      "append of the classic layer",
      { #expect($0.classic.append($0.sample) == ($0.state == "session")) },
      every
    ),
    ("append of none", { #expect(!$0.free.append($0.sample)) }, every),
    (
      "append a group",
      { bench in
        let range = MediaTimeRange(start: .zero, duration: MediaTime(numeric: 1, 1))
        try await bench.adaptor.append(TimedMetadataGroup(timeRange: range, items: []))
      }, open
    ),
    (
      "isReadyForMoreMediaData",
      { bench in
        let isReady = running.contains(bench.state) && bench.state != "finished"
        #expect(bench.receiver.isReadyForMoreMediaData == isReady)
        #expect(bench.classic.isReadyForMoreMediaData == isReady)
        #expect(!bench.free.isReadyForMoreMediaData)
      }, every
    ),
    (
      "requestMediaDataWhenReady", { try $0.other.requestMediaDataWhenReady {} },
      running.union(["unknown"])
    ),
    (
      "requestMediaDataWhenReady twice",
      { bench in
        try? bench.other.requestMediaDataWhenReady {}
        try bench.other.requestMediaDataWhenReady {}
      }, []
    ),
    ("requestMediaDataWhenReady of none", { try $0.free.requestMediaDataWhenReady {} }, []),
    (
      "finish of receivers",
      { bench in
        bench.receiver.finish()
        bench.classic.markAsFinished()
        bench.free.markAsFinished()
      }, every
    ),
    (
      "finishWriting",
      { bench in
        do {
          try await bench.writer.finishWriting()
        } catch let error as MetaError where error.code == .noSamples {
          #expect(bench.state == "writing")
        }
      }, running
    ),
    ("cancelWriting", { $0.writer.cancelWriting() }, every),
  ]

  @Test(arguments: states, [false, true])
  func everyCall(state: String, isFragmented: Bool) async throws {
    for call in configuration + writing {
      let bench = try await bench(in: state, isFragmented: isFragmented)
      do {
        try await call.body(bench)
        #expect(call.allowed.contains(state), "\(call.name) when \(state)")
      } catch let error as MetaError {
        let saysWhy = state == "failed" && WriterStateTests.failing.contains(call.name)
        let expected = saysWhy ? bench.writer.error?.code : .wrongState
        #expect(error.code == expected, "\(call.name) when \(state): \(error)")
        #expect(!call.allowed.contains(state), "\(call.name) when \(state)")
      }
      bench.writer.cancelWriting()
    }
    // Incomplete movies have left nothing, except for the fragments of failed ones.
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    let calls = configuration.count + writing.count
    switch state {
    case "completed": #expect(files.count == calls)
    case "failed": #expect(files.count == (isFragmented ? calls : 0))
    case "session", "ended", "finished": #expect(files.count == 1)
    default: #expect(files.isEmpty)
    }
  }
}
