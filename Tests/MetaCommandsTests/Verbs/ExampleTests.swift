import Foundation
import TestSupport
import Testing

/// The programs of `examples/metacore` work as documented.
@Suite struct ExampleTests {
  private func run(_ name: String, _ arguments: String..., in scratch: Scratch) throws -> String {
    let program = Program.metatool.deletingLastPathComponent().appending(path: "example-\(name)")
    let result = try Program.run(
      program, arguments, in: scratch.folder,
      environment: ["XDG_STATE_HOME": scratch.file("state").path])
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.text
  }

  @Test func dumpShowsFieldsAndErrors() throws {
    let scratch = try Scratch()
    let song = try scratch.copy("song-itunes.m4a")
    let text = try run("dump", song, "missing.mp3", in: scratch)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "song-itunes.m4a: 1 tracks, 0 chapters")
    #expect(lines.contains("  title: Blue Train"))
    #expect(lines.contains("  artist: Ada Lind"))
    #expect(lines.contains("  track: 3 of 9"))
    #expect(lines.last?.hasPrefix("missing.mp3: ") == true)
  }

  @Test func editSetsTitleAndArtists() throws {
    let scratch = try Scratch()
    let song = try scratch.copy("song-itunes.m4a")
    let text = try run("edit", song, "Blue", "Ada", "Bo", in: scratch)
    #expect(text.hasPrefix("song-itunes.m4a: in-place, "))
    let artists = try Program.metatool("get", song, "artist", in: scratch.folder)
    #expect(artists.text == "Ada\nBo\n")
    #expect(try run("edit", song, "Blue", "Ada", "Bo", in: scratch).contains("nothing to change"))
  }

  @Test func artworkIsExtractedAndAdded() throws {
    let scratch = try Scratch()
    let (song, other) = (
      try scratch.copy("song-itunes.m4a"), try scratch.copy("id3v24-everything.mp3")
    )
    #expect(
      try run("artwork", song, ".", in: scratch)
        == "0.jpg: frontCover, 48x48\n1.png: frontCover, 48x48\n")
    _ = try run("artwork", other, ".", "0.jpg", in: scratch)
    let list = try Program.metatool("art", "list", other, in: scratch.folder)
    #expect(list.text.hasPrefix("0  frontCover  image/jpeg  48x48  863 bytes"))
    #expect(list.text.split(separator: "\n").count == 4)
  }

  @Test func exportOmitsPrivateMetadata() throws {
    let scratch = try Scratch()
    let camera = try scratch.copy("camera-keys.mov")
    let text = try run("export", camera, "part.mp4", "0.25", "0.75", in: scratch)
    #expect(text.hasPrefix("copied: 100 %\npart.mp4: "))
    #expect(
      try Program.metatool("get", "part.mp4", "title", in: scratch.folder).text == "Blue Train\n")
    #expect(try Program.metatool("get", "part.mp4", "location", in: scratch.folder).status == 1)
  }

  /// Creates a two-second film with audio, and with these additional options.
  private func makeFilm(_ options: [String] = [], in scratch: Scratch) throws {
    let preparation = try Program.run(
      try #require(Program.find("ffmpeg")),
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=2", "-f", "lavfi",
        "-i", "sine=duration=2",
      ] + options + ["film.mov"], in: scratch.folder)
    try #require(preparation.status == 0, "\(preparation.errors)")
  }

  /// What ffprobe reports for the first stream of a kind.
  private func probe(
    _ file: String, _ stream: String, _ entries: String, in scratch: Scratch
  ) throws -> String {
    try Program.run(
      try #require(Program.find("ffprobe")),
      ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", file],
      in: scratch.folder
    ).text
  }

  @Test func waveformAndFramesShowMedia() throws {
    let scratch = try Scratch()
    try makeFilm(in: scratch)
    #expect(
      try run("waveform", "film.mov", "film.svg", "50", in: scratch)
        .hasPrefix("1 channels, 50 bins, loudest 0.1"))
    let drawing = try String(contentsOf: scratch.file("film.svg"), encoding: .utf8)
    #expect(drawing.hasPrefix("<svg "))
    #expect(
      try run("frames", "film.mov", ".", "2", in: scratch)
        == "0.0.png: 64x48 at 0.0 s\n1.0.png: 64x48 at 1.0 s\n")
    #expect(FileManager.default.fileExists(atPath: scratch.file("1.0.png").path))
  }

  @Test func slideshowAppendsFrames() throws {
    let scratch = try Scratch()
    for (name, color) in [("a.png", "red"), ("b.png", "blue")] {
      let preparation = try Program.run(
        try #require(Program.find("ffmpeg")),
        ["-v", "error", "-f", "lavfi", "-i", "color=\(color):size=64x48", "-frames:v", "1", name],
        in: scratch.folder)
      try #require(preparation.status == 0, "\(preparation.errors)")
    }
    #expect(
      try run("slideshow", "show.mp4", "2", "a.png", "b.png", in: scratch)
        == "show.mp4: 120 frames of 2 images\n")
    #expect(
      try probe("show.mp4", "v", "stream=width,height,nb_frames,duration", in: scratch)
        == "640,640,2.000000,120\n")
  }

  @Test func liveFilterFiltersAndWrites() throws {
    let scratch = try Scratch()
    let preparation = try Program.run(
      try #require(Program.find("ffmpeg")),
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "film.y4m"],
      in: scratch.folder)
    try #require(preparation.status == 0, "\(preparation.errors)")
    #expect(
      try run("livefilter", "film.y4m", "new.mp4", in: scratch) == "new.mp4: 25 frames\n")
    #expect(
      try probe("new.mp4", "v", "stream=width,height,nb_frames,duration", in: scratch)
        == "64,48,1.000000,25\n")
  }

  @Test func binsMatchTheLibrary() throws {
    let scratch = try Scratch()
    try makeFilm(in: scratch)
    let text = try run("bins", "film.mov", "bins.svg", "40", in: scratch)
    #expect(text == "88200 samples in 40 bins\n")
    let drawn = try Program.metatool(
      "waveform", "film.mov", "-o", "waveform.svg", "--stat", "peak", "--bins", "40", "--size",
      "40x200", in: scratch.folder)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let pictures = try ["bins.svg", "waveform.svg"].map { name in
      try String(contentsOf: scratch.file(name), encoding: .utf8)
    }
    #expect(pictures[0] == pictures[1])
  }

  @Test func everyFrameIsAKeyFrame() throws {
    let scratch = try Scratch()
    try makeFilm(in: scratch)
    #expect(
      try run("keyframes", "film.mov", "intra.mp4", in: scratch)
        == "intra.mp4: every frame is a key frame\n")
    #expect(
      try probe("intra.mp4", "v", "stream=profile,width,height,level,nb_frames", in: scratch)
        == "Main,1280,720,31,20\n")
    let flags = try probe("intra.mp4", "v", "packet=flags", in: scratch)
    #expect(flags.split(separator: "\n").filter { $0.hasPrefix("K") }.count == 20)
  }

  @Test func bothTracksAreEncodedTogether() throws {
    let scratch = try Scratch()
    try makeFilm(["-vf", "setsar=4/3", "-metadata:s:a", "language=ger"], in: scratch)
    let lines = try run("tandem", "film.mov", "new.mov", in: scratch).split(separator: "\n")
    #expect(
      lines.sorted()
        == ["audio: 88200 samples encoded", "new.mov: written", "video: 20 samples encoded"])
    #expect(
      try probe("new.mov", "v", "stream=codec_name,sample_aspect_ratio,nb_frames", in: scratch)
        == "h264,4:3,20\n")
    #expect(try probe("new.mov", "a", "stream_tags=language", in: scratch) == "deu\n")
  }

  @Test func encodingOfBothTracksCanBeCancelled() throws {
    let scratch = try Scratch()
    // A busy machine may encode a short film before the limit of 0 seconds takes effect.
    let long = "scale=1280:720,tpad=stop_mode=clone:stop_duration=30"
    try makeFilm(["-vf", long, "-c:v", "mpeg4"], in: scratch)
    let cancelled = try run("tandem", "film.mov", "none.mov", "0", in: scratch)
    #expect(cancelled.hasSuffix("none.mov: cancelled, no file is left\n"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("none.mov").path))
  }

  @Test func packageFindsTheLibrary() throws {
    let scratch = try Scratch()
    let result = try Program.run(
      try #require(Program.find("env")),
      ["swift", "package", "--package-path", "examples/metacore", "--scratch-path"]
        + [scratch.folder.path, "show-dependencies", "--format", "flatlist"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("swift-system"))
  }
}
