import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// A bare ID3v2.3 tag with these text frames in Latin-1.
private func tag(_ frames: [(id: String, text: String)]) -> [UInt8] {
  var body: [UInt8] = []
  for frame in frames {
    let text = [0] + Array(frame.text.utf8)
    body += Array(frame.id.utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
  }
  return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(body.count)] + body
}

/// A source that counts its reads, and blocks them until it is released or the task is cancelled.
private final class HeldSource: ByteSource {
  private let data: DataSource
  private let state: Mutex<(isHeld: Bool, reads: Int)>

  init(_ bytes: [UInt8], isHeld: Bool) {
    data = DataSource(bytes)
    state = Mutex((isHeld, 0))
  }

  var length: Int64 { data.length }
  var sourceIdentity: SourceIdentity { data.sourceIdentity }
  var reads: Int { state.withLock { $0.reads } }
  func letGo() { state.withLock { $0.isHeld = false } }

  /// Runs `body` while the first read is blocked, on a separate thread, because blocked reads may
  /// occupy all threads of tasks.
  func whileHeld(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      while reads == 0 { usleep(100) }
      body()
    }
  }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    state.withLock { $0.reads += 1 }
    while state.withLock({ $0.isHeld }), !Task.isCancelled { usleep(100) }
    guard !Task.isCancelled else { throw ParseError(.io, at: offset, "cancelled") }
    return try data.read(at: offset, count: count)
  }
}

@Suite struct AssetTests {
  private let bytes = tag([("TIT2", "Blue"), ("TPE1", "A"), ("TXXX", "x")])

  @Test func severalPropertiesAtOnce() async throws {
    let asset = Asset(source: DataSource(bytes))
    let (items, common, formats) = try await asset.load(
      .metadata, .commonMetadata, .availableMetadataFormats)
    #expect(items.first?.value == .string("Blue"))
    #expect(common.map(\.commonKey) == [.title, .artist])
    #expect(formats == [.id3Metadata])
  }

  @Test func oneProperty() async throws {
    let view = try await Asset(source: DataSource(bytes)).load(.fields)
    #expect(view.entries.first?.value == .string("Blue"))
  }

  @Test func loadedValuesServeLaterCalls() async throws {
    let source = HeldSource(bytes, isHeld: false)
    let asset = Asset(source: source)
    _ = try await asset.load(.metadata, .tracks, .chapters)
    let reads = source.reads
    _ = try await asset.load(.tracks, .fields)
    _ = try await asset.load(.document)
    _ = try await asset.load(.creationDate, .artwork)
    #expect(source.reads == reads)
  }

  @Test func statusGoesFromUnknownToLoaded() async throws {
    let asset = Asset(source: DataSource(bytes))
    guard case .unknown = asset.status(of: .metadata) else {
      Issue.record("loaded before it was asked for")
      return
    }
    #expect(asset.metadata(forFormat: .id3Metadata).isEmpty)
    _ = try await asset.load(.metadata)
    guard case .loaded(let items) = asset.status(of: .metadata) else {
      Issue.record("not loaded")
      return
    }
    #expect(items.count == asset.metadata(forFormat: .id3Metadata).count)
    #expect(try await asset.loadMetadata(for: .iTunesMetadata).isEmpty)
  }

  @Test func oneFailureDoesNotFailTheOthers() async throws {
    let asset = Asset(source: DataSource(bytes))
    let error = await #expect(throws: MetaError.self) {
      _ = try await asset.load(.duration, .metadata)
    }
    #expect(error?.code == .notAvailable)
    guard case .failed(let failure) = asset.status(of: .duration) else {
      Issue.record("did not fail")
      return
    }
    #expect(failure.code == .notAvailable)
    guard case .loaded = asset.status(of: .metadata) else {
      Issue.record("the other one is not loaded")
      return
    }
  }

  @Test func aMissingFileIsAnError() async {
    let asset = Asset(path: "/nowhere/at/all.m4a")
    let error = await #expect(throws: MetaError.self) { _ = try await asset.load(.metadata) }
    #expect(error?.code == .notReadable && error?.file == "/nowhere/at/all.m4a")
  }

  @Test func unknownBytesAreAnError() async {
    let asset = Asset(source: DataSource(Array("nothing known".utf8)))
    let error = await #expect(throws: MetaError.self) { _ = try await asset.load(.metadata) }
    #expect(error?.code == .unknownFormat)
  }

  @Test(.timeLimit(.minutes(60))) func loadingIsCancelled() async throws {
    let source = HeldSource(bytes, isHeld: true)
    let asset = Asset(source: source)
    let task = Task { try await asset.load(.metadata) }
    source.whileHeld { task.cancel() }
    let error = await #expect(throws: MetaError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    guard case .cancelled = asset.status(of: .metadata) else {
      Issue.record("not cancelled")
      return
    }
    source.letGo()
    #expect(try await asset.load(.metadata).count == 3)
  }

  @Test(.timeLimit(.minutes(60))) func cancellingOneLoadKeepsTheOther() async throws {
    let source = HeldSource(bytes, isHeld: true)
    let asset = Asset(source: source)
    let first = Task { try await asset.load(.metadata) }
    let second = Task { try await asset.load(.fields) }
    source.whileHeld {
      first.cancel()
      source.letGo()
    }
    #expect(try await second.value.entries.isEmpty == false)
    _ = await first.result
  }
}

