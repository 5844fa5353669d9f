import Foundation
import TestSupport
import Testing

/// The outputs of edits: pipes, and names that determine the type.
@Suite struct OutputTests {
  private let place: CommandFolder

  init() throws { place = try CommandFolder() }

  private func run(_ words: [String], input: Data? = nil) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: place.folder, input: input,
      environment: ["XDG_STATE_HOME": place.state.path, "TMPDIR": place.scratch.folder.path])
  }

  @Test(arguments: ["song-itunes.m4a", "plain.mp3", "plain.flac", "moov-last.mp4", "plain.wav"])
  func standardInputIsEditedLikeAFile(sample: String) throws {
    let bytes = Data(try Repository.bytes(of: sample))
    try place.copy(sample, as: sample)
    let named = "named.\(sample.split(separator: ".")[1])"
    #expect(try run(["set", sample, "-o", named, "title=Blue"]).status == 0)
    let expected = try Data(contentsOf: place.file(named))
    let piped = try run(["set", "-", "-o", "-", "title=Blue"], input: bytes)
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(piped.output == expected)
    let stored = try run(["set", "-", "-o", "stored", "title=Blue", "--json"], input: bytes)
    #expect(stored.status == 0, "\(stored.errors)")
    #expect(try Data(contentsOf: place.file("stored")) == expected)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.scratch.folder.path)
    #expect(names.filter { $0 != "state" } == ["work"])
  }

  @Test func everyVerbThatWritesReadsStandardInput() throws {
    let song = Data(try Repository.bytes(of: "song-itunes.m4a"))
    let book = Data(try Repository.bytes(of: "book-chapters.m4b"))
    try place.copy("song-itunes.m4a", as: "song.m4a")
    try Data("00:00:00.000 One\n".utf8).write(to: place.file("chapters.txt"))
    let cases: [([String], Data)] = [
      (["clear", "-", "--all", "-o", "-"], song), (["art", "remove", "-", "-o", "-"], song),
      (["copy", "song.m4a", "-", "-o", "-"], book),
      (["chapters", "import", "-", "--from", "chapters.txt", "-o", "-"], book),
      (["chapters", "clear", "-", "-o", "-"], book),
    ]
    for (words, input) in cases {
      let result = try run(words, input: input)
      #expect(result.status == 0, "\(words): \(result.errors)")
      #expect(result.output.count > 1000 && result.output != input, "\(words)")
      #expect(Array(result.output.dropFirst(4).prefix(4)) == Array("ftyp".utf8), "\(words)")
    }
  }

  @Test func editingStandardInputRequiresAnOutput() throws {
    let song = Data(try Repository.bytes(of: "song-itunes.m4a"))
    let result = try run(["set", "-", "title=Blue"], input: song)
    #expect(result.status == 64)
    #expect(result.errors.contains("use -o to specify the output"), "\(result.errors)")
    #expect(try run(["set", "-", "-o", "-", "title=Blue"], input: Data("none".utf8)).status == 65)
  }

  @Test func exportReadsStandardInputAndNeedsAName() throws {
    let movie = Data(try Repository.bytes(of: "camera-keys.mov"))
    try place.copy("camera-keys.mov", as: "camera.mov")
    for kind in ["mp4", "mkv"] {
      let words = ["--allow-loss", "--quiet"]
      #expect(try run(["export", "camera.mov", "named.\(kind)"] + words).status == 0)
      let piped = try run(["export", "-", "piped.\(kind)"] + words, input: movie)
      #expect(piped.status == 0, "\(piped.errors)")
      let (one, two) = (place.file("named.\(kind)"), place.file("piped.\(kind)"))
      #expect(try Data(contentsOf: one) == Data(contentsOf: two))
    }
    let refused = try run(["export", "camera.mov", "-"])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("specify an output file"), "\(refused.errors)")
  }

  @Test func namesOfOtherKindsAreRefusedByEveryVerb() throws {
    try place.copy("song-itunes.m4a", as: "song.m4a", "unnamed")
    try place.copy("camera-keys.mov", as: "film.mov")
    try place.copy("plain.mp3", as: "plain.mp3")
    let cases = [
      ["set", "song.m4a", "title=Blue", "-o", "out.flac"],
      ["set", "unnamed", "title=Blue", "-o", "out.FLAC"],
      ["clear", "song.m4a", "--all", "-o", "out.mp3"],
      ["art", "remove", "song.m4a", "-o", "out.mkv"],
      ["chapters", "clear", "song.m4a", "-o", "out.wav"],
      ["copy", "plain.mp3", "song.m4a", "-o", "out.mp3", "--allow-loss"],
      ["set", "film.mov", "title=Blue", "-o", "out.mp4"],
      ["set", "song.m4a", "title=Blue", "-o", "out.mov"],
      ["set", "plain.mp3", "title=Blue", "-o", "out.ogg"],
    ]
    for words in cases {
      let result = try run(words)
      #expect(result.status == 3, "\(words): \(result.errors)")
      #expect(result.errors.contains("metatool export INPUT out."), "\(words): \(result.errors)")
      #expect(!(try place.contents.keys.contains { $0.hasPrefix("out") }), "\(words)")
    }
    for name in ["out.mp4", "out.m4b", "out.bak", "out"] {
      #expect(try run(["set", "song.m4a", "title=Blue", "-o", name]).status == 0, "\(name)")
    }
  }

  @Test func anExportNeverReplacesItsOwnInput() throws {
    try place.copy("moov-first.mp4", as: "self.mp4")
    let old = try Data(contentsOf: place.file("self.mp4"))
    try FileManager.default.linkItem(at: place.file("self.mp4"), to: place.file("hard.mp4"))
    try FileManager.default.createSymbolicLink(
      at: place.file("soft.mp4"), withDestinationURL: place.file("self.mp4"))
    for name in ["self.mp4", "./self.mp4", "hard.mp4", "soft.mp4", "../work/self.mp4"] {
      for more in [["--start", "0.1"], ["--dry-run"], []] {
        let result = try run(["export", "self.mp4", name, "--force"] + more)
        #expect(result.status == 3, "\(name) \(more)")
        #expect(result.errors.contains("another output"), "\(result.errors)")
      }
    }
    #expect(try Data(contentsOf: place.file("self.mp4")) == old)
  }
}
