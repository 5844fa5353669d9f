/// Tracks of another movie whose samples go into the new file.
package struct TrackReplacements: Sendable {
  /// The other movie.
  package var source: any ByteSource
  /// For the number of a track of the old file, the number of the track of the other movie whose samples it gets.
  ///
  /// All that is not about samples stays as the old file has it. These samples are not cut: the new movie plays them as the other one does.
  package var tracks: [UInt32: UInt32] = [:]
  /// The numbers of tracks of the old file whose pictures are placed as the other movie has them; those of others stay as they are, turned and
  /// mirrored.
  package var placed: Set<UInt32> = []
  /// The numbers of tracks of the other movie that become tracks of their own, with all that they have.
  package var additions: [UInt32] = []

  /// Nothing of a movie yet.
  package init(_ source: any ByteSource) { self.source = source }
}
