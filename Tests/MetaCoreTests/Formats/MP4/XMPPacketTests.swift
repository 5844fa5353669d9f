import Testing

@testable import MetaCore

@Suite struct XMPPacketTests {
  private func properties(_ description: String) -> [XMPPacket.Property] {
    XMPPacket.properties(
      of: ByteSlice(
        Array(
          """
          <?xpacket begin=""?><!-- <rdf:Description dc:title="no"/> --><x:xmpmeta><rdf:RDF>
          \(description)</rdf:RDF></x:xmpmeta><?xpacket end="w"?>
          """.utf8)))
  }

  @Test func attributesAndElements() {
    let found = properties(
      """
      <rdf:Description rdf:about="" xmlns:xmp="ns" xmp:CreateDate="2024-03-09">
      <xmp:CreatorTool>A &amp; B &#x41;</xmp:CreatorTool></rdf:Description>
      """)
    #expect(found.map(\.name) == ["xmp:CreateDate", "xmp:CreatorTool"])
    #expect(found.map(\.value) == [.string("2024-03-09"), .string("A & B A")])
  }

  @Test func alternativesAndLists() {
    let found = properties(
      """
      <rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Blue</rdf:li></rdf:Alt>
      </dc:title><dc:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Seq></dc:creator>
      </rdf:Description>
      """)
    #expect(found.map(\.value) == [.string("Blue"), .list([.string("A"), .string("B")])])
    #expect(found.first?.language == nil)
  }

  @Test func structuresArePassedOver() {
    let found = properties(
      """
      <rdf:Description><xmpMM:History><rdf:Seq><rdf:li><rdf:Description stEvt:action="saved"/>
      </rdf:li></rdf:Seq></xmpMM:History><dc:format>video</dc:format></rdf:Description>
      """)
    #expect(found.map(\.name) == ["dc:format"])
  }

  @Test(arguments: [
    "", "<", "<a", "<a b", "<a b=", "<a b='", "</", "<!--", "<?", "&", "<rdf:Description><a:b>",
  ])
  func brokenPacketsEnd(text: String) {
    _ = XMPPacket.properties(of: ByteSlice(Array(text.utf8)))
  }

  @Test func deepNestingIsLinear() {
    let text = String(repeating: "<a:b>", count: 100_000)
    _ = XMPPacket.properties(of: ByteSlice(Array(("<rdf:Description>" + text).utf8)))
    _ = XMPPacket.properties(of: ByteSlice(Array(text.utf8)))
  }
}
