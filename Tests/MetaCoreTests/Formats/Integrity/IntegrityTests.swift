import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// What the check of media finds without decoding.
@Suite struct IntegrityTests {
  private func report(_ bytes: [UInt8]) throws -> IntegrityReport {
    try Inspector.integrity(of: DataSource(bytes))
  }

  /// The media of these samples is synthetic and not valid in their formats.
  private static let madeUp: Set = ["song.ofr", "song.tak"]

  @Test("Samples are intact", arguments: Repository.samples)
  func samples(_ name: String) throws {
    guard !IntegrityTests.madeUp.contains(name) else { return }
    let report = try report(try Repository.bytes(of: name))
    let damage = report.findings.filter { $0.code != .oddity }
    #expect(damage.isEmpty, "\(name): \(damage)")
    #expect(!report.results.isEmpty || !report.gaps.isEmpty)
  }

  @Test(
    "Every changed byte of media is found in formats with checksums",
    arguments: ["plain.flac", "blocks.flac", "flac.oga", "plain.ogg", "song.opus", "plain.tta"])
  func everyByte(_ name: String) throws {
    let bytes = try Repository.bytes(of: name)
    var ranges: [Range<Int64>] = []
    try Inspector.visitMedia(of: DataSource(bytes)) { ranges.append($0.range) }
    var random = SeededGenerator(seed: 8)
    for _ in 0..<60 {
      guard let range = ranges.randomElement(using: &random),
        let place = range.randomElement(using: &random)
      else { continue }
      var damaged = bytes
      damaged[Int(place)] ^= UInt8.random(in: 1...255, using: &random)
      let findings = (try? report(damaged))?.findings.filter { $0.code != .oddity }
      #expect(findings?.isEmpty != true, "\(name): byte \(place)")
    }
  }

  @Test("NAL units add up to their sample and contain no forbidden bytes")
  func nalUnits() {
    let units = NALUnits(codec: .avc, sizeBytes: 2)
    func problem(_ bytes: [UInt8]) -> String? { units.problem(in: ByteSlice(bytes)) }
    #expect(problem([0, 3, 0x65, 1, 2, 0, 1, 0x41]) == nil)
    #expect(problem([]) == nil)
    // Emulation prevention, and zeros at the end.
    #expect(problem([0, 6, 0x65, 0, 0, 3, 1, 7]) == nil)
    #expect(problem([0, 5, 0x65, 7, 0, 0, 0]) == nil)
    #expect(problem([0, 4, 0x65, 0, 0, 3]) == nil)
    for broken: [UInt8] in [
      [0, 4, 0x65, 1, 2], [0, 2, 0x65, 1, 9], [0, 0, 0, 1, 0x65], [0, 2, 0xE5, 1], [0, 2, 0, 1],
      [0, 5, 0x65, 0, 0, 1, 9], [0, 6, 0x65, 0, 0, 0, 0, 9], [0, 6, 0x65, 0, 0, 3, 4, 9],
    ] {
      #expect(problem(broken) != nil, "\(broken)")
    }
    let hevc = NALUnits(codec: .hevc, sizeBytes: 1)
    #expect(hevc.problem(in: ByteSlice([2, 0x26, 1])) == nil)
    #expect(hevc.problem(in: ByteSlice([2, 0x26, 0])) != nil)
  }

  @Test("OBUs add up to their sample")
  func openBitstreamUnits() {
    func problem(_ bytes: [UInt8]) -> String? { OpenBitstreamUnits.problem(in: ByteSlice(bytes)) }
    #expect(problem([0x12, 0, 0x32, 2, 7, 7]) == nil)
    #expect(problem([0x30, 9, 9, 9]) == nil)
    #expect(problem([0x12, 0, 0x32, 3, 7, 7]) != nil)
    #expect(problem([0x92, 0]) != nil)
  }

  @Test("A table that repeats the same bytes does not take long")
  func overlappingSamples() throws {
    var bytes = try Repository.bytes(of: "moov-first.mp4")
    let sizes = try #require(bytes.indices.first { bytes[$0...].starts(with: "stsz".utf8) })
    // One size for four billion samples.
    bytes.replaceSubrange(
      (sizes + 8)..<(sizes + 16), with: [0, 0, 0x10, 0, 0xFF, 0xFF, 0xFF, 0xFF])
    let start = ContinuousClock.now
    let report = try report(bytes)
    #expect(report.findings.contains { $0.code != .oddity })
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("The check ends for files truncated anywhere")
  func cut() throws {
    for name in Repository.samples {
      let bytes = try Repository.bytes(of: name)
      for share in 1..<8 { _ = try? report(Array(bytes.prefix(bytes.count * share / 8))) }
    }
  }
}
