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

  @Test func numbersAreAsJSONWantsThem() {
    #expect(compact { $0.integer(Int.min) } == "-9223372036854775808")
    #expect(compact { $0.integer(UInt64.max) } == "18446744073709551615")
    #expect(compact { $0.real(181.25) } == "181.25")
    #expect(compact { $0.real(3) } == "3")
    #expect(compact { $0.real(.nan) } == "null")
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func base64IsThatOfTheRFC(plain: String, coded: String) {
    #expect(compact { $0.base64(Array(plain.utf8)[...]) } == "\"\(coded)\"")
  }

  @Test func outerLevelsStandOnLinesOfTheirOwn() {
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
