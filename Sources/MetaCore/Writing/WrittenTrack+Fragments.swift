/// The samples of a track in fragments.
extension WrittenTrack {
  /// The duration of the samples that can go into the next fragment.
  var heldDuration: ExactTime {
    guard let collector else { return .zero }
    return ExactTime(collector.pendingDuration, collector.timescale)
  }

  /// Returns the part of the track for the next fragment: all samples but the last, whose duration
  /// depends on the next one, unless the track is finished; nil if there are no such samples.
  ///
  /// - Throws: `Errno` if a system call fails.
  mutating func takeFragment(from file: inout MovieFileWriter) throws -> NewFragment.TrackPart? {
    try endChunk(in: &file)
    guard var samples = collector?.takeSamples() else { return nil }
    samples.chunks = chunks
    chunks = []
    guard samples.count > 0 else { return nil }
    if let distance = track?.rollDistance {
      samples.groups.append(SampleGroup(roll: distance, count: samples.count))
    }
    return NewFragment.TrackPart(trackID: id, samples: samples, time: fragmentedDuration)
  }

  /// Ends the chunk with the last sample whose duration is known.
  private mutating func endChunk(in file: inout MovieFileWriter) throws {
    let last = collector?.pendingSample ?? (count: 0, size: 0)
    let (count, size) = (chunk.count - last.count, chunk.bytes.count - last.size)
    guard count > 0, size >= 0 else { return }
    let offset = try file.write(Array(chunk.bytes[..<size]))
    let first = chunks.last.map { $0.first + $0.count } ?? 0
    chunks.append(
      TrackSamples.Chunk(
        offset: offset, size: Int64(size), first: first, count: count,
        description: chunk.description))
    chunk.bytes.removeFirst(size)
    chunk.count = last.count
    chunk.start = collector?.pendingStart ?? chunk.start
  }

  /// Returns the track without samples for a fragmented movie; nil before its first sample.
  ///
  /// The last edit is open if the session is open.
  func forFragments(_ sessions: [WritingSession]) -> NewTrack? {
    guard var track, let collector else { return nil }
    track.parts = collector.parts(of: sessions)
    if let last = sessions.last, last.end == nil {
      let closed = collector.parts(of: Array(sessions.dropLast())).parts.count
      let all = track.parts.parts.count
      if all > closed { track.parts.parts[all - 1].duration = .zero }
    }
    return track
  }
}
