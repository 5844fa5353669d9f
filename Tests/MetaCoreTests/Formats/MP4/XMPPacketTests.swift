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
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-03-09">
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

  @Test func namesHaveTheUsualPrefixOfTheirNamespace() {
    let found = XMPPacket.properties(
      of: ByteSlice(
        Array(
          """
          <m:xmpmeta xmlns:m="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <r:Description xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:xap="http://ns.adobe.com/xap/1.0/"
            xmlns:h="http://ns.adobe.com/xap/1.0/mm/" xap:Rating="5"><d:title><r:Alt><r:li>A</r:li></r:Alt></d:title>
          <d:x xmlns:d="urn:other">1</d:x><d:creator><r:Seq><r:li>B</r:li></r:Seq></d:creator>
          <h:History><r:Seq><r:li e:action="saved" xmlns:e="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"/>
          </r:Seq></h:History><source xmlns="http://purl.org/dc/elements/1.1/">C</source>
          <xmp:Label>D</xmp:Label></r:Description></r:RDF></m:xmpmeta>
          """.utf8)))
    #expect(
      found.map(\.name) == [
        "xmp:Rating", "dc:title", "d:x", "dc:creator", "xmpMM:History[1]/stEvt:action",
        "dc:source", "xmp:Label",
      ])
  }

  @Test func namesOfTwoNamespacesDiffer() throws {
    let found = properties(
      """
      <rdf:Description xmlns:q="http://purl.org/dc/elements/1.1/" xmlns:dc="http://example.com/other/" dc:b="4">
      <q:title>Real</q:title><dc:title>Other</dc:title><xmp:c xmlns:xmp="urn:a">1</xmp:c><xmp:c xmlns:xmp="urn:b">2</xmp:c>
      <dc:s xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:t/><dc:u>3</dc:u></dc:s><xmp:Label>5</xmp:Label></rdf:Description>
      """)
    let names = found.map(\.name)
    #expect(Set(names).count == names.count, "\(names)")
    #expect(names.filter { !$0.contains("-") } == ["dc:title", "dc:s/dc:u", "xmp:Label"])
    #expect(names.contains("dc-fffaa16d848fc77a:title") && names.contains("dc-fffaa16d848fc77a:b"))
  }

  @Test func syntaxPrefixesAreKept() {
    let found = XMPPacket.properties(
      of: ByteSlice(
        Array("<rdf:Description xmlns:rdf=\"urn:old\" xmlns:x=\"urn:x\" x:a=\"1\"/>".utf8)))
    #expect(found.map(\.name) == ["x:a"])
  }

  @Test func textsOfStructuresHavePaths() {
    let found = properties(
      """
      <rdf:Description><xmpMM:History><rdf:Seq><rdf:li><rdf:Description stEvt:action="saved"/>
      </rdf:li><rdf:li stEvt:action="made" stEvt:when="2024"/><rdf:li rdf:parseType="Resource">
      <stEvt:action>A &amp; B</stEvt:action></rdf:li></rdf:Seq></xmpMM:History>
      <dc:format>video</dc:format><xmpMM:DerivedFrom stRef:documentID="x"/>
      <xmpDM:Tracks><rdf:Bag><rdf:li><rdf:Description xmpDM:trackName="T"><xmpDM:markers><rdf:Seq>
      <rdf:li xmpDM:startTime="5"/></rdf:Seq></xmpDM:markers></rdf:Description></rdf:li></rdf:Bag>
      </xmpDM:Tracks></rdf:Description>
      """)
    #expect(
      found.map(\.name) == [
        "xmpMM:History[1]/stEvt:action", "xmpMM:History[2]/stEvt:action",
        "xmpMM:History[2]/stEvt:when", "xmpMM:History[3]/stEvt:action", "dc:format",
        "xmpMM:DerivedFrom/stRef:documentID", "xmpDM:Tracks[1]/xmpDM:trackName",
        "xmpDM:Tracks[1]/xmpDM:markers[1]/xmpDM:startTime",
      ])
    #expect(
      found.map(\.value) == ["saved", "made", "2024", "A & B", "video", "x", "T", "5"])
  }

  @Test func arraysOfTextsInStructuresAreCounted() {
    let found = properties(
      """
      <rdf:Description><a:b rdf:parseType="Resource"><a:c><rdf:Alt><rdf:li xml:lang="de">Eins
      </rdf:li><rdf:li>Two</rdf:li></rdf:Alt></a:c></a:b></rdf:Description>
      """)
    #expect(found.map(\.name) == ["a:b/a:c[1]", "a:b/a:c[2]"])
    #expect(found.map(\.language) == ["de", nil])
  }

  @Test func textsNestedTooDeeplyAreIgnored() {
    let deep = String(repeating: "<a:b>", count: 40) + "x" + String(repeating: "</a:b>", count: 40)
    let found = properties("<rdf:Description><a:s c:d=\"1\">\(deep)</a:s></rdf:Description>")
    #expect(found.map(\.name) == ["a:s/c:d"])
  }

  @Test func structuresAreBounded() {
    let deep = String(repeating: "<a:b>", count: 50_000)
    _ = properties("<rdf:Description><a:b c:d=\"1\">\(deep)")
    // A long name in front of many fields would be copied for each of them.
    let name = "a:" + String(repeating: "n", count: 100_000)
    let fields = String(repeating: "<f:g>1</f:g>", count: 4000)
    let found = properties(
      "<rdf:Description><x:y rdf:parseType=\"Resource\"><\(name) h:i=\"1\">\(fields)</\(name)></x:y>"
    )
    #expect(found.allSatisfy { $0.name.utf8.count < 100_100 } && found.count <= 1)
  }

  @Test func everyPrefixOfAStructureEnds() {
    let text = """
      <rdf:Description><xmpMM:History><rdf:Seq><rdf:li><rdf:Description s:a="1"/></rdf:li>
      <rdf:li s:a="2"><s:b>3</s:b></rdf:li></rdf:Seq></xmpMM:History></rdf:Description>
      """
    let bytes = Array(text.utf8)
    for length in bytes.indices {
      for property in XMPPacket.properties(of: ByteSlice(Array(bytes[..<length]))) {
        if case .element(let whole, let value) = property.place {
          #expect(whole.upperBound <= length && value.upperBound <= length)
        }
      }
    }
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
    let bound = String(
      repeating: "<d:x xmlns:d=\"http://purl.org/dc/elements/1.1/\">", count: 100_000)
    _ = XMPPacket.properties(of: ByteSlice(Array(("<rdf:Description>" + bound).utf8)))
  }
}
