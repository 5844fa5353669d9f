/// Joins the samples of all fragments of a movie with those in its sample tables, track by track:
/// sizes, times, locations and flags.
///
/// The tables start with the samples in the movie atom; the caller adds the samples of fragments in
/// file order. The result is one ``TrackSamples`` per track. ``FragmentExtras`` joins sample groups
/// and decryption information.
struct FragmentTables {
  /// The joined samples of one track, with the expected time and offset of the next sample.
  private struct Track {
    var samples: TrackSamples
    /// The decoding time of the next sample, computed from the durations.
    var time: Int64
    /// The end offset of the last sample.
    var end: Int64 = -1
  }

  /// The joined samples, by track ID.
  private var tracks: [UInt32: Track] = [:]
  /// The decoding time of the first sample, for each track without samples in the movie atom.
  private(set) var starts: [UInt32: Int64] = [:]

  /// Creates tables that start with the samples listed in the movie atom.
  init(_ tables: [UInt32: TrackSamples]) {
    for (id, var samples) in tables {
      samples.fill()
      tracks[id] = Track(samples: samples, time: samples.duration)
    }
  }

  /// Returns all samples of a track.
  func samples(of trackID: UInt32) -> TrackSamples? { tracks[trackID]?.samples }

  /// Adds a sample.
  ///
  /// - Throws: `unsupported` when its decoding time is before that of the previous sample, or a
  ///   number is out of range for the tables.
  mutating func add(_ sample: FragmentSample) throws(ParseError) {
    let media = sample.media
    // Fragments of a track that is not in the movie are ignored.
    guard var track = tracks[media.trackID] else { return }
    // Removing the second reference avoids copying the arrays for each sample.
    tracks[media.trackID] = nil
    defer { tracks[media.trackID] = track }
    guard let size = UInt32(exactly: media.size),
      let duration = UInt32(exactly: media.duration),
      let composition = Int32(exactly: media.compositionOffset)
    else {
      throw ParseError(
        .unsupported, at: media.offset, "a sample is out of range for the sample tables")
    }
    if track.samples.count == 0 {
      starts[media.trackID] = media.time
    } else {
      try track.samples.stretchLast(by: media.time.minus(track.time), at: media.offset)
    }
    track.samples.appendChunk(
      sample, continues: !sample.beginsRun && media.offset == track.end)
    let number = track.samples.count
    if sample.flags & TrackSamples.notSync == 0 {
      track.samples.sync?.append(number)
    } else if track.samples.sync == nil {
      // So far, all samples were sync samples.
      track.samples.sync = Array(0..<number)
    }
    track.samples.sizes.append(size)
    track.samples.durations.append(duration)
    track.samples.compositions.append(composition)
    track.samples.flags.append(sample.flags)
    track.time = media.time.plus(media.duration)
    track.end = media.offset.plus(media.size)
  }
}

extension TrackSamples {
  /// Extends the last sample to the start of the next one, because tables have no gaps between
  /// samples; a negative gap shortens it.
  ///
  /// - Throws: `unsupported` when the next sample starts before the last one.
  fileprivate mutating func stretchLast(by gap: Int64, at offset: Int64) throws(ParseError) {
    guard gap != 0 else { return }
    guard let last = durations.runs.last?.value,
      let stretched = UInt32(exactly: Int64(last).plus(gap))
    else {
      throw ParseError(
        .unsupported, at: offset, "a fragment starts before the previous one ends")
    }
    durations.replaceLast(with: stretched)
  }

  /// Adds a sample to the last chunk if the sample continues that chunk, or else to a new chunk.
  fileprivate mutating func appendChunk(_ sample: FragmentSample, continues: Bool) {
    if continues, let last = chunks.last, last.description == sample.description {
      chunks[chunks.count - 1].count += 1
      chunks[chunks.count - 1].size += sample.media.size
    } else {
      chunks.append(
        Chunk(
          offset: sample.media.offset, size: sample.media.size, first: count, count: 1,
          description: sample.description))
    }
  }
}
