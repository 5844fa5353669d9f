import Foundation
import TestSupport
import Testing

/// Files made by ffmpeg for a test, with the output of metatool and ffprobe for them.
struct MadeFiles {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func file(_ name: String) -> URL { scratch.file(name) }

  func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  // MARK: Making

  static func filmArguments(seconds: Double, rate: Int = 25, gop: Int = 25) -> [String] {
    [
      "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=\(rate):duration=\(seconds)", "-f", "lavfi",
      "-i", "sine=frequency=440:duration=\(seconds)", "-c:v", "libx264", "-bf", "2",
      "-g", "\(gop)", "-sc_threshold", "0", "-flags", "+cgop", "-c:a", "aac",
    ]
  }

  func film(
    _ name: String, seconds: Double = 2, rate: Int = 25, gop: Int = 25, plain: Bool = true
  ) throws -> URL {
    try create(name, MadeFiles.filmArguments(seconds: seconds, rate: rate, gop: gop), plain: plain)
  }

  func create(_ name: String, _ arguments: [String], plain: Bool = true) throws -> URL {
    try ffmpeg(arguments + (plain ? ["-fflags", "+bitexact"] : []) + [file(name).path])
    return file(name)
  }

  func picture(_ name: String) throws -> URL {
    try create(name, ["-f", "lavfi", "-i", "testsrc2=size=640x360", "-frames:v", "1"])
  }

  /// A program of the shell.
  func script(_ text: String) throws -> URL {
    let program = file("program-\(text.count)")
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return program
  }

  func ffmpeg(_ arguments: [String]) throws {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(ffmpeg, ["-v", "error", "-y"] + arguments)
    try #require(result.status == 0, "\(result.errors)")
  }

  /// The same movie, whose `moov` is at its end, with another edit list for one track: durations in
  /// units of the movie, times in those of the media.
  func withEdits(
    _ movie: URL, track: Int, _ edits: [(duration: Int, time: Int)], rate: Int = 0x10000
  ) throws -> URL {
    func number(_ value: Int) -> [UInt8] {
      let bits = UInt32(truncatingIfNeeded: value)
      return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * UInt32($0))) }
    }
    var bytes = [UInt8](try Data(contentsOf: movie))
    func size(at place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    func places(of type: String) -> [Int] {
      let mark = [UInt8](type.utf8)
      return (4..<(bytes.count - 4)).filter { Array(bytes[$0..<($0 + 4)]) == mark }.map { $0 - 4 }
    }
    let (moov, trak) = (try #require(places(of: "moov").last), places(of: "trak")[track])
    let edts = places(of: "edts")[track]
    let entries = edits.flatMap { number($0.duration) + number($0.time) + number(rate) }
    let list = number(16 + entries.count) + [UInt8]("elst".utf8) + number(0) + number(edits.count)
    let new = number(8 + list.count + entries.count) + [UInt8]("edts".utf8) + list + entries
    let old = size(at: edts)
    for place in [moov, trak] {
      bytes.replaceSubrange(place..<(place + 4), with: number(size(at: place) + new.count - old))
    }
    bytes.replaceSubrange(edts..<(edts + old), with: new)
    let file = file("edits-\(bytes.count)-\(rate)-\(edits.count).mp4")
    try Data(bytes).write(to: file)
    return file
  }

  // MARK: metatool

  func metatool(_ arguments: [String], input: String? = nil) throws -> Program.Result {
    try Program.run(
      Program.metatool, arguments, in: scratch.folder, input: input.map { Data($0.utf8) },
      environment: ["XDG_STATE_HOME": file("state").path])
  }

  @discardableResult
  func run(_ arguments: [String]) throws -> Program.Result {
    let result = try metatool(arguments)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return result
  }

  /// Starts metatool as a shell does, because test threads may block signals, which child processes
  /// inherit.
  func started(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Process {
    let start = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      signal.signal(signal.SIGINT, signal.SIG_DFL)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let process = Process()
    process.executableURL = Program.find("python3")
    process.arguments = ["-c", start, Program.metatool.path] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(environment) { $1 }
    try process.run()
    return process
  }

  /// Whether no process has a text in its command line, after at most this time.
  func isGone(_ text: String, within limit: Duration) throws -> Bool {
    let pgrep = try #require(Program.find("pgrep"))
    let start = ContinuousClock.now
    repeat {
      if try Program.run(pgrep, ["-f", text]).status != 0 { return true }
      Thread.sleep(forTimeInterval: 0.1)
    } while ContinuousClock.now - start < limit
    return false
  }

  /// The losses that an export with `--allow-loss` lists.
  func losses(_ arguments: [String]) throws -> [String] {
    try report(arguments + ["--allow-loss"], "losses")
  }

  func notes(_ arguments: [String]) throws -> [String] { try report(arguments, "notes") }

  private func report(_ arguments: [String], _ key: String) throws -> [String] {
    let result = try run(arguments + ["--json"])
    let report = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return try #require(report?[key] as? [String])
  }

  // MARK: ffprobe

  private func probe(_ arguments: [String]) throws -> String {
    let ffprobe = try #require(Program.find("ffprobe"))
    return try Program.run(ffprobe, ["-v", "error"] + arguments).text
  }

  /// The duration of a file.
  func seconds(_ file: URL) throws -> Double {
    let text = try probe(["-show_entries", "format=duration", "-of", "csv=p=0", file.path])
    return try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// The end of the last audio packet of a file, minus its declared padding.
  func audioEnd(_ file: URL, rate: Double) throws -> Double {
    let text = try probe(["-select_streams", "a", "-show_packets", file.path])
    let last = try #require(text.components(separatedBy: "[PACKET]").last)
    func value(_ key: String) -> Double {
      let line = last.split(separator: "\n").first { $0.hasPrefix(key + "=") }
      return line.flatMap { Double($0.dropFirst(key.count + 1)) } ?? 0
    }
    // ffprobe does not report the packet duration of ALAC in Matroska: 4096 samples.
    let duration = last.contains("duration_time=N/A") ? 4096 / rate : value("duration_time")
    return value("pts_time") + duration - value("discard_padding") / rate
  }

  /// The times at which packets are shown.
  func times(_ file: URL, _ kind: String) throws -> [Double] {
    try probe([
      "-select_streams", kind, "-show_entries", "packet=pts_time", "-of", "csv=p=0", file.path,
    ]).split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
  }

  /// The decoded frames in presentation order, by content.
  func frames(_ file: URL, _ kind: String) throws -> [String] {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let text = try Program.run(
      ffmpeg, ["-v", "error", "-i", file.path, "-map", "0:\(kind)", "-f", "framemd5", "-"]
    ).text
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The number of audio samples that ffmpeg decodes.
  func samples(_ file: URL) throws -> Int {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    return try Program.run(
      ffmpeg, ["-v", "error", "-i", file.path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"]
    ).output.count / 2
  }
}
