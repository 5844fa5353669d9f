import Foundation
import MetaCore
import TestSupport
import Testing

/// Programs that edit one file concurrently: all succeed, and no change is lost.
@Suite(.serialized) struct ConcurrentEditTests {
  private let folder: CommandFolder

  init() throws { folder = try CommandFolder() }

  /// Runs commands concurrently; returns the status and messages of each.
  private func together(_ commands: [[String]]) throws -> [(status: Int32, errors: String)] {
    let running = try commands.enumerated().map { index, words in
      let process = Process()
      process.executableURL = Program.metatool
      process.arguments = words
      process.currentDirectoryURL = folder.folder
      process.environment = ProcessInfo.processInfo.environment
        .merging(["XDG_STATE_HOME": folder.state.path]) { $1 }
      let errors = folder.scratch.file("errors\(index)")
      try Data().write(to: errors)
      process.standardError = try FileHandle(forWritingTo: errors)
      process.standardOutput = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      return (process, errors)
    }
    return try running.map { process, errors in
      process.waitUntilExit()
      return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
    }
  }

  @Test(arguments: [
    ("plain.m4a", "itlk/org.example."), ("plain.mp3", "id3/TXXX:"), ("plain.flac", "vorb/"),
    ("song-itunes.m4a", "itlk/org.example."),
  ])
  func twentyConcurrentEditsOfOneFileSucceed(sample: String, key: String) throws {
    try folder.copy(sample, as: sample)
    let old = try Data(contentsOf: folder.file(sample))
    let numbers = 0..<20
    let results = try together(numbers.map { ["set", sample, "\(key)K\($0)=value \($0)"] })
    for result in results { #expect(result.status == 0, "\(result.errors)") }
    for number in numbers {
      #expect(try folder.value(sample, "\(key)K\(number)") == "value \(number)")
    }
    #expect(try folder.contents.keys.sorted() == [sample])
    for _ in numbers { #expect(try folder.run("undo", sample).status == 0) }
    #expect(try Data(contentsOf: folder.file(sample)) == old)
  }

  @Test func editingVerbsWaitForEachOther() throws {
    let sample = "song-itunes.m4a"
    for _ in 0..<(Repository.runsEverything ? 3 : 1) {
      try folder.copy(sample, as: sample)
      try folder.copy("podcast.m4a", as: "other.m4a")
      try Data(#"[{"start":0,"title":"One"}]"#.utf8).write(to: folder.file("chapters.json"))
      try Data(#"[{"path":"\#(sample)","metadata":{"album":"Applied"}}]"#.utf8)
        .write(to: folder.file("changes.json"))
      try Data(Artwork.tiny).write(to: folder.file("cover.png"))
      let verbs = [
        ["set", sample, "title=Set"], ["art", "add", sample, "--image", "cover.png"],
        ["chapters", "import", sample, "--from", "chapters.json"], ["apply", "changes.json"],
        ["copy", "other.m4a", sample, "--fields", "description", "--allow-loss"],
        ["clear", sample, "--fields", "composer"],
        ["set", sample, "itlk/org.example.T=x", "--transaction"],
        ["set", sample, "itlk/org.example.R=x", "--strategy", "rewrite"],
      ]
      let pictures = try folder.run("art", "list", sample).text.split(separator: "\n").count
      for (verb, result) in zip(verbs, try together(verbs)) {
        #expect(result.status == 0, "\(verb): \(result.errors)")
      }
      #expect(try folder.value(sample, "title") == "Set")
      #expect(try folder.value(sample, "album") == "Applied")
      #expect(try folder.value(sample, "composer") == "")
      #expect(try folder.value(sample, "itlk/org.example.T") == "x")
      #expect(try folder.value(sample, "itlk/org.example.R") == "x")
      #expect(
        try folder.run("art", "list", sample).text.split(separator: "\n").count == pictures + 1)
      #expect(try folder.run("chapters", "list", sample).text.contains("One"))
      #expect(try folder.run("verify", sample).status == 0)
    }
  }

  @Test func serveRequestsWaitForEachOther() throws {
    let sample = "plain.flac"
    try folder.copy(sample, as: sample)
    let requests = (0..<20).map {
      #"{"id":\#($0),"verb":"set","arguments":["\#(sample)","vorb/K\#($0)=v"]}"# + "\n"
    }
    let result = try folder.run(["serve", "-j", "8"], input: requests.joined())
    let done = result.text.split(separator: "\n").count { $0.contains(#""done":{"status":0}"#) }
    #expect(done == 20, "\(result.text)")
    for number in 0..<20 { #expect(try folder.value(sample, "vorb/K\(number)") == "v") }
  }
}

extension Artwork {
  /// A picture of one pixel.
  static let tiny: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
    0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 13, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xDA, 0x63, 0x64, 0xF8, 0xFF, 0xBF, 0x1E, 0, 5, 0x82, 2, 0x7F, 0xEB, 0x1D, 0x41, 0xC4, 0, 0, 0,
    0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
