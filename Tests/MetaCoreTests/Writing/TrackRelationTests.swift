import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Samples of timed metadata, which need no codec: for tests of writers.
enum MetadataSamples {
  static let item: MetadataItem = {
    var item = MetadataItem(
      keySpace: .quickTimeMetadata, key: .text("com.example.level"), value: .integer(7),
      dataType: DataType(code: 67))
    item.timeRange = nil
    return item
  }()

  static let format = FormatDescription(timedMetadata: [item])

  static var input: AssetWriterInput { AssetWriterInput(.metadata, sourceFormatHint: format) }

  /// The sample with a number, a tenth of a second each.
  static func sample(_ number: Int) -> SampleBuffer {
    let bytes: [UInt8] = [0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, UInt8(clamping: number)]
    var sample = SampleBuffer(
      .stored(ByteSlice(bytes)), at: MediaTime(numeric: Int64(number), 10),
      duration: MediaTime(numeric: 1, 10))
    sample.formatDescription = format
    return sample
  }
}

/// Groups and associations of tracks, and the layer of classic inputs.
@Suite("Relations of written tracks")
struct TrackRelationTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func path(_ name: String) -> FilePath { FilePath(scratch.file(name).path) }

  @Test func groupsAndAssociationsAreInTheHeaders() async throws {
    let target = path("related.mov")
    let writer = try AssetWriter(path: target, fileType: .quickTimeMovie)
    let source = Asset(path: FilePath(Repository.sample("moov-first.mp4").path))
    let tracks = try await source.load(.tracks)
    let audioTrack = try #require(tracks.first { $0.mediaType == .audio })
    var samples: [SampleBuffer] = []
    let reader = AssetReader(asset: source)
    let provider = try reader.outputProvider(
      for: AssetReaderTrackOutput(track: audioTrack, settings: nil))
    try reader.start()
    while let sample = try await provider.next() { samples.append(sample) }
    let input = AssetWriterInput(.audio, sourceFormatHint: audioTrack.formatDescriptions.first)
    let inputs = [input, input, MetadataSamples.input, MetadataSamples.input].map {
      ClassicWriterInput($0)
    }
    for input in inputs { try writer.add(input) }
    let group = AssetWriterInputGroup(inputs: [inputs[0], inputs[1]], defaultInput: inputs[1])
    #expect(writer.canAdd(group))
    try writer.add(group)
    #expect(!writer.canAdd(group))
    #expect(writer.inputGroups == [group])
    let refused = [
      AssetWriterInputGroup(trackIDs: []), AssetWriterInputGroup(trackIDs: [3, 3]),
      AssetWriterInputGroup(trackIDs: [3, 9]), AssetWriterInputGroup(trackIDs: [1, 3]),
      AssetWriterInputGroup(trackIDs: [3, 4], defaultTrackID: 1),
      AssetWriterInputGroup(inputs: [ClassicWriterInput(input)]),
    ]
    for group in refused {
      let error = #expect(throws: MetaError.self) { try writer.add(group) }
      #expect(error?.code == .invalidAttributes)
    }
    try inputs[2].addTrackAssociation(withTrackOf: inputs[0], type: .metadataReferent)
    try inputs[2].addTrackAssociation(withTrackOf: inputs[1], type: .metadataReferent)
    try inputs[0].addTrackAssociation(withTrackOf: inputs[1], type: .audioFallback)
    // Without samples in the end.
    try inputs[0].addTrackAssociation(withTrackOf: inputs[3], type: .selectionFollower)
    for (from, to, type) in [
      (0, 1, TrackAssociationType.timecode), (0, 1, .chapterList), (0, 0, .audioFallback),
      (0, 2, .forcedSubtitlesOnly), (0, 1, TrackAssociationType(rawValue: "toolong")),
    ] {
      #expect(!inputs[from].canAddTrackAssociation(withTrackOf: inputs[to], type: type))
      let error = #expect(throws: MetaError.self) {
        try inputs[from].addTrackAssociation(withTrackOf: inputs[to], type: type)
      }
      #expect(error?.code == .invalidAttributes)
    }
    #expect(writer.startWriting())
    try writer.startSession(atSourceTime: .zero)
    for sample in samples {
      #expect(inputs[0].append(sample))
      #expect(inputs[1].append(sample))
    }
    #expect(inputs[2].append(MetadataSamples.sample(0)))
    try await writer.finishWriting()
    let document = try Inspector.inspect(try FileSource(path: target))
    #expect(document.tracks.map(\.id) == [1, 2, 3])
    #expect(document.tracks.map(\.alternateGroup) == [1, 1, nil])
    #expect(document.tracks.map(\.isEnabled) == [false, true, true])
    #expect(document.tracks[0].references == [TrackReference(type: "fall", trackIDs: [2])])
    #expect(document.tracks[1].references == [])
    #expect(document.tracks[2].references == [TrackReference(type: "cdsc", trackIDs: [1, 2])])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func ffprobeAndExiftoolSeeTheRelations() async throws {
    let target = path("seen.mov")
    let writer = try AssetWriter(path: target, fileType: .quickTimeMovie)
    let receivers = [
      try writer.inputReceiver(for: MetadataSamples.input),
      try writer.inputReceiver(for: MetadataSamples.input),
    ]
    try writer.add(AssetWriterInputGroup(trackIDs: receivers.map(\.trackID), defaultTrackID: 2))
    try receivers[0].addTrackAssociation(withTrackOf: receivers[1], type: .metadataReferent)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for receiver in receivers { try await receiver.append(MetadataSamples.sample(0)) }
    try await writer.finishWriting()
    let ffprobe = try #require(Program.find("ffprobe"))
    let shown = try Program.run(
      ffprobe,
      [
        "-v", "error", "-show_entries", "stream_disposition=default", "-of", "csv=p=0",
        target.string,
      ]
    ).text.split(separator: "\n")
    #expect(shown == ["0", "1"])
    let exiftool = try #require(Program.find("exiftool"))
    let text = try Program.run(exiftool, ["-a", "-G1", "-s", target.string]).text
    #expect(text.contains("Track1") && text.contains("ContentDescribes"))
  }

  // MARK: Classic inputs

  @Test(.timeLimit(.minutes(60)))
  func samplesAreRequestedUntilTheInputIsFinished() async throws {
    let target = path("requested.mov")
    let writer = try AssetWriter(path: target, fileType: .quickTimeMovie)
    let inputs = (0..<3).map { _ in ClassicWriterInput(MetadataSamples.input) }
    for input in inputs {
      #expect(writer.canAdd(input))
      try writer.add(input)
      #expect(!writer.canAdd(input))
    }
    #expect(inputs.map(\.trackID) == [1, 2, 3])
    #expect(!inputs[0].isReadyForMoreMediaData)
    #expect(writer.startWriting())
    #expect(!writer.startWriting())
    try writer.startSession(atSourceTime: .zero)
    let counts = Mutex([0, 0, 0])
    let done = Mutex(0)
    for (index, input) in inputs.enumerated() {
      try input.requestMediaDataWhenReady {
        // Some at a time, and sometimes none.
        for _ in 0..<Int.random(in: 0...4) where input.isReadyForMoreMediaData {
          let number = counts.withLock { $0[index] }
          guard number < 40 else {
            input.markAsFinished()
            done.withLock { $0 += 1 }
            return
          }
          #expect(input.append(MetadataSamples.sample(number)))
          counts.withLock { $0[index] += 1 }
        }
      }
      #expect(throws: MetaError.self) { try input.requestMediaDataWhenReady {} }
    }
    while done.withLock({ $0 < 3 }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(!inputs[0].append(MetadataSamples.sample(99)))
    try await writer.finishWriting()
    let document = try Inspector.inspect(try FileSource(path: target))
    #expect(document.tracks.map(\.sampleCount) == [40, 40, 40])
  }

  @Test func mediaTypesMatchTheFileType() throws {
    let audioWriter = try AssetWriter(path: path("a.m4a"), fileType: .m4a)
    #expect(!audioWriter.availableMediaTypes.contains(.video))
    #expect(!audioWriter.canApply(outputSettings: nil, forMediaType: .video))
    #expect(audioWriter.canApply(outputSettings: nil, forMediaType: .audio))
    #expect(!audioWriter.canAdd(ClassicWriterInput(AssetWriterInput(.video))))
    // Without a format beforehand only QuickTime movies take samples as they are.
    #expect(!audioWriter.canAdd(ClassicWriterInput(AssetWriterInput(.audio))))
    let movie = try AssetWriter(path: path("a.mov"), fileType: .quickTimeMovie)
    #expect(movie.canAdd(ClassicWriterInput(AssetWriterInput(.video))))
    let error = #expect(throws: MetaError.self) {
      try audioWriter.add(ClassicWriterInput(AssetWriterInput(.video)))
    }
    #expect(error?.code == .unsupported)
  }
}