@Suite struct AssetValueTests {
  private func time(_ value: Int64) throws -> MediaTime {
    try #require(MediaTime(value: value, timescale: 1))
  }

  @Test func chaptersLastUntilTheNext() throws {
    var document = Document(
      fileType: "", container: ContainerDescription(kind: "test"), size: 0, precedence: [])
    document.duration = try time(100)
    document.chapters = [
      Chapter(
        start: try time(0), title: "One", language: LanguageTag(rawValue: "en"), source: "test"),
      Chapter(
        start: try time(40), title: "Two", language: LanguageTag(rawValue: "en"), source: "test"),
      Chapter(
        start: try time(0), title: "Eins", language: LanguageTag(rawValue: "de"), source: "test"),
    ]
    let groups = TimedMetadataGroup.chapters(of: document)
    #expect(groups.first?.timeRange.end == (try time(40)))
    #expect(groups.last?.timeRange.end == (try time(100)))
    #expect(groups.first?.items.first?.commonKey == .title)
    #expect(
      TimedMetadataGroup.best(of: groups, for: ["de-AT", "en"].map(LanguageTag.init(rawValue:)))
        .count == 1)
    #expect(TimedMetadataGroup.best(of: groups, for: [LanguageTag(rawValue: "fr")]).count == 3)
  }

  @Test func aTrackHasItsOwnItems() throws {
    var document = Document(
      fileType: "", container: ContainerDescription(kind: "test"), size: 0, precedence: [])
    var name = MetadataItem(
      keySpace: .quickTimeUserData, key: .code(FourCC("n", "a", "m", "e")),
      value: .string("Left"), dataType: .utf8)
    name.trackID = 2
    document.items = [name]
    var description = TrackDescription(id: 2, mediaType: .audio)
    description.codec = "mp4a"
    description.language = LanguageTag(rawValue: "de")
    description.references = [TrackReference(type: "chap", trackIDs: [3])]
    let track = AssetTrack(description, in: document)
    #expect(track.metadata == [name] && track.availableMetadataFormats == [.quickTimeUserData])
    #expect(track.languageCode == "deu" && track.extendedLanguageTag?.rawValue == "de")
    #expect(track.formatDescriptions.map(\.codec) == ["mp4a"])
    #expect(track.associatedTrackIDs(ofType: "chap") == [3])
    #expect(track.preferredTransform == .identity)
  }

  /// A delay of 2 s, then 3 s from the fifth second of the media on, then 4 s of two seconds at
  /// half the rate.
  @Test func trackTimeConvertsToMediaTime() throws {
    var description = TrackDescription(id: 1, mediaType: .video)
    description.edits = [
      TrackSegment(duration: try time(2), mediaStart: nil, rate: 1),
      TrackSegment(duration: try time(3), mediaStart: try time(5), rate: 1),
      TrackSegment(duration: try time(4), mediaStart: try time(20), rate: 0.5),
    ]
    let track = AssetTrack(description, metadata: [])
    #expect(track.segment(forTrackTime: try time(1)) == description.edits[0])
    #expect(track.segment(forTrackTime: try time(2)) == description.edits[1])
    #expect(track.segment(forTrackTime: try time(8)) == description.edits[2])
    #expect(track.segment(forTrackTime: try time(9)) == nil)
    #expect(track.segment(forTrackTime: .invalid) == nil)
    #expect(track.samplePresentationTime(forTrackTime: try time(1)) == nil)
    #expect(track.samplePresentationTime(forTrackTime: try time(4)) == (try time(7)))
    #expect(track.samplePresentationTime(forTrackTime: try time(7)) == (try time(21)))
  }

  @Test func withoutEditsTheTimesAreTheSame() throws {
    var description = TrackDescription(id: 1, mediaType: .video)
    description.duration = try time(3)
    let track = AssetTrack(description, metadata: [])
    #expect(track.samplePresentationTime(forTrackTime: try time(2)) == (try time(2)))
    #expect(track.samplePresentationTime(forTrackTime: try time(4)) == nil)
  }

  @Test func tracksAreFoundByNumberAndKind() async throws {
    let asset = Asset(path: FilePath(Repository.sample("book-chapters.m4b").path))
    let audio = try await asset.loadTracks(withMediaType: .audio)
    #expect(audio.map(\.mediaType) == [.audio])
    let id = try #require(audio.first?.trackID)
    #expect(try await asset.loadTrack(withTrackID: id) == audio.first)
    #expect(try await asset.loadTrack(withTrackID: 99) == nil)
    #expect(AssetReader(asset: asset).asset === asset)
  }

  @Test func transformsAreMatrices() {
    let quarter = AffineTransform(matrix: [0, 1, 0, -1, 0, 0, 1080, 0, 1])
    #expect(quarter == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0))
    #expect(AffineTransform(matrix: [1]) == nil)
  }
}
