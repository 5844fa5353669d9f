import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Findings of the movie check in tables.
@Suite struct MovieCheckTests {
  private func damage(_ bytes: [UInt8]) throws -> [String] {
    try Inspector.integrity(of: DataSource(bytes)).findings.filter { $0.code != .oddity }
      .map(\.message)
  }

  private func place(of type: String, in bytes: [UInt8], number: Int = 0) throws -> Int {
    let places = bytes.indices.filter { bytes[$0...].starts(with: type.utf8) }
    return try #require(places.indices.contains(number) ? places[number] : nil)
  }

  private func changed(
    _ type: String, number: Int = 0, at offset: Int, to new: [UInt8],
    in name: String = "moov-first.mp4"
  ) throws -> [UInt8] {
    var bytes = try Repository.bytes(of: name)
    let start = try place(of: type, in: bytes, number: number) + offset
    bytes.replaceSubrange(start..<(start + new.count), with: new)
    return bytes
  }

  @Test("A damaged index is damage, and hides no other check")
  func damagedIndex() throws {
    // The number of references in `sidx`, which begin at 24.
    let bytes = try changed("sidx", at: 26, to: [0xFF, 0xFF], in: "fragmented-sidx.mp4")
    let report = try Inspector.integrity(of: DataSource(bytes))
    let whole = try Inspector.integrity(
      of: DataSource(Repository.bytes(of: "fragmented-sidx.mp4")))
    #expect(report.findings.contains { $0.path.description.hasPrefix("sidx") })
    #expect(report.results.map(\.check.name) == whole.results.map(\.check.name))
  }

  @Test("Without a movie atom, the report lists what is not checked")
  func segments() throws {
    let whole = try Repository.bytes(of: "fragmented-sidx.mp4")
    let movie = try place(of: "moov", in: whole)
    let index = try place(of: "sidx", in: whole)
    let end = try place(of: "mfra", in: whole)
    let segment = Array(whole[..<(movie - 4)]) + whole[(index - 4)..<(end - 4)]
    let image = atom("ftyp", Array("heicmif1heic".utf8)) + atom("mdat", [1, 2, 3])
    for file in [segment, image] {
      let report = try Inspector.integrity(of: DataSource(file))
      #expect(report.gaps.map(\.name) == ["noMovie"])
      #expect(report.findings.isEmpty)
    }
    let report = try Inspector.integrity(of: DataSource(whole))
    #expect(!report.gaps.map(\.name).contains("noMovie"))
  }

  @Test("Two tracks with one ID are damage")
  func trackNumbers() throws {
    let bytes = try changed("tkhd", number: 1, at: 16, to: [0, 0, 0, 1])
    #expect(try damage(bytes).contains { $0.contains("a second track has number 1") })
  }

  @Test("A chunk in the movie atom is damage")
  func chunkInMovie() throws {
    let bytes = try changed("stco", at: 12, to: [0, 0, 0, 0x60])
    #expect(try damage(bytes).contains { $0.contains("is inside an atom that is not media data") })
  }

  @Test("Overlapping chunks are damage")
  func overlap() throws {
    let sample = try Repository.bytes(of: "moov-first.mp4")
    let table = try place(of: "stco", in: sample, number: 1)
    var new = Array(sample[(table + 12)..<(table + 16)])
    let other = try place(of: "stco", in: sample)
    new = Array(sample[(other + 12)..<(other + 16)])
    new[3] = new[3] < 250 ? new[3] + 5 : new[3] - 5
    let bytes = try changed("stco", number: 1, at: 12, to: new)
    #expect(try damage(bytes).contains { $0.contains("overlaps") })
  }

  @Test("Tables with different sample counts are damage")
  func counts() throws {
    for type in ["stts", "stsc"] {
      let bytes = try changed(type, at: type == "stts" ? 12 : 16, to: [0, 0, 1, 0])
      #expect(try damage(bytes).contains { $0.contains("samples") }, "\(type)")
    }
    let run = try changed("stsc", at: 12, to: [0, 0, 0, 2])
    #expect(try damage(run).contains { $0.contains("a run of chunks starts at chunk 2") })
    let description = try changed("stsc", at: 20, to: [0, 0, 0, 9])
    #expect(try damage(description).contains { $0.contains("description 9") })
  }

  @Test("An index that does not point at a fragment is damage")
  func indexes() throws {
    let bytes = try Repository.bytes(of: "fragmented-mfra.mp4")
    #expect(try damage(bytes) == [])
    var moved = bytes
    let table = try place(of: "tfra", in: bytes)
    for index in (table + 20)..<(table + 36) { moved[index] ^= 1 }
    #expect(try damage(moved).contains { $0.contains("no fragment starts") })
  }

  @Test("A run that claims more samples than it has is damage")
  func runs() throws {
    let bytes = try changed("trun", at: 8, to: [0x3B, 0x9A, 0xCA, 0], in: "fragmented-mfra.mp4")
    #expect(try damage(bytes).contains { $0.contains("of its 1000000000 samples") })
  }

  @Test("Zeros in an AVC slice are forbidden bytes")
  func zeroedSlice() throws {
    var bytes = try Repository.bytes(of: "moov-first.mp4")
    var samples: [MediaSample] = []
    try Inspector.visitMedia(of: DataSource(bytes)) { samples.append($0) }
    let largest = try #require(samples.filter { $0.trackID == 1 }.max { $0.size < $1.size })
    let middle = Int(largest.offset + largest.size / 2)
    for index in middle..<(middle + 8) { bytes[index] = 0 }
    #expect(try damage(bytes).contains { $0.contains("NAL unit") })
  }

  @Test("Items that extend past the end of the file are damage")
  func items() throws {
    guard let corpus = Repository.corpus else { return }
    let file = corpus.appending(path: "files/exiftool/QuickTime.heic")
    guard let bytes = try? [UInt8](Data(contentsOf: file)) else { return }
    let whole = try Inspector.integrity(of: DataSource(bytes))
    #expect(whole.results.contains { $0.check.name == "items" })
  }
}
