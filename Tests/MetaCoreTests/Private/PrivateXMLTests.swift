import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Private data in XML is found with any name bindings, and with mismatched tags.
@Suite struct PrivateXMLTests {
  private func names(_ text: String, inPicture: Bool = false) -> [String] {
    PrivateXML.parts(of: ByteSlice(Array(text.utf8)), inPicture: inPicture).map(\.name)
  }

  private static let exif = "xmlns:g=\"http://ns.adobe.com/exif/1.0/\""
  private static let description = "<rdf:Description \(exif)>"
  private static let longitude = "<g:GPSLongitude>13,24E</g:GPSLongitude>"

  /// Places of a longitude, and of a text that stays.
  static let packets = [
    // More prefixes than in real files.
    "<rdf:Description \(junk(1000)) \(exif)>\(longitude)<dc:title>Title</dc:title></rdf:Description>",
    // End tags that belong to no element.
    "\(description)</br>\(longitude)<dc:title>Title</dc:title></rdf:Description>",
    "\(description)</br></a:b></br>\(longitude)<dc:title>Title</dc:title></rdf:Description>",
    "\(description)<dc:x/></rdf:Description>\(longitude)<dc:title>Title</dc:title>",
    // Bound after use, later bound to another namespace, and a common prefix of another namespace.
    "<a>\(longitude)<b \(exif)/><dc:title>Title</dc:title></a>",
    "\(description)<b xmlns:g=\"urn:other\">\(longitude)<dc:title>Title</dc:title></b></rdf:Description>",
    "<a xmlns:exif=\"urn:other\"><exif:GPSLongitude>13,24E</exif:GPSLongitude><dc:title>Title</dc:title></a>",
    // A private element ends at its own end tag.
    "<a><xmpMM:History></br><rdf:li>13,24E</rdf:li></xmpMM:History><dc:title>Title</dc:title></a>",
    "<a><exif:GPSInfo><br></b></i>13,24E</exif:GPSInfo><dc:title>Title</dc:title></a>",
    "<a><c><exif:GPSInfo>13,24E</exif:GPS></c><dc:title>Title</dc:title></a>",
    "\(description)<xmpMM:History></br><a:b>13,24E</a:b></xmpMM:History><dc:title>Title</dc:title></rdf:Description>",
  ]

  private static func junk(_ count: Int) -> String {
    (0..<count).map { "xmlns:j\($0)=\"http://purl.org/dc/elements/1.1/\"" }.joined(separator: " ")
  }

  @Test(arguments: packets) func privateTextIsRemoved(_ packet: String) {
    let new = PrivateXML.blanked(packet)
    #expect(!new.contains("13,24E") && new.contains("<dc:title>Title</dc:title>"), "\(new)")
    #expect(new.utf8.count == packet.utf8.count)
    #expect(PrivateXML.blanked(new) == new)
  }

  @Test(arguments: packets) func privateTextIsRemovedFromFiles(_ packet: String) throws {
    let text =
      "<x:xmpmeta><rdf:RDF>\(packet)</rdf:RDF></x:xmpmeta>      <?xpacket end=\"w\"?>"
    let chunk = AudioBuilder.riff("_PMX", Array(text.utf8))
    let scene = try PrivateScene(AudioBuilder.wav(chunk), name: "a.wav")
    let outcome = try scene.clear(secrets: ["13,24E"])
    #expect(!outcome.draft.privacy.removed.isEmpty)
  }

  @Test func onePrefixOfSeveralNamespaces() {
    let text = """
      <a><b xmlns:p="http://ns.adobe.com/exif/1.0/"/><c xmlns:p="http://purl.org/dc/elements/1.1/">\
      <p:title/><p:GPSLatitude/></c></a>
      """
    #expect(names(text) == ["exif:GPSLatitude"])
  }

  @Test func picturePacketsKeepDisplayProperties() {
    let text = """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description xmlns:t="http://ns.adobe.com/tiff/1.0/" \
      xmlns:h="http://ns.adobe.com/hdr-gain-map/1.0/" t:Orientation="6" h:Version="1" t:Make="M" q:Note="N">\
      <b xmlns:h="http://ns.adobe.com/exif/1.0/"></br><h:GPSLatitude>1</h:GPSLatitude></b></r:Description></r:RDF>
      """
    #expect(names(text, inPicture: true) == ["tiff:Make", "q:Note", "b"])
    let stray = text.replacingOccurrences(of: "<b ", with: "<rdf:b ")
    #expect(
      names(stray, inPicture: true) == ["tiff:Make", "q:Note", "exif:GPSLatitude"])
  }

  @Test(.timeLimit(.minutes(3))) func manyPrefixesAndNamesAreReadOnce() {
    let text =
      "<a \(PrivateXMLTests.junk(4000))>" + String(repeating: "<zz999:a/>", count: 50_000) + "</a>"
    let bytes = ByteSlice(Array(text.utf8))
    #expect(XMPPacket.properties(of: bytes).isEmpty)
    #expect(PrivateXML.parts(of: bytes).isEmpty)
  }

  /// The dictionary of prefixes is not copied for each structure.
  @Test(.timeLimit(.minutes(3))) func structuresWithOwnPrefixesTakeLinearTime() {
    let structure = "<a:b xmlns:q=\"http://purl.org/dc/elements/1.1/\"><q:c/></a:b>"
    let text =
      "<rdf:Description \(PrivateXMLTests.junk(20_000))>"
      + String(repeating: structure, count: 20_000) + "</rdf:Description>"
    let bytes = ByteSlice(Array(text.utf8))
    #expect(XMPPacket.properties(of: bytes).allSatisfy { $0.name == "a:b/dc:c" })
  }

  // MARK: UTF-16

  /// Half a character at the end: nothing after the document is touched.
  @Test func documentOfAnOddLengthKeepsItsEnd() throws {
    let text = "<a><exif:GPSLatitude>1"
    let stored = try #require(TextEncoding.utf16LittleEndian.encode(text)) + [0x41]
    var traces = PrivateTraces()
    try traces.addXML(
      0..<Int64(stored.count), "_PMX", in: SourceWindow(DataSource(stored + [1, 2, 3])))
    #expect(traces.mask.stretches.map(\.range) == [6..<Int64(stored.count)])
  }
}
