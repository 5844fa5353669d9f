extension TrackSamples {
  /// Takes the samples of a track from the front, several at a time; each part is returned as a
  /// separate track.
  ///
  /// It is used to cut a track and to divide it into fragments. It keeps a position in every table,
  /// so that the previous samples are not added up each time.
  struct Cursor {
    private let samples: TrackSamples
    /// The index of the next sample.
    private(set) var next = 0
    private var durations: Runs<UInt32>.Cursor
    private var compositions: Runs<Int32>.Cursor
    private var flags: Runs<UInt32>.Cursor
    private var groups: [Runs<UInt32>.Cursor]
    private var auxiliary: [SampleAuxiliary.Cursor]
    private var sync: [Int]?
    private var partialSync: [Int]?
    /// The index of a chunk that is at or before the chunk with the next sample.
    private var chunk = 0
    /// A sample in a chunk, and the number of bytes before it in the chunk.
    private var place: (sample: Int, bytes: Int64) = (0, 0)
    /// The index of the next entry in ``sync``.
    private var syncNext = 0
    private var partialNext = 0

    init(_ samples: TrackSamples) {
      self.samples = samples
      durations = Runs.Cursor(samples.durations)
      compositions = Runs.Cursor(samples.compositions)
      flags = Runs.Cursor(samples.flags)
      groups = samples.groups.map { Runs.Cursor($0.members) }
      auxiliary = samples.auxiliary.map(SampleAuxiliary.Cursor.init)
      (sync, partialSync) = (samples.sync?.sorted(), samples.partialSync?.sorted())
    }

    /// The number of samples left.
    var remaining: Int { samples.count - next }

    /// Returns the number of consecutive next samples with the same description, up to `limit`.
    mutating func countAlike(upTo limit: Int) -> Int {
      moveToChunk()
      guard chunk < samples.chunks.count else { return min(limit, remaining) }
      let other = samples.chunks[chunk...].first {
        $0.description != samples.chunks[chunk].description || $0.first - next >= limit
      }
      return min(limit, (other?.first ?? samples.count) - next)
    }

    /// Takes the next samples, or fewer at the end, as a separate track.
    mutating func nextSamples(_ count: Int) -> TrackSamples {
      let range = next..<(next + min(max(0, count), remaining))
      var part = TrackSamples()
      part.durations = durations.nextValues(range.count)
      part.compositions = compositions.nextValues(range.count)
      part.flags = flags.nextValues(range.count)
      part.groups = samples.groups
      for index in groups.indices {
        part.groups[index].members = groups[index].nextValues(range.count)
      }
      for index in auxiliary.indices {
        part.auxiliary.append(auxiliary[index].nextSamples(range.count))
      }
      part.sizes = samples.sizes.part(range)
      part.sync = Cursor.numbers(in: range, of: sync, from: &syncNext)
      part.partialSync = Cursor.numbers(in: range, of: partialSync, from: &partialNext)
      part.chunks = chunks(in: range)
      next = range.upperBound
      return part
    }

    /// Takes the entries up to the end of a range from a sorted list of sample indexes, and returns
    /// them relative to the start of the range; nil if there is no list.
    private static func numbers(
      in range: Range<Int>, of all: [Int]?, from next: inout Int
    ) -> [Int]? {
      guard let all else { return nil }
      let start = next
      while next < all.count, all[next] < range.upperBound { next += 1 }
      return all[start..<next].map { $0 - range.lowerBound }
    }

    /// Moves to the chunk with the next sample.
    private mutating func moveToChunk() {
      while chunk < samples.chunks.count, samples.chunks[chunk].samples.upperBound <= next {
        chunk += 1
      }
    }

    /// Returns the chunks in a range of samples; the first and the last are shortened to the range.
    private mutating func chunks(in range: Range<Int>) -> [Chunk] {
      moveToChunk()
      var part: [Chunk] = []
      for chunk in samples.chunks[chunk...] {
        guard chunk.first < range.upperBound else { break }
        let kept = chunk.samples.clamped(to: range)
        guard !kept.isEmpty else { continue }
        // The previous call has already added up the bytes before the range, if it ended here.
        let isNext = place.sample == kept.lowerBound
        let skipped = isNext ? place.bytes : samples.sizes.sum(chunk.first..<kept.lowerBound)
        let size = samples.sizes.sum(kept)
        let isDone = kept.upperBound == chunk.samples.upperBound
        place = (kept.upperBound, isDone ? 0 : skipped.plus(size))
        part.append(
          Chunk(
            offset: chunk.offset.plus(skipped), size: size,
            first: kept.lowerBound - range.lowerBound, count: kept.count,
            description: chunk.description))
      }
      return part
    }
  }
}

extension SampleAuxiliary {
  /// A position in the auxiliary information of a track, from which the information is taken in
  /// order, for several samples at a time.
  struct Cursor {
    private let all: SampleAuxiliary
    private var sizes: Runs<UInt8>.Cursor
    /// The number of bytes taken.
    private var consumed = 0

    init(_ all: SampleAuxiliary) {
      self.all = all
      sizes = Runs.Cursor(all.sizes)
    }

    /// Takes the information for the next samples, or for fewer samples at the end.
    mutating func nextSamples(_ count: Int) -> SampleAuxiliary {
      var part = SampleAuxiliary(
        kind: all.kind, ownFlags: all.ownFlags, sizes: sizes.nextValues(count))
      let size = SampleAuxiliary.size(of: part.sizes)
      part.bytes = Array(all.bytes.dropFirst(consumed).prefix(size))
      consumed += size
      return part
    }
  }
}
