import Foundation
import MetaCore
import Testing

/// The JSON of the model, as stored by programs.
@Suite("The model as JSON")
struct ModelCodingTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test(
    arguments: [
      (.string("Blue Train"), #"{"string":"Blue Train"}"#), (.integer(-3), #"{"integer":-3}"#),
      (.unsigned(.max), #"{"unsigned":18446744073709551615}"#), (.real(0.5), #"{"real":0.5}"#),
      (.boolean(true), #"{"boolean":true}"#),
      (.pair(NumberPair(number: 8, count: 10)), #"{"pair":{"count":10,"number":8}}"#),
      (.list(["A", .integer(1)]), #"{"list":[{"string":"A"},{"integer":1}]}"#),
      (
        .record([MetadataValue.Part("name", "x")]),
        #"{"record":[{"name":"name","value":{"string":"x"}}]}"#
      ),
    ] as [(MetadataValue, String)])
  func values(value: MetadataValue, json: String) throws {
    #expect(try text(value) == json)
    #expect(try JSONDecoder().decode(MetadataValue.self, from: Data(json.utf8)) == value)
  }

  @Test func datesAndBytesRoundTrip() throws {
    let values: [MetadataValue] = [
      .data(.bytes(ByteSlice([1, 2, 3]))),
      .date(try #require(MetadataDate(iso8601: "1999-04-01"))),
    ]
    for value in values {
      let json = Data(try text(value).utf8)
      #expect(try JSONDecoder().decode(MetadataValue.self, from: json) == value)
    }
  }

  @Test func keys() throws {
    for key: MetadataKey in [.code(try #require(FourCC("©nam"))), .text("TIT2")] {
      let json = Data(try text(key).utf8)
      #expect(try JSONDecoder().decode(MetadataKey.self, from: json) == key)
    }
    #expect(try text(MetadataKey.text("TIT2")) == #"{"text":"TIT2"}"#)
  }

  @Test(arguments: [
    "{}", #"{"string":"a","integer":1}"#, #"{"other":1}"#, #"{"integer":"x"}"#, "[]",
  ])
  func otherJSONIsAnError(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MetadataValue.self, from: Data(json.utf8))
    }
  }
}
