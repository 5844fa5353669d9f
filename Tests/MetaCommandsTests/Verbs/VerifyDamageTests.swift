import Foundation
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

/// `verify` finds damage, and reports what was checked and what could not be.
@Suite struct VerifyDamageTests {
  private func verify(
    _ bytes: [UInt8], as name: String, _ options: String...
  ) throws -> (status: Int32, text: String, json: [String: Any]) {
    let scratch = try Scratch()
    let file = scratch.file(name)
    try Data(bytes).write(to: file)
    let text = try Program.run(Program.metatool, ["verify", file.path] + options)
    let json = try Program.run(
      Program.metatool, ["verify", file.path, "--format", "json"] + options)
    let object = try JSONSerialization.jsonObject(with: json.output) as? [String: Any] ?? [:]
    #expect(json.status == text.status)
    return (text.status, text.text + text.errors, object)
  }

  private func place(of type: String, in bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: type.utf8) })
  }

  @Test(
    "A table that claims a billion entries is damage, and takes no time",
    arguments: ["stco", "stsc", "stts", "stss"])
  func tableClaims(_ type: String) throws {
    var bytes = try Repository.bytes(of: type == "stss" ? "episode.m4v" : "moov-first.mp4")
    guard
      type != "stss" || bytes.indices.contains(where: { bytes[$0...].starts(with: "stss".utf8) })
    else { return }
    let table = try place(of: type, in: bytes)
    bytes.replaceSubrange((table + 8)..<(table + 12), with: [0x3B, 0x9A, 0xCA, 0])
    let start = ContinuousClock.now
    let result = try verify(bytes, as: "a.mp4")
    #expect(result.status == 65)
    #expect(result.text.contains("of 1000000000 entries"))
    #expect(!result.text.contains("is sound"))
    #expect(result.json["sound"] as? Bool == false)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("Zeroed bytes in a FLAC frame are found by its checksum")
  func flac() throws {
    var bytes = try Repository.bytes(of: "plain.flac")
    let start = bytes.count * 2 / 3
    bytes.replaceSubrange(start..<(start + 50), with: [UInt8](repeating: 0, count: 50))
    let result = try verify(bytes, as: "a.flac")
    #expect(result.status == 65)
    #expect(result.text.contains("the checksum of frame"))
    #expect(result.text.contains("not checked: the MD5 in FLAC"))
  }

  @Test("An Ogg page with a wrong checksum is found")
  func ogg() throws {
    var bytes = try Repository.bytes(of: "plain.ogg")
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: "OggS".utf8) })
    bytes[last + 22] ^= 1
    let result = try verify(bytes, as: "a.ogg")
    #expect(result.status == 65)
    #expect(result.text.contains("the checksum of page"))
  }

  @Test("Three thousand zeroed bytes in an MP3 are a gap between frames")
  func mp3() throws {
    let sample = try Repository.bytes(of: "plain.mp3")
    var media: Range<Int64> = 0..<0
    try Inspector.visitMedia(of: DataSource(sample)) { media = $0.range }
    let frames = sample[Int(media.lowerBound)..<Int(media.upperBound)]
    var bytes = (0..<10).flatMap { _ in frames }
    #expect(try verify(bytes, as: "a.mp3").status == 0)
    let start = bytes.count / 3
    bytes.replaceSubrange(start..<(start + 3000), with: [UInt8](repeating: 0, count: 3000))
    let result = try verify(bytes, as: "a.mp3")
    #expect(result.status == 65)
    #expect(result.text.contains("between frames"))
  }

  @Test("A movie whose samples are in another file is not reported as intact")
  func external() throws {
    var bytes = try Repository.bytes(of: "moov-last.mp4")
    let reference = try place(of: "dref", in: bytes) + 12
    let name = Array("file:///x".utf8) + [0]
    bytes[reference + 11] = 0
    bytes.insert(contentsOf: name, at: reference + 12)
    grow(&bytes, around: reference + 4, by: name.count)
    let result = try verify(bytes, as: "a.mp4")
    #expect(result.status == 65)
    #expect(result.text.contains("another file"))
    #expect(!result.text.contains("is sound"))
  }

  /// Adds to the sizes of all atoms that contain an offset.
  private func grow(_ bytes: inout [UInt8], around place: Int, by count: Int) {
    var (position, end) = (0, bytes.count)
    while position + 8 <= end {
      var size = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      // Sizes of 64 bits are those of media, which hold no references.
      if size == 1 {
        size = bytes[(position + 8)..<(position + 16)].reduce(0) { $0 << 8 | Int($1) }
      }
      let type = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
      guard size >= 8 else { return }
      guard place < position + size else {
        position += size
        continue
      }
      let new = UInt32(size + count)
      for index in 0..<4 {
        bytes[position + index] = UInt8(truncatingIfNeeded: new >> UInt32(24 - 8 * index))
      }
      end = position + size + count
      position += type == "dref" ? 16 : 8
    }
  }

  @Test("The report lists the checks with their counts, and what could not be checked")
  func answer() throws {
    let result = try verify(try Repository.bytes(of: "plain.m4a"), as: "a.m4a")
    #expect(result.status == 0)
    #expect(result.json["sound"] as? Bool == true)
    let checks = result.json["checks"] as? [[String: Any]] ?? []
    #expect(checks.contains { $0["name"] as? String == "samples" && $0["failed"] as? Int == 0 })
    let gaps = result.json["unchecked"] as? [[String: Any]] ?? []
    #expect(gaps.map { $0["name"] as? String } == ["aac"])
    #expect(result.text.contains("checked: samples: "))
    #expect(
      result.text.contains("not checked: AAC has no checksums; --decode checks it by decoding"))
  }

  @Test("--quiet reports only problems")
  func quiet() throws {
    let result = try Program.metatool("verify", "--quiet", "Samples/plain.flac")
    #expect(result.status == 0)
    #expect(result.text == "")
    let damaged = try verify(
      Array(try Repository.bytes(of: "plain.flac").dropLast(100)), as: "a.flac", "--quiet")
    #expect(damaged.status == 65)
    #expect(damaged.text.split(separator: "\n").allSatisfy { $0.hasPrefix("damaged: ") })
  }

  @Test("Decoding finds damage that checksums do not, and compares the MD5 of FLAC")
  func decode() throws {
    let flac = try verify(try Repository.bytes(of: "plain.flac"), as: "a.flac", "--decode")
    #expect(flac.status == 0, "\(flac.text)")
    #expect(flac.text.contains("MD5 sums of the decoded audio: 1 of 1 match"))
    #expect(!flac.text.contains("not checked"))
    var bytes = try Repository.bytes(of: "plain.m4a")
    let media = try place(of: "mdat", in: bytes)
    for index in (media + 20)..<min(bytes.count, media + 400) { bytes[index] = 0xFF }
    let result = try verify(bytes, as: "a.m4a", "--decode")
    #expect(result.status == 65, "\(result.text)")
    #expect(result.text.contains("decode: malformed"))
  }

  @Test(
    "Decoding reports the same findings as reading",
    arguments: ["plain.m4a", "plain.flac", "plain.mp3"])
  func sameFindings(_ name: String) throws {
    var bytes = try Repository.bytes(of: name)
    let start = bytes.count * 2 / 3
    bytes.replaceSubrange(start..<(start + 50), with: [UInt8](repeating: 0x5A, count: 50))
    let scratch = try Scratch()
    let file = scratch.file(name)
    try Data(bytes).write(to: file)
    let read = try Program.run(Program.metatool, ["read", file.path, "--md5"])
    let prefix = "metatool: \(file.path): "
    let findings = read.errors.split(separator: "\n").map { String($0.dropFirst(prefix.count)) }
    #expect(!findings.isEmpty)
    let result = try verify(bytes, as: name, "--decode")
    #expect(result.status == 65)
    for finding in findings { #expect(result.text.contains("(\(finding))"), "\(result.text)") }
    let count = result.text.split(separator: "\n").filter { $0.contains("decode: malformed") }.count
    #expect(count == findings.count + (name == "plain.flac" ? 1 : 0))
  }

  @Test("Without the helper, --decode exits with 69")
  func withoutHelper() throws {
    let result = try Program.run(
      Program.metatool, ["verify", "Samples/plain.flac", "--decode"],
      environment: ["METATOOL_FOREIGN": "/nonexistent"])
    #expect(result.status == 69)
  }
}
