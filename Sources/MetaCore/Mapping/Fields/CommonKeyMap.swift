/// Maps the keys of the key spaces (`©nam`, `TIT2`) to the common keys that AVFoundation shares
/// between formats (`title`).
///
/// Some keys have no common key, such as `©day` and `TDRC`, as in AVFoundation.
enum CommonKeyMap {
  /// Maps keys to indexes of ``CommonKey/known``.
  static let keys = KeyIndex(
    hashes: keyHashes, values: keyValues, texts: keyTexts, starts: keyStarts, sections: [rows])

  /// Returns the common key that a key corresponds to, or nil.
  static func commonKey(of key: MetadataKey, in space: KeySpace) -> CommonKey? {
    let entry =
      switch key {
      case .code(let code): keys.first(space.ordinal, code.rawValue)
      case .text(let text):
        space == .id3
          ? keys.first(space.ordinal, FrameCode.packed(text))
          : keys.first(space.ordinal, text.utf8.span)
      }
    return entry < 0 ? nil : CommonKey.known[keys[entry].target]
  }
}

extension MetadataItem {
  /// The common key that the item's key corresponds to, or nil; the counterpart of AVFoundation's
  /// `commonKey`.
  public var commonKey: CommonKey? {
    keySpace == .common
      ? CommonKey(rawValue: key.description)
      : CommonKeyMap.commonKey(of: key, in: keySpace)
  }
}

extension Document {
  /// The items that have a common key; the counterpart of AVFoundation's `commonMetadata`.
  public var commonItems: [MetadataItem] { items.filter { $0.commonKey != nil } }
}

extension CommonKeyMap {
  /// The columns are key space, key, common key, and source: measured on a system with
  /// AVFoundation, or inferred from the meaning.
  ///
  /// Look-ups use tables generated from these rows, as for ``FieldTable``.
  ///
  /// Source: facts/common_map.tsv.
  static let rows = """
    id3 TIT2 title measured
    id3 TPE1 artist measured
    id3 TALB albumName measured
    id3 APIC artwork measured
    id3 TCOM creator measured
    id3 TIT1 subject measured
    id3 TIT3 description measured
    id3 TPUB publisher measured
    id3 TOPE contributor measured
    id3 TCON type measured
    id3 TCOP copyrights measured
    id3 TEXT author measured
    id3 TDAT creationDate measured
    id3 TLAN language meaning
    id3 TFLT format meaning
    id3 UFID identifier meaning
    id3 TSRC identifier meaning
    id3 TOAL source meaning
    id3 LINK relation meaning
    id3 TDTG lastModifiedDate meaning
    id3 TENC software meaning
    id3 TPE3 contributor meaning
    id3 TPE4 contributor meaning
    id3 IPLS contributor meaning
    id3 TIPL contributor meaning
    id3 TMCL contributor meaning
    id3 COMM description meaning
    id3 USER copyrights meaning
    id3 WCOP copyrights meaning
    id3 TDRL creationDate meaning
    id3 TRDA creationDate meaning
    id3 TT2 title meaning
    id3 TP1 artist meaning
    id3 TAL albumName meaning
    id3 PIC artwork meaning
    id3 TCM creator meaning
    id3 TT1 subject meaning
    id3 TT3 description meaning
    id3 TPB publisher meaning
    id3 TOA contributor meaning
    id3 TCO type meaning
    id3 TCR copyrights meaning
    id3 TXT author meaning
    id3 TDA creationDate meaning
    itsk ©nam title measured
    itsk ©ART artist measured
    itsk ©alb albumName measured
    itsk ©too software measured
    itsk covr artwork meaning
    itsk ©wrt creator meaning
    itsk ©gen type meaning
    itsk gnre type meaning
    itsk cprt copyrights meaning
    itsk ©des description meaning
    itsk ©pub publisher meaning
    itsk ©aut author meaning
    itsk ©ope contributor meaning
    itsk ©prf contributor meaning
    itsk ©enc software meaning
    itsk ©phg copyrights meaning
    itsk ©grp subject meaning
    itsk grup subject meaning
    itsk ©src source meaning
    itsk cnID identifier meaning
    mdta com.apple.quicktime.creationdate creationDate measured
    mdta com.apple.quicktime.content.identifier identifier measured
    mdta com.apple.quicktime.location.ISO6709 location measured
    mdta com.apple.quicktime.make make measured
    mdta com.apple.quicktime.model model measured
    mdta com.apple.quicktime.software software measured
    mdta com.apple.quicktime.description description measured
    mdta com.apple.quicktime.title title meaning
    mdta com.apple.quicktime.displayname title meaning
    mdta com.apple.quicktime.album albumName meaning
    mdta com.apple.quicktime.artist artist meaning
    mdta com.apple.quicktime.author author meaning
    mdta com.apple.quicktime.artwork artwork meaning
    mdta com.apple.quicktime.copyright copyrights meaning
    mdta com.apple.quicktime.publisher publisher meaning
    mdta com.apple.quicktime.genre type meaning
    mdta com.apple.quicktime.keywords subject meaning
    mdta com.apple.quicktime.accessibility.description accessibilityDescription meaning
    mdta com.apple.quicktime.originalartist contributor meaning
    mdta com.apple.quicktime.performer contributor meaning
    mdta com.apple.quicktime.composer creator meaning
    mdta com.apple.quicktime.credits source meaning
    mdta com.apple.quicktime.phonogramrights copyrights meaning
    udta ©nam title meaning
    udta ©alb albumName meaning
    udta ©ART artist meaning
    udta ©aut author meaning
    udta ©day creationDate meaning
    udta ©cpy copyrights meaning
    udta ©des description meaning
    udta ©gen type meaning
    udta ©key subject meaning
    udta ©mak make meaning
    udta ©mod model meaning
    udta ©swr software meaning
    udta ©pub publisher meaning
    udta ©xyz location meaning
    udta ©com creator meaning
    udta ©wrt creator meaning
    udta ©ope contributor meaning
    udta ©prf contributor meaning
    udta ©fmt format meaning
    udta ©src source meaning
    udta ©ade accessibilityDescription meaning
    udta ©phg copyrights meaning
    uiso titl title measured
    uiso auth author meaning
    uiso perf artist meaning
    uiso gnre type meaning
    uiso dscp description meaning
    uiso cprt copyrights meaning
    uiso albm albumName meaning
    uiso loci location meaning
    uiso kywd subject meaning
    uiso thmb artwork meaning
    uiso yrrc creationDate meaning
    uiso date creationDate meaning
    uiso ades accessibilityDescription meaning
    icy StreamTitle title measured
    vorb METADATA_BLOCK_PICTURE artwork meaning
    mkv TITLE title meaning
    mkv Info/Title title meaning
    mkv ARTIST artist meaning
    mkv LEAD_PERFORMER artist meaning
    mkv ALBUM albumName meaning
    mkv ALBUM/TITLE albumName meaning
    mkv COMPOSER creator meaning
    mkv GENRE type meaning
    mkv COPYRIGHT copyrights meaning
    mkv DESCRIPTION description meaning
    mkv PUBLISHER publisher meaning
    mkv LABEL publisher meaning
    mkv WRITTEN_BY author meaning
    mkv LYRICIST author meaning
    mkv SUBJECT subject meaning
    mkv RECORDING_LOCATION location meaning
    mkv Info/DateUTC creationDate meaning
    mkv Info/WritingApp software meaning
    mkv ISRC identifier meaning
    mkv AttachedFile artwork meaning
    """
}
