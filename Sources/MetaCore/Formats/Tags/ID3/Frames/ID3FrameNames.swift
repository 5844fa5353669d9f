/// The known IDs of ID3v2 frames, for commands whose users name a frame by its ID alone.
package enum ID3FrameNames {
  /// Whether a frame in any version has this ID, such as `TIT2` or `TT2`.
  package static func isKnown(_ id: String) -> Bool { ID3FrameTable.names.contains(id) }
}
