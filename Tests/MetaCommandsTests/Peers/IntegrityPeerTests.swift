import Foundation
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

/// Damage that peers report is found by `verify`, or reported as unverifiable.
///
/// Samples and real files get 64 zeros, or one other byte, somewhere in their media: a seeded
/// sample of them, or 200 with `METATOOL_TEST_ALL=1`. ffmpeg, `flac -t`, `ogginfo` and `mp3val`
/// judge the same files. A table by kind is printed.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct IntegrityPeerTests {
  /// The kinds whose checksums cover all of their media.
  private static let covered: Set = [
    "flac", "ogg", "oga", "opus", "spx", "ogv", "tta", "ac3", "eac3",
  ]
  private static let kinds: Set = [
    "flac", "ogg", "oga", "opus", "spx", "ogv", "mp3", "mp4", "m4a", "m4b", "m4v", "mov", "3gp",
    "aac", "wv",
    "tta", "ape", "mpc", "tak", "wma", "wmv", "wav", "aiff", "aif", "dsf", "dff", "mkv", "mka",
    "webm", "ac3",
    "eac3",
  ]
  private static let largest = 4 << 20

  /// The outcome for one damaged file.
  private struct Outcome {
    var kind: String
    /// The peers that reported it.
    var peers: [String] = []
    var isFound = false
    /// The gaps that `verify` reports.
    var gaps: [String] = []
  }

  private struct Verdict {
    var isSound: Bool
    var gaps: [String]
  }

  @Test func faultsReportedByPeersAreFoundOrListed() async throws {
    let wanted = Repository.runsEverything ? 200 : 10
    let files = files()
    var outcomes: [Outcome] = []
    await withTaskGroup(of: [Outcome].self) { group in
      for worker in 0..<2 {
        group.addTask {
          var outcomes: [Outcome] = []
          var number = worker
          // Each file is damaged once before any is damaged again.
          while outcomes.count < wanted / 2, number < wanted * 20 {
            let file = files[number % files.count]
            if let outcome = try? outcome(of: file, seed: UInt64(number)) {
              outcomes.append(outcome)
            }
            number += 2
          }
          return outcomes
        }
      }
      for await found in group { outcomes += found }
    }
    #expect(outcomes.count == wanted)
    print(table(outcomes))
    for outcome in outcomes where !outcome.peers.isEmpty && !outcome.isFound {
      #expect(!outcome.gaps.isEmpty, "\(outcome)")
      #expect(!IntegrityPeerTests.covered.contains(outcome.kind), "\(outcome)")
    }
  }

  // MARK: Files

  /// The samples and the corpus, in a seeded order in which kinds take turns.
  private func files() -> [URL] {
    var byKind: [String: [URL]] = [:]
    let corpus = Repository.corpus?.appending(path: "files")
    let roots = [Repository.root.appending(path: "Samples"), corpus].compactMap(\.self)
    for root in roots {
      let found = FileManager.default.enumerator(
        at: root, includingPropertiesForKeys: [.fileSizeKey])
      while let file = found?.nextObject() as? URL {
        let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        guard IntegrityPeerTests.kinds.contains(file.pathExtension), size > 2000,
          size < IntegrityPeerTests.largest
        else { continue }
        byKind[file.pathExtension, default: []].append(file)
      }
    }
    var random = SeededGenerator(seed: 19)
    var lists = byKind.sorted { $0.key < $1.key }.map { kind, files in
      files.sorted { $0.path < $1.path }.shuffled(using: &random)
    }
    var files: [URL] = []
    while !lists.isEmpty {
      for index in lists.indices.reversed() {
        if let file = lists[index].popLast() { files.append(file) } else { lists.remove(at: index) }
      }
    }
    return files
  }

  /// Damages a file; nil when a peer or `verify` already reports faults, or it has no media.
  private func outcome(of file: URL, seed: UInt64) throws -> Outcome? {
    let scratch = try Scratch()
    let copy = scratch.file("a." + file.pathExtension)
    var bytes = [UInt8](try Data(contentsOf: file))
    try Data(bytes).write(to: copy)
    guard try reporters(copy).isEmpty, let before = try verdict(copy), before.isSound else {
      return nil
    }
    var random = SeededGenerator(seed: seed)
    guard let place = place(in: bytes, using: &random) else { return nil }
    if Bool.random(using: &random) {
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    } else {
      for index in place..<min(place + 64, bytes.count) { bytes[index] = 0 }
    }
    try Data(bytes).write(to: copy)
    let after = try verdict(copy)
    return Outcome(
      kind: file.pathExtension, peers: try reporters(copy), isFound: after?.isSound != true,
      gaps: after?.gaps ?? [])
  }

  /// A byte of the media; in unsupported containers, one after the headers.
  private func place(in bytes: [UInt8], using random: inout SeededGenerator) -> Int? {
    var ranges: [Range<Int64>] = []
    try? Inspector.visitMedia(of: DataSource(bytes)) { ranges.append($0.range) }
    ranges = ranges.map { $0.clamped(to: 0..<Int64(bytes.count)) }.filter { !$0.isEmpty }
    if ranges.isEmpty { ranges = [Int64(bytes.count / 4)..<Int64(bytes.count * 19 / 20)] }
    let total = ranges.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    var number = Int.random(in: 0..<total, using: &random)
    for range in ranges {
      if number < range.count { return Int(range.lowerBound) + number }
      number -= range.count
    }
    return nil
  }

  // MARK: Verdicts

  private func verdict(_ file: URL) throws -> Verdict? {
    let result = try Program.run(Program.metatool, ["verify", file.path, "--format", "json"])
    guard result.status == 0 || result.status == 65 else { return nil }
    let json = try? JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let gaps = json?["unchecked"] as? [[String: Any]] ?? []
    return Verdict(
      isSound: result.status == 0, gaps: gaps.compactMap { $0["name"] as? String })
  }

  /// The peers that report faults in a file.
  private func reporters(_ file: URL) throws -> [String] {
    var names: [String] = []
    let words = [
      "-v", "error", "-err_detect", "crccheck+bitstream+buffer+explode", "-i", file.path,
    ]
    if let ffmpeg = Program.find("ffmpeg") {
      let result = try Program.run(
        ffmpeg, words + ["-map", "0:a?", "-map", "0:v?", "-f", "null", "-"])
      if !result.errors.isEmpty || result.status != 0 { names.append("ffmpeg") }
    }
    if let peer = checker(of: file.pathExtension), let program = Program.find(peer.name) {
      let result = try Program.run(program, peer.words + [file.path])
      let complaint = result.text.contains("WARNING") || result.text.contains("ERROR")
      // mp3val always exits with 0.
      if peer.name == "mp3val" ? complaint : result.status != 0 { names.append(peer.name) }
    }
    return names
  }

  private func checker(of kind: String) -> (name: String, words: [String])? {
    switch kind {
    case "flac": ("flac", ["-t", "-s"])
    case "ogg", "oga", "opus", "spx", "ogv": ("ogginfo", ["-q"])
    case "mp3": ("mp3val", [])
    default: nil
    }
  }

  private func table(_ outcomes: [Outcome]) -> String {
    var lines = ["kind   damaged  by peers  of these found  named as unknown  found besides"]
    for (kind, all) in Dictionary(grouping: outcomes, by: \.kind).sorted(by: { $0.key < $1.key }) {
      let reported = all.filter { !$0.peers.isEmpty }
      let found = reported.count(where: \.isFound)
      let numbers = [
        all.count, reported.count, found, reported.count - found,
        all.count { $0.peers.isEmpty && $0.isFound },
      ]
      lines.append(
        ([kind] + numbers.map { "\($0)" }).map {
          $0.padding(toLength: 9, withPad: " ", startingAt: 0)
        }
        .joined())
    }
    return lines.joined(separator: "\n")
  }
}
