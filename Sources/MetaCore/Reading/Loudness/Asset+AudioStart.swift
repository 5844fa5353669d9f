extension Asset {
  /// Returns the time at which the audio of a track starts, after leading empty edits; the default
  /// is the first audio track.
  ///
  /// - Throws: ``MetaError`` if the asset cannot be read, `notAvailable` if it has no such track.
  package func audioStart(ofTrack id: UInt32?) throws(MetaError) -> MediaTime {
    let media = try AssetMedia(of: self)
    let track = try media.track(id, .audio)
    guard media.hasTimeline else { return .zero }
    return track.edits.prefix { $0.mediaStart == nil }.reduce(.zero) { $0 + $1.duration }
  }
}
