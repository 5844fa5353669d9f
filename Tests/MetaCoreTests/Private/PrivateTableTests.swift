import Foundation
import Testing

@testable import MetaCore

@Suite("Private items")
struct PrivateTableTests {
  static let rows: [(String, PrivateData.Kind?)] = [
    ("itsk/©xyz", .location), ("udta/©xyz", .location), ("uiso/loci", .location),
    ("mdta/com.apple.quicktime.location.ISO6709", .location), ("mdta/location-eng", .location),
    ("mdta/com.apple.quicktime.direction.facing", .location), ("xmp/exif:GPSLatitude", .location),
    ("udta/©fyw", .location), ("mdta/com.apple.quicktime.make", .device), ("udta/©mak", .device),
    ("udta/©swr", .device), ("udta/FIRM", .device), ("mdta/com.android.version", .device),
    ("mdta/com.apple.quicktime.camera.lens_model", .device), ("xmp/tiff:Model", .device),
    ("xmp/xmp:CreatorTool", .device), ("riff/bext%2FOriginator", .device),
    ("mdta/com.apple.quicktime.camera.identifier", .serial), ("udta/CAME", .serial),
    ("udta/GPMF", .serial), ("gpmf/CASN", .serial), ("gpmf/MINF", .device),
    ("xmp/xmpMM:History%5B1%5D%2FstEvt:action", .serial), ("xmp/a:b%2FstRef:documentID", .serial),
    ("xmp/xmpMM:Ingredients%5B1%5D", .serial), ("xmp/a:b%2Fa:c", nil),
    ("xmp/xmpMM:InstanceID", .serial), ("riff/bext%2FUMID", .serial),
    ("mdta/com.apple.proapps.serialno", .serial), ("itsk/apID", .account), ("itsk/ownr", .account),
    ("itsk/akID", .account), ("id3/TENC", .account), ("id3/TOWN", .account),
    ("itsk/©enc", .account),
    ("itlk/com.apple.iTunes.ITUNESACCOUNT", .account), ("ape/iTunesAccount", .account),
    ("itsk/purd", .purchase), ("itsk/cnID", .purchase), ("itsk/plID", .purchase),
    ("itsk/atID", .purchase), ("itsk/geID", .purchase), ("itsk/sfID", .purchase),
    ("itsk/cmID", .purchase), ("itsk/xid%20", .purchase), ("itsk/flvr", .purchase),
    ("id3/OWNE", .purchase), ("id3/COMR", .purchase),
    // Items that describe the work or the audio stay.
    ("itsk/©nam", nil), ("itsk/cprt", nil), ("itsk/©too", nil), ("id3/TSSE", nil),
    ("itsk/©mak", nil), ("id3/TPE1", nil), ("id3/TDRC", nil), ("udta/©day", nil),
    ("mdta/com.android.capture.fps", nil), ("mdta/com.apple.quicktime.creationdate", nil),
    ("mdta/com.apple.quicktime.content.identifier", nil), ("xmp/dc:title", nil),
    ("itlk/com.apple.iTunes.iTunSMPB", nil), ("udta/tags", nil), ("riff/ISFT", nil),
    ("itsk/rate", nil), ("id3/GEOB", nil),
  ]

  @Test(arguments: rows)
  func items(identifier: String, kind: PrivateData.Kind?) throws {
    guard case .items(let identifier, _)? = EditTarget(identifier), let key = identifier.key else {
      Issue.record("\(identifier) is no identifier")
      return
    }
    let item = MetadataItem(
      keySpace: identifier.keySpace, key: key, value: .string("1"), dataType: .utf8)
    #expect(PrivateTable.kind(of: item) == kind)
  }

  @Test(arguments: [
    ("PRIV", "com.example", PrivateData.Kind.program), ("PRIV", "www.amazon.com", .purchase),
    ("PRIV", "com.apple.streaming.transportStreamTimestamp", nil), ("PRIV", "TRAKTOR4", nil),
    ("UFID", "http://musicbrainz.org", nil), ("UFID", "someone@example.org", .program),
  ])
  func framesByTheirOwners(frame: String, owner: String, kind: PrivateData.Kind?) {
    var item = MetadataItem(
      keySpace: .id3, key: .text(frame), value: .string("1"), dataType: .utf8)
    item.extraAttributes = [ExtraAttribute(.owner, .string(owner))]
    #expect(PrivateTable.kind(of: item) == kind)
  }

