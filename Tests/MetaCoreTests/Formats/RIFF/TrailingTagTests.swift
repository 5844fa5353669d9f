import TestSupport
import Testing

@testable import MetaCore

/// An ID3v1 tag after the form of a WAV file, as programs for MP3 leave it there.
@Suite struct TrailingTagTests {
  private static let tag = AudioBuilder.id3v1(title: "Old")

  private static func file(_ chunks: [UInt8] = []) -> [UInt8] {
    AudioBuilder.wav(dataSize: 320, chunks) + tag
  }

  private static let info = InfoChunk.encode([
    InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Old")
  ])

  @Test func tagIsReadAndIsNotAChunk() throws {
    let document = try AudioBuilder.document(Self.file(Self.info))
    #expect(document.values("id3v1/title") == ["Old"])
    #expect(document.values("riff/INAM") == ["Old"])
    #expect(document.container.facts.tags == ["INFO", "ID3v1"])
    #expect(document.diagnostics == [])
    let nodes = try Inspector.structure(of: DataSource(Self.file(Self.info)))
    #expect(nodes.map(\.name) == ["RIFF", "ID3v1"])
    #expect(nodes.last?.size == 128)
  }

  @Test func tagAfterAnOddLastChunkIsRead() throws {
    var wav = AudioBuilder.wav(dataSize: 321)
    // The size of the form counts the pad or does not: programs differ.
    for size in [wav.count - 8, wav.count - 9] {
      wav[4] = UInt8(size & 0xFF)
      wav[5] = UInt8(size >> 8)
      #expect(try AudioBuilder.document(wav + Self.tag).values("id3v1/title") == ["Old"])
    }
  }

  /// Without a pad byte the tag is in the position of the next chunk, and its letters may not be a
  /// chunk ID.
  @Test(arguments: ["Old", "", "Übe", "\u{1}x"])
  func tagAfterAnOddChunkWithoutPadIsRead(_ title: String) throws {
    var wav = AudioBuilder.wav(dataSize: 321)
    wav.removeLast()
    wav.replaceSubrange(4..<8, with: Self.small(36))
    var tag = AudioBuilder.id3v1(title: "Old")
    let bytes = TextEncoding.latin1.encode(title) ?? []
    tag.replaceSubrange(3..<33, with: bytes + AudioBuilder.zeros(30 - bytes.count))
    let artist = Array("Ada".utf8)
    tag.replaceSubrange(33..<36, with: artist)
    let document = try AudioBuilder.document(wav + tag)
    #expect(document.values("id3v1/artist") == ["Ada"])
    #expect(document.duration?.value == 80)
    for new in try Self.retitled(wav + tag, "") + Self.retitled(wav + tag, "Else") {
      #expect(try AudioBuilder.document(new).values("id3v1/artist") == ["Ada"])
    }
  }

  @Test func manyTagsAreReadAfterTheForm() throws {
    let older = (0..<40).flatMap { AudioBuilder.id3v1(title: "T\($0)") }
    let document = try AudioBuilder.document(
      AudioBuilder.wav(dataSize: 320, Self.info) + older + Self.tag)
    #expect(document.values("id3v1/title") == ["Old"])
  }

  @Test func chunkWithATagSizeIsNotATag() throws {
    let chunk = AudioBuilder.riff("TAGS", AudioBuilder.zeros(120))
    let document = try AudioBuilder.document(AudioBuilder.wav(dataSize: 320, chunk))
    #expect(document.items == [] && document.container.facts.tags == [])
    #expect(document.diagnostics == [])
  }

  /// The file with another title, in every shape of a plan that has room for it; free movement
  /// always has.
  private static func retitled(_ file: [UInt8], _ title: String) throws -> [[UInt8]] {
    try EditHarness.shapes.compactMap { shape in
      let new = try EditHarness.edited(file, shape, .set(.title, .string(title)))
      #expect(new != nil || shape.movement != .free)
      return new
    }
  }

  @Test(arguments: ["New", "A title that is a little longer than before"])
  func fieldAlsoChangesInTheTag(_ title: String) throws {
    for chunks in [Self.info, []] {
      let file = Self.file(chunks)
      for new in try Self.retitled(file, title) {
        let document = try AudioBuilder.document(new)
        #expect(document.values("id3v1/title") == [String(title.prefix(30))])
        #expect(MetadataView(document)[.title] == .string(title))
        #expect(document.findings(with: MetadataView(document)).isEmpty)
        #expect(new.suffix(128).starts(with: "TAG".utf8))
      }
    }
  }

