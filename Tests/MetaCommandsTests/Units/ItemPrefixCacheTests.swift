import MetaCore
import Testing

@testable import MetaCommands

/// Cached data of one item is used for another only if every byte is equal.
@Suite struct ItemPrefixCacheTests {
  private func heads(_ items: [MetadataItem]) -> String {
    var known = ItemPrefixCache()
    var json = JSONWriter(.compact)
    for index in items.indices {
      json.beginObject()
      known.write(index, of: items, items.annotations(at: index), to: &json)
      json.null()
      json.endObject()
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func head(
    _ key: MetadataKey, in space: KeySpace = .iTunesLong, _ type: DataType = .utf8,
    language: String? = nil, track: UInt32? = nil
  ) -> MetadataItem {
    var item = MetadataItem(
      keySpace: space, key: key, value: .list([]), dataType: type,
      language: language.map(LanguageTag.init(rawValue:)))
    item.trackID = track
    return item
  }

  @Test func everyPartCounts() {
    let all = [
      head("a"), head("a"), head("b"), head("a", in: .vorbis), head("a", .raw),
      head("a", language: "en"), head("a", language: "de"), head("a", track: 1),
      head("a", track: 2), head(.code(FourCC(rawValue: 0x6161_6161))), head(.text("aaaa")),
      head("a"),
    ]
    let alone = all.map { heads([$0]) }.joined()
    #expect(heads(all) == alone)
    #expect(heads(all + all.reversed()) == alone + all.reversed().map { heads([$0]) }.joined())
  }

  /// These texts are canonically equivalent, with different bytes.
  @Test func canonicallyEquivalentItemsRemainDistinct() {
    let all = ["K", "\u{212A}", "K", "\u{E9}", "e\u{301}", "\u{E9}"].map { head(.text($0)) }
    #expect(Array(heads(all).utf8) == Array(all.map { heads([$0]) }.joined().utf8))
  }

  @Test func morePrefixesThanTheCacheHolds() {
    let all = (0..<200).map { head(.text("key \($0)")) }
    #expect(heads(all + all) == (all + all).map { heads([$0]) }.joined())
  }
}
