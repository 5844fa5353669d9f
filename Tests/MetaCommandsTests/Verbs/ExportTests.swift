import Foundation
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

@Suite struct ExportTests {
  private func export(_ words: String..., in scratch: Scratch) throws -> Program.Result {
    try Program.run(Program.metatool, ["export"] + words, in: scratch.folder)
  }

  @Test func commandReportsItsResult() throws {
    let scratch = try Scratch()
    _ = try scratch.copy("camera-keys.mov")
    let result = try export("camera-keys.mov", "new.mp4", "title=Holiday", "--json", in: scratch)
    #expect(result.status == 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let size = try Data(contentsOf: scratch.file("new.mp4")).count
    #expect(report["bytesWritten"] as? Int == size)
    #expect(report["fileType"] as? String == "public.mpeg-4")
    #expect(report["losses"] as? [String] == [])
    let title = try Program.run(
      Program.metatool, ["get", "new.mp4", "title"], in: scratch.folder)
    #expect(title.text == "Holiday\n")
  }

  @Test func wrongUsageWritesNothing() throws {
    let scratch = try Scratch()
    _ = try scratch.copy("moov-first.mp4")
    let cases: [([String], Int32)] = [
      (["moov-first.mp4"], 64), (["moov-first.mp4", "a.mp4", "--start", "x"], 64),
      (["moov-first.mp4", "a.mp4", "--start", "2", "--end", "1"], 64),
      (["moov-first.mp4", "a.mp4", "--tracks", "one"], 64), (["none.mp4", "a.mp4"], 66),
      (["moov-first.mp4", "a.m4a"], 3), (["moov-first.mp4", "a.xyz"], 3),
      (["moov-first.mp4", "a.mp4", "--dry-run"], 0),
    ]
    for (words, status) in cases {
      let result = try Program.run(
        Program.metatool, ["export"] + words, in: scratch.folder)
      #expect(result.status == status, "\(words)")
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      #expect(names == ["moov-first.mp4"], "\(words)")
    }
  }

  /// Natively, over an existing output, and by the helper, which is killed or fails as well.
  @Test(
    .enabled(if: FaultInjection.isPossible, "strace is not installed"),
    arguments: [["b.mov"], ["b.mov", "--force"], ["b.mka", "--allow-loss"]])
  func outputIsCompleteOrMissing(words: [String]) throws {
    let source = Data(try Repository.bytes(of: "book-chapters.m4b"))
    let replaces = words.contains("--force")
    func scene() throws -> (Scratch, URL, FaultInjection, [String]) {
      let scratch = try Scratch()
      let folder = scratch.file("work")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try source.write(to: folder.appending(path: "a.m4b"))
      if replaces { try Data([1]).write(to: folder.appending(path: words[0])) }
      let state = scratch.file("state")
      let faults = FaultInjection(Program.metatool, in: scratch, state: state)
      let files = ["a.m4b", words[0]].map { folder.appending(path: $0).path }
      return (scratch, folder, faults, ["export"] + files + words.dropFirst())
    }
    let (kept, folder, faults, command) = try scene()
    let (result, all) = try faults.calls(command)
    #expect(result.status == 0)
    let whole = try Data(contentsOf: folder.appending(path: words[0]))
    withExtendedLifetime(kept) {}
    let places = Repository.cases(of: all, usually: 4, seed: 21)
    var tally = FaultInjection.Tally()
    for place in places {
      for fault in FaultInjection.Fault.allCases {
        let (kept, folder, faults, command) = try scene()
        guard try faults.run(command, fault, at: place) != nil else { continue }
        tally.cases += 1
        #expect(try Data(contentsOf: folder.appending(path: "a.m4b")) == source)
        _ = try Program.run(
          Program.metatool, ["dump", "-r", folder.path], in: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let output = try? Data(contentsOf: folder.appending(path: words[0]))
        let old: Data? = replaces ? Data([1]) : nil
        let survives =
          (output == whole || output == old)
          && names == (output == nil ? ["a.m4b"] : ["a.m4b", words[0]])
        #expect(survives, "\(fault) at \(place): \(names)")
        tally.survivors += survives ? 1 : 0
        if output == old { tally.old += 1 }
        withExtendedLifetime(kept) {}
      }
    }
    #expect(tally.cases > 5 && tally.survivors == tally.cases)
    print("metatool export \(words), killed or with an error at a call: \(tally)")
  }
}

/// Compares what ffmpeg finds in exports with their sources.
@Suite(.enabled(if: Program.find("ffprobe") != nil, "ffprobe is not installed"))
struct ExportPeerTests {
  /// Exports a file and compares; returns the difference, or nil.
  static func difference(
    _ url: URL, to type: String, _ words: [String] = [], in scratch: Scratch
  ) throws -> String? {
    let output = scratch.file("new.\(type)")
    try? FileManager.default.removeItem(at: output)
    let result = try Program.run(
      Program.metatool, ["export", url.path, output.path] + words, in: scratch.folder)
    guard result.status == 0 else { return "refused: \(result.errors)" }
    // In fragments, ffmpeg applies edit lists less exactly than with tables.
    let followsEdits = !words.contains("--fragment-interval")
    guard let old = try PeerPackets(url, followsEdits: followsEdits) else { return nil }
    guard let new = try PeerPackets(output, followsEdits: followsEdits) else {
      return "ffprobe cannot open it"
    }
    if let difference = try old.difference(from: new) { return difference }
    let complaints = new.complaints.filter { !old.complaints.contains($0) }
    return complaints.isEmpty ? nil : "ffprobe complains: \(complaints[0])"
  }

