/// The versions of ID3v2 in which each frame exists (ID3v2.3 §4, ID3v2.4 changes §4, ID3v2.2 §4);
/// decides which frames are written or converted.
enum ID3FrameVersions {
  /// Frames new in 2.4.
  private static let new24: Set<String> = [
    "ASPI", "EQU2", "RVA2", "SEEK", "SIGN", "TDEN", "TDOR", "TDRC", "TDRL", "TDTG", "TIPL", "TMCL",
    "TMOO", "TPRO", "TSOA", "TSOP", "TSOT", "TSST",
  ]

  /// Frames of 2.4 that iTunes and others write into tags of version 2.3 under the same ID, and
  /// that all readers accept there.
  private static let customary23: Set<String> = ["TSOA", "TSOP", "TSOT"]

  /// Frames removed in 2.4.
  private static let old23: Set<String> = [
    "EQUA", "IPLS", "RVAD", "TDAT", "TIME", "TORY", "TRDA", "TSIZ", "TYER",
  ]

  /// IDs starting with X in 2.3, for frames that 2.4 introduced (as written by Picard and
  /// foobar2000).
  static let experimental: [String: String] = [
    "XSOA": "TSOA", "XSOP": "TSOP", "XSOT": "TSOT", "XDOR": "TDOR", "XRVA": "RVA2",
  ]

  /// Whether a version defines a frame with this ID, or no version does.
  static func isDefined(_ name: String, in version: ID3Version) -> Bool {
    switch version {
    case .v22: name.utf8.count == 3
    case .v23: name.utf8.count == 4 && !new24.contains(name)
    case .v24: name.utf8.count == 4 && !old23.contains(name)
    }
  }

  /// Whether a field is written as a frame with this ID to a tag of a version.
  static func isWritten(_ name: String, in version: ID3Version) -> Bool {
    isDefined(name, in: version) && experimental[name] == nil
      || version == .v23 && (customary23.contains(name) || experimental[name] != nil)
  }
}
