import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Stored samples, compared with ffprobe.
@Suite("Reading stored samples")
struct StoredReadingTests {
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  /// A packet by its times in seconds, rounded to what both count, its size and MD5.
  private struct Row: Equatable, CustomStringConvertible {
    var times: [String]
    var size: Int
    var hash: String

    var description: String { "\(times) \(size) \(hash)" }
  }

  private func ffprobe(_ file: URL, _ stream: String) throws -> [Row] {
    let result = try Program.run(
      try #require(Program.find("ffprobe")),
      [
        "-v", "error", "-select_streams", stream, "-show_packets", "-show_data_hash", "MD5", "-of",
        "json", file.path,
      ])
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let packets = try #require(object?["packets"] as? [[String: Any]])
    return packets.map { packet in
      let hash = (packet["data_hash"] as? String)?.dropFirst(4)
      return Row(
        times: [packet["dts_time"], packet["pts_time"]].map { time($0 as? String) },
        size: Int(packet["size"] as? String ?? "") ?? -1, hash: hash.map(String.init) ?? "")
    }
  }

  private func time(_ text: String?) -> String {
    text.flatMap(Double.init).map { String(format: "%.4f", $0 + 0) } ?? "none"
  }

  private func reader(
    _ file: URL, _ media: MediaType, native: Bool
  ) throws -> (AssetReader, SampleProvider) {
    let path = FilePath(file.path)
    let asset = native ? Asset(path: path) : Asset(foreign: path)
    let reader = AssetReader(asset: asset, codecs: native ? .standard : codecs)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(media, track: nil, settings: nil))
    try reader.start()
    return (reader, provider)
  }

  private func samples(_ file: URL, _ media: MediaType, native: Bool) throws -> [SampleBuffer] {
    let (reader, provider) = try reader(file, media, native: native)
    var samples: [SampleBuffer] = []
    while let sample = try provider.copyNextSampleBuffer() { samples.append(sample) }
    #expect(reader.status == .completed)
    #expect(reader.findings == [])
    return samples
  }

  private func row(_ sample: SampleBuffer, from start: Double = 0) -> Row {
    var digest = MD5()
    digest.append(sample.stored?.bytes ?? [])
    let times = [sample.decodeTime, sample.presentationTime].map { time in
      time.map { String(format: "%.4f", $0.seconds - start + 0) } ?? "none"
    }
    return Row(times: times, size: sample.stored?.count ?? -1, hash: digest.finish().hexadecimal)
  }

  private static let audioSource = [
    "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=1.3", "-ac", "2",
  ]
  private static let plainFilm = [
    "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=2", "-f", "lavfi", "-i",
    "sine=frequency=440:sample_rate=44100:duration=2",
  ]
  private static let film = MadeFiles.filmArguments(seconds: 2)

  // MARK: ffprobe

  private static let ownFiles: [(name: String, arguments: [String])] = [
    ("film.mp4", film), ("film.mov", film), ("hevc.mp4", film + ["-c:v", "libx265"]),
    ("fragments.mp4", film + ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]),
    ("aac.m4a", audioSource + ["-c:a", "aac"]), ("alac.m4a", audioSource + ["-c:a", "alac"]),
    ("mp3.mp3", audioSource + ["-c:a", "libmp3lame"]), ("mp2.mp2", audioSource + ["-c:a", "mp2"]),
    ("aac.aac", audioSource + ["-c:a", "aac"]), ("flac.flac", audioSource + ["-c:a", "flac"]),
    ("pcm.wav", audioSource + ["-c:a", "pcm_s16le"]),
    ("pcm.aiff", audioSource + ["-c:a", "pcm_s16be"]),
    ("pcm.mov", audioSource + ["-c:a", "pcm_s24le"]),
    ("film.3gp", plainFilm + ["-c:v", "h263", "-c:a", "aac"]),
  ]

  @Test(
    "MetaCore's own readers deliver the same packets as ffprobe",
    arguments: ownFiles)
  func ownReaders(name: String, arguments: [String]) throws {
    let files = try MadeFiles()
    let file = try files.create(name, arguments)
    for (stream, media) in [("v", MediaType.video), ("a", .audio)] {
      let theirs = try ffprobe(file, stream)
      guard !theirs.isEmpty else { continue }
      let ours = try samples(file, media, native: true)
      // For MP3, time zero is the first presented sample; ffprobe counts from the first decoded
      // one.
      let start = name.hasSuffix("mp3") ? try #require(ours.first).presentationTime.seconds : 0
      let rows = ours.map { row($0, from: start) }
      #expect(rows.count == theirs.count, "\(stream)")
      for (one, other) in zip(rows, theirs) where one != other {
        Issue.record("\(stream): \(one), ffprobe: \(other)")
        break
      }
      #expect(ours.allSatisfy { $0.formatDescription != nil && $0.reference != nil })
    }
  }

  private static let foreignFiles: [(name: String, arguments: [String])] = [
    ("film.mkv", film), ("film.avi", plainFilm + ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
    ("film.ts", film), ("sound.ogg", audioSource + ["-c:a", "libvorbis"]), ("film.flv", film),
  ]

  @Test(
    "Other containers are read with libavformat's demuxers",
    arguments: foreignFiles)
  func foreignReaders(name: String, arguments: [String]) throws {
    let files = try MadeFiles()
    let file = try files.create(name, arguments)
    for (stream, media) in [("v", MediaType.video), ("a", .audio)] {
      let theirs = try ffprobe(file, stream)
      guard !theirs.isEmpty else { continue }
      let ours = try samples(file, media, native: false)
      #expect(ours.map { row($0).hash } == theirs.map(\.hash), "\(stream)")
      #expect(ours.allSatisfy { $0.formatDescription != nil })
      let times = ours.map { row($0).times[1] }
      // Times of a transport stream have an arbitrary origin.
      if name != "film.ts" { #expect(times == theirs.map { $0.times[1] }, "\(stream)") }
      for (one, next) in zip(ours, ours.dropFirst()) {
        #expect((one.decodeTime ?? .zero) <= (next.decodeTime ?? .zero))
      }
    }
  }

  @Test func unsupportedTracksAreAnError() throws {
    let files = try MadeFiles()
    let file = try files.create(
      "sound.ogg", StoredReadingTests.audioSource + ["-c:a", "libvorbis"])
    let (reader, provider) = try reader(file, .audio, native: true)
    do {
      _ = try provider.copyNextSampleBuffer()
      Issue.record("MetaCore has no packets of Ogg")
    } catch {
      #expect(error.code == .noDecoder)
    }
    #expect(reader.status == .failed)
  }

  private static let configuredFiles: [(name: String, arguments: [String])] = [
    ("film.mp4", film), ("hevc.mp4", film + ["-c:v", "libx265"]), ("film.mkv", film),
    ("flac.flac", audioSource + ["-c:a", "flac"]),
    ("surround.m4a", audioSource + ["-ac", "6", "-c:a", "aac"]),
    ("surround.mov", audioSource + ["-ac", "6", "-c:a", "pcm_s16le"]),
  ]

  @Test(
    "The configuration equals the extradata of ffprobe",
    arguments: configuredFiles)
  func configurations(name: String, arguments: [String]) throws {
    let files = try MadeFiles()
    let file = try files.create(name, arguments)
    let result = try Program.run(
      try #require(Program.find("ffprobe")),
      ["-v", "error", "-show_streams", "-show_data_hash", "MD5", "-of", "json", file.path])
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    for stream in try #require(object?["streams"] as? [[String: Any]]) {
      let media: MediaType = stream["codec_type"] as? String == "video" ? .video : .audio
      let isNative = !name.hasSuffix("mkv")
      let first = try samples(file, media, native: isNative).first
      let format = try #require(first?.formatDescription)
      var digest = MD5()
      digest.append(format.codecConfiguration?.bytes ?? [])
      if let hash = stream["extradata_hash"] as? String {
        #expect(digest.finish().hexadecimal == hash.dropFirst(4), "\(media.rawValue)")
      }
      if let layout = stream["channel_layout"] as? String, isNative {
        #expect(format.channelLayout == layout)
      }
    }
  }

  // MARK: Edit lists

  @Test func anEditListInTheMiddleOfAGroupOfPictures() throws {
    let files = try MadeFiles()
    let film = try files.film("film.mp4")
    let cut = try files.withEdits(film, track: 0, [(duration: 500, time: 512 * 40 + 1024)])
    let theirs = try ffprobe(cut, "v")
    let ours = try samples(cut, .video, native: true)
    #expect(ours.map { row($0) } == theirs)
    #expect(ours.filter(\.isDisplayed).count < ours.count)
    #expect(ours.first?.isSync == true)
  }

  @Test func gaplessAudioReportsUnpresentedSamples() throws {
    let files = try MadeFiles()
    let file = try files.create("aac.m4a", StoredReadingTests.audioSource + ["-c:a", "aac"])
    let ours = try samples(file, .audio, native: true)
    #expect(ours.first?.isDisplayed == false)
    let shown = ours.filter(\.isDisplayed)
    let trimmed = shown.reduce(0.0) { sum, sample in
      sum + (sample.duration?.seconds ?? 0) - (sample.trimDurationAtStart?.seconds ?? 0)
        - (sample.trimDurationAtEnd?.seconds ?? 0)
    }
    #expect(abs(trimmed - 1.3) < 0.0005)
  }

  // MARK: The verb

  @Test func theVerbPrintsTheColumnsOfFFmpeg() throws {
    let files = try MadeFiles()
    let film = try files.film("film.mp4")
    for (track, stream) in [("1", "0:v:0"), ("2", "0:a:0")] {
      let theirs = try Program.run(
        try #require(Program.find("ffmpeg")),
        [
          "-v", "error", "-i", film.path, "-map", stream, "-c", "copy", "-copyts", "-f", "framemd5",
          "-",
        ]
      ).text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: ",").prefix(6).joined(separator: ",") }
      // Without the helper: MetaCore reads the file.
      let ours = try Program.run(
        Program.metatool, ["read", film.path, "--as", "stored", "--track", track, "--frame-md5"],
        environment: ["METATOOL_FOREIGN": "/nowhere"])
      #expect(ours.errors == "")
      #expect(ours.text.split(separator: "\n").map(String.init) == theirs)
    }
    let raw = files.file("sound.raw")
    try files.run(["read", film.path, "--as", "stored", "-o", raw.path])
    let bytes = try files.run(["read", film.path, "--as", "stored", "-o", "-"]).output
    #expect(try Data(contentsOf: raw) == bytes)
    var digest = MD5()
    digest.append([UInt8](bytes)[...])
    #expect(
      try files.run(["read", film.path, "--as", "stored", "--md5"]).text
        == "MD5=\(digest.finish().hexadecimal)\n")
  }

  @Test func theVerbTakesTheHelperForOtherContainers() throws {
    let files = try MadeFiles()
    let film = try files.create("film.mkv", StoredReadingTests.film)
    let result = try files.run(["read", film.path, "--as", "stored", "--track", "1", "--frame-md5"])
    let theirs = try ffprobe(film, "v")
    #expect(
      result.text.split(separator: "\n").map { $0.suffix(32) } == theirs.map { $0.hash.suffix(32) })
    let without = try Program.run(
      Program.metatool, ["read", film.path, "--as", "stored", "--md5"],
      environment: ["METATOOL_FOREIGN": "/nowhere"])
    #expect(without.status == 69)
    #expect(without.errors.contains("metatool-foreign"))
  }

  @Test(arguments: [
    (["--track", "9"], 65), (["--rate", "8000"], 64), (["--start", "3600"], 65),
  ])
  func whatCannotBeIsSaid(words: [String], status: Int) throws {
    let song = Repository.sample("plain.m4a").path
    let result = try Program.run(
      Program.metatool, ["read", song, "--as", "stored", "--md5"] + words)
    #expect(Int(result.status) == status, "\(result.errors)")
    #expect(!result.errors.isEmpty)
  }
}
