import TestSupport
import Testing

@testable import MetaCore

/// Damaged files are refused, or edited within the guarantees.
@Suite struct DamagedEditTests {
  static let seeds = Repository.runsEverything ? 400 : 15

  @Test(arguments: ID3EditTests.samples)
  func damagedFilesAreRefusedOrEditedCorrectly(_ name: String) throws {
    let whole = try Repository.bytes(of: name)
    var (done, refused) = (0, 0)
    for seed in 0..<DamagedEditTests.seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        // Most structures are at the start and the end.
        let near = Int.random(in: 0..<min(2000, bytes.count), using: &random)
        let place = Bool.random(using: &random) ? near : bytes.count - 1 - near
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if seed % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      guard let file = try? EditHarness(bytes) else { continue }
      for edit in [file.title("Another title"), file.clear] {
        for shape in EditHarness.shapes {
          do {
            if try file.outcome(edit, shape) != nil { done += 1 }
          } catch is ParseError {
            refused += 1
          }
        }
      }
    }
    #expect(done + refused > 0)
  }

  // MARK: Damages that mutations found

  private func titled(_ file: [UInt8], _ movement: LayoutConstraints.Movement = .free) throws
    -> [UInt8]?
  {
    try EditHarness.edited(
      file, LayoutConstraints(movement: movement), .set(.field(.title), [.string("Blue Train")]))
  }

  private func refusal(of file: [UInt8]) -> ParseError.Code? {
    #expect(throws: ParseError.self) { try titled(file) }?.code
  }

  /// A DSDIFF file of these chunks.
  private func dsdiff(_ chunks: [UInt8]) -> [UInt8] {
    let body = Array("DSD ".utf8) + chunks
    return ChunkForm.dsdiff.header(FourCC("F", "R", "M", "8"), size: Int64(body.count)) + body
  }

  /// Files of chunks in each form, which end with an ID3 chunk of this body.
  private func files(endingWithTag body: [UInt8]) -> [[UInt8]] {
    let aiff = AudioBuilder.aiff("SSND", AudioBuilder.zeros(100)) + AudioBuilder.aiff("ID3 ", body)
    return [
      AudioBuilder.wav(dataSize: 100, AudioBuilder.riff("id3 ", body)),
      AudioBuilder.aiff("FORM", Array("AIFF".utf8) + aiff),
      dsdiff(
        Chunk.encode(ChunkID.dsd, body: AudioBuilder.zeros(100), form: .dsdiff)
          + Chunk.encode(ChunkID.id3Upper, body: body, form: .dsdiff)),
    ]
  }

  @Test func anAPEHeaderInThePlaceOfTheFirstItemIsRefused() throws {
    let items = ["Title", "Artist"].map {
      APEItem(key: $0, flags: 0, value: .bytes(ByteSlice([UInt8](repeating: 0x61, count: 64))))
    }
    let tag = APETag.encode(items)
    let audio = AudioBuilder.mp3(frames: 4)
    #expect(try titled(audio + tag) != nil)
    // The size in the footer reaches the header when so many bytes of the items are gone.
    let damaged = tag.dropLast(64) + tag.suffix(32)
    #expect(refusal(of: audio + damaged) == .unsupported)
  }

  @Test func titlesOfID3v1MayBeginLikeTheMiddleOfAPETAGEX() throws {
    let file = AudioBuilder.mp3(frames: 4) + AudioBuilder.id3v1(title: "EXIT")
    #expect(try AudioBuilder.document(file).values("id3v1/title") == ["EXIT"])
    let header = Array("APETAGEX".utf8) + AudioBuilder.zeros(122)
    let other = try AudioBuilder.document(AudioBuilder.mp3(frames: 4) + header)
    #expect(other.container.facts.tags == [])
  }

  @Test func shortTagChunkIsFilledOnlyIfEmpty() throws {
    for body in [[], [0, 0, 0, 0]] as [[UInt8]] {
      for file in files(endingWithTag: body) {
        let new = try #require(try titled(file))
        #expect(try AudioBuilder.document(new).values("id3/TIT2") == ["Blue Train"])
        let tags = try Inspector.structure(of: DataSource(new)).flatMap(\.children)
          .count { $0.name.uppercased() == "ID3 " }
        #expect(tags == 1)
      }
    }
    for file in files(endingWithTag: Array("ID3?".utf8)) {
      #expect(refusal(of: file) == .unsupported)
    }
  }

  @Test func letterAfterAnOddChunkIsItsPadding() throws {
    let audio = ChunkForm.dsdiff.header(ChunkID.dsd, size: 101) + AudioBuilder.zeros(101)
    let old = dsdiff(audio + [0xE9]) + Array("iiii".utf8)
    let letters = dsdiff(audio + Array("i".utf8)) + Array("iiii".utf8)
    let new = try #require(try titled(old))
    #expect(new[12..<(old.count - 4)] == old[12..<(old.count - 4)])
    #expect(new.suffix(4) == old.suffix(4))
    // Readers would treat the letter as the start of the next ID.
    #expect(refusal(of: letters) == .unsupported)
  }

  @Test func listsAreReadAtOddOffsets() throws {
    // The audio chunk has no padding, so that all later chunks are at odd offsets.
    var file = AudioBuilder.wav(dataSize: 101)
    file[file.count - 1] = UInt8(ascii: "c")
    file += Array("ust".utf8) + [4, 0, 0, 0, 1, 2, 3, 4]
    file += AudioBuilder.riff(
      "LIST", Array("INFO".utf8) + AudioBuilder.riff("IART", [0x41, 0x64, 0x61]))
    // Title of 12 letters: the list needs a pad after it.
    let input = [2, 3, 0, 0] + file
    #expect(FuzzedEdit(input)?.outcome() == .done(broken: []))
  }
}
