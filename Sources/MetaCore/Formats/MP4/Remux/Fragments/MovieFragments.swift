/// Divides the samples of a movie into fragments, each a `moof` with its `mdat` (ISO/IEC 14496-12
/// §8.8), for exports with a fragment duration.
///
/// A fragment after the first starts with a sync sample of the leading track, which is the first
/// video track, or else the first audio track, or else the first track of any other type. It
/// includes the samples of the other tracks that are decoded from that time until the next
/// fragment. Within a fragment, the media of each track is contiguous, with one run per
/// description, because FFmpeg cannot find the decryption information if there are several runs.
///
/// Chapter and timecode tracks are not divided; their samples stay in sample tables.
struct MovieFragments {
  /// A complete movie fragment in a new file: new bytes for `moof` and the header of `mdat`, and
  /// ranges of the source file that become its media.
  struct Fragment {
    /// The bytes before the media.
    var head: [UInt8] = []
    /// The media, as ranges in the source file.
    var media: [Range<Int64>] = []
    /// The auxiliary information, after the media.
    var auxiliary: [UInt8] = []
    /// The earliest presentation time of the leading track, in its media time.
    var shown: Int64 = 0
    /// Whether the earliest sample in presentation order is also the first in decoding order, and
    /// is a sync sample.
    var isAccessPoint = false

    /// The size in bytes.
    var size: Int64 {
      Int64(head.count + auxiliary.count) + media.byteCount
    }

    /// Writes the fragment.
    func write(into plan: inout RewritePlan) throws(ParseError) {
      plan.write(head)
      for stretch in media { try plan.keep(stretch) }
      plan.write(auxiliary)
    }
  }

  /// A track that is divided into fragments: the samples that are not yet written, and their times.
  private struct Track {
    let id: UInt32
    let timescale: UInt32
    let times: SampleTimes
    let vectorSize: Int
    var samples: TrackSamples.Cursor
  }

  /// The tracks, in movie order.
  private var tracks: [Track]
  /// The index of the track that determines the boundaries of fragments.
  private let leadIndex: Int
  /// The sample numbers in the leading track at which the remaining fragments end.
  private var ends: ArraySlice<Int>
  /// The sequence number of the last fragment.
  private var sequence: UInt32 = 0
  /// The end of the leading track in its timescale.
  let end: Int64
  /// Whether the first sample of the leading track is a sync sample, like the samples at other
  /// boundaries.
  private let beginsAlone: Bool

  /// Creates fragments with at least the given duration, except for the last one.
  ///
  /// - Throws: `limitExceeded` when there are too many fragments.
  init(of tracks: [TrackRemux], every interval: ExactTime) throws(ParseError) {
    self.tracks = tracks.map { track in
      Track(
        id: track.id, timescale: track.mediaHeader.timescale, times: SampleTimes(track.samples),
        vectorSize: track.vectorSize, samples: TrackSamples.Cursor(track.samples))
    }
    let full = tracks.indices.filter { tracks[$0].samples.count > 0 }
    leadIndex =
      full.first { tracks[$0].handler.handler == .vide }
      ?? full.first { tracks[$0].handler.handler == .soun } ?? full.first ?? 0
    ends = []
    guard !full.isEmpty else {
      (beginsAlone, end) = (true, 0)
      return
    }
    beginsAlone = tracks[leadIndex].samples.sync?.contains(0) ?? true
    end = tracks[leadIndex].samples.shown.upperBound
    ends = try MovieFragments.ends(
      of: tracks[leadIndex], self.tracks[leadIndex].times, every: interval)[...]
  }

  /// The ID and the timescale of the leading track.
  var leadingTrack: (id: UInt32, timescale: UInt32) {
    (tracks[leadIndex].id, tracks[leadIndex].timescale)
  }

  /// The maximum number of fragments.
  private static let maxFragments = 1 << 20

  /// Returns the sample numbers in the leading track at which fragments end, which are those of the
  /// first sync sample after each interval.
  private static func ends(
    of track: TrackRemux, _ times: SampleTimes, every interval: ExactTime
  ) throws(ParseError) -> [Int] {
    let step = max(1, interval.units(track.mediaHeader.timescale, .up))
    let sync = track.samples.sync?.sorted()
    var ends: [Int] = []
    var first = 0
    while true {
      let target = times.decode(first).addingReportingOverflow(step)
      guard !target.overflow else { break }
      var next = times.firstDecoded(notBefore: target.partialValue)
      if let sync {
        let place = sync.partitioningIndex { $0 >= next }
        guard place < sync.count else { break }
        next = sync[place]
      }
      guard next < track.samples.count else { break }
      guard ends.count < maxFragments else {
        throw ParseError(
          .limitExceeded, at: track.trak.offset, "too many fragments; try a longer interval")
      }
      ends.append(next)
      first = next
    }
    return ends + [track.samples.count]
  }

