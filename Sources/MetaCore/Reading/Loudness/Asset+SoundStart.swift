extension Asset {
  /// When the first sound of a track is presented, by default of the first one with audio: empty
  /// edits before it are not sound of the track.
  ///
  /// - Throws: ``MetaError`` when the asset cannot be read, `notAvailable` when it has no such
  ///   track.
  package func soundStart(ofTrack id: UInt32?) throws(MetaError) -> MediaTime {
    let media = try AssetMedia(of: self)
    let track = try media.track(id, .audio)
    guard media.hasTimeline else { return .zero }
    return track.edits.prefix { $0.mediaStart == nil }.reduce(.zero) { $0 + $1.duration }
  }
}
