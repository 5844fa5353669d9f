/// A movie with newly encoded samples, in an open, possibly unnamed file, and the tracks that an
/// export uses from it instead of tracks in the source file, or in addition to them.
package struct JoinedExport: Sendable {
  /// The completed file that contains the movie.
  package var file: FileSink
  /// Maps a track ID in the source file to the ID of the track that provides its samples
  /// (``TrackReplacements/tracks``).
  package var tracks: [UInt32: UInt32] = [:]
  /// The IDs of tracks in the source file whose video is rotated and mirrored as in this movie
  /// (``TrackReplacements/placed``).
  package var placed: Set<UInt32> = []
  /// The IDs of tracks that are added as new tracks (``TrackReplacements/additions``).
  package var additions: [UInt32] = []

  /// Creates an empty selection of tracks in a file.
  package init(_ file: FileSink) { self.file = file }

  /// Returns the tracks in the form that the format of the source file requires.
  ///
  /// - Throws: ``ParseError`` with `io` if the size of the file cannot be determined.
  func replacements() throws(ParseError) -> TrackReplacements {
    let length: Int64
    do { length = try file.status().identity.size } catch {
      throw ParseError(.io, at: 0, "\(error)")
    }
    var replacements = TrackReplacements(SinkSource(file: file, length: length))
    replacements.tracks = tracks
    replacements.placed = placed
    replacements.additions = additions
    return replacements
  }
}
