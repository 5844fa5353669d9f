import Foundation
import MetaCommands
import MetaCore
import TestSupport
import Testing

/// Mangled changes, chapters and requests: read or refused, never a crash.
///
/// The fuzz targets apply, chapters and serve go further.
@Suite struct HostileCommandInputTests {
  /// The seeds of a fuzz target.
  private static func seeds(_ target: String) throws -> [[UInt8]] {
    let scratch = try Scratch()
    let result = try Program.run(
      Repository.root.appending(path: "Scripts/fuzz-commands"), [target, scratch.folder.path])
    #expect(result.status == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    return try names.filter { $0.hasPrefix(target) }.map {
      [UInt8](try Data(contentsOf: scratch.file($0)))
    }
  }

  private static let numbers = [
    "-1", "0", "255", "256", "65536", "4294967296", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "18446744073709551616", "1e19", "1e308", "1e999", "0.0000001", "null",
    "true", "[]", "{}", "\"\"", "\"\\u0000\"", "99999999999999999999:59:59.999999999",
  ]

  /// The seed with numbers and words replaced, and bytes changed.
  private static func mangled(_ seed: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 3))
      default:
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard let start = bytes[place...].firstIndex(where: isDigit) else { continue }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        let number = numbers.randomElement(using: &generator) ?? ""
        bytes.replaceSubrange(start..<end, with: number.utf8)
      }
    }
    return bytes
  }

  private static func each(
    _ target: String, seed: UInt64, _ count: Int, _ body: ([UInt8]) -> Void
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let seeds = try seeds(target)
    for seed in seeds { body(seed) }
    for _ in 0..<(Repository.runsEverything ? count * 20 : count) {
      guard let seed = seeds.randomElement(using: &generator) else { return }
      body(mangled(seed, &generator))
    }
  }

  @Test(arguments: ["plain.m4a", "plain.mp3", "plain.flac", "broadcast.wav", "song.wma"])
  func changes(sample: String) throws {
    let source = DataSource(try Repository.bytes(of: sample))
    try Self.each("apply", seed: 7, 150) { HostileInput.apply(Array($0.dropFirst()), to: source) }
  }

  @Test func chapters() throws {
    let samples = try ["plain.m4a", "plain.mp3", "plain.flac", "song.wma"].map {
      DataSource(try Repository.bytes(of: $0))
    }
    try Self.each("chapters", seed: 8, 300) { input in
      for chapters in HostileInput.chapters(input) {
        for sample in samples { _ = try? EditInput(sample).preview([.setChapters(chapters)]) }
      }
    }
  }

  @Test func requests() throws {
    try Self.each("serve", seed: 9, 1000) { HostileInput.request($0) }
  }
}
