import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Edits replace values in the text of a packet, and nothing else.
@Suite struct XMPEditorTests {
  private static let start = "<?xpacket begin=\"\" id=\"x\"?><x:xmpmeta><rdf:RDF>\n"
  private static let end = "</rdf:RDF></x:xmpmeta>"

  private func packet(_ description: String, padding: Int = 0) -> [UInt8] {
    let blanks = String(repeating: " ", count: padding)
    return Array(
      "\(XMPEditorTests.start)\(description)\(XMPEditorTests.end)\(blanks)<?xpacket end=\"w\"?>"
        .utf8)
  }

  private func edit(
    _ description: String, padding: Int = 0, _ values: (String, MetadataValue)...
  ) throws -> String {
    let packet = ByteSlice(packet(description, padding: padding), origin: 1000)
    let bytes = try XMPEditor.packet(packet, with: values.map { (name: $0.0, value: $0.1) })
    return String(decoding: bytes, as: UTF8.self)
  }

  private func text(_ description: String, padding: Int = 0) -> String {
    String(decoding: packet(description, padding: padding), as: UTF8.self)
  }

  private let simple = """
    <rdf:Description rdf:about="" xmp:CreateDate='2024' xmp:Rating = "5">
      <xmp:CreatorTool>A</xmp:CreatorTool>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Blue</rdf:li></rdf:Alt></dc:title>
      <dc:creator>
        <rdf:Seq>
          <rdf:li>A</rdf:li>
          <rdf:li>B</rdf:li>
        </rdf:Seq>
      </dc:creator>
    </rdf:Description>
    """

  private let values: [(String, MetadataValue)] = [
    ("xmp:CreateDate", .string("2024")), ("xmp:Rating", .string("5")),
    ("xmp:CreatorTool", .string("A")), ("dc:title", .string("Blue")),
    ("dc:creator", .list([.string("A"), .string("B")])),
  ]

  private func edit(changing name: String, to value: MetadataValue?) throws -> String {
    var values = values
    values.removeAll { $0.0 == name }
    if let value { values.append((name, value)) }
    let bytes = try XMPEditor.packet(
      ByteSlice(packet(simple)), with: values.map { (name: $0.0, value: $0.1) })
    return String(decoding: bytes, as: UTF8.self)
  }

  private func simple(_ old: String, _ new: String) -> String {
    let parts = text(simple).components(separatedBy: old)
    #expect(parts.count == 2)
    return parts.joined(separator: new)
  }

  @Test func nothingChangesWithoutAChange() throws {
    #expect(try edit(changing: "dc:title", to: .string("Blue")) == text(simple))
  }

