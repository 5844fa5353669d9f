/// A movie fragment (`moof` with `mdat`) in a file that `AssetWriter` creates.
///
/// Converts the samples that each track has collected since the previous fragment to the head of
/// the fragment, and to the ranges of the media that follows. Until then, ``FragmentedMovieFile``
/// holds this media in memory.
struct NewFragment: Sendable {
  /// The part of a fragment that belongs to one track: its samples and the time at which they
  /// start.
  struct TrackPart: Sendable {
    /// The ID of the track.
    let trackID: UInt32
    /// The samples; until the fragment is written, their chunks have offsets in the held media.
    var samples: TrackSamples
    /// The decoding time of the first sample, in units of the media timescale.
    let time: Int64
  }

  /// The `moof` atom and the header of `mdat`.
  let head: [UInt8]
  /// The media that follows, as ranges of the held media.
  let media: [Range<Int64>]

  /// Creates a fragment with the given sequence number from the samples of all parts.
  ///
  /// - Throws: `unsupported` when the media is too large for 31-bit offsets.
  init(_ parts: [TrackPart], sequence: UInt32) throws(ParseError) {
    var writer = FragmentWriter(sequence: sequence)
    for part in parts {
      var samples = part.samples
      samples.fill()
      var cursor = TrackSamples.Cursor(samples)
      var time = part.time
      while cursor.remaining > 0 {
        // A `traf` has a single sample description.
        let run = cursor.nextSamples(cursor.countAlike(upTo: cursor.remaining))
        guard run.count > 0 else { break }
        writer.add(run, of: part.trackID, at: time, vectorSize: 0)
        time = time.plus(run.duration)
      }
    }
    var fragment = MovieFragments.Fragment()
    try writer.finish(&fragment)
    (head, media) = (fragment.head, fragment.media)
  }
}

extension [NewFragment.TrackPart] {
  /// Assigns contiguous file offsets to the chunks of all parts, in order.
  mutating func assignOffsets(from start: Int64) {
    var position = start
    for index in indices {
      for chunk in self[index].samples.chunks.indices {
        self[index].samples.chunks[chunk].offset = position
        position += self[index].samples.chunks[chunk].size
      }
    }
  }

  /// The media of all parts, in order, as ranges of their chunks.
  var media: [Range<Int64>] { flatMap(\.samples.chunks).filter { $0.size > 0 }.map(\.range) }
}
