/// Conversion of frame IDs between versions.
extension ID3FrameIDRules {
  /// The pairs of IDs for frames with the same content that the frame table does not relate: the ID
  /// in 2.2, then in 2.3 and 2.4.
  private static let pairs: [(short: String, long: String)] = [("PIC", "APIC"), ("LNK", "LINK")]

  /// The 2.3 IDs of 2.2 frames for which 2.4 defines a different frame.
  private static let longOfShort: [String: String] = [
    "TYE": "TYER", "TOR": "TORY", "IPL": "IPLS", "RVA": "RVAD", "EQU": "EQUA",
  ]

  /// Returns the ID of a frame in the given version; nil when a frame has no ID of the required
  /// length.
  ///
  /// Between 2.3 and 2.4, only experimental IDs are renamed: a frame keeps its ID even if the
  /// version does not define it.
  static func id(_ name: String, in version: ID3Version) -> String? {
    guard let id = ID3FrameID(name) else { return nil }
    if version == .v22 { return id.isShort ? name : short(name, id) }
    let long = id.isShort ? long(name, id) : name
    guard version == .v24, let long else { return long }
    return experimental[long] ?? long
  }

  /// Returns the 2.2 ID of a frame from a later version.
  private static func short(_ name: String, _ id: ID3FrameID) -> String? {
    pairs.first { $0.long == name }?.short
      ?? ID3FrameTable.standard.ids(like: id).first(where: \.isShort)?.text
  }

  /// Returns the 2.3 ID of a 2.2 frame.
  private static func long(_ name: String, _ id: ID3FrameID) -> String? {
    longOfShort[name] ?? pairs.first { $0.short == name }?.long
      ?? ID3FrameTable.standard.ids(like: id).first { !$0.isShort }?.text
  }
}
