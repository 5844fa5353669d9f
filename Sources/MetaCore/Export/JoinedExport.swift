/// Tracks of a movie in an open file, which may have no name, whose samples go into an export.
package struct JoinedExport: Sendable {
  /// The file with the movie, which is not written any more.
  package var file: FileSink
  /// Maps a track ID of the old file to the ID of the track that provides its samples
  /// (``TrackReplacements/tracks``).
  package var tracks: [UInt32: UInt32] = [:]
  /// The IDs of tracks of the old file whose video is placed as in this movie
  /// (``TrackReplacements/placed``).
  package var placed: Set<UInt32> = []
  /// The IDs of tracks that are added as new tracks (``TrackReplacements/additions``).
  package var additions: [UInt32] = []

  /// Makes an empty selection of the tracks in a file.
  package init(_ file: FileSink) { self.file = file }

  /// The same in the form that the format of the old file needs.
  ///
  /// - Throws: ``ParseError`` with `io` when the size of the file cannot be determined.
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
