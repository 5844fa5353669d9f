/// Iterates over the uncompressed audio in a range of a WAV or AIFF file in pieces of up to 1024
/// frames; a frame is one sample of each channel.
struct PCMSampleWalk: SampleWalk {
  private var position: Int64
  private let end: Int64
  private let frameSize: Int64
  private var time: Int64 = 0

  /// The maximum number of frames in a piece.
  static let piece: Int64 = 1024

  /// Creates a walk over the audio in a range of the file; nil when the frame size is zero.
  init?(_ range: Range<Int64>, frameSize: Int) {
    guard frameSize > 0 else { return nil }
    position = range.lowerBound
    end = range.upperBound
    self.frameSize = Int64(frameSize)
  }

  mutating func next() throws(ParseError) -> StoredSample? {
    let count = min(PCMSampleWalk.piece, end.minus(position) / frameSize)
    guard count > 0 else { return nil }
    let size = count.times(frameSize)
    var sample = StoredSample(.file(offset: position, size: size), at: time, duration: count)
    sample.count = Int(count)
    position = position.plus(size)
    time = time.plus(count)
    return sample
  }

  /// Returns a reader for the audio in a range; nil when the track has no timescale or the frame
  /// size is zero.
  static func reader(
    _ range: Range<Int64>, frameSize: Int, of track: TrackDescription, in window: SourceWindow
  ) -> (any PacketReader)? {
    guard let timescale = track.timescale, timescale > 0,
      let walk = PCMSampleWalk(range, frameSize: frameSize)
    else { return nil }
    return SampleWalkReader(
      walk, in: window, timescale: timescale, edits: [], lead: 0, describe: { _ in track })
  }
}
