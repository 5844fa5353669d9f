import Foundation
import MetaForeign
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Files other than movies become movies with their metadata and duration.
@Suite(
  "Transcoding files other than movies", .serialized,
  .enabled(if: Program.find("ffmpeg") != nil && Program.find("ffprobe") != nil))
struct TranscodeSourceTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  // MARK: Helpers

  /// 2.345 s of noise with a cover where that is possible, title, artist, track number, and
  /// chapters.
  private func song(_ name: String, _ codec: String) throws -> URL {
    try Data(FidelityFilm.chapterText.utf8).write(to: files.file("chapters.txt"))
    _ = try files.create(
      "cover.png", ["-f", "lavfi", "-i", "color=red:size=16x16", "-frames:v", "1"])
    let hasCover = name.hasSuffix("mp3") || name.hasSuffix("flac")
    return try files.create(
      name,
      [
        "-f", "lavfi", "-i", "anoisesrc=amplitude=0.2:sample_rate=48000:duration=2.345:seed=3",
        "-i", files.file("chapters.txt").path,
      ] + (hasCover ? ["-i", files.file("cover.png").path, "-map", "2:v"] : []) + [
        "-map", "0:a", "-map_metadata", "1", "-c:a", codec, "-metadata", "title=Holiday",
        "-metadata", "artist=Ours", "-metadata", "track=3/12", "-disposition:v", "attached_pic",
      ])
  }

  private func transcode(
    _ source: URL, to name: String, audio: AudioOutputSettings?, video: VideoOutputSettings? = nil,
    allowsLoss: Bool = false, _ range: MediaTimeRange? = nil
  ) async throws -> (URL, TranscodeResult) {
    var options = TranscodeOptions()
    (options.audio, options.video) = (audio, video)
    options.export.allowsLoss = allowsLoss
    options.export.timeRange = range
    let output = files.file(name)
    let result = try await Transcoder(
      path: FilePath(source.path), options: options, codecs: codecs
    ).run(to: FilePath(output.path))
    return (output, result)
  }

  private func document(_ file: URL) throws -> Document {
    try Inspector.inspect(try FileSource(path: FilePath(file.path)))
  }

  private func field(_ name: String, of document: Document) throws -> MetadataValue? {
    MetadataView(document)[try #require(Field.named(name))]
  }

  /// How many samples of each channel a reader delivers.
  private func count(_ file: URL) async throws -> Int {
    let reader = AssetReader(asset: Asset(foreign: FilePath(file.path)), codecs: codecs)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
    try reader.start()
    var count = 0
    while let sample = try await provider.next() { count += sample.audio?.frameCount ?? 0 }
    return count
  }

  private func probe(_ file: URL, _ entries: String, _ stream: String = "a") throws -> String {
    let result = try Program.run(
      try #require(Program.find("ffprobe")),
      [
        "-v", "error", "-select_streams", stream, "-show_entries", "stream=\(entries)", "-of",
        "csv=p=0", file.path,
      ])
    return result.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Tests

  @Test(
    arguments: [
      ("song.mp3", "libmp3lame"), ("song.flac", "flac"), ("song.ogg", "libvorbis"),
      ("song.opus", "libopus"), ("song.wav", "pcm_s16le"), ("song.mka", "flac"),
    ])
  func songs(name: String, codec: String) async throws {
    let source = try song(name, codec)
    let length = try await count(source)
    let (transcoded, result) = try await transcode(
      source, to: "song.m4a", audio: AudioOutputSettings(.aac, bitRate: 96000))
    #expect(result.tracks.map(\.sampleCount) == [Int64(length)])
    #expect(result.draft.losses.isEmpty)
    #expect(try await count(transcoded) == length)
    #expect(try probe(transcoded, "codec_name,duration_ts") == "aac,\(length)")
    let (old, new) = (
      try FormatReader(
        try FileSource(path: FilePath(source.path)), formats: ForeignFormats.registry
      ).document(), try document(transcoded)
    )
    #expect(try field("title", of: new) == .string("Holiday"))
    let artist = try field("artist", of: new)
    #expect(artist.map { "\($0)".contains("Ours") } == true)
    #expect(try field("trackNumber", of: new) == field("trackNumber", of: old))
    #expect(new.artwork.count == old.artwork.count)
    #expect(new.chapters.map(\.title) == old.chapters.map(\.title))
    #expect(
      new.chapters.map { Int(($0.start.seconds * 1000).rounded()) }
        == old.chapters.map { Int(($0.start.seconds * 1000).rounded()) })
    let gapless = try #require(try field("gaplessInfo", of: new)?.stringValue)
    let numbers = gapless.split(separator: " ").compactMap { Int($0, radix: 16) }
    #expect(numbers.count == 12 && numbers[1] == 1024 && numbers[3] == length)
    #expect((numbers[1] + numbers[2] + numbers[3]) % 1024 == 0)
  }

  @Test func lossless() async throws {
    let source = try song("song.flac", "flac")
    let (transcoded, _) = try await transcode(
      source, to: "song.m4a", audio: AudioOutputSettings(.alac))
    func sum(_ file: URL) throws -> String {
      try Program.run(
        try #require(Program.find("ffmpeg")),
        ["-v", "error", "-i", file.path, "-map", "0:a", "-c:a", "pcm_s16le", "-f", "md5", "-"]
      ).text
    }
    #expect(try sum(transcoded) == sum(source))
    #expect(try field("gaplessInfo", of: try document(transcoded)) == nil)
  }

  @Test("Matroska with VP9 and Opus becomes MP4, completely and in part")
  func film() async throws {
    let film = try files.create(
      "film.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2", "-f", "lavfi", "-i",
        "sine=frequency=440:sample_rate=48000:duration=2", "-c:v", "libvpx-vp9", "-cpu-used", "8",
        "-deadline", "realtime", "-c:a", "libopus", "-metadata", "title=Holiday",
        "-metadata:s:a:0", "language=fra", "-metadata:s:a:0", "title=Commentary",
      ])
    var video = VideoOutputSettings(codec: .h264)
    video.speed = "ultrafast"
    let (transcoded, result) = try await transcode(
      film, to: "film.mp4", audio: AudioOutputSettings(.aac), video: video)
    #expect(result.tracks.count == 2)
    #expect(
      try probe(transcoded, "codec_name,width,height,nb_frames,duration", "v")
        == "h264,320,180,2.000000,50")
    let new = try document(transcoded)
    #expect(try field("title", of: new) == .string("Holiday"))
    #expect(new.tracks.map(\.language?.rawValue).last == "fr")
    #expect(new.tracks.last?.name == "Commentary")
    let range = MediaTimeRange(
      start: MediaTime(numeric: 12, 25), end: MediaTime(numeric: 37, 25))
    let (part, _) = try await transcode(
      film, to: "part.mp4", audio: AudioOutputSettings(.aac), video: video, range)
    let shown = try probe(part, "nb_frames,duration", "v")
    // The audio begins 7 ms before the video, so that the first and the last frame are partly in
    // the range.
    #expect(shown == "1.000000,26")
    #expect(try probe(part, "duration") == "1.000000")
  }

  @Test func tracksThatAreNotEncoded() async throws {
    let film = try files.create(
      "film.mkv", MadeFiles.filmArguments(seconds: 1))
    let error = await #expect(throws: MetaError.self) {
      try await transcode(film, to: "film.m4a", audio: AudioOutputSettings(.aac))
    }
    #expect(error?.code == .refused)
    #expect(
      error?.reason.contains("cannot be encoded, so the new file does not contain it") == true)
    let (transcoded, result) = try await transcode(
      film, to: "film.m4a", audio: AudioOutputSettings(.aac), allowsLoss: true)
    #expect(result.draft.losses.count == 1)
    #expect(try document(transcoded).tracks.map(\.mediaType) == [.audio])
  }

  // MARK: Sound

  /// Encodes the audio of a file with a writer.
  private func write(
    _ source: URL, to name: String, as type: MetaCore.FileType,
    _ format: AudioOutputSettings.Format, inFragments: Bool = false
  ) async throws {
    let writer = try AssetWriter(
      path: FilePath(files.file(name).path), fileType: type, codecs: codecs)
    if inFragments { try writer.setMovieFragmentInterval(MediaTime(numeric: 1, 2)) }
    let reader = AssetReader(asset: Asset(path: FilePath(source.path)), codecs: codecs)
    var copy = SampleCopy(from: reader, to: writer)
    try copy.add(
      FirstTrackOutput(.audio, track: nil, settings: .decoded),
      to: AssetWriterInput(.audio, settings: .audio(AudioOutputSettings(format))))
    try await copy.run()
  }

  @Test("Audio stores its pre-roll", arguments: ["mp4", "fragments"])
  func rolls(form: String) async throws {
    let source = try song("song.wav", "pcm_s16le")
    for (format, distance) in [(AudioOutputSettings.Format.aac, 0xFF), (.opus, 0xFC)] {
      let name = "\(format.rawValue)-\(form).mp4"
      try await write(source, to: name, as: .mp4, format, inFragments: form == "fragments")
      let bytes = [UInt8](try Data(contentsOf: files.file(name)))
      // sgpd of version 1: type, length of each, how many, the distance (ISO/IEC 14496-12 §8.9.3).
      let description =
        Array("sgpd".utf8) + [1, 0, 0, 0] + Array("roll".utf8)
        + [0, 0, 0, 2, 0, 0, 0, 1, 0xFF, UInt8(distance)]
      let members = Array("sbgp".utf8) + [0, 0, 0, 0] + Array("roll".utf8)
      #expect(bytes.firstRange(of: description) != nil, "\(name)")
      #expect(bytes.firstRange(of: members) != nil, "\(name)")
      #expect(try await count(files.file(name)) == 112_560)
    }
  }

  @Test func m4aWriterKeepsThePlayedLength() async throws {
    let source = try song("song.wav", "pcm_s16le")
    for type in [MetaCore.FileType.m4a, .mp4] {
      let name = "song.\(type.pathExtension ?? "")"
      try await write(source, to: name, as: type, .aac)
      let text = try field("gaplessInfo", of: try document(files.file(name)))?.stringValue
      // 112,560 samples, after 1,024 of the encoder; 111 packets of 1,024 are 80 more.
      let wanted =
        " 00000000 00000400 00000050 000000000001B7B0" + String(repeating: " 00000000", count: 8)
      #expect(text == (type == .m4a ? wanted : nil))
    }
  }
}