  private static let movies = Repository.cases(
    of: Repository.samples.filter { name in
      let type = URL(filePath: name).pathExtension
      return ["mp4", "mov", "m4a", "m4b", "m4v"].contains(type)
        && !["init-segment.mp4", "file-meta.mp4"].contains(name)
    }, usually: 8, seed: 22)

  @Test(arguments: movies)
  func samplePacketsAreUnchanged(sample: String) throws {
    let scratch = try Scratch()
    for type in ["mp4", "mov"] {
      #expect(
        try ExportPeerTests.difference(Repository.sample(sample), to: type, in: scratch) == nil)
    }
  }

  @Test(arguments: movies)
  func fragmentsContainTheSamePackets(sample: String) throws {
    let scratch = try Scratch()
    let url = Repository.sample(sample)
    for type in ["mp4", "mov"] {
      let words = ["--fragment-interval", "0.5", "--allow-loss"]
      #expect(try ExportPeerTests.difference(url, to: type, words, in: scratch) == nil, "\(type)")
    }
    let document = try Inspector.inspect(
      DataSource([UInt8](try Data(contentsOf: scratch.file("new.mov")))))
    #expect(document.container.details.contains { $0 == .init("fragmented", .boolean(true)) })
    // And back: the fragments are joined again.
    let whole = scratch.file("whole.mp4")
    let result = try Program.run(
      Program.metatool, ["export", scratch.file("new.mov").path, whole.path])
    #expect(result.status == 0, "\(result.errors)")
    let (old, new) = (try #require(try PeerPackets(url)), try #require(try PeerPackets(whole)))
    #expect(try old.difference(from: new) == nil)
  }

  /// A movie made by ffmpeg: video with dependent frames, and audio.
  private func movie(_ words: [String], in scratch: Scratch) throws -> URL? {
    guard let ffmpeg = Program.find("ffmpeg") else { return nil }
    let url = scratch.file("source.mov")
    let audioSource = "aevalsrc=0.4*sin(2*PI*(200+80*t)*t):s=48000:d=6"
    let result = try Program.run(
      ffmpeg,
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30000/1001:d=6"]
        + ["-f", "lavfi", "-i", audioSource] + words + [url.path])
    return result.status == 0 ? url : nil
  }

  /// The hashes of the frames with their presentation times.
  private func pictures(_ url: URL) throws -> [(time: Double, hash: Substring)] {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg,
      ["-v", "error", "-copyts", "-i", url.path, "-map", "0:v", "-fps_mode", "passthrough"]
        + ["-enc_time_base", "1:90000", "-f", "framemd5", "-"])
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let columns = line.split(separator: ",").map { $0.drop { $0 == " " } }
      return columns.count == 6 ? ((Double(columns[2]) ?? 0) / 90000, columns[5]) : nil
    }
  }

  @Test(
    arguments: [
      ["-c:v", "libx264", "-bf", "3", "-g", "45", "-c:a", "aac"],
      ["-c:v", "libx264", "-x264opts", "open-gop=1", "-bf", "2", "-g", "30", "-c:a", "alac"],
      ["-c:v", "mpeg4", "-bf", "2", "-c:a", "pcm_s16le", "-timecode", "01:00:00:00"],
      ["-c:v", "libx264", "-bf", "2", "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"],
    ])
  func cutsAreFrameAccurate(words: [String]) throws {
    let scratch = try Scratch()
    guard let source = try movie(words, in: scratch) else {
      return print("ffmpeg cannot encode \(words[1]) here")
    }
    let all = try pictures(source)
    var generator = SeededGenerator(seed: 12)
    for number in 0..<(Repository.runsEverything ? 20 : 5) {
      let start = Double(Int.random(in: 0...5000, using: &generator)) / 1000
      let end = start + Double(Int.random(in: 60...900, using: &generator)) / 1000
      let output = scratch.file("cut\(number).\(number % 2 == 0 ? "mov" : "mp4")")
      let result = try Program.run(
        Program.metatool,
        ["export", source.path, output.path, "--start", "\(start)", "--end", "\(end)"])
      #expect(result.status == 0, "\(result.errors)")
      // ffmpeg does not show a picture that begins before the cut.
      let wanted = all.filter { $0.time >= start - 1e-4 && $0.time < end - 1e-4 }.map(\.hash)
      #expect(try pictures(output).map(\.hash) == wanted, "\(start) to \(end)")
    }
  }
}
