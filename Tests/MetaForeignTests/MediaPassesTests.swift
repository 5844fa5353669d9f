import Foundation
import TestSupport
import Testing

/// Repeated decoding and encoding in one process does not increase its memory and descriptors.
@Suite("Many passes in one process")
struct MediaPassesTests {
  private let files: MadeFiles
  private let film: URL

  init() throws {
    files = try MadeFiles()
    film = try files.film("film.mp4", seconds: 0.5, rate: 10)
  }

  /// A helper that answers requests one after another.
  private final class Helper {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    init() throws {
      process.executableURL = Program.foreign
      process.arguments = ["serve"]
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }

    /// Runs a command; its exit code.
    func run(_ number: Int, _ words: [String]) throws -> Int? {
      let request: [String: Any] = [
        "id": number, "verb": words[0], "arguments": Array(words.dropFirst()),
      ]
      let line = try JSONSerialization.data(
        withJSONObject: request, options: .withoutEscapingSlashes)
      try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
      while true {
        guard let end = rest.firstIndex(of: 10) else {
          let more = output.fileHandleForReading.availableData
          guard !more.isEmpty else { return nil }
          rest += more
          continue
        }
        let answer = try JSONSerialization.jsonObject(with: rest[..<end]) as? [String: Any]
        rest = Data(rest[(end + 1)...])
        if let done = answer?["done"] as? [String: Any] { return done["status"] as? Int }
      }
    }

    private var folder: String { "/proc/\(process.processIdentifier)" }

    /// Its memory in KiB.
    func memory() throws -> Int {
      let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return try #require(line?.split(separator: " ").dropFirst().compactMap { Int($0) }.first)
    }

    /// How many descriptors it has open.
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count
    }
  }

  @Test func passesOfReading() throws {
    let picture = files.file("picture.png").path
    try expectSteadyMemory(
      passes: 50,
      [
        ["read", film.path, "--md5"],
        ["read", film.path, "--as", "s16le", "--rate", "8000", "--md5"],
        ["read", film.path, "--as", "rgba", "--size", "64x48", "--md5"],
        ["read", film.path, "--as", "stored", "--md5"], ["waveform", film.path, "--json"],
        ["frame", film.path, "--count", "2", "-o", picture, "--force", "--json"],
      ])
  }

  /// Usually fewer, because opening an encoder takes longer than encoding half a second.
  @Test func passesOfWriting() throws {
    let picture = try files.create("one.png", ["-i", film.path, "-frames:v", "1"], plain: false)
    let (movie, show) = (files.file("new.mp4").path, files.file("show.mp4").path)
    try expectSteadyMemory(
      passes: Repository.runsEverything ? 50 : 10,
      [
        ["transcode", film.path, movie, "--force", "--video", "codec=h264,width=64"]
          + ["--audio", "codec=aac"],
        ["transcode", film.path, movie, "--force", "--video", "copy", "--audio", "codec=opus"],
        ["slideshow", picture.path, "-o", show, "--force", "--duration", "0.5"],
      ])
  }

  /// Runs commands again and again in one process; from the fifth pass on, its memory grows by at
  /// most 8 MiB.
  private func expectSteadyMemory(passes: Int, _ commands: [[String]]) throws {
    let helper = try Helper()
    var number = 0
    var early = (memory: 0, descriptors: 0)
    for pass in 1...passes {
      for command in commands {
        number += 1
        #expect(try helper.run(number, command) == 0, "\(command)")
      }
      if pass == 5 { early = (try helper.memory(), try helper.descriptors()) }
    }
    let memory = try helper.memory()
    #expect(memory <= early.memory + 8 << 10, "\(early.memory) KiB after 5, \(memory) after all")
    #expect(try helper.descriptors() == early.descriptors)
  }
}
