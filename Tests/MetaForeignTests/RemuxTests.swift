import Foundation
import LibAV
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Files whose packets are copied to other containers and back, compared with ffprobe.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct RemuxTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func filmRoundTripsThroughMatroska() throws {
    let film = try made(
      "film.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=2", "-f", "lavfi", "-i",
        "sine=frequency=440:duration=2", "-c:v", "libx264", "-bf", "2", "-c:a", "aac",
      ])
    try expectRoundTrip(of: film, through: "film.mkv", to: "back.mp4")
  }

  @Test(arguments: [
    ("tone.mp3", "libmp3lame", "mka"), ("tone.flac", "flac", "mka"),
    ("tone.ogg", "libvorbis", "mka"),
    ("tone.opus", "libopus", "webm"), ("tone.m4a", "aac", "mka"),
  ])
  func audioRoundTripsThroughMatroska(name: String, codec: String, between: String) throws {
    let tone = try made(
      name, ["-f", "lavfi", "-i", "sine=frequency=440:duration=2", "-c:a", codec])
    try expectRoundTrip(
      of: tone, through: "between.\(between)", to: "back.\(tone.pathExtension)")
  }

  @Test func transportStreamIsShiftedToZero() throws {
    let stream = try made(
      "film.ts",
      [
        "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=2", "-f", "lavfi", "-i",
        "sine=frequency=440:duration=2", "-c:v", "libx264", "-c:a", "aac",
      ])
    for name in ["film.mp4", "film.mkv", "film.flv"] {
      let output = scratch.file(name)
      let result = try remux(stream, to: output) { $0.allowsLoss = true }
      #expect(result.tracks.count == 2)
      #expect(try frames(of: output, "v") == frames(of: stream, "v"), "\(name)")
      #expect(try frames(of: output, "a") == frames(of: stream, "a"), "\(name)")
      let start = try probe(["-show_entries", "format=start_time", "-of", "csv=p=0", output.path])
      #expect(try #require(Double(start.trimmingCharacters(in: .whitespacesAndNewlines))) < 0.2)
    }
  }

  @Test func programStreamKeepsPictureOrder() throws {
    let film = try made(
      "film.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=1", "-c:v", "libx264", "-bf",
        "2",
      ])
    let output = scratch.file("film.mpg")
    let result = try remux(film, to: output) { $0.allowsLoss = true }
    #expect(result.tracks.first?.filter == "h264_mp4toannexb")
    #expect(try frames(of: output, "v") == frames(of: film, "v"))
  }

  @Test func gapsAreKept() throws {
    let film = try made(
      "gap.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=3", "-vf",
        "select='not(between(t,1,2))'", "-vsync", "vfr", "-c:v", "mjpeg",
      ])
    let output = scratch.file("gap.mka")
    try #require(!(try times(of: film)).isEmpty)
    _ = try remux(film, to: output)
    #expect(try times(of: output) == times(of: film))
  }

  // MARK: Track metadata

  @Test func tagsChaptersAttachmentsAndNamesAreCopied() throws {
    let film = try made(
      "film.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=2", "-f", "lavfi", "-i",
        "sine=duration=2", "-c:v", "libx264", "-c:a", "aac",
      ])
    let cover = try picture()
    let output = scratch.file("film.mkv")
    let chapters = [try chapter(0, 1, "One"), try chapter(1, 2, "Zwei")]
    let result = try remux(film, to: output) { request in
      request.metadata = [
        MediaEntry("TITLE", "Blue"), MediaEntry("ARTIST", "A"), MediaEntry("DATE_RELEASED", "1999"),
      ]
      request.chapters = chapters
      request.attachments = [Attachment(name: "cover.png", mime: "image/png", bytes: cover)]
      request.tracks[1].language = LanguageTag(rawValue: "de")
      request.tracks[1].name = "Kommentar"
    }
    #expect(result.losses == [])
    let document = try inspect(output)
    #expect(document.container.kind == "matroska")
    #expect(document.fileType == "org.matroska.mkv")
    #expect(document.tracks.map(\.mediaType) == [.video, .audio])
    #expect(document.tracks.last?.language?.rawValue == "de")
    #expect(document.tracks.last?.name == "Kommentar")
    #expect(document.chapters.map(\.title) == ["One", "Zwei"])
    #expect(document.chapters.map(\.start.seconds) == [0, 1])
    #expect(document.artwork.map(\.mime) == ["image/png"])
    #expect(document.artwork.first?.data == .bytes(ByteSlice(cover)))
    let view = MetadataView(document)
    let fields = try ["title", "artist", "date"].map { try #require(Field.named($0)) }
    #expect(view[fields[0]] == .string("Blue"))
    #expect(view[fields[1]] == .list([.string("A")]))
    #expect(view[fields[2]] != nil)
  }

  @Test func unsupportedContentIsRefusedOrReported() throws {
    let film = try made(
      "film.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=1", "-f", "lavfi", "-i",
        "sine=duration=1", "-c:v", "libx264", "-c:a", "libvorbis",
      ])
    let output = scratch.file("film.flv")
    let error = #expect(throws: MetaError.self) { try remux(film, to: output) }
    #expect(error?.reason.contains("Flash video does not support vorbis") == true)
    #expect(!FileManager.default.fileExists(atPath: output.path))
    let result = try remux(film, to: output) { $0.allowsLoss = true }
    #expect(result.losses.map(\.kind) == [.track])
    #expect(result.tracks.map(\.id) == [1])
  }

  @Test func cancellingStops() throws {
    let tone = try made("tone.flac", ["-f", "lavfi", "-i", "sine=duration=1"])
    let file = try OutputFile(for: FilePath(scratch.file("tone.mka").path))
    let request = try request(tone, file, "mka")
    let error = #expect(throws: MetaError.self) {
      try ForeignRemux.run(request, isCancelled: { true })
    }
    #expect(error?.code == .cancelled)
  }

  // MARK: Steps

  private func expectRoundTrip(of source: URL, through between: String, to back: String) throws {
    let (first, second) = (scratch.file(between), scratch.file(back))
    let forward = try remux(source, to: first)
    #expect(forward.losses == [])
    #expect(try packets(of: first) == packets(of: source))
    let again = try remux(first, to: second)
    #expect(again.losses == [])
    #expect(try packets(of: second) == packets(of: source))
    #expect(forward.tracks.map(\.packets) == again.tracks.map(\.packets))
  }

  private func request(
    _ source: URL, _ output: OutputFile, _ kind: String
  ) throws -> ForeignRemux.Request {
    let sink = output.file
    let document = try inspect(source)
    return ForeignRemux.Request(
      input: FilePath(source.path), document.container.kind,
      output: OutputBytes { (try? sink.write($0[...], at: $1)) != nil },
      try #require(OutputKind.named(kind)),
      tracks: document.tracks.map { ForeignRemux.Request.Track(id: $0.id) })
  }

  @discardableResult
  private func remux(
    _ source: URL, to output: URL, _ change: (inout ForeignRemux.Request) -> Void = { _ in }
  ) throws -> ForeignRemux.Result {
    let path = FilePath(output.path)
    let file = try OutputFile(for: path)
    var request = try request(source, file, output.pathExtension)
    change(&request)
    let result = try ForeignRemux.run(request)
    try file.takeName(path, replacing: false)
    return result
  }

  private func inspect(_ file: URL) throws -> Document {
    try FormatReader(
      try FileSource(path: FilePath(file.path)), formats: ForeignFormats.registry
    ).document()
  }

  private func made(_ name: String, _ arguments: [String]) throws -> URL {
    let file = scratch.file(name)
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg, ["-v", "error", "-y"] + arguments + ["-fflags", "+bitexact", file.path])
    try #require(result.status == 0, "\(result.errors)")
    return file
  }

  private func probe(_ arguments: [String]) throws -> String {
    let ffprobe = try #require(Program.find("ffprobe"))
    let result = try Program.run(ffprobe, ["-v", "error"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
    return result.text
  }

  /// The audio and video packets by content, in order.
  private func packets(of file: URL) throws -> [[Substring]] {
    try ["v", "a"].map { kind in
      try probe([
        "-show_data_hash", "MD5", "-select_streams", kind, "-show_entries", "packet=data_hash",
        "-of", "default=nk=1", file.path,
      ]).split(separator: "\n").filter { $0.hasPrefix("MD5:") }
    }
  }

  private func times(of file: URL) throws -> [Substring] {
    try probe(["-show_entries", "packet=pts_time", "-of", "csv=p=0", file.path])
      .split(separator: "\n")
  }

  /// The decoded frames by content, without their times.
  private func frames(of file: URL, _ kind: String) throws -> [Substring] {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg,
      ["-v", "error", "-i", file.path, "-map", "0:\(kind)", "-f", "framehash", "-hash", "md5", "-"]
    )
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
  }

  private func picture() throws -> [UInt8] {
    let file = try made(
      "cover.png", ["-f", "lavfi", "-i", "testsrc2=size=32x32:duration=1", "-frames:v", "1"])
    return [UInt8](try Data(contentsOf: file))
  }

  private func chapter(_ start: Int64, _ end: Int64, _ title: String) throws -> Chapter {
    Chapter(
      start: try #require(MediaTime(value: start, timescale: 1)),
      end: MediaTime(value: end, timescale: 1), title: title, source: "")
  }
}
