import TestSupport
import Testing

@testable import MetaCore

@Suite("Audio with external tags") struct TaggedAudioTests {
  private func inspect(_ bytes: [UInt8]) throws -> Document {
    try Inspector.inspect(DataSource(bytes))
  }

  @Test("A new tag is of the kind that players read, and ID3v1 remains last")
  func newTags() throws {
    let v1 = Array("TAG".utf8) + Array("Old".utf8) + [UInt8](repeating: 0, count: 122)
    for (name, tag) in [("plain.wv", "APEv2"), ("stream7.mpc", "APEv2"), ("plain.tta", "ID3v2.4")] {
      for ending in [[], v1] {
        let old = try Repository.bytes(of: name) + ending
        let new = try #require(
          try EditHarness.edited(
            old, LayoutConstraints(movement: .free), .set(.field(.composer), [.string("Blue")])))
        let document = try inspect(new)
        #expect(
          document.container.facts.tags == (ending.isEmpty ? [tag] : [tag, "ID3v1"]), "\(name)")
        #expect(document.items.count { $0.value == .string("Old") } == (ending.isEmpty ? 0 : 2))
        try EditHarness.check(new, against: old, name)
      }
    }
  }

  @Test("WavPack: unknown length, channels in several blocks, DSD")
  func wavPack() throws {
    var file = try Repository.bytes(of: "plain.wv")
    let count = try inspect(file).tracks.first?.sampleCount
    file.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try inspect(file).tracks.first?.sampleCount == count && count == 4410)
    // The same block as one of two: not the last, then the last.
    let plain = try Repository.bytes(of: "plain.wv")
    var first = plain
    first[25] &= ~0x10
    #expect(try inspect(first + plain).tracks.first?.audio?.channels == 2)
    var dsd = plain
    dsd[27] |= 0x80
    let track = try inspect(dsd).tracks.first
    #expect(track?.audio?.bitsPerSample == 1 && track?.sampleCount == 4410 * 8)
  }

  @Test(
    "Musepack streams without a signature are recognised by their header fields",
    arguments: [
      // Stream 4 has the number of frames in the upper half, and what players do not need in the
      // lower.
      (4, 1000 << 16 | 0xABCD, 999 * 1152 - 576), (5, 1000, 999 * 1152 - 576),
      (6, 1000, 1000 * 1152 - 576),
    ] as [(UInt32, UInt32, Int64)])
  func earlyMusepack(version: UInt32, frames: UInt32, count: Int64) throws {
    // Block size 1, 31 bands, M/S, 1000 frames.
    let word: UInt32 = 1 | 31 << 6 | version << 11 | 1 << 21
    var writer = ByteWriter()
    writer.littleU32(word)
    writer.littleU32(frames)
    let audio = writer.bytes + [UInt8](repeating: 7, count: 200)
    let document = try inspect(audio)
    #expect(document.container.kind == "musepack")
    #expect(document.tracks.first?.codec == "musepack\(version)")
    #expect(try inspect(AudioBuilder.id3(title: "Blue") + audio).container.kind == "musepack")
    #expect(document.tracks.first?.sampleCount == count)
  }

  @Test("A truncated header is a finding, and the tags are read")
  func truncationError() throws {
    let whole = try Repository.bytes(of: "song.ape")
    let window = SourceWindow(DataSource(whole))
    let tags = try StreamTags.find(in: window)
    let document = try inspect(Array(whole.prefix(20)) + whole[Int(tags.end)...])
    #expect(document.tracks.isEmpty)
    #expect(!document.diagnostics.isEmpty)
  }

  @Test(
    "Truncated audio is detected by its sizes, without false alarms",
    arguments: ["song.wv", "plain.wv", "song.mpc", "song.tta", "song.ape"])
  func truncatedAudio(sample: String) throws {
    let whole = try Repository.bytes(of: sample)
    let stream = try StreamTags.find(in: SourceWindow(DataSource(whole))).payload
    let pieces = try pieces(whole)
    #expect(pieces.first?.lowerBound == stream.lowerBound)
    #expect(pieces.last?.upperBound == stream.upperBound)
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    let end = stream.lowerBound + Int64(stream.count * 9 / 10)
    let cut = try self.pieces(Array(whole.prefix(Int(end))))
    #expect(try #require(cut.last).upperBound > end)
  }

  @Test("The blocks of OptimFROG are samples")
  func optimFROG() throws {
    let sizes = [15, 30, 100]
    var writer = ByteWriter()
    for (name, size) in zip(["OFR ", "HEAD", "COMP"], sizes) {
      writer.append(Array(name.utf8))
      writer.littleU32(UInt32(size))
      writer.append([UInt8](repeating: 1, count: size))
    }
    #expect(try pieces(writer.bytes).map(\.count) == sizes.map { $0 + 8 })
    #expect(try pieces(writer.bytes.dropLast(9) + []).map(\.count) == sizes.map { $0 + 8 })
  }

  private func pieces(_ file: [UInt8]) throws -> [Range<Int64>] {
    var pieces: [Range<Int64>] = []
    try Inspector.visitMedia(of: DataSource(file)) { pieces.append($0.range) }
    return pieces
  }
}