  @Test func rowsAreWellFormed() {
    for row in PrivateTable.rows.split(separator: "\n") {
      let parts = row.split(separator: "|")
      #expect(parts.count == 2, "\(row)")
      #expect(parts[0] == "keep" || PrivateData.Kind(rawValue: String(parts[0])) != nil, "\(row)")
      for keys in parts[1].split(separator: ";") {
        let prefix = keys.split(separator: "=")[0].filter { $0 != " " }
        #expect(
          prefix == "xml" || KeySpace.known.contains(KeySpace(identifierPrefix: prefix)), "\(row)")
      }
    }
    for row in PrivateTable.fields {
      for name in row.names { #expect(Field.named(name)?.name == name) }
    }
  }

  @Test func namesOfXMLArePrivateUnderEveryPrefix() {
    let text = """
      <rdf:Description xmlns:q="http://ns.adobe.com/exif/1.0/aux/" xmlns:ex='http://ns.adobe.com/exif/1.0/' ex:GPSLatitude="1">
      <q:SerialNumber>2</q:SerialNumber><q:Lens>3</q:Lens>
      <GPSLongitude xmlns="http://ns.adobe.com/exif/1.0/">4</GPSLongitude></rdf:Description>
      """
    let names = PrivateXML.parts(of: ByteSlice(Array(text.utf8))).map(\.name)
    #expect(names == ["exif:GPSLatitude", "aux:SerialNumber", "aux:Lens", "exif:GPSLongitude"])
  }

  @Test(arguments: [TextEncoding.utf16BigEndian, .utf16LittleEndian], [true, false])
  func privatePartsOfUTF16AreBlanked(encoding: TextEncoding, isMarked: Bool) throws {
    let text = "<x a='é😀' exif:GPSLatitude='é😀'>é<aux:Lens>😀</aux:Lens>z</x>"
    let stored = try #require(encoding.encode((isMarked ? "\u{FEFF}" : "") + text))
    var traces = PrivateTraces()
    try traces.addXML(
      10..<Int64(10 + stored.count), "_PMX",
      in: SourceWindow(DataSource([UInt8](repeating: 0, count: 10) + stored)))
    var new = stored
    for stretch in traces.mask.stretches {
      new.replaceSubrange(
        Int(stretch.range.lowerBound - 10)..<Int(stretch.range.upperBound - 10),
        with: stretch.bytes(stretch.range))
    }
    let gone = [" exif:GPSLatitude='é😀'", "<aux:Lens>😀</aux:Lens>"]
    let wanted = gone.reduce(text) { text, part in
      text.replacingOccurrences(of: part, with: String(repeating: " ", count: part.utf16.count))
    }
    #expect(XMLText(ByteSlice(new)).utf8.bytes.elementsEqual(wanted.utf8))
    #expect(traces.report.removed.map(\.name) == ["exif:GPSLatitude", "aux:Lens"])
  }

  @Test func partsOfDocuments() {
    let text = """
      <x xmpMM:InstanceID="a" dc:title="b"><dc:creator>c</dc:creator>\
      <xmpMM:History><rdf:Seq><rdf:li stEvt:softwareAgent="d"/></rdf:Seq></xmpMM:History>\
      <Device serialNo="e"/><Group name="ExifGPS"><Item value="f"/></Group></x>
      """
    let parts = PrivateXML.parts(of: ByteSlice(Array(text.utf8)))
    #expect(parts.map(\.name) == ["xmpMM:InstanceID", "xmpMM:History", "Device", "Group"])
    var bytes = Array(text.utf8)
    for part in parts {
      for index in part.range { bytes[index] = 0x20 }
    }
    let left = String(decoding: bytes, as: UTF8.self).filter { $0 != " " }
    #expect(left == "<xdc:title=\"b\"><dc:creator>c</dc:creator></x>")
  }
}
