import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Stored samples, copied from a reader to a writer.
@Suite("Writing stored samples")
struct AssetWriterTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func place(_ name: String) -> FilePath { FilePath(scratch.file(name).path) }

  private struct Row: Equatable, CustomStringConvertible {
    let track: UInt32
    let times: [Double?]
    let bytes: [UInt8]
    let isSync: Bool
    let isDisplayed: Bool

    var description: String { "\(track) \(times) \(bytes.count) \(isSync) \(isDisplayed)" }
  }

  private struct Damage: Error {
    let findings: [Diagnostic]
  }

  private func rows(_ path: FilePath) throws -> [Row] {
    let document = try Inspector.inspect(try FileSource(path: path))
    var rows: [Row] = []
    for track in document.tracks {
      let reader = AssetReader(asset: Asset(path: path))
      let provider = try reader.outputProvider(for: StoredTrackOutput(track: track.id))
      try reader.start()
      while let sample = try provider.copyNextSampleBuffer() {
        let times = [
          sample.decodeTime, sample.presentationTime, sample.duration, sample.trimDurationAtStart,
          sample.trimDurationAtEnd,
        ]
        rows.append(
          Row(
            track: track.id, times: times.map { $0.map { ($0.seconds * 1e6).rounded() } },
            bytes: sample.stored?.bytes.map { $0 } ?? [], isSync: sample.isSync,
            isDisplayed: sample.isDisplayed))
      }
      guard reader.findings.isEmpty else { throw Damage(findings: reader.findings) }
    }
    return rows
  }

  /// Copies all tracks, one at a time: no input waits for another.
  private func copy(_ source: FilePath, to path: FilePath, as type: MetaCore.FileType) async throws
  {
    let writer = try AssetWriter(path: path, fileType: type)
    let copy = try await SampleCopy(stored: Asset(path: source), to: writer) { track, input in
      input.transform = track.preferredTransform
      input.languageTag = track.extendedLanguageTag
      input.marksOutputTrackAsEnabled = track.isEnabled
    }
    try await copy.run()
    #expect(copy.reader.status == .completed)
    #expect(writer.status == .completed)
  }

  private static let movies: [(String, MetaCore.FileType)] = [
    ("moov-first.mp4", .mp4), ("delayed-sound.mp4", .mp4), ("song-itunes.m4a", .m4a),
    ("fragmented-hybrid.mp4", .mp4), ("phone-udta.3gp", .mobile3GPP),
    ("live-photo.mov", .quickTimeMovie),
    ("book-chapters.m4b", .m4b), ("episode.m4v", .m4v), ("old-quicktime.mov", .quickTimeMovie),
    ("timecode-25.mp4", .mp4), ("mdat-to-end.mp4", .mp4), ("track-names.mov", .quickTimeMovie),
    ("moov-first.mp4", .quickTimeMovie),
  ]

  @Test(arguments: movies)
  func samplesAndTimesAreUnchanged(_ name: String, _ type: MetaCore.FileType) async throws {
    let source = FilePath(Repository.sample(name).path)
    let target = place("copy.\(type.pathExtension ?? "mov")")
    try await copy(source, to: target, as: type)
    #expect(try rows(target) == rows(source))
    let report = try Inspector.integrity(of: try FileSource(path: target))
    #expect(report.findings.isEmpty, "\(report.findings)")
    let document = try Inspector.inspect(try FileSource(path: target))
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
  }

  @Test(
    "ffprobe reads the same packets, unless an edit list hides some",
    arguments: [
      "moov-first.mp4", "moov-last.mp4", "plain.m4a", "mdat-to-end.mp4",
    ])
  func packetsAreUnchanged(_ name: String) async throws {
    let target = place(name)
    let type: MetaCore.FileType = name.hasSuffix("m4a") ? .m4a : .mp4
    try await copy(FilePath(Repository.sample(name).path), to: target, as: type)
    let old = try ProbedPackets.lines(Repository.sample(name).path).sorted()
    #expect(old.count > 5)
    let new = try ProbedPackets.lines(target.string).sorted()
    let differing = zip(new, old).first { $0 != $1 }
    #expect(new == old, "\(new.count) for \(old.count): \(String(describing: differing))")
  }

  @Test func fileAppearsOnlyWhenComplete() async throws {
    let source = FilePath(Repository.sample("moov-first.mp4").path)
    let target = place("whole.mp4")
    let asset = Asset(path: source)
    let tracks = try await asset.load(.tracks)
    let track = try #require(tracks.first)
    let reader = AssetReader(asset: asset)
    let provider = try reader.outputProvider(
      for: AssetReaderTrackOutput(track: track, settings: nil))
    let writer = try AssetWriter(path: target, fileType: .mp4)
    let receiver = try writer.inputReceiver(
      for: AssetWriterInput(.video, sourceFormatHint: track.formatDescriptions.first))
    try reader.start()
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    let first = try #require(try await provider.next())
    let second = try #require(try await provider.next())
    try await receiver.append(second)
    #expect(!FileManager.default.fileExists(atPath: target.string))
    let error = #expect(throws: MetaError.self) { try receiver.appendImmediately(first) }
    #expect(error?.code == .nonMonotonicTime)
    #expect(writer.status == .failed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  /// Movies of the corpus with complete samples: a seeded sample of them, or all with
  /// `METATOOL_TEST_ALL=1`.
  private static let corpus: [FilePath] = {
    guard let folder = Repository.corpus?.appending(path: "files") else { return [] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    let movies: Set = ["mp4", "m4a", "m4b", "m4v", "mov", "3gp", "3g2"]
    let files = names.sorted().filter { movies.contains(URL(filePath: $0).pathExtension) }
    return Repository.cases(of: files, usually: 25, seed: 20).map {
      FilePath(folder.appending(path: $0).path)
    }
  }()

  @Test(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
  func corpusMoviesAreUnchanged() async throws {
    var copied = 0
    for source in AssetWriterTests.corpus {
      guard let document = try? Inspector.inspect(try FileSource(path: source)),
        document.tracks.allSatisfy({ $0.codec != nil }), let old = try? rows(source), !old.isEmpty,
        old.allSatisfy({ !$0.bytes.isEmpty })
      else { continue }
      let isQuickTime = document.container.facts.isQuickTime
      let target = place("\(copied).mov")
      try await copy(source, to: target, as: isQuickTime ? .quickTimeMovie : .mp4)
      let new = try rows(target)
      #expect(
        AssetWriterTests.withoutTracks(new) == AssetWriterTests.withoutTracks(old), "\(source)")
      try FileManager.default.removeItem(atPath: target.string)
      copied += 1
    }
    print("written as stored: \(copied) movies of \(AssetWriterTests.corpus.count) files")
    #expect(copied * 2 > AssetWriterTests.corpus.count)
  }

  /// The rows with tracks counted from one.
  private static func withoutTracks(_ rows: [Row]) -> [Row] {
    var numbers: [UInt32: UInt32] = [:]
    return rows.map { row in
      let number = numbers[row.track] ?? UInt32(numbers.count + 1)
      numbers[row.track] = number
      return Row(
        track: number, times: row.times, bytes: row.bytes, isSync: row.isSync,
        isDisplayed: row.isDisplayed)
    }
  }
}
