import Testing

@testable import MetaCore

/// The keys under which other programs keep fields (`facts/peer_field_map.tsv`) are read as fields.
@Suite("Keys of other programs", .enabled(if: Facts.areHere))
struct PeerFieldMapTests {
  /// The columns whose cells are keys as a file has them.
  private static let columns: [(name: String, space: KeySpace)] = [
    ("itunes_atom", .iTunes), ("qt_mdta", .quickTimeMetadata), ("qt_udta", .quickTimeUserData),
    ("id3_v22", .id3), ("id3_v23", .id3), ("id3_v24", .id3), ("vorbis", .vorbis), ("apev2", .ape),
    ("asf", .asf), ("riff_info", .riff),
  ]

  /// Frames whose field needs more than a text and its description (roles, owners, times); other
  /// tests cover them.
  private static let structured: Set = [
    "IPL", "IPLS", "TIPL", "TMCL", "UFI", "UFID", "SLT", "SYLT",
  ]

  /// Keys that are read together with another key, or are patterns.
  private static let others: Set = [
    "TDA", "TYER + TDAT", "COM:description", "COMM:description", "RATING:user@email",
    "WM/Lyrics_Synchronised",
  ]

  /// Values of which one suits each kind of field.
  private static let values: [MetadataValue] = ["Text", "2001-02-03", "1", .integer(1)]

  @Test func everyCertainKeyIsReadAsAField() throws {
    var unread: Set<String> = []
    var count = 0
    for row in try Facts.rows("peer_field_map") where row["sure"] == "y" {
      for (column, space) in Self.columns {
        for key in keys(row[column] ?? "") {
          count += 1
          let items = Self.values.map { made(space, key, $0) }
          if items.allSatisfy({
            MetadataView([$0], precedence: [space, $0.keySpace])
              .entries.isEmpty
          }) {
            unread.insert("\(row["field"] ?? ""): \(space) \(key)")
          }
        }
      }
    }
    #expect(count > 600)
    #expect(unread.sorted() == [])
  }

  /// The keys of a cell; without explanations and patterns.
  private func keys(_ cell: String) -> [String] {
    cell.split(separator: ";").map { String($0.drop { $0 == " " }) }
      .filter { key in
        let frame = String(key.prefix { $0 != ":" })
        return !Self.structured.contains(frame) && !Self.others.contains(key)
          && !["{", " and ", "xxx"].contains { key.contains($0) }
      }
  }

  private func made(_ space: KeySpace, _ key: String, _ value: MetadataValue) -> MetadataItem {
    let parts = key.split(separator: ":", maxSplits: 2).map(String.init)
    if space == .iTunes, parts.count == 3 {
      let extra = [
        ExtraAttribute(.mean, .string(parts[1])), ExtraAttribute(.name, .string(parts[2])),
      ]
      return item(.iTunesLong, "\(parts[1]).\(parts[2])", value, extra: extra)
    }
    guard space == .id3, parts.count == 2 else { return item(space, key, value) }
    return item(.id3, parts[0], value, extra: [ExtraAttribute(.info, .string(parts[1]))])
  }
}
