internal import MetaCore

/// SHA-256 digests of the media of a file, one per track, for comparing the media of two files or
/// of a file before and after an edit, which must not change them.
struct MediaDigest: Sendable, Hashable {
  /// The digests of one track, and the number and size of its samples.
  struct Track: Sendable, Hashable {
    let id: UInt32
    var sampleCount: Int64 = 0
    var bytes: Int64 = 0
    /// The SHA-256 of all samples, concatenated.
    var media = ""
    /// The SHA-256 of the samples' sizes and times.
    var timing = ""
    /// The running digest before every 1024th sample, to locate the first difference.
    var marks: [[UInt8]] = []
    /// The index of the first sample that is not completely inside the file, if any.
    var missing: Int64?
  }

  private(set) var tracks: [Track] = []

  /// Reads all media of a file in large chunks.
  init(of source: CancellableSource) throws(ParseError) {
    var walk = MediaWalk(source: source)
    try Inspector.visitMedia(of: source) { (sample) throws(ParseError) in try walk.add(sample) }
    tracks = try walk.finish()
  }

  /// Returns the differences from the media of another file; empty if they are equal.
  func differences(from other: MediaDigest) -> [String] {
    var result: [String] = []
    if tracks.count != other.tracks.count {
      result.append("\(tracks.count) tracks with media, \(other.tracks.count) in the other file")
    }
    for (left, right) in zip(tracks, other.tracks) { result += MediaDigest.compare(left, right) }
    return result
  }

  /// Returns the differences between two tracks, with the first sample that may differ.
  private static func compare(_ left: Track, _ right: Track) -> [String] {
    var result: [String] = []
    if left.sampleCount != right.sampleCount {
      result.append(
        "track \(left.id): \(left.sampleCount.counted("sample")), "
          + "\(right.sampleCount) in the other file")
    }
    if left.media != right.media {
      let mark = zip(left.marks, right.marks).enumerated().first { $1.0 != $1.1 }?.offset
      let first = Int64(mark ?? min(left.marks.count, right.marks.count)) * Track.distance
      result.append("track \(left.id): the bytes differ, starting in sample \(first) or later")
    }
    if left.timing != right.timing {
      result.append("track \(left.id): sample sizes or times differ")
    }
    return result
  }
}

extension MediaDigest.Track {
  /// The number of samples between two elements of `marks`.
  static let distance: Int64 = 1024
}

/// Computes the digests of all tracks from the samples as they are visited, and merges samples of a
/// track that are next to each other in the file into one read.
private struct MediaWalk {
  let source: CancellableSource
  /// The tracks so far, by their ID.
  private var open: [UInt32: TrackWalk] = [:]
  /// The IDs of the tracks, in the order of their first samples.
  private var order: [UInt32] = []
  /// The number of bytes that may still be read; limited, because sample tables may reference the
  /// same bytes repeatedly.
  private var budget: Int64

  /// The digests of one track so far; `pending` is the range of the file that has not been read.
  fileprivate struct TrackWalk {
    var track: MediaDigest.Track
    var media = SHA256()
    var timing = SHA256()
    var pending: Range<Int64> = 0..<0
  }

  /// The size of a read, in bytes.
  private static let piece: Int64 = 1 << 20

  init(source: CancellableSource) {
    self.source = source
    budget = source.length.multipliedReportingOverflow(by: 16).partialValue
  }

  /// Adds a sample; its bytes are read together with the bytes of the following samples.
  mutating func add(_ sample: MediaSample) throws(ParseError) {
    if open[sample.trackID] == nil {
      order.append(sample.trackID)
      open[sample.trackID] = TrackWalk(track: MediaDigest.Track(id: sample.trackID))
    }
    guard var walk = open.removeValue(forKey: sample.trackID) else { return }
    defer { open[sample.trackID] = walk }
    if walk.track.sampleCount > 0,
      walk.track.sampleCount.isMultiple(of: MediaDigest.Track.distance)
    {
      try flush(&walk)
      walk.track.marks.append(walk.media.finish())
    }
    walk.note(sample, fileSize: source.length)
    let range = sample.range
    if walk.pending.upperBound == range.lowerBound, !walk.pending.isEmpty {
      walk.pending = walk.pending.lowerBound..<range.upperBound
      return
    }
    try flush(&walk)
    walk.pending = range
  }

  /// Returns the digests of all tracks.
  mutating func finish() throws(ParseError) -> [MediaDigest.Track] {
    var tracks: [MediaDigest.Track] = []
    for id in order {
      guard var walk = open[id] else { continue }
      try flush(&walk)
      walk.track.media = walk.media.finish().hexadecimal
      walk.track.timing = walk.timing.finish().hexadecimal
      tracks.append(walk.track)
    }
    return tracks
  }

  /// Reads the pending range up to the end of the file.
  private mutating func flush(_ walk: inout TrackWalk) throws(ParseError) {
    var position = walk.pending.lowerBound
    while position < walk.pending.upperBound {
      let count = min(MediaWalk.piece, walk.pending.upperBound - position)
      let bytes = try source.read(at: position, count: Int(count))
      guard !bytes.isEmpty else { break }
      budget -= Int64(bytes.count)
      guard budget >= 0 else {
        throw ParseError(
          .limitExceeded, at: position, "the sample tables reference the same bytes too many times")
      }
      walk.media.append(bytes[...])
      position += Int64(bytes.count)
    }
    walk.pending = 0..<0
  }
}

extension MediaWalk.TrackWalk {
  /// Counts a sample and records its size and times.
  fileprivate mutating func note(_ sample: MediaSample, fileSize: Int64) {
    for number in [sample.size, sample.time, sample.duration, sample.compositionOffset] {
      timing.append([UInt8](littleEndian: number)[...])
    }
    if sample.offset < 0 || sample.range.upperBound > fileSize, track.missing == nil {
      track.missing = track.sampleCount
    }
    track.sampleCount += 1
    track.bytes = track.bytes.addingReportingOverflow(sample.size).partialValue
  }
}

extension [UInt8] {
  /// Creates the eight bytes of a number, in little-endian order.
  fileprivate init(littleEndian number: Int64) {
    self = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
