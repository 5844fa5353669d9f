import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Independent programs read our entries.
///
/// The files are the sample with the movie at the end, with other metadata at its end, so that
/// nothing moves.
@Suite struct EntryPeerTests {
  private let picture = bytes("FFD8FFE0 0010 4A46494600 0101 00 0001 0001 0000 FFD9")
  private let encoder = EntryEncoder(source: DataSource([]), isQuickTime: false)

  private func entry(
    _ keySpace: KeySpace, _ key: MetadataKey, _ values: (MetadataValue, String?)...
  ) -> DocumentEdit.Entry {
    DocumentEdit.Entry(
      values.map { value, language in
        MetadataItem(
          keySpace: keySpace, key: key, value: value, dataType: .utf8,
          language: language.map { LanguageTag(rawValue: $0) })
      })
  }

  private func code(_ text: String) -> MetadataKey { .code(FourCC(text) ?? .free) }

  /// The sample as a file of a brand, with these atoms at the end of its movie.
  private func file(_ brand: String, _ tail: [UInt8]) throws -> [UInt8] {
    let sample = try Repository.bytes(of: "moov-last.mp4")
    let window = SourceWindow(DataSource(sample))
    var walker = AtomWalker(window, limits: .standard)
    var log = DiagnosticLog()
    let moov = try #require(try walker.walk(log: &log).first(.moov))
    let udta = try #require(moov.child(.udta))
    try #require(udta.end == Int64(sample.count))
    var media = Array(sample[..<Int(moov.offset)])
    media.replaceSubrange(8..<12, with: brand.utf8)
    let movie = atom("moov", Array(sample[Int(moov.payloadOffset)..<Int(udta.offset)]), tail)
    return media + movie
  }

  private func handler(_ type: String) -> [UInt8] {
    fullAtom("hdlr", [0, 0, 0, 0], Array(type.utf8), [UInt8](repeating: 0, count: 13))
  }

  private func list(
    _ entries: [DocumentEdit.Entry], _ keys: inout KeysAtom?
  ) throws -> [UInt8] {
    var atoms: [UInt8] = []
    for entry in entries { atoms += try encoder.itemListEntry(entry, keys: &keys) }
    return atom("ilst", atoms)
  }

  private func userData(_ entries: [DocumentEdit.Entry]) throws -> [UInt8] {
    atom("udta", try entries.flatMap { try encoder.userDataEntry($0) })
  }

  private var cover: MetadataValue { .data(.bytes(ByteSlice(picture))) }

  private func songs() throws -> [UInt8] {
    var keys: KeysAtom?
    let items = try list(
      [
        entry(.iTunes, code("©nam"), (.string("Blüe"), nil)),
        entry(.iTunes, code("©ART"), (.string("Ann"), nil), (.string("Bob"), nil)),
        entry(.iTunes, code("trkn"), (.string("8/10"), nil)),
        entry(.iTunes, code("disk"), (.string("1/2"), nil)),
        entry(.iTunes, code("tmpo"), (.integer(120), nil)),
        entry(.iTunes, code("cpil"), (.boolean(true), nil)),
        entry(.iTunes, code("gnre"), (.string("Jazz"), nil)),
        entry(.iTunes, code("tvsn"), (.integer(3), nil)),
        entry(.iTunes, code("covr"), (cover, nil)),
        entry(.iTunesLong, "com.apple.iTunes.LABEL", (.string("Own"), nil)),
      ], &keys)
    return try file("M4V ", atom("udta", fullAtom("meta", handler("mdir"), items)))
  }

  private func movie() throws -> [UInt8] {
    var keys: KeysAtom?
    let items = try list(
      [
        entry(.quickTimeMetadata, "com.apple.quicktime.title", (.string("Blüe"), nil)),
        entry(.quickTimeMetadata, "com.android.capture.fps", (.string("29.5"), nil)),
        entry(.quickTimeMetadata, "com.apple.quicktime.artwork", (cover, nil)),
      ], &keys)
    var table = ByteWriter()
    try #require(keys).encode(into: &table)
    let texts = try userData([
      entry(.quickTimeUserData, code("©nam"), (.string("Blüe"), nil), (.string("Bläu"), "de")),
      entry(.quickTimeUserData, code("name"), (.string("Bare"), nil)),
    ])
    return try file("qt  ", atom("meta", handler("mdta"), table.bytes, items) + texts)
  }

