import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Sound of other files than movies, written into movies as it is stored.
@Suite("Writing stored audio to movies")
struct StoredAudioWritingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func copy(
    _ source: FilePath, to path: FilePath, as type: MetaCore.FileType
  ) async throws {
    let asset = Asset(path: source)
    let track = try #require(try await asset.load(.tracks).first)
    let reader = AssetReader(asset: asset)
    let provider = try reader.outputProvider(
      for: AssetReaderTrackOutput(track: track, settings: nil))
    let writer = try AssetWriter(path: path, fileType: type)
    let receiver = try writer.inputReceiver(
      for: AssetWriterInput(.audio, sourceFormatHint: track.formatDescriptions.first))
    try reader.start()
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    while let sample = try await provider.next() { try await receiver.append(sample) }
    try await writer.finishWriting()
  }

  private func packets(_ path: String) throws -> [Substring] {
    // With durations but for the last, in which an edit list may end.
    let lines = try ProbedPackets.lines(path, "duration_time,size,data_hash")
    let last = lines.last?.split(separator: "|", maxSplits: 1).last
    return lines.dropLast() + [last ?? ""]
  }

  private func stream(_ path: String) throws -> String {
    let ffprobe = try #require(Program.find("ffprobe"))
    return try Program.run(
      ffprobe,
      [
        "-v", "error", "-show_entries",
        "stream=codec_name,profile,sample_rate,channels,bits_per_raw_sample", "-of", "csv=p=0",
        path,
      ]
    ).text
  }

  private func made(_ name: String, _ arguments: [String]) throws -> URL {
    let file = scratch.file(name)
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg,
      ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=0.7"] + arguments + [
        file.path
      ])
    try #require(result.status == 0, "\(result.text)")
    return file
  }

  private static let sounds: [(String, [String])] = [
    ("a.aac", ["-c:a", "aac", "-ac", "2"]), ("b.aac", ["-c:a", "aac", "-ar", "22050"]),
    ("c.aac", ["-c:a", "aac", "-ac", "6", "-ar", "48000"]),
    ("a.mp3", ["-c:a", "libmp3lame", "-ac", "2"]),
    ("b.mp3", ["-c:a", "libmp3lame", "-ar", "22050"]),
    ("a.mp2", ["-c:a", "mp2"]), ("a.flac", ["-c:a", "flac", "-ac", "2"]),
    ("b.flac", ["-c:a", "flac", "-ar", "96000", "-sample_fmt", "s32"]),
  ]

  @Test("ffprobe reads the packets and the properties of the source", arguments: sounds)
  func packetsAndPropertiesAreUnchanged(_ recipe: (String, [String])) async throws {
    let source = try made(recipe.0, recipe.1)
    var old = source
    if recipe.0.hasSuffix("aac") {
      // Packets of ADTS have headers, which ffmpeg removes for other containers.
      old = scratch.file("peer.m4a")
      let ffmpeg = try #require(Program.find("ffmpeg"))
      let result = try Program.run(
        ffmpeg, ["-v", "error", "-i", source.path, "-c", "copy", old.path])
      try #require(result.status == 0)
    }
    let expected = try packets(old.path)
    #expect(expected.count > 5)
    var properties = try stream(old.path)
    // Object types do not distinguish layers.
    if recipe.0.hasSuffix("mp2") { properties = "mp3" + properties.dropFirst(3) }
    for (index, type) in [MetaCore.FileType.m4a, .mp4, .quickTimeMovie].enumerated() {
      let target = FilePath(scratch.file("copy\(index).\(type.pathExtension ?? "mov")").path)
      try await copy(FilePath(source.path), to: target, as: type)
      let found = try packets(target.string)
      #expect(found == expected, "\(type)")
      #expect(try stream(target.string) == properties, "\(type)")
      let report = try Inspector.integrity(of: try FileSource(path: target))
      #expect(report.findings.isEmpty, "\(report.findings)")
    }
  }

  @Test(
    "The copy has the length without encoder delay and padding", arguments: ["a.mp3", "a.flac"])
  func durationMatchesTheAudio(_ name: String) async throws {
    let row = try #require(StoredAudioWritingTests.sounds.first { $0.0 == name })
    let source = try made(row.0, row.1)
    let target = FilePath(scratch.file("copy.m4a").path)
    try await copy(FilePath(source.path), to: target, as: .m4a)
    let length = try Inspector.inspect(try FileSource(path: target)).duration?.seconds
    #expect(abs(try #require(length) - 0.7) < 0.0001)
  }

  @Test(arguments: ["id3.aac", "blocks.flac", "all-tags.mp3"])
  func repositorySamplesAreWritten(_ name: String) async throws {
    let target = FilePath(scratch.file("copy.m4a").path)
    try await copy(FilePath(Repository.sample(name).path), to: target, as: .m4a)
    let report = try Inspector.integrity(of: try FileSource(path: target))
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(try packets(target.string).count > 1)
  }
}
