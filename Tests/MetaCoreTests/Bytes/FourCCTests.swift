import Testing

@testable import MetaCore

@Suite struct FourCCTests {
  @Test func copyrightSignIsOneByte() {
    let code = FourCC("©", "n", "a", "m")
    #expect(code.rawValue == 0xA96E_616D)
    #expect(code.description == "©nam")
    #expect(FourCC("©nam") == code)
  }

  @Test func unprintableBytesAreEscaped() {
    #expect(FourCC(rawValue: 0x0000_7361).description == "\\x00\\x00sa")
  }

  @Test(arguments: ["", "abc", "abcde", "ab€d"]) func otherTextsAreNotCodes(text: String) {
    #expect(FourCC(text) == nil)
  }
}
