import Foundation
import MetaForeign
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// The properties of a film are the same after transcoding.
@Suite(
  "Fidelity of transcoding", .serialized,
  .enabled(if: Program.find("ffmpeg") != nil && Program.find("ffprobe") != nil))
struct TranscodeFidelityTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  @Test(
    "Every property is kept or listed as a loss",
    arguments: Repository.cases(of: FidelityFilm.all, usually: 8, seed: 20))
  func keeps(_ film: FidelityFilm) async throws {
    let source = try made(film)
    var options = TranscodeOptions()
    options.video = film.video.map { VideoOutputSettings(codec: $0) }
    options.video?.speed =
      switch film.video {
      case .h264, .hevc: "ultrafast"
      case .av1: "10"
      case .vp9: "8"
      default: nil
      }
    options.audio = film.audio.map { AudioOutputSettings($0) }
    let output = files.file("out.\(film.target)")
    let transcoder = Transcoder(path: FilePath(source.path), options: options, codecs: codecs)
    if let refusal = film.refusal {
      let error = await #expect(throws: MetaError.self) {
        try await transcoder.run(to: FilePath(output.path))
      }
      #expect(error?.code == .unsupported)
      #expect(error?.reason.contains(refusal) == true, "\(error?.reason ?? "-")")
      return
    }
    let result = try await transcoder.run(to: FilePath(output.path))
    #expect(result.findings.isEmpty)
    #expect(result.draft.losses.isEmpty, "\(result.draft.losses.map(\.message))")
    #expect(!result.tracks.isEmpty)
    let (old, new) = (try FilmProperties(source), try FilmProperties(output))
    let differences = new.differences(from: old, except: Set(film.exceptions.keys))
    #expect(differences == [])
    let check = try Program.run(
      try #require(Program.find("ffmpeg")), ["-v", "error", "-i", output.path, "-f", "null", "-"])
    #expect(check.errors.isEmpty)
  }

  private func made(_ film: FidelityFilm) throws -> URL {
    guard !film.arguments.isEmpty else { return Repository.sample(film.name) }
    let names = ["CHAPTERS": "chapters.txt", "SUBTITLES": "titles.srt", "COVER": "cover.png"]
    try Data(FidelityFilm.chapterText.utf8).write(to: files.file("chapters.txt"))
    try Data(FidelityFilm.subtitleText.utf8).write(to: files.file("titles.srt"))
    if film.arguments.contains("COVER") {
      _ = try files.create(
        "cover.png", ["-f", "lavfi", "-i", "color=red:size=16x16", "-frames:v", "1"])
    }
    let arguments = film.arguments.map { argument in
      names[argument].map { files.file($0).path } ?? argument
    }
    let parts = TranscodeFidelityTests.inputsFirst(arguments)
    var source = try files.create("in.\(film.source)", parts + ["-shortest"])
    if !film.edits.isEmpty { source = try files.withEdits(source, track: 0, film.edits) }
    if let change = film.patch {
      var patch = MoviePatch([UInt8](try Data(contentsOf: source)))
      change(&patch)
      try Data(patch.bytes).write(to: source)
    }
    return source
  }

  /// Arguments of ffmpeg with those of inputs before those of the output.
  private static func inputsFirst(_ arguments: [String]) -> [String] {
    var (inputs, others, pending) = ([String](), [String](), [String]())
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "-f", "-itsoffset":
        pending += [option, rest.popFirst() ?? ""]
      case "-i":
        inputs += pending + [option, rest.popFirst() ?? ""]
        pending = []
      default: others.append(option)
      }
    }
    return inputs + others
  }
}
