import Foundation
import TestSupport
import Testing

/// Exports interrupted by Ctrl-C: the output is complete or missing, and the source is unchanged.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct ExportInterruptTests {
  private let scratch: Scratch
  private let film: URL

  init() throws {
    scratch = try Scratch()
    film = scratch.file("film.mov")
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let preparation = try Program.run(
      ffmpeg,
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=4", "-c:v",
        "rawvideo", "-pix_fmt", "yuyv422", film.path,
      ])
    try #require(preparation.status == 0, "\(preparation.errors)")
  }

  @Test(arguments: ["mov", "mkv"])
  func interruptedExportLeavesACompleteOutputOrNone(kind: String) throws {
    let old = try Data(contentsOf: film)
    let output = scratch.file("new.\(kind)")
    let start = ContinuousClock.now
    let process = try export(to: output)
    process.waitUntilExit()
    let length = ContinuousClock.now - start
    #expect(process.terminationStatus == 0)
    let whole = try Data(contentsOf: output)
    var stopped = 0
    for moment in 0..<10 {
      try FileManager.default.removeItem(at: output)
      let process = try export(to: output)
      Thread.sleep(forTimeInterval: length / .seconds(1) * Double(moment) / 10)
      process.interrupt()
      process.waitUntilExit()
      try waitForHelper()
      if FileManager.default.fileExists(atPath: output.path) {
        #expect(try Data(contentsOf: output) == whole)
      } else {
        stopped += 1
        try Data().write(to: output)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      #expect(Set(names) == ["film.mov", output.lastPathComponent])
    }
    #expect(stopped > 0)
    #expect(try Data(contentsOf: film) == old)
  }

  private func export(to output: URL) throws -> Process {
    let process = Process()
    // Tests in the background ignore Ctrl-C, and their child processes inherit that.
    process.executableURL = Program.find("env")
    process.arguments = [
      "--default-signal=INT", Program.metatool.path, "export", film.path, output.path, "--quiet",
    ]
    process.currentDirectoryURL = scratch.folder
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Waits until the helper has detected the end of its client and exited.
  private func waitForHelper() throws {
    let ps = try #require(Program.find("ps"))
    for _ in 0..<200 {
      let list = try Program.run(ps, ["-eo", "ppid=,args="]).text
      let isThere = list.split(separator: "\n").contains { line in
        line.contains("metatool-foreign serve") && line.drop { $0 == " " }.hasPrefix("1 ")
      }
      guard isThere else { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
