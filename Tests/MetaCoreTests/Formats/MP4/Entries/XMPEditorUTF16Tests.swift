import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// A packet in UTF-16 is edited in its own encoding; unedited parts keep their bytes.
@Suite struct XMPEditorUTF16Tests {
  struct Form: Sendable, CustomTestStringConvertible {
    let encoding: TextEncoding
    let isMarked: Bool
    var testDescription: String { "\(encoding)\(isMarked ? " marked" : "")" }

    func bytes(_ text: String) -> [UInt8] {
      encoding.encode((isMarked ? "\u{FEFF}" : "") + text) ?? []
    }
  }

  static let forms = [TextEncoding.utf16BigEndian, .utf16LittleEndian].flatMap { encoding in
    [true, false].map { Form(encoding: encoding, isMarked: $0) }
  }

  private func text(_ title: String, _ more: String = " xmp:Rating='5'", padding: Int = 0) -> String
  {
    """
    <?xml version="1.0" encoding="UTF-16"?><?xpacket begin="\u{FEFF}"?><x:xmpmeta><rdf:RDF><rdf:Description a:b='é😀'\(more)>
    <dc:title>\(title)</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>\(String(repeating: " ", count: padding))\
    <?xpacket end="w"?>
    """
  }

  private func edit(
    _ stored: [UInt8], title: String, rating: String? = "5", b: String = "é😀"
  ) throws -> [UInt8] {
    let values = [("a:b", b), ("dc:title", title)] + (rating.map { [("xmp:Rating", $0)] } ?? [])
    return try XMPEditor.packet(
      ByteSlice(stored, origin: 99), with: values.map { (name: $0.0, value: .string($0.1)) })
  }

  @Test(arguments: forms) func valuesAreReplacedInTheirEncoding(_ form: Form) throws {
    let stored = form.bytes(text("Bl😀"))
    #expect(try edit(stored, title: "Bl😀") == stored)
    #expect(try edit(stored, title: "Grün & 𝄞") == form.bytes(text("Grün &amp; 𝄞")))
    #expect(try edit(stored, title: "Bl😀", rating: nil) == form.bytes(text("Bl😀", "")))
  }

  @Test(arguments: forms) func thePaddingIsUsedUp(_ form: Form) throws {
    let stored = form.bytes(text("Blue", padding: 10))
    #expect(try edit(stored, title: "Blue 😀") == form.bytes(text("Blue 😀", padding: 7)))
    #expect(try edit(stored, title: "B") == form.bytes(text("B", padding: 13)))
    #expect(
      try edit(stored, title: "Blue Blue Blue") == form.bytes(text("Blue Blue Blue", padding: 10)))
    let zeros: [UInt8] = [0, 0, 0, 0]
    #expect(try edit(stored + zeros, title: "B") == form.bytes(text("B", padding: 13)) + zeros)
  }

  @Test(arguments: forms) func halfACharacterIsKept(_ form: Form) throws {
    let isBig = form.encoding == .utf16BigEndian
    let half: [UInt8] = isBig ? [0xD8, 0x00] : [0x00, 0xD8]
    let (old, new) = (form.bytes(text("Blue")), form.bytes(text("Red")))
    let mark = try #require(form.encoding.encode("é"))
    func halved(_ bytes: [UInt8]) throws -> [UInt8] {
      var bytes = bytes
      let place = try #require(bytes.firstRange(of: mark))
      bytes.replaceSubrange(place, with: half)
      return bytes
    }
    #expect(try edit(try halved(old), title: "Red", b: "\u{FFFD}😀") == halved(new))
  }

  @Test(arguments: forms) func packetWithoutItsEndIsEdited(_ form: Form) throws {
    let bytes = form.bytes(text("Blue"))
    for length in 0..<bytes.count {
      let stored = Array(bytes[..<length])
      let packet = XMLText(ByteSlice(stored)).utf8
      let properties = XMPPacket.properties(of: packet).map { (name: $0.name, value: $0.value) }
      #expect(try XMPEditor.packet(ByteSlice(stored), with: properties) == stored)
      let new = try XMPEditor.packet(ByteSlice(stored), with: [])
      #expect(new.count <= length)
    }
  }

  // MARK: Files

  private func packet(of bytes: [UInt8]) throws -> MetadataItem {
    let items = try Inspector.inspect(DataSource(bytes)).items
    return try #require(items.first { $0.isXMPPacket })
  }

  @Test(arguments: forms) func fileKeepsThePacketInItsEncoding(_ form: Form) throws {
    let chunk = AudioBuilder.riff("_PMX", form.bytes(text("Blue", padding: 20)))
    let scene = try PrivateScene(AudioBuilder.wav(chunk), name: "a.wav")
    let title = try #require(Field.named("title"))
    _ = try scene.edit([.set(.field(title), ["Red"])])
    #expect(try scene.content.contains(form.bytes(text("Red", padding: 21))))
  }

  @Test(arguments: forms) func wholePacketIsWrittenInItsEncoding(_ form: Form) throws {
    let stored = form.bytes(text("Blue"))
    var item = try packet(of: AudioBuilder.wav(AudioBuilder.riff("_PMX", stored)))
    item.value = .string("new 😀")
    #expect(try XMPEditor.packet(ByteSlice(stored), items: [item]) == form.bytes("new 😀"))
    // A new packet begins with a byte order mark, which XML requires.
    let marked = Form(encoding: form.encoding, isMarked: true)
    #expect(try XMPEditor.packet(items: [item]) == marked.bytes("new 😀"))
  }

  // MARK: Private data

  @Test(arguments: [TextEncoding.utf16BigEndian, .utf16LittleEndian])
  func packetKeepsUTF16(encoding: TextEncoding) throws {
    let text = """
      <x:xmpmeta><rdf:RDF><rdf:Description exif:GPSAreaInformation="Zürich 😀"><dc:title>é</dc:title></rdf:Description>\
      </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
      """
    let stored = try #require(encoding.encode("\u{FEFF}" + text))
    let scene = try PrivateScene(
      AudioBuilder.wav(AudioBuilder.riff("_PMX", stored)), name: "a.wav")
    try scene.clear(secrets: ["Zürich"])
    let part = " exif:GPSAreaInformation=\"Zürich 😀\""
    let new = text.replacingOccurrences(
      of: part, with: String(repeating: " ", count: part.utf16.count))
    let wanted = try #require(encoding.encode("\u{FEFF}" + new))
    #expect(try scene.content.contains(wanted))
  }
}
