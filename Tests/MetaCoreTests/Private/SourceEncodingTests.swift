import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("Text in an undeclared encoding")
struct SourceEncodingTests {
  private static func frame(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Array(id.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
  }

  private static func tag(_ frames: [UInt8]) -> [UInt8] {
    Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)]
      + frames
  }

  private static func cyrillic(_ text: String) -> [UInt8] {
    TextEncoding.windows1251.encode(text) ?? []
  }

  /// A title, a comment and a credit in code page 1251 called Latin-1, and what is not to change.
  private static let mp3 =
    tag(
      frame("TIT2", [0] + cyrillic("Привет")) + frame("TPE1", [0] + Array("Ada Lind".utf8))
        + frame("TALB", [1, 0xFF, 0xFE, 0xCF, 0x00])
        + frame("COMM", [0] + Array("rus".utf8) + cyrillic("Заметка") + [0] + cyrillic("Да"))
        + frame("IPLS", [0] + cyrillic("голос") + [0] + cyrillic("Ада"))
        + frame("WOAF", Array("http://example.org/\u{E9}".unicodeScalars.map { UInt8($0.value) }))
        + frame("TXXX", [0] + cyrillic("Имя") + [0] + cyrillic("Ночь")))
    + AudioBuilder.mp3(frames: 20)
    + Array("TAG".utf8) + cyrillic("Привет") + AudioBuilder.zeros(118) + [8]

  private func reread(
    _ bytes: [UInt8], as encoding: TextEncoding, _ edits: [MetadataEdit] = []
  ) throws -> (outcome: EditOutcome, document: Document, bytes: [UInt8]) {
    let scene = try PrivateScene(bytes)
    let outcome = try scene.edit([.reread(.named(encoding))] + edits)
    let new = try scene.content
    return (outcome, try Inspector.inspect(DataSource(new)), new)
  }

  @Test func aWholeTagIsRepaired() throws {
    let (outcome, document, bytes) = try reread(SourceEncodingTests.mp3, as: .windows1251)
    #expect(document.values("id3/TIT2") == ["Привет"])
    #expect(document.values("id3/COMM") == ["Да"])
    #expect(document.values("id3/TXXX") == ["Ночь"])
    let comment = document.items.first { $0.key == "COMM" }
    #expect(comment?[extra: .info] == .string("Заметка"))
    #expect(comment?.dataType.name == "utf16")
    let people = document.items.first { $0.key == "IPLS" }?.value
    #expect("\(String(describing: people))".contains("Ада"))
    // Text with a declared encoding, text that is always Latin-1, and text that reads the same.
    #expect(document.values("id3/TALB") == ["Ï"])
    #expect(document.values("id3/WOAF") == ["http://example.org/é"])
    let artist = SourceEncodingTests.frame("TPE1", [0] + Array("Ada Lind".utf8))
    #expect(Data(bytes).range(of: Data(artist)) != nil)
    // ID3v1 cannot represent it, and keeps its bytes.
    #expect(bytes.suffix(128) == SourceEncodingTests.mp3.suffix(128))
    #expect(outcome.draft.resolved.notes.contains { $0.code == .keptInEncoding })
    let again = try reread(bytes, as: .windows1251)
    #expect(again.outcome.result == .unchanged)
  }

  @Test func valuesAreAddedToTheRepairedText() throws {
    let artist = try #require(Field.named("artist"))
    let file =
      SourceEncodingTests.tag(
        SourceEncodingTests.frame("TPE1", [0] + SourceEncodingTests.cyrillic("Ада")))
      + AudioBuilder.mp3(frames: 20)
    let document = try reread(file, as: .windows1251, [.add(.field(artist), ["李"])]).document
    #expect(MetadataView(document)[artist] == .list([.string("Ада"), .string("李")]))
  }

  @Test func textInvalidInTheEncodingIsKept() throws {
    let file =
      SourceEncodingTests.tag(SourceEncodingTests.frame("TIT2", [0, 0x81, 0x20]))
      + AudioBuilder.mp3(frames: 20)
    let (outcome, _, bytes) = try reread(file, as: .shiftJIS)
    #expect(bytes == file)
    #expect(outcome.draft.resolved.notes.map(\.code.rawValue) == ["notInEncoding"])
  }

  @Test func textsOfINFO() throws {
    let title = AudioBuilder.riff("INAM", SourceEncodingTests.cyrillic("Привет") + [0])
    // 98 means nothing in code page 1252, nor in 1251; 88 is the euro sign.
    let other = AudioBuilder.riff("IART", [0x8D, 0x88, 0])
    let file = AudioBuilder.wav(AudioBuilder.riff("LIST", Array("INFO".utf8) + title + other))
    let document = try reread(file, as: .windows1251).document
    #expect(document.values("riff/INAM") == ["Привет"])
    #expect(document.values("riff/IART") == ["Ќ€"])
  }

  @Test func readingOnly() throws {
    var options = ReadOptions()
    options.sourceEncoding = .named(.windows1251)
    let document = try Inspector.inspect(DataSource(SourceEncodingTests.mp3), options: options)
    #expect(document.values("id3/TIT2") == ["Привет"])
    #expect(document.values("id3v1/title") == ["Привет"])
    #expect(document.values("id3/TALB") == ["Ï"])
  }

  @Test func theTool() throws {
    let scratch = try Scratch()
    let file = scratch.file("a.mp3")
    try Data(SourceEncodingTests.mp3).write(to: file)
    let shown = try Program.metatool("dump", "--source-encoding", "cp1251", file.path)
    #expect(shown.text.contains("\"title\": \"Привет\""))
    #expect(
      try Program.metatool("set", file.path, "--source-encoding", "cp1251", "--no-undo").status == 0
    )
    #expect(try Program.metatool("get", file.path, "title").text == "Привет\n")
    #expect(try Program.metatool("set", file.path, "--source-encoding", "nonsense").status == 64)
    let song = scratch.file("b.m4a")
    try Data(try Repository.bytes(of: "plain.m4a")).write(to: song)
    try Data(SourceEncodingTests.mp3).write(to: file)
    #expect(
      try Program.metatool(
        "copy", "--source-encoding", "cp1251", "--fields", "title", "--no-undo", file.path,
        song.path
      ).status == 0)
    #expect(try Program.metatool("get", song.path, "title").text == "Привет\n")
  }

  // MARK: Guesses

  private func guessed(_ title: [UInt8]) throws -> Document {
    var options = ReadOptions()
    options.sourceEncoding = .guessed
    let file =
      SourceEncodingTests.tag(SourceEncodingTests.frame("TIT2", [0] + title))
      + AudioBuilder.mp3(frames: 20)
    return try Inspector.inspect(DataSource(file), options: options)
  }

  @Test func guessedEncodingIsAFinding() throws {
    let document = try guessed(TextEncoding.koi8R.encode("Звезда по имени Солнце") ?? [])
    #expect(document.values("id3/TIT2") == ["Звезда по имени Солнце"])
    let finding = document.diagnostics.first { $0.code == .guessedEncoding }
    #expect(finding?.message.contains("KOI8-R") == true)
    #expect(finding?.path.description == "ID3v2.3")
  }

  @Test func unclearTextIsKeptAndReported() throws {
    let document = try guessed(
      TextEncoding.windows1250.encode("Vlado Kreslin: Tista črna kitara") ?? [])
    #expect(document.values("id3/TIT2") == ["Vlado Kreslin: Tista èrna kitara"])
    #expect(document.diagnostics.map(\.code) == [.unclearEncoding])
  }

  @Test(arguments: ["Ágætis byrjun", "Motörhead", "Blue"])
  func correctTextIsNotAFinding(title: String) throws {
    let document = try guessed(TextEncoding.latin1.encode(title) ?? [])
    #expect(document.values("id3/TIT2") == [title])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func aGuessRepairsAWholeTag() throws {
    let scene = try PrivateScene(SourceEncodingTests.mp3)
    let outcome = try scene.edit([.reread(.guessed)])
    #expect(outcome.draft.resolved.notes.contains { $0.code == .guessedEncoding })
    let document = try Inspector.inspect(DataSource(try scene.content))
    #expect(document.values("id3/TIT2") == ["Привет"])
    #expect(document.values("id3/TXXX") == ["Ночь"])
    // Only ID3v1 is left, which supports no other encoding.
    #expect(try scene.edit([.reread(.guessed)]).result == .unchanged)
  }

  @Test func textsOfINFOAreGuessedTogether() throws {
    let title = AudioBuilder.riff("INAM", SourceEncodingTests.cyrillic("Ночь") + [0])
    let artist = AudioBuilder.riff("IART", SourceEncodingTests.cyrillic("Владимир Высоцкий") + [0])
    let file = AudioBuilder.wav(AudioBuilder.riff("LIST", Array("INFO".utf8) + title + artist))
    var options = ReadOptions()
    options.sourceEncoding = .guessed
    let document = try Inspector.inspect(DataSource(file), options: options)
    #expect(document.values("riff/INAM") == ["Ночь"])
    #expect(document.values("riff/IART") == ["Владимир Высоцкий"])
  }

  @Test func theToolShowsItsGuess() throws {
    let scratch = try Scratch()
    let file = scratch.file("a.mp3")
    try Data(SourceEncodingTests.mp3).write(to: file)
    let shown = try Program.metatool("dump", "--source-encoding", "auto", file.path)
    #expect(shown.text.contains("\"title\": \"Привет\""))
    #expect(shown.text.contains("\"guessedEncoding\""))
    #expect(shown.errors.contains("windows-1251"))
    let table = try Program.metatool(
      "dump", "--source-encoding", "auto", "--format", "csv", "--columns", "title", file.path)
    #expect(table.text.contains("Привет"))
    #expect(table.errors.contains("windows-1251"))
    let edited = try Program.metatool("set", "--source-encoding", "AUTO", "--no-undo", file.path)
    #expect(edited.status == 0)
    #expect((edited.text + edited.errors).contains("windows-1251"))
    #expect(try Program.metatool("get", file.path, "title").text == "Привет\n")
  }
}
