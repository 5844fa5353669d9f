import Foundation
import Testing

@testable import MetaCommands

@Suite struct JSONWriterTests {
  private func compact(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(.compact)
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func membersAndElementsAreSeparated() {
    let text = compact { json in
      json.beginObject()
      json.member("a", 1)
      json.array("b", [1, 2]) { $0.integer($1) }
      json.object("c") { $0.member("d", true) }
      json.array("e", [Int]()) { $0.integer($1) }
      json.endObject()
    }
    #expect(text == #"{"a":1,"b":[1,2],"c":{"d":true},"e":[]}"#)
  }

  @Test func controlCharactersQuotesAndBackslashesAreEscapedSlashesAreNot() {
    #expect(
      compact { $0.string("a/b\"c\\d\u{1}\n\t\r\u{7F}é") } == #""a/b\"c\\d\u0001\n\t\r\u007fé""#)
  }

  /// Text is scanned eight bytes at a time: every position in and after such a group, next to bytes
  /// close to those that are escaped.
  @Test(arguments: [
    "\"", "\\", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "", " ", "!", "#", "[", "]", "~",
    "é", "\u{80}", "\u{10FFFF}",
  ])
  func everyPositionInTextIsEscaped(character: String) throws {
    for length in 0..<20 {
      for place in 0...length {
        var text = String(repeating: "a", count: length)
        text.insert(
          contentsOf: character + character, at: text.index(text.startIndex, offsetBy: place))
        let json = compact { $0.string(text) }
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
        #expect(!json.utf8.dropFirst().dropLast().contains { $0 < 0x20 || $0 == 0x7F })
      }
    }
  }

  @Test func aLongTextGrowsTheBuffer() throws {
    let text = String(repeating: "line\n", count: 20000)
    let json = compact { $0.string(text) }
    #expect(json == "\"" + String(repeating: "line\\n", count: 20000) + "\"")
  }

  @Test(arguments: [
    0, 1, 9, 10, 99, 100, 1 << 32, 9_999_999_999_999_999_999, 10_000_000_000_000_000_000,
    UInt64.max,
  ])
  func integersHaveAllDigits(number: UInt64) {
    #expect(compact { $0.integer(number) } == String(number))
  }

  @Test func repeatedNumberIsWrittenAgain() {
    let text = compact { json in
      json.array([0.25, 0.25, 1e-7, 0.5, -0.5]) { $0.real($1) }
    }
    #expect(text == "[0.25,0.25,1e-07,0.5,-0.5]")
  }

  @Test func numbersAreValidJSON() {
    #expect(compact { $0.integer(Int.min) } == "-9223372036854775808")
    #expect(compact { $0.integer(UInt64.max) } == "18446744073709551615")
    #expect(compact { $0.real(181.25) } == "181.25")
    #expect(compact { $0.real(3) } == "3")
    #expect(compact { $0.real(.nan) } == "null")
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func base64MatchesTheRFC(plain: String, coded: String) {
    #expect(compact { $0.base64(Array(plain.utf8)[...]) } == "\"\(coded)\"")
  }

  @Test func outerLevelsAreOnSeparateLines() {
    var json = JSONWriter(.lines(depth: 1))
    json.beginObject()
    json.member("a", 1)
    json.object("b") { json in
      json.member("c", 2)
      json.member("d", 3)
    }
    json.endObject()
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text == "{\n  \"a\": 1,\n  \"b\": {\"c\": 2, \"d\": 3}\n}")
  }
}