  @Test func tagStaysAfterGrowingChunks() throws {
    let file = Self.file(Self.info)
    let new = try #require(
      try EditHarness.edited(
        file, LayoutConstraints(movement: .free), .set(.artist, .string("Ada"))))
    let document = try AudioBuilder.document(new)
    #expect(document.values("riff/IART") == ["Ada"])
    #expect(document.values("id3v1/artist") == ["Ada"])
    #expect(document.values("id3v1/title") == ["Old"])
    #expect(document.diagnostics == [])
  }

  @Test func clearingLeavesAnEmptyTag() throws {
    let file = try EditHarness(Self.file(Self.info))
    let outcome = try file.result(file.clear)
    #expect(outcome.document.items == [])
    #expect(outcome.document.container.facts.tags.contains("ID3v1"))
    #expect(outcome.bytes.suffix(128).starts(with: "TAG".utf8))
  }

  // MARK: Other forms

  private static func small(_ number: Int) -> [UInt8] {
    [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0]
  }

  /// RF64 or BW64 without a tag; `size` is what `ds64` says of the form, the true one by default.
  private static func wide(_ id: String, size: Int? = nil) -> [UInt8] {
    var data = AudioBuilder.riff("data", AudioBuilder.zeros(320))
    let unknown = [UInt8](repeating: 0xFF, count: 4)
    data.replaceSubrange(4..<8, with: unknown)
    let rest = AudioBuilder.waveFormat + data + info
    var ds64 = ByteWriter()
    ds64.littleU64(UInt64(size ?? 40 + rest.count))
    for number in [320, 80] as [UInt64] { ds64.littleU64(number) }
    ds64.littleU32(0)
    return Array(id.utf8) + unknown + Array("WAVE".utf8) + AudioBuilder.riff("ds64", ds64.bytes)
      + rest
  }

  /// A file whose form claims to end before its last chunk.
  private static var tooSmall: [UInt8] {
    var wav = AudioBuilder.wav(dataSize: 320, info)
    wav.replaceSubrange(4..<8, with: small(wav.count - 8 - info.count))
    return wav
  }

  /// Files that differ in where they say that the form ends.
  private static let forms: [[UInt8]] = [
    wide("RF64"), wide("BW64"), wide("RF64", size: 0), wide("RF64", size: 200), tooSmall,
    AudioBuilder.wav(dataSize: 320, info),
  ]

  @Test(arguments: forms.indices) func tagIsReadAfterEveryForm(_ index: Int) throws {
    let form = Self.forms[index]
    let file = form + Self.tag
    let document = try AudioBuilder.document(file)
    #expect(document.values("id3v1/title") == ["Old"])
    #expect(document.values("riff/INAM") == ["Old"])
    #expect(document.duration?.value == 80)
    #expect(document.diagnostics == [])
    let nodes = try Inspector.structure(of: DataSource(file))
    #expect(nodes.dropFirst().map(\.name) == ["ID3v1"])
    #expect(nodes.last?.offset == Int64(form.count))
    #expect(nodes.first?.children.last?.name == "LIST")
  }

  @Test(arguments: forms.indices) func tagIsEditedAfterEveryForm(_ index: Int) throws {
    let form = Self.forms[index]
    for older in [[], AudioBuilder.id3v1(title: "Older")] {
      let file = form + older + Self.tag
      for title in ["New", "A title that is a little longer than before"] {
        for new in try Self.retitled(file, title) {
          let document = try AudioBuilder.document(new)
          #expect(document.values("id3v1/title") == [String(title.prefix(30))])
          #expect(document.values("riff/INAM") == [title])
          let findings = document.findings(with: MetadataView(document)).map(\.code)
          #expect(findings == (older.isEmpty ? [] : [.oddity]))
          #expect(document.duration?.value == 80)
          #expect(Array(new.dropLast(128).suffix(older.count)) == older)
          try Self.checkSize(new, tags: 128 + older.count, changed: new.count != file.count)
        }
      }
    }
  }

  /// If the size of the file changes, its form has the new size.
  private static func checkSize(_ file: [UInt8], tags: Int, changed: Bool) throws {
    guard changed else { return }
    var reader = ByteReader(ByteSlice(file).clamped(from: 4))
    let short = try reader.littleU32()
    try reader.skip(12)
    let size = short == .max ? try reader.littleU64() : UInt64(short)
    #expect(Int(size) + 8 == file.count - tags)
  }

  @Test(arguments: forms.indices) func lastOfTwoTagsIsRead(_ index: Int) throws {
    let form = Self.forms[index]
    for title in ["Older", "Ox", ""] {
      let file = form + AudioBuilder.id3v1(title: title) + Self.tag
      let document = try AudioBuilder.document(file)
      #expect(document.values("id3v1/title") == ["Old"])
      #expect(document.diagnostics.map(\.code) == [.oddity])
      #expect(document.diagnostics.map(\.offset) == [Int64(form.count)])
      let nodes = try Inspector.structure(of: DataSource(file))
      #expect(nodes.dropFirst().map(\.name) == ["ID3v1", "ID3v1"])
      #expect(nodes.last?.offset == Int64(file.count) - 128)
    }
  }

  /// The contents of a chunk belong to it, regardless of the form.
  @Test func audioEndingLikeATagIsAudio() throws {
    for size in [0, 100, 0xFFFF] {
      var wav = AudioBuilder.wav(dataSize: 320)
      wav.replaceSubrange((wav.count - 128)..., with: Self.tag)
      wav.replaceSubrange(4..<8, with: Self.small(size))
      let document = try AudioBuilder.document(wav)
      #expect(document.duration?.value == 80)
      #expect(document.items == [] && document.container.facts.tags == [])
    }
  }

  @Test func everyPrefixAndByteIsReadOrRefused() {
    let file = Self.wide("RF64") + Self.tag + Self.tag
    for length in file.indices { _ = try? AudioBuilder.document(Array(file[..<length])) }
    for index in file.indices where index < 100 || index > 400 {
      var damaged = file
      damaged[index] ^= 0xFF
      guard let harness = try? EditHarness(damaged) else { continue }
      _ = try? harness.outcome(harness.clear)
    }
  }

  @Test func everyPrefixAndByteOfAPlainFileIsReadOrRefused() {
    let file = Self.file(Self.info)
    for length in file.indices { _ = try? AudioBuilder.document(Array(file[..<length])) }
    for index in file.indices where index < 60 || index > 360 {
      var damaged = file
      damaged[index] ^= 0xFF
      guard let harness = try? EditHarness(damaged) else { continue }
      _ = try? harness.outcome(harness.clear)
    }
  }
}
