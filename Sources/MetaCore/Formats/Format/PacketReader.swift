/// One sample as stored in a file: the location of its bytes, and its times in units of its track.
///
/// For uncompressed audio, it is a run of frames (``count``).
package struct StoredSample: Sendable {
  /// The location of the bytes of a sample: in the file, or in memory.
  package enum PayloadLocation: Sendable {
    /// One range of the file.
    case file(offset: Int64, size: Int64)
    /// In memory, because the file stores them in pieces or another library has read them.
    case memory(ByteSlice)
  }

  /// The location of the bytes.
  package var place: PayloadLocation
  /// The decode time.
  package var decodeTime: Int64
  /// The presentation time.
  package var presentationTime: Int64
  /// The duration of the sample; nil when it is unknown.
  package var duration: Int64?
  /// Whether the sample can be decoded independently.
  package var isSync = true
  /// The number of frames of uncompressed audio; 1 for other media.
  package var count = 1
  /// The number of its sample description, from 1.
  package var description = 1
  /// The damage to the sample, or to the data before it.
  package var damage: Diagnostic?

  /// Creates a sample with equal decode and presentation times.
  package init(_ place: PayloadLocation, at time: Int64, duration: Int64?) {
    self.place = place
    decodeTime = time
    presentationTime = time
    self.duration = duration
  }

  /// Whether the sample's location is outside a file of this length.
  package func isOutside(ofLength length: Int64) -> Bool {
    guard case .file(let offset, let size) = place else { return false }
    return size < 0 || offset < 0 || offset.plus(size) > length
  }

  /// The end of its presentation; the start when the duration is unknown.
  var end: Int64 { presentationTime.plus(max(0, duration ?? 0)) }
}

/// A run of consecutive samples of one track that are missing from the file or truncated, for which
/// readers report a single finding.
package struct MissingSamples {
  /// The presentation time of the first sample.
  package let start: Int64
  /// The end of the last sample.
  package private(set) var end: Int64
  /// The expected offset of the first sample; nil when its bytes are not contiguous.
  package let offset: Int64?
  private var count = 1

  /// Begins a run with its first sample.
  package init(_ first: StoredSample) {
    (start, end) = (first.presentationTime, first.end)
    if case .file(let place, _) = first.place { offset = place } else { offset = nil }
  }

  /// Adds the next sample.
  package mutating func add(_ sample: StoredSample) {
    count += 1
    end = max(end, sample.end)
  }

  /// The total duration of the samples.
  package var duration: Int64 { end.minus(start) }

  /// A description of the problem.
  package var reason: String {
    "\(count == 1 ? "a sample is" : "\(count) samples are") missing or truncated"
  }
}

/// Reads the samples of one track as stored, in decode order, with seeking: the input of decoders
/// and of outputs for stored samples.
package protocol PacketReader: AnyObject {
  /// The number of time units per second.
  var timescale: UInt32 { get }

  /// The edit list; empty when all of the media is presented, starting at time zero.
  var edits: [TrackSegment] { get }

  /// Returns the next sample; nil after the last one.
  ///
  /// - Throws: ``ParseError`` when reading cannot continue.
  func next() throws(ParseError) -> StoredSample?

  /// Continues at the last sample from which everything presented at or after the given time can be
  /// decoded.
  ///
  /// - Throws: ``ParseError`` when reading cannot continue.
  func seek(to time: Int64) throws(ParseError)

  /// Returns the bytes of a sample in the file.
  ///
  /// - Throws: ``ParseError`` with `truncated` when they are incomplete.
  func bytes(at offset: Int64, count: Int) throws(ParseError) -> ByteSlice

  /// Returns the track as described by the sample description with this number, counted from 1; nil
  /// when there is no such description.
  func track(ofDescription number: Int) -> TrackDescription?
}

/// A format whose samples MetaCore can read individually, without libavformat.
package protocol PacketFormat: MediaFormat {
  /// Returns a reader for the samples of a track; nil when the format does not define their
  /// boundaries.
  ///
  /// - Throws: ``ParseError`` when the file cannot be read.
  func packets(
    of track: TrackDescription, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (any PacketReader)?
}

/// Iterates over the samples of a track once; a copy continues from the same position.
protocol SampleWalk {
  /// Returns the next sample; nil after the last one.
  mutating func next() throws(ParseError) -> StoredSample?
}

/// The packet reader for samples that a ``SampleWalk`` finds in sequence; seeking restarts the walk
/// from the first sample.
final class SampleWalkReader<Walk: SampleWalk>: PacketReader {
  let timescale: UInt32
  let edits: [TrackSegment]
  /// The lead time of decoding, in units: audio decoders need some samples before their output is
  /// correct.
  private let lead: Int64
  private let window: SourceWindow
  private let start: Walk
  private var walk: Walk
  private let describe: (Int) -> TrackDescription?

  init(
    _ walk: Walk, in window: SourceWindow, timescale: UInt32, edits: [TrackSegment], lead: Int64,
    describe: @escaping (Int) -> TrackDescription?
  ) {
    self.timescale = timescale
    self.edits = edits
    self.lead = lead
    self.window = window
    start = walk
    self.walk = walk
    self.describe = describe
  }

  func next() throws(ParseError) -> StoredSample? { try walk.next() }

  /// The number of samples between two saved positions for seeking; saving a position takes as long
  /// as skipping many samples.
  private static var stride: Int { 256 }

  func seek(to time: Int64) throws(ParseError) {
    walk = start
    // The current saved position, its number, and the number of samples to skip after it.
    var (mark, number, steps) = (start, 0, 0)
    var found = (walk: start, number: 0, steps: 0)
    while let sample = try walk.next() {
      if sample.isSync, sample.presentationTime <= time.minus(lead) {
        if found.number != number { found.walk = mark }
        (found.number, found.steps) = (number, steps)
      }
      if sample.end > time { break }
      steps += 1
      guard steps == Self.stride else { continue }
      (mark, number, steps) = (walk, number + 1, 0)
    }
    walk = found.walk
    for _ in 0..<found.steps { _ = try walk.next() }
  }

  func bytes(at offset: Int64, count: Int) throws(ParseError) -> ByteSlice {
    try window.bytes(at: offset, count: count)
  }

  func track(ofDescription number: Int) -> TrackDescription? { describe(number) }
}

extension TrackDescription {
  /// The lead time of decoding for this audio, in seconds; 0 for codecs with independent samples.
  ///
  /// 0.1 s exceeds one frame of every codec with overlapping frames, and the 80 ms of Opus (RFC
  /// 7845 §4.6).
  var decodingLead: Double {
    guard mediaType == .audio, let codec else { return 0 }
    return TrackDescription.uncompressedAudio.contains(codec) ? 0 : 0.1
  }

  private static let uncompressedAudio: Set<String> = [
    "lpcm", "sowt", "twos", "raw ", "NONE", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm", "ulaw",
    "alaw", "alac", "flac", "fLaC",
  ]
}

extension Diagnostic {
  /// Returns the finding for bytes between frames that belong to no frame.
  static func junk(_ range: Range<Int64>, in codec: String) -> Diagnostic {
    Diagnostic(
      code: .malformed, path: StructurePath([codec]), offset: range.lowerBound,
      message: "\(range.count) bytes of unrecognised data between frames")
  }
}