  /// Returns all fragments.
  ///
  /// - Throws: The errors from ``next()``; `malformed` when samples overlap so much that the tracks
  ///   are larger than the file, whose size is `size`.
  mutating func all(atMost size: Int64) throws(ParseError) -> [Fragment] {
    var (all, sum): ([Fragment], Int64) = ([], 0)
    while let fragment = try next() {
      sum = sum.plus(fragment.media.byteCount)
      guard sum <= size.times(Int64(tracks.count)) else {
        throw ParseError(.malformed, at: fragment.media.first?.lowerBound ?? 0, "samples overlap")
      }
      all.append(fragment)
    }
    return all
  }

  /// Returns the next fragment; nil after the last one.
  ///
  /// - Throws: `unsupported` when its media is too large for 31-bit offsets.
  private mutating func next() throws(ParseError) -> Fragment? {
    guard let end = ends.popFirst() else { return nil }
    sequence += 1
    let boundary = ExactTime(tracks[leadIndex].times.decode(end), tracks[leadIndex].timescale)
    var writer = FragmentWriter(sequence: sequence)
    var fragment = Fragment()
    for index in tracks.indices {
      var to = end
      if index != leadIndex {
        to = tracks[index].times.firstDecoded(
          notBefore: boundary.units(tracks[index].timescale, .up))
      }
      if ends.isEmpty { to = .max }
      if index == leadIndex { describe(&fragment, tracks[leadIndex].samples.next..<end) }
      write(index, to: to, into: &writer)
    }
    try writer.finish(&fragment)
    return fragment
  }

  /// Writes the samples of a track up to an index, in one `traf` per sample description.
  private mutating func write(_ index: Int, to end: Int, into writer: inout FragmentWriter) {
    while tracks[index].samples.next < end, tracks[index].samples.remaining > 0 {
      let first = tracks[index].samples.next
      let count = tracks[index].samples.countAlike(upTo: end - first)
      guard count > 0 else { return }
      let part = tracks[index].samples.nextSamples(count)
      let track = tracks[index]
      writer.add(
        part, of: track.id, at: track.times.decode(first), vectorSize: track.vectorSize)
    }
  }

  /// Sets the presentation time of a fragment, and whether decoding can start with it, for the
  /// index.
  private func describe(_ fragment: inout Fragment, _ samples: Range<Int>) {
    let times = tracks[leadIndex].times
    let first = times.shown(samples.lowerBound)
    // Frames that are decoded later can only be presented a few positions earlier.
    fragment.shown = samples.prefix(64).map(times.shown).min() ?? 0
    fragment.isAccessPoint =
      fragment.shown == first && (samples.lowerBound > 0 || beginsAlone)
  }
}

extension [Range<Int64>] {
  /// The total size in bytes.
  var byteCount: Int64 { reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}

extension SegmentIndexAtom {
  /// Creates the index for the fragments that follow it; returns nil if its fields cannot represent
  /// the numbers.
  init?(of list: [MovieFragments.Fragment], in fragments: MovieFragments) {
    guard let first = list.first, list.count <= Int(UInt16.max) else { return nil }
    self.init(trackID: fragments.leadingTrack.id, timescale: fragments.leadingTrack.timescale)
    header = FullAtomHeader(version: 1)
    earliestTime = UInt64(max(0, first.shown))
    for (index, fragment) in list.enumerated() {
      let end = index + 1 < list.count ? list[index + 1].shown : fragments.end
      guard let size = Int32(exactly: fragment.size),
        let duration = UInt32(exactly: max(0, end.minus(fragment.shown)))
      else { return nil }
      // The first frame is a sync sample, and all following frames are presented later (type 1).
      let accessPoint: UInt32 = fragment.isAccessPoint ? 0x9000_0000 : 0
      entries.append(Entry(size: UInt32(size), duration: duration, accessPoint: accessPoint))
    }
  }
}

extension TrackExtendsAtom {
  /// Writes `mvex`, which declares that the samples of the given tracks are in fragments, with
  /// their total duration (ISO/IEC 14496-12 §8.8.1).
  static func encode(all tracks: [UInt32], _ duration: UInt64, into writer: inout ByteWriter) {
    writer.atom(.mvex) { writer in
      if duration > 0 {
        let header = FullAtomHeader(version: duration > UInt64(UInt32.max) ? 1 : 0)
        writer.atom(.mehd) {
          MovieExtendsHeaderAtom(header: header, duration: duration).encode(into: &$0)
        }
      }
      for track in tracks {
        writer.atom(.trex) { TrackExtendsAtom(trackID: track).encode(into: &$0) }
      }
    }
  }
}
