import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Titles and artists in 28 languages, in the encodings that old programs wrote them in
/// (`Tables/legacy-titles.tsv`).
///
/// The costs of the scorer were chosen with the “tuned” rows; the “held out” rows were not used.
@Suite("Guesses of encodings")
struct EncodingGuessTests {
  struct Title: Sendable, CustomTestStringConvertible {
    let group: String
    let language: String
    let encoding: TextEncoding
    let texts: [String]

    var testDescription: String { "\(language) \(encoding.rawValue): \(texts)" }

    /// The text in a file that declares it as Latin-1.
    func legacy() throws -> [LegacyText] {
      try texts.map { text in
        LegacyText(
          bytes: ByteSlice(try #require(encoding.encode(text), "\(self.testDescription)")),
          stored: .latin1, mayBeTruncated: false)
      }
    }

    /// The text after guessing; nil when it is unchanged.
    func reading() throws -> (guess: EncodingGuess, texts: [String?]) {
      let legacy = try legacy()
      let guess = EncodingGuess.guess(legacy)
      let shown: TextEncoding =
        if case .encoding(let encoding) = guess { encoding } else { .latin1 }
      return (guess, legacy.map { shown.decodeStrictly($0.bytes) })
    }

    /// Whether Latin-1 represents the texts correctly.
    var isLatin1: Bool { texts.allSatisfy { TextEncoding.latin1.encode($0) != nil } }
  }

  static let titles: [Title] = {
    let table = Repository.root.appending(path: "Tests/MetaCoreTests/Tables/legacy-titles.tsv")
    let lines = (try? String(contentsOf: table, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.dropFirst().flatMap { line in
      let columns = line.split(separator: "\t").map(String.init)
      return columns[2].split(separator: ",").compactMap { TextEncoding(rawValue: String($0)) }
        .map {
          Title(
            group: columns[0], language: columns[1], encoding: $0,
            texts: columns[3].split(separator: "|").map(String.init))
        }
    }
  }()

  @Test func theTableIsLarge() {
    #expect(Self.titles.count >= 500)
    #expect(Set(Self.titles.map(\.language)).count >= 20)
  }

  /// No text is decoded wrongly, in any language; unclear texts are unchanged.
  @Test(arguments: titles) func noReadingIsWrong(title: Title) throws {
    let (guess, texts) = try title.reading()
    if case .encoding = guess { #expect(texts == title.texts) }
  }

  /// The number of correctly decoded texts: those that are not Latin-1, and those that are.
  @Test(arguments: [("tuned", 88, 88), ("held out", 88, 88)])
  func mostTextsAreDecodedCorrectly(group: String, least: Int, leastOfLatin1: Int) throws {
    var (right, all) = ([false: 0, true: 0], [false: 0, true: 0])
    var unclear: [String] = []
    for title in Self.titles where title.group == group {
      let key = title.isLatin1 && title.encoding != .utf8
      let (guess, texts) = try title.reading()
      all[key, default: 0] += 1
      if case .unclear = guess {
        unclear.append(title.testDescription)
      } else if texts == title.texts {
        right[key, default: 0] += 1
      }
    }
    let text = "\(group): \(right) of \(all); unclear: \(unclear)"
    #expect(right[false, default: 0] * 100 >= all[false, default: 1] * least, "\(text)")
    #expect(right[true, default: 0] * 100 >= all[true, default: 1] * leastOfLatin1, "\(text)")
  }

  @Test func everyLanguageIsRecognised() throws {
    var right: [String: Int] = [:]
    for title in Self.titles {
      let (guess, texts) = try title.reading()
      let isRight = if case .unclear = guess { false } else { texts == title.texts }
      right[title.language, default: 0] += isRight ? 1 : 0
    }
    #expect(right.filter { $0.value == 0 }.isEmpty, "\(right)")
  }

  // MARK: Parts of files

  private func legacy(_ text: String, _ encoding: TextEncoding) throws -> LegacyText {
    LegacyText(
      bytes: ByteSlice(try #require(encoding.encode(text))), stored: .latin1,
      mayBeTruncated: false)
  }

  @Test(arguments: ["", "Blue", "Ünlü", "Ça va", "20°C", "à", "Ñ", "½", "©", "¿?", "Ö", "É"])
  func shortWesternTextIsUnchanged(text: String) throws {
    let guess = EncodingGuess.guess([try legacy(text, .latin1)])
    if case .encoding(let encoding) = guess { Issue.record("\(text) became \(encoding)") }
  }

  @Test func textsOfAFileAreGuessedTogether() throws {
    let short = try legacy("Да", .windows1251)
    #expect(EncodingGuess.guess([short]) != .encoding(.windows1251))
    let long = try legacy("Владимир Высоцкий", .windows1251)
    #expect(EncodingGuess.guess([short, long]) == .encoding(.windows1251))
    let english = try legacy("The very best songs of all time", .latin1)
    #expect(EncodingGuess.guess([english, short, long]) == .encoding(.windows1251))
  }

  @Test func twoEncodingsInOneFileAreNotClear() throws {
    let mixed = [
      try legacy("Группа крови", .windows1251), try legacy("坂本九 上を向いて歩こう", .utf8),
      try legacy("Звезда по имени Солнце", .koi8R),
    ]
    let guess = EncodingGuess.guess(mixed)
    if case .encoding(let encoding) = guess { Issue.record("read as \(encoding)") }
  }

  @Test func aTruncatedCharacterIsNotDecisive() throws {
    let bytes = Array("坂本九 上を向いて歩こう".utf8.prefix(30))
    let whole = LegacyText(bytes: ByteSlice(bytes), stored: .latin1, mayBeTruncated: false)
    let truncated = LegacyText(bytes: ByteSlice(bytes), stored: .latin1, mayBeTruncated: true)
    #expect(EncodingGuess.guess([whole]) != .encoding(.utf8))
    #expect(EncodingGuess.guess([truncated]) == .encoding(.utf8))
  }

  @Test func windowsPunctuationIsRead() throws {
    let guess = EncodingGuess.guess([try legacy("It’s a Beautiful Day – “Live”", .windows1252)])
    #expect(guess == .encoding(.windows1252))
    // In a chunk of INFO they are shown already.
    let shown = LegacyText(
      bytes: ByteSlice(try #require(TextEncoding.windows1252.encode("It’s"))),
      stored: .windows1252, mayBeTruncated: false)
    #expect(EncodingGuess.guess([shown]) == .asShown)
  }

  @Test func anyBytesGiveAGuess() {
    var generator = SeededGenerator(seed: 7)
    for count in [1, 2, 3, 30, 300, 5000, 40_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let texts = [LegacyText(bytes: ByteSlice(bytes), stored: .latin1, mayBeTruncated: true)]
      let guess = EncodingGuess.guess(texts)
      if case .encoding(let encoding) = guess, count > 3 { Issue.record("noise is \(encoding)") }
    }
  }
}
