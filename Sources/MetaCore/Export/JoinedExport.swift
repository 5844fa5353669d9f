/// Tracks of a movie in an open file whose samples go into an export: the file may have no name.
package struct JoinedExport: Sendable {
  /// The file with the movie, which is not written any more.
  package var file: FileSink
  /// For the number of a track of the old file, the number of the track whose samples it gets (``TrackReplacements/tracks``).
  package var tracks: [UInt32: UInt32] = [:]
  /// The numbers of tracks of the old file whose pictures are placed as this movie has them (``TrackReplacements/placed``).
  package var placed: Set<UInt32> = []
  /// The numbers of tracks that become tracks of their own (``TrackReplacements/additions``).
  package var additions: [UInt32] = []

  /// Nothing of a movie yet.
  package init(_ file: FileSink) { self.file = file }

  /// The same for the format of the old file.
  ///
  /// - Throws: ``ParseError`` with `io` when the system does not say how long the file is.
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
