/// Which frame of one version is which in another (ID3v2.3 §4, ID3v2.4 changes §4, ID3v2.2 §4).
enum ID3FrameVersions {
  /// Frames that 2.4 brought; in 2.3 they are written under the same id by many, and read.
  static let new24: Set<String> = [
    "ASPI", "EQU2", "RVA2", "SEEK", "SIGN", "TDEN", "TDOR", "TDRC", "TDRL", "TDTG", "TIPL", "TMCL",
    "TMOO", "TPRO", "TSOA", "TSOP", "TSOT", "TSST",
  ]

  /// Frames that 2.4 no longer has.
  static let old23: Set<String> = [
    "EQUA", "IPLS", "RVAD", "TDAT", "TIME", "TORY", "TRDA", "TSIZ", "TYER",
  ]

  /// Frames whose ids differ though their content does not, where the table of frames does not say it: 2.2, then 2.3 and 2.4.
  private static let pairs: [(short: String, long: String)] = [("PIC", "APIC"), ("LNK", "LINK")]

  /// Frames of 2.2 that share the id with more than one of 2.4: the one of 2.3 that they are.
  private static let longOfShort: [String: String] = [
    "TYE": "TYER", "TOR": "TORY", "IPL": "IPLS", "RVA": "RVAD", "EQU": "EQUA",
  ]

  /// Ids that begin with X in 2.3, before 2.4 had them (as Picard and foobar2000 write them).
  private static let experimental: [String: String] = [
    "XSOA": "TSOA", "XSOP": "TSOP", "XSOT": "TSOT", "XDOR": "TDOR", "XRVA": "RVA2",
  ]

  /// The id of a frame in a version; nil when the version has none.
  static func id(_ name: String, in version: ID3Version) -> String? {
    guard let id = ID3FrameID(name) else { return nil }
    if version == .v22 { return id.isShort ? name : short(name, id) }
    let long = id.isShort ? long(name, id) : name
    guard version == .v24, let long else { return long }
    return experimental[long] ?? long
  }

  private static func short(_ name: String, _ id: ID3FrameID) -> String? {
    pairs.first { $0.long == name }?.short
      ?? ID3FrameTable.standard.ids(like: id).first(where: \.isShort)?.text
  }

  private static func long(_ name: String, _ id: ID3FrameID) -> String? {
    longOfShort[name] ?? pairs.first { $0.short == name }?.long
      ?? ID3FrameTable.standard.ids(like: id).first { !$0.isShort }?.text
  }

  /// Whether a version defines a frame of this id, or nobody does.
  static func isDefined(_ name: String, in version: ID3Version) -> Bool {
    switch version {
    case .v22: name.utf8.count == 3
    case .v23: name.utf8.count == 4 && !new24.contains(name)
    case .v24: name.utf8.count == 4 && !old23.contains(name)
    }
  }
}