  @Test func valuesAreReplaced() throws {
    #expect(
      try edit(changing: "xmp:CreateDate", to: .string("19'99")) == simple("'2024'", "'19&apos;99'")
    )
    #expect(try edit(changing: "xmp:Rating", to: .integer(4)) == simple("= \"5\"", "= \"4\""))
    #expect(
      try edit(changing: "xmp:CreatorTool", to: .string("<&>"))
        == simple(">A</xmp", ">&lt;&amp;&gt;</xmp"))
    #expect(try edit(changing: "dc:title", to: .string("Red")) == simple("Blue", "Red"))
    #expect(
      try edit(changing: "dc:creator", to: .list([.string("A"), .string("C")]))
        == simple("<rdf:li>B<", "<rdf:li>C<"))
  }

  @Test func membersAreAddedAndRemoved() throws {
    #expect(
      try edit(changing: "dc:creator", to: .string("A")) == simple("\n      <rdf:li>B</rdf:li>", "")
    )
    #expect(
      try edit(changing: "dc:creator", to: .list([.string("A"), .string("B"), .string("C")]))
        == simple("<rdf:li>B</rdf:li>", "<rdf:li>B</rdf:li>\n      <rdf:li>C</rdf:li>"))
  }

  @Test func propertiesAreRemoved() throws {
    #expect(try edit(changing: "xmp:Rating", to: nil) == simple(" xmp:Rating = \"5\"", ""))
    #expect(
      try edit(changing: "xmp:CreatorTool", to: nil)
        == simple("\n  <xmp:CreatorTool>A</xmp:CreatorTool>", ""))
  }

  @Test func lengthIsKeptWhilePaddingSuffices() throws {
    let old = "<rdf:Description><a:b>12345</a:b></rdf:Description>"
    func new(_ text: String) -> String { "<rdf:Description><a:b>\(text)</a:b></rdf:Description>" }
    #expect(
      try edit(old, padding: 10, ("a:b", .string("12345678"))) == text(new("12345678"), padding: 7))
    #expect(try edit(old, padding: 10, ("a:b", .string("1"))) == text(new("1"), padding: 14))
    // Too little: the padding is for the next one then.
    #expect(
      try edit(old, padding: 3, ("a:b", .string("12345678"))) == text(new("12345678"), padding: 3))
    #expect(try edit(old, ("a:b", .string("1"))) == text(new("1")))
  }

  @Test func defaultLanguageTextIsReplaced() throws {
    let old = """
      <rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="de">Blau</rdf:li><rdf:li xml:lang="x-default">Blue</rdf:li>\
      </rdf:Alt></dc:title></rdf:Description>
      """
    #expect(
      try edit(old, ("dc:title", .string("Red")))
        == text(old).split(separator: "Blue").joined(separator: "Red"))
  }

  @Test func uncertainEditsAreRefused() {
    let cases: [(String, (String, MetadataValue))] = [
      ("<rdf:Description/>", ("dc:title", .string("A"))),
      ("<rdf:Description><a:b>1<!-- no -->2</a:b></rdf:Description>", ("a:b", .string("3"))),
      ("<rdf:Description a:b='1'/>", ("a:b", .list([.string("1"), .string("2")]))),
      ("<rdf:Description a:b='1'/>", ("a:b", .pair(NumberPair(number: 1)))),
      ("<rdf:Description a:b='1'/><rdf:Description a:b='2'/>", ("a:b", .string("3"))),
    ]
    for (description, value) in cases {
      #expect {
        _ = try edit(description, value)
      } throws: { ($0 as? ParseError)?.code == .unsupported }
    }
  }

  @Test func newPacketReplacesTheOldOne() throws {
    func item(_ key: MetadataKey, _ value: String) -> MetadataItem {
      MetadataItem(keySpace: .xmp, key: key, value: .string(value), dataType: .utf8)
    }
    let payload = ByteSlice(packet("<rdf:Description a:b='1'/>"))
    let text = text("<rdf:Description a:b='1'/>")
    #expect(
      try XMPEditor.packet(payload, items: [item("packet", text), item("a:b", "1")])
        == Array(payload.bytes))
    #expect(
      try XMPEditor.packet(payload, items: [item("packet", "new"), item("a:b", "1")])
        == Array("new".utf8)
    )
    #expect(
      try XMPEditor.packet(payload, items: [item("packet", text), item("a:b", "2")])
        == packet("<rdf:Description a:b='2'/>"))
    #expect(throws: ParseError.self) {
      try XMPEditor.packet(payload, items: [item("packet", "new"), item("a:b", "2")])
    }
  }

  // MARK: Structures

  private let structured = """
    <rdf:Description dc:format="a">
      <xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:when="1"/></rdf:Seq></xmpMM:History>
      <a:b rdf:parseType="Resource"><a:c>One</a:c><a:d>Two</a:d></a:b>
    </rdf:Description>
    """
  private let action = ("xmpMM:History[1]/stEvt:action", MetadataValue.string("saved"))
  private let when = ("xmpMM:History[1]/stEvt:when", MetadataValue.string("1"))
  private let one = ("a:b/a:c", MetadataValue.string("One"))
  private let two = ("a:b/a:d", MetadataValue.string("Two"))

  @Test func structuresKeepTheirBytesWhenAnotherValueChanges() throws {
    let new = try edit(structured, ("dc:format", "b"), action, when, one, two)
    #expect(
      new == text(structured).replacingOccurrences(of: "format=\"a\"", with: "format=\"b\""))
  }

  @Test func fieldOfAStructureIsReplacedInItsText() throws {
    let new = try edit(
      structured, ("dc:format", "a"), ("xmpMM:History[1]/stEvt:action", "made"), when, one, two)
    #expect(new == text(structured).replacingOccurrences(of: "saved", with: "made"))
  }

  /// The white space before a structure used to be copied for each of its strings.
  @Test(.timeLimit(.minutes(3))) func structureWithManyTextsIsRemovedOnce() throws {
    let history =
      "<xmpMM:History><rdf:Seq>" + String(repeating: "<rdf:li a:b=\"1\"/>", count: 4000)
      + "</rdf:Seq></xmpMM:History>"
    let body =
      "<rdf:Description dc:format='a'>" + String(repeating: " ", count: 1_000_000) + history
      + "</rdf:Description>"
    let bytes = packet(body)
    let new = try XMPEditor.packet(
      ByteSlice(bytes), with: [(name: "dc:format", value: .string("a"))])
    #expect(new == packet("<rdf:Description dc:format='a'></rdf:Description>"))
  }

  /// Blanks of any number are not copied for each new member.
  @Test func newMembersHaveTheBlanksOfOneLine() throws {
    func body(_ members: String) -> String {
      let blanks = String(repeating: "\n", count: 5000)
      let array = "<rdf:Seq>\(blanks)\(members)</rdf:Seq>"
      return "<rdf:Description><dc:creator>\(array)</dc:creator></rdf:Description>"
    }
    let new = try edit(
      body("\n\t<rdf:li>A</rdf:li>"), ("dc:creator", .list([.string("A"), .string("B")])))
    #expect(new == text(body("\n\t<rdf:li>A</rdf:li>\n\t<rdf:li>B</rdf:li>")))
  }

  @Test func fieldOfAStructureIsRemovedAlone() throws {
    let new = try edit(structured, ("dc:format", "a"), action, when, two)
    #expect(new == text(structured).replacingOccurrences(of: "<a:c>One</a:c>", with: ""))
  }

  @Test func structureIsRemovedWithItsLastField() throws {
    let new = try edit(structured, ("dc:format", "a"), one, two)
    #expect(!new.contains("xmpMM:History") && new.contains("<a:c>One</a:c><a:d>Two</a:d>"))
  }

  @Test func oneOfTwoEqualStructuresIsRemoved() throws {
    let body = """
      <rdf:Description><a:s rdf:parseType="Resource"><a:f>1</a:f></a:s>\
      <a:s rdf:parseType="Resource"><a:f>2</a:f></a:s></rdf:Description>
      """
    let new = try edit(body, ("a:s/a:f", "2"))
    #expect(new == text(body).replacingOccurrences(of: structure(1), with: ""))
    #expect(XMPPacket.properties(of: ByteSlice(Array(new.utf8))).map(\.name) == ["a:s/a:f"])
  }

  private func structure(_ number: Int) -> String {
    "<a:s rdf:parseType=\"Resource\"><a:f>\(number)</a:f></a:s>"
  }

  @Test func commentsBeforePropertiesAreKept() throws {
    let body = "<rdf:Description><!-- c --><a:b>1</a:b><!-- d --><a:c>2</a:c></rdf:Description>"
    #expect(
      try edit(body, ("a:c", "2"))
        == text(body).replacingOccurrences(of: "<a:b>1</a:b>", with: ""))
    #expect(
      try edit("<rdf:Description><a:b>1<!-- c --></a:b></rdf:Description>", ("a:b", "2"))
        == text("<rdf:Description><a:b>2<!-- c --></a:b></rdf:Description>"))
  }

  @Test func structureWithOtherContentIsKept() throws {
    let body = """
      <rdf:Description dc:format="a">
        <a:b rdf:parseType="Resource"><a:c>One</a:c><a:d rdf:resource="http://a.example"/></a:b>
      </rdf:Description>
      """
    let new = try edit(body, ("dc:format", "a"))
    #expect(!new.contains("One") && new.contains("a.example"))
  }

  @Test func textInCDATAIsReadAndKept() throws {
    let body = "<rdf:Description dc:format='a'><a:b><![CDATA[x > <y>&]]></a:b></rdf:Description>"
    let properties = XMPPacket.properties(of: ByteSlice(packet(body)))
    #expect(properties.first { $0.name == "a:b" }?.value == "x > <y>&")
    let new = try edit(body, ("dc:format", "b"), ("a:b", "x > <y>&"))
    #expect(new.contains("<a:b><![CDATA[x > <y>&]]></a:b>"))
    #expect(throws: ParseError.self) { try edit(body, ("dc:format", "a"), ("a:b", "Q")) }
    #expect(try !edit(body, ("dc:format", "a")).contains("CDATA"))
  }

  @Test func lineBreaksOfAttributesAreReferences() throws {
    let new = try edit("<rdf:Description dc:format='a'/>", ("dc:format", "b\nc\td"))
    #expect(new.contains("dc:format='b&#10;c&#9;d'"))
  }

  @Test func charactersForbiddenInXMLAreOmitted() throws {
    let new = try edit(changing: "xmp:CreatorTool", to: .string("A\u{0}\u{1F}\u{FFFF}\tB"))
    #expect(new.contains("<xmp:CreatorTool>A\tB</xmp:CreatorTool>"))
  }
}

extension String {
  fileprivate func components(separatedBy part: String) -> [Substring] {
    split(separator: part, omittingEmptySubsequences: false)
  }
}
