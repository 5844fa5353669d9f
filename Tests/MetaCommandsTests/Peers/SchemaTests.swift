import Foundation
import TestSupport
import Testing

/// All JSON conforms to `docs/schema`, validated by Debian's python3-jsonschema.
@Suite struct SchemaTests {
  private let validate = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    validator = jsonschema.Draft202012Validator(schema)
    for error in validator.iter_errors(json.load(sys.stdin)):
        print(list(error.absolute_path)[:6], error.message[:200])
    """

  @Test(arguments: [[], ["--complete"], ["--binary", "digest"], ["--timed"]])
  func sampleDumpsMatchTheSchema(options: [String]) throws {
    let dump = try Program.run(Program.metatool, ["dump", "-r", "Samples", "README.md"] + options)
    #expect(try problems(in: dump.output) == "")
  }

  @Test(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
  func corpusDumpsMatchTheSchema() throws {
    let corpus = try #require(Repository.corpus)
    let dump = try Program.metatool("dump", "-r", corpus.appending(path: "files").path)
    #expect(try problems(in: dump.output) == "")
  }

  @Test(arguments: [
    ["set", "title=Another"], ["set", "albumArtist=Another"],
    ["set", "title=Another", "--dry-run"],
    ["clear", "--private"], ["clear", "--all", "--allow-loss"],
    ["copy", "--allow-loss", "song-itunes.m4a"],
  ])
  func editResultsMatchTheSchema(words: [String]) throws {
    let scratch = try Scratch()
    let samples = Repository.root.appending(path: "Samples")
    let names = try FileManager.default.contentsOfDirectory(atPath: samples.path).sorted()
    for name in names where name.contains(".") {
      try FileManager.default.copyItem(
        at: samples.appending(path: name), to: scratch.file(name))
    }
    let result = try Program.run(
      Program.metatool, words + names.filter { $0.contains(".") } + ["--json", "--no-undo"],
      in: scratch.folder, environment: ["XDG_STATE_HOME": scratch.file("state").path])
    #expect(try problems(in: result.output, "edit") == "")
    let files = try JSONSerialization.jsonObject(with: result.output) as? [Any]
    #expect((files?.count ?? 0) > 60)
  }

  @Test(arguments: [[], ["--dry-run"], ["--allow-loss"]])
  func exportResultsMatchTheSchema(words: [String]) throws {
    let scratch = try Scratch()
    let sample = Repository.sample("camera-keys.mov").path
    let result = try Program.run(
      Program.metatool, ["export", sample, "new.mp4", "--json"] + words,
      in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "export") == "")
  }

  @Test(arguments: [[], ["--dry-run"], ["--audio", "codec=alac"]])
  func transcodeResultsMatchTheSchema(words: [String]) throws {
    let scratch = try Scratch()
    let sample = Repository.sample("book-chapters.m4b").path
    let result = try Program.run(
      Program.metatool, ["transcode", sample, "new.mp4", "--json"] + words, in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "transcode") == "")
  }

  @Test(arguments: [[], ["--dry-run"], ["--album"], ["--remove"]])
  func gainResultsMatchTheSchema(words: [String]) throws {
    let place = try CommandFolder()
    for name in ["plain.flac", "plain.wav", "plain.m4a"] { try place.copy(name, as: name) }
    let files = ["plain.flac", "plain.wav", "plain.m4a"]
    let result = try place.run(["gain"] + files + ["--json"] + words)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "edit") == "")
    let results = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect(results?.compactMap { $0["gain"] }.count == (words == ["--remove"] ? 0 : 3))
  }

  @Test(arguments: [[], ["--dry-run"], ["--transaction"]])
  func renameResultsMatchTheSchema(words: [String]) throws {
    let place = try CommandFolder()
    try place.copy("song-itunes.m4a", as: "a.m4a")
    try place.copy("plain.m4a", as: "b.m4a")
    let result = try place.run(["rename", "--to", "{title}", "a.m4a", "b.m4a", "--json"] + words)
    #expect(try problems(in: result.output, "rename") == "")
    let files = try JSONSerialization.jsonObject(with: result.output) as? [Any]
    #expect(files?.count == 2)
  }

  @Test(arguments: [["--bins", "10"], ["--split-channels"]])
  func waveformsMatchTheSchema(words: [String]) throws {
    let audioFile = Repository.sample("plain.wav").path
    let result = try Program.run(Program.metatool, ["waveform", audioFile, "--json"] + words)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "waveform") == "")
  }

  @Test(arguments: [["--count", "2"], ["--sheet", "2x1"]])
  func framesMatchTheSchema(words: [String]) throws {
    let folder = try Scratch()
    let film = folder.file("film.mp4").path
    let preparation = try Program.run(
      try #require(Program.find("ffmpeg")),
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", film])
    try #require(preparation.status == 0, "\(preparation.errors)")
    let output = folder.file("shot.png").path
    let result = try Program.run(
      Program.metatool, ["frame", film, "--json", "-o", output] + words)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "frame") == "")
  }

  @Test(arguments: [[], ["--sound", "tone.wav", "--size", "65x49", "--fps", "29.97"]])
  func slideshowsMatchTheSchema(words: [String]) throws {
    let folder = try Scratch()
    let preparation = try Program.run(
      try #require(Program.find("ffmpeg")),
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=2:duration=1", "-f", "lavfi",
        "-i", "sine=duration=2", "-map", "0", "%d.png", "-map", "1", "tone.wav",
      ], in: folder.folder)
    try #require(preparation.status == 0, "\(preparation.errors)")
    let result = try Program.run(
      Program.metatool, ["slideshow", "1.png", "2.png", "--json", "-o", "show.mp4"] + words,
      in: folder.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "slideshow") == "")
  }

  @Test(arguments: [["--list"], ["-o", "new.mov", "--video", "film.y4m", "--audio", "tone.wav"]])
  func capturesMatchTheSchema(words: [String]) throws {
    let folder = try Scratch()
    let preparation = try Program.run(
      try #require(Program.find("ffmpeg")),
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:duration=1", "-f", "lavfi", "-i",
        "sine=duration=1", "-map", "0", "film.y4m", "-map", "1", "tone.wav",
      ], in: folder.folder)
    try #require(preparation.status == 0, "\(preparation.errors)")
    let result = try Program.run(
      Program.metatool, ["capture", "--json"] + words, in: folder.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "capture") == "")
  }

  @Test(arguments: [
    "action-camera.mp4", "street-camera.mp4", "system-camera.mp4", "phone-places.mov",
  ])
  func timedMetadataMatchesTheSchema(name: String) throws {
    let result = try Program.metatool(
      "timed", "export", Repository.sample(name).path, "--format", "json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "timed") == "")
  }

  @Test(arguments: ["all-tags.mp3", "song-itunes.m4a"])
  func otherReadersMatchTheSchema(name: String) throws {
    let result = try Program.metatool(
      "readers", Repository.sample(name).path, "--format", "json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "readers") == "")
  }

  @Test(arguments: [[], ["--no-media"], ["--only", "mojibake"]])
  func checksMatchTheSchema(words: [String]) throws {
    let result = try Program.run(
      Program.metatool, ["check", "Samples", "--format", "json"] + words)
    #expect(result.errors == "")
    #expect(try problems(in: result.output, "check") == "")
  }

  @Test func presetsMatchTheSchema() throws {
    let result = try Program.run(Program.metatool, ["presets", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "presets") == "")
    let presets = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect(presets?.count == 16)
    #expect(presets?.filter { $0["available"] as? Bool == true }.count == 10)
  }

  @Test func settingsMatchTheSchema() throws {
    let result = try Program.metatool("config", "--format", "json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try problems(in: result.output, "config") == "")
  }

  private func problems(in dump: Data, _ name: String = "dump") throws -> String {
    let python = try #require(Program.find("python3"))
    let schema = Repository.root.appending(path: "docs/schema/\(name).schema.json")
    let result = try Program.run(python, ["-c", validate, schema.path], input: dump)
    return result.text + result.errors
  }
}
