import Testing

@testable import MetaCore

/// Escape sequences that contain a sign where a digit is required.
@Suite("Escape sequences") struct EscapeSequenceTests {
  @Test("A sign is not a hexadecimal digit of an identifier", arguments: ["%+1", "%-0", "%+"])
  func identifiers(key: String) {
    #expect(MetadataIdentifier(rawValue: "id3/\(key)").key == .text(key))
  }

  @Test(
    "A sign is not a digit of an XML entity", arguments: ["&#+65;", "&#x+41;", "&#-0;", "&#x-0;"])
  func entities(text: String) {
    #expect(XMLScanner.resolved(Array(text.utf8)[...]) == text)
  }
}
