/// Tracks of another movie whose samples go into the new file.
package struct TrackReplacements: Sendable {
  /// The other movie.
  package var source: any ByteSource
  /// Maps a track ID of the old file to the track ID of the other movie that provides its samples.
  ///
  /// Everything except for samples stays as in the old file. These samples are not cut: the new
  /// movie plays them as the other one does.
  package var tracks: [UInt32: UInt32] = [:]
  /// The IDs of tracks of the old file whose video is placed as in the other movie; others keep
  /// their rotation and mirroring.
  package var placed: Set<UInt32> = []
  /// The IDs of tracks of the other movie that are added as new tracks, with everything in them.
  package var additions: [UInt32] = []

  /// Makes an empty selection of a movie's tracks.
  package init(_ source: any ByteSource) { self.source = source }
}
