/// Another movie that provides samples for an export, with its tracks that replace the samples of
/// tracks of the old file, and its tracks that are added as new ones.
///
/// An export that encodes tracks first writes them to such a movie.
package struct TrackReplacements: Sendable {
  /// The other movie.
  package var source: any ByteSource
  /// Maps a track ID of the old file to the track ID of the other movie that provides its samples.
  ///
  /// Everything except the samples stays as in the old file. These samples are not cut: the new
  /// movie plays them as the other movie does.
  package var tracks: [UInt32: UInt32] = [:]
  /// The IDs of tracks of the old file whose video is positioned as in the other movie; other
  /// tracks keep their rotation and mirroring.
  package var placed: Set<UInt32> = []
  /// The IDs of tracks of the other movie that are added as new tracks, with all their contents.
  package var additions: [UInt32] = []

  /// Creates an empty selection of a movie's tracks.
  package init(_ source: any ByteSource) { self.source = source }
}
