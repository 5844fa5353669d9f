/// Rules for frame IDs in each version of ID3v2: whether a version defines an ID, whether a field
/// is written under it, and its equivalent in another version (ID3v2.3 §4, ID3v2.4 changes §4,
/// ID3v2.2 §4).
///
/// Only the differences between 2.3 and 2.4 are listed; unknown IDs count as defined. Some 2.4
/// frames are written to 2.3 as well, as other programs do. ``ID3FrameTable`` lists the frames
/// themselves.
enum ID3FrameIDRules {
  /// The frames introduced in 2.4.
  private static let new24: Set<String> = [
    "ASPI", "EQU2", "RVA2", "SEEK", "SIGN", "TDEN", "TDOR", "TDRC", "TDRL", "TDTG", "TIPL", "TMCL",
    "TMOO", "TPRO", "TSOA", "TSOP", "TSOT", "TSST",
  ]

  /// The frames of 2.4 that iTunes and other programs write to tags of version 2.3 under the same
  /// ID, which all readers accept.
  private static let customary23: Set<String> = ["TSOA", "TSOP", "TSOT"]

  /// The frames removed in 2.4.
  private static let old23: Set<String> = [
    "EQUA", "IPLS", "RVAD", "TDAT", "TIME", "TORY", "TRDA", "TSIZ", "TYER",
  ]

  /// The IDs starting with X that are used in 2.3 for frames introduced in 2.4 (as written by
  /// Picard and foobar2000).
  static let experimental: [String: String] = [
    "XSOA": "TSOA", "XSOP": "TSOP", "XSOT": "TSOT", "XDOR": "TDOR", "XRVA": "RVA2",
  ]

  /// Whether the version defines a frame with this ID, or no version defines it.
  static func isDefined(_ name: String, in version: ID3Version) -> Bool {
    switch version {
    case .v22: name.utf8.count == 3
    case .v23: name.utf8.count == 4 && !new24.contains(name)
    case .v24: name.utf8.count == 4 && !old23.contains(name)
    }
  }

  /// Whether a field is written as a frame with this ID in a tag of the given version.
  static func isWritten(_ name: String, in version: ID3Version) -> Bool {
    isDefined(name, in: version) && experimental[name] == nil
      || version == .v23 && (customary23.contains(name) || experimental[name] != nil)
  }
}
