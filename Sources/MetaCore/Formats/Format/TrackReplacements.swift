/// Another movie that provides samples for an export, with its tracks whose samples replace those
/// of tracks in the source file, and its tracks that are added as new ones.
///
/// An export that encodes tracks first writes them to such a movie.
package struct TrackReplacements: Sendable {
  /// The other movie.
  package var source: any ByteSource
  /// Maps a track ID in the source file to the track ID in the other movie that provides its
  /// samples.
  ///
  /// Everything except the samples stays as in the source file. These samples are not cut: the new
  /// movie plays them as the other movie does.
  package var tracks: [UInt32: UInt32] = [:]
  /// The IDs of tracks in the source file whose video is positioned as in the other movie; other
  /// tracks keep their rotation and mirroring.
  package var placed: Set<UInt32> = []
  /// The IDs of tracks of the other movie that are added as new tracks, with all their contents.
  package var additions: [UInt32] = []

  /// Creates an empty selection of a movie's tracks.
  package init(_ source: any ByteSource) { self.source = source }
}