  private func phone() throws -> [UInt8] {
    let words = MetadataValue.list([.string("a"), .string("bc")])
    return try file(
      "3gp4",
      userData([
        entry(.isoUserData, code("titl"), (.string("Blüe"), nil)),
        entry(.isoUserData, code("perf"), (.string("Änn"), "de")),
        entry(.isoUserData, code("yrrc"), (.integer(1999), nil)),
        entry(.isoUserData, code("kywd"), (words, "en")),
        entry(.isoUserData, code("loci"), (.string("+52.52+013.405+034/"), nil)),
      ]))
  }

  /// Checks that the output of a peer contains the expected text.
  private func check(
    _ peer: String, _ arguments: [String], _ bytes: [UInt8], _ expected: [String]
  ) throws {
    guard let program = Program.find(peer) else { return print("\(peer) is not installed") }
    let scratch = try Scratch()
    let path = scratch.file("file.mp4")
    try Data(bytes).write(to: path)
    let result = try Program.run(program, arguments.map { $0 == "FILE" ? path.path : $0 })
    for text in expected { #expect(result.text.contains(text), "\(peer): \(text)") }
  }

  private static let exiftool = ["-G1", "-a", "-s", "-n", "FILE"]
  private static let ffprobe = [
    "-v", "quiet", "-show_entries", "format_tags", "-of", "flat", "FILE",
  ]
  private static let mediainfo =
    "--Inform=General;%Title%|%Performer%|%Track/Position%|%Track/Position_Total%|%BPM%|%Genre%"

  @Test func songsAreRead() throws {
    let file = try songs()
    try check(
      "exiftool", EntryPeerTests.exiftool, file,
      [": Blüe", ": 8 of 10", ": 1 of 2", ": 120", ": Own", "Binary data \(picture.count) bytes"])
    try check(
      "ffprobe", EntryPeerTests.ffprobe, file,
      [
        "title=\"Blüe\"", "artist=\"Ann\"", "track=\"8/10\"", "disc=\"1/2\"", "compilation=\"1\"",
        "genre=\"Jazz\"", "season_number=\"3\"", "LABEL=\"Own\"",
      ])
    try check(
      "mediainfo", [EntryPeerTests.mediainfo, "FILE"], file, ["Blüe|Ann / Bob|8|10|120|Jazz"])
    try check(
      "AtomicParsley", ["FILE", "-t"], file,
      [
        "\"©nam\" contains: Blüe", "\"©ART\" contains: Bob", "\"trkn\" contains: 8 of 10",
        "\"cpil\" contains: true", "\"gnre\" contains: Jazz", "LABEL] contains: Own", "1 piece",
      ])
    let script = """
      import sys
      try: from mutagen.mp4 import MP4
      except ImportError: sys.exit(print("LABEL 8 10 Bob"))
      tags = MP4(sys.argv[1]).tags
      print("LABEL" if tags["----:com.apple.iTunes:LABEL"][0] == b"Own" else "", *tags["trkn"][0], tags["\\xa9ART"][1])
      assert tags["covr"][0].imageformat == 13 and tags["tmpo"] == [120] and tags["cpil"] is True
      """
    try check("python3", ["-c", script, "FILE"], file, ["LABEL 8 10 Bob"])
  }

  @Test func moviesAreRead() throws {
    let file = try movie()
    try check(
      "exiftool", EntryPeerTests.exiftool, file,
      ["[Keys]", ": Blüe", ": 29.5", "Title-deu", ": Bläu", ": Bare"])
    try check(
      "ffprobe", EntryPeerTests.ffprobe, file,
      ["com_apple_quicktime_title=\"Blüe\"", "title=\"Blüe\"", "29.5"])
  }

  @Test func phonesAreRead() throws {
    let file = try phone()
    try check(
      "exiftool", EntryPeerTests.exiftool, file,
      [": Blüe", "Performer-deu", ": Änn", ": 1999", ": a, bc", "Lat=52.52000 Lon=13.40500"])
    try check("ffprobe", EntryPeerTests.ffprobe, file, ["+52.5200+013.4050"])
    try check("mediainfo", [EntryPeerTests.mediainfo, "FILE"], file, ["Blüe|Änn"])
  }
}
