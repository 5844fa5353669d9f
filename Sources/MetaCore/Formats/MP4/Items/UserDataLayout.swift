/// The payload layout of a `udta` atom that has no reader of its own (international text, `meta`,
/// `chpl`, `XMP_` and others have one).
///
/// The atom type determines the layout; ``of(_:inQuickTime:)`` returns it together with the key
/// space, and only the key space can depend on whether the file is QuickTime. ``parse(_:)`` and
/// ``encode(_:like:into:)`` convert between payload and value.
enum UserDataLayout: Sendable, Hashable {
  /// 3GPP text.
  case assetText
  /// 3GPP text and an optional track number.
  case album
  /// 3GPP `rtng`: entity, criteria and text.
  case rating
  /// 3GPP `clsf`: entity, table and text.
  case classification
  /// 3GPP `kywd`: several strings in one language.
  case keywords
  /// 3GPP `loci`: a named location.
  case place
  /// 3GPP `yrrc`: the recording year.
  case year
  /// 3GPP `urat`: a number from 0 to 100.
  case userRating
  /// Text without a header; some writers put version, flags and language, or a length and a
  /// language, before it.
  case text
  /// Integers, `width` bytes each.
  case numbers(width: Int)
  /// Two strings after version and flags: scheme and value.
  case kind
  /// Bytes of unknown layout.
  case raw

  /// Returns the layout and key space of an atom; unknown types are raw user data.
  ///
  /// AVFoundation puts `tagc` in either of the two key spaces, depending on the kind of file.
  static func of(
    _ type: FourCC, inQuickTime isQuickTime: Bool
  ) -> (keySpace: KeySpace, layout: UserDataLayout) {
    if isQuickTime, type == FourCC("t", "a", "g", "c") { return (.quickTimeUserData, .text) }
    for row in rows where row.type == type { return (row.keySpace, row.layout) }
    return (.quickTimeUserData, .raw)
  }

  /// One row of the table: an atom type with its key space and layout.
  private struct Row: Sendable {
    let type: FourCC
    let keySpace: KeySpace
    let layout: UserDataLayout
  }

  private static let rows: [Row] =
    row("titl auth perf gnre dscp cprt coll", .isoUserData, .assetText)
    + row("albm", .isoUserData, .album)
    + row("rtng", .isoUserData, .rating) + row("clsf", .isoUserData, .classification)
    + row("kywd", .isoUserData, .keywords) + row("loci", .isoUserData, .place)
    + row("yrrc", .isoUserData, .year) + row("urat", .isoUserData, .userRating)
    + row("date ades tagc", .isoUserData, .text) + row("kind", .isoUserData, .kind)
    + row("thmb tsel ludt", .isoUserData, .raw)
    // QTFF "User Data List Entry Types", and atoms from camera makers that are text without a
    // header.
    + row(
      "name tnam hinv FIRM LENS GoPr CNCV CNFV CNMN SDLN manu modl swre reel scen shot slno cmid cmnm clfn "
        + "clid angl albr", .quickTimeUserData, .text)
    + row("WLOC", .quickTimeUserData, .numbers(width: 2))
    + row("LOOP", .quickTimeUserData, .numbers(width: 4))
    + row("SelO AllF", .quickTimeUserData, .numbers(width: 1))

  private static func row(
    _ types: String, _ keySpace: KeySpace, _ layout: UserDataLayout
  ) -> [Row] {
    var rows: [Row] = []
    for type in types.split(separator: " ") {
      if let type = FourCC(type) {
        rows.append(Row(type: type, keySpace: keySpace, layout: layout))
      }
    }
    return rows
  }
}
