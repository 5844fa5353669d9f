/// How loud the tracks are that are mixed; AVFoundation's `AVAudioMix`.
public struct AudioMix: Sendable, Hashable {
  /// The volumes of the tracks, of which the first one for a track counts; one that is not in it
  /// has the volume 1.
  public var inputParameters: [AudioMixInputParameters]

  /// A mix of its parameters; without any, all tracks have the volume 1.
  public init(inputParameters: [AudioMixInputParameters] = []) {
    self.inputParameters = inputParameters
  }
}

/// How loud one track of a mix is over time; AVFoundation's `AVMutableAudioMixInputParameters`.
///
/// Before the first time at which a volume is set it is 1, within a ramp it changes linearly, and
/// after a ramp or a time at which a volume was set it stays until the next one.
public struct AudioMixInputParameters: Sendable, Hashable {
  /// A stretch in which the volume changes linearly.
  public struct VolumeRamp: Sendable, Hashable {
    /// The volume at the start; 1 leaves samples as they are.
    public let startVolume: Float
    /// The volume that is reached at the end, and kept after it.
    public let endVolume: Float
    /// The stretch, in times of the asset; empty where a volume was set at one time.
    public let timeRange: MediaTimeRange
  }

  /// The number of the track.
  public let trackID: UInt32
  /// The ramps and volumes, in the order of their times.
  public private(set) var volumeRamps: [VolumeRamp] = []

  /// Parameters of a track by its number; its volume is 1.
  public init(trackID: UInt32) { self.trackID = trackID }

  /// Parameters of a track; its volume is 1.
  public init(track: AssetTrack) { self.init(trackID: track.trackID) }

  /// Sets the volume from a time on, until the next time at which it is set.
  ///
  /// A volume that was set at the same time is replaced.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a volume that is negative or not finite,
  ///   for a time that is not a number, and for a time inside of a ramp.
  public mutating func setVolume(_ volume: Float, at time: MediaTime) throws(MetaError) {
    try insert(
      VolumeRamp(
        startVolume: volume, endVolume: volume, timeRange: MediaTimeRange(start: time, end: time)))
  }

  /// Changes the volume linearly over a range of time.
  ///
  /// A ramp over the same range is replaced.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a volume that is negative or not finite,
  ///   for a range that is empty or not valid, and for one that overlaps another ramp or has a time
  ///   in it at which a volume is set.
  public mutating func setVolumeRamp(
    fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: MediaTimeRange
  ) throws(MetaError) {
    guard !timeRange.isEmpty else {
      throw MetaError(.invalidAttributes, reason: "a volume ramp over an empty range of time")
    }
    try insert(VolumeRamp(startVolume: startVolume, endVolume: endVolume, timeRange: timeRange))
  }

  /// The ramp in whose range a time is; nil where the volume does not change.
  public func volumeRamp(for time: MediaTime) -> VolumeRamp? {
    volumeRamps.first { $0.timeRange.contains(time) }
  }

  /// The volume at a time; 1 before the first one that is set.
  public func volume(at time: MediaTime) -> Float {
    guard let last = volumeRamps.last(where: { $0.timeRange.start <= time }) else { return 1 }
    guard last.timeRange.contains(time) else { return last.endVolume }
    let part = (time - last.timeRange.start).seconds / last.timeRange.duration.seconds
    let (start, end) = (Double(last.startVolume), Double(last.endVolume))
    return Float(start + (end - start) * part)
  }

  private mutating func insert(_ ramp: VolumeRamp) throws(MetaError) {
    let range = ramp.timeRange
    for volume in [ramp.startVolume, ramp.endVolume] where !(volume >= 0 && volume.isFinite) {
      throw MetaError(.invalidAttributes, reason: "the volume \(volume)")
    }
    guard range.isValid, range.start.isNumeric, range.end.isNumeric else {
      throw MetaError(.invalidAttributes, reason: "a volume at a time that is not valid")
    }
    var ramps = volumeRamps.filter { $0.timeRange != range }
    if let other = ramps.first(where: { AudioMixInputParameters.overlap($0.timeRange, range) }) {
      let (start, end) = (other.timeRange.start.seconds, other.timeRange.end.seconds)
      throw MetaError(
        .invalidAttributes, reason: "the volume is set from \(start) s to \(end) s already")
    }
    // A volume that is set where a ramp begins has no effect: the ramp follows it.
    let index = ramps.firstIndex {
      ($0.timeRange.start, $0.timeRange.end) > (range.start, range.end)
    }
    ramps.insert(ramp, at: index ?? ramps.count)
    volumeRamps = ramps
  }

  /// Whether two ranges have a moment in common; a single time may be at the border of a ramp.
  private static func overlap(_ one: MediaTimeRange, _ other: MediaTimeRange) -> Bool {
    one.start < other.end && other.start < one.end
  }
}

/// The volume of a track for each sample of a mix.
struct VolumeCurve {
  /// From a sample on, the volume grows by `slope` with each sample.
  private struct Piece {
    let start: Int64
    let volume: Double
    let slope: Double
  }

  private let pieces: [Piece]

  /// The volumes of a track at a sample rate; nil parameters are the volume 1.
  init(_ parameters: AudioMixInputParameters?, rate: Int) {
    var pieces = [Piece(start: .min, volume: 1, slope: 0)]
    let scale = UInt32(clamping: rate)
    for ramp in parameters?.volumeRamps ?? [] {
      let (start, end) = (ExactTime(ramp.timeRange.start), ExactTime(ramp.timeRange.end))
      let (first, last) = (start.units(scale, .up), end.units(scale, .up))
      if first < last {
        let change = Double(ramp.endVolume) - Double(ramp.startVolume)
        let length = (end.minus(start)?.seconds ?? 0) * Double(rate)
        let slope = length > 0 ? change / length : 0
        // The start may be between two samples.
        let late = Double(first) - start.seconds * Double(rate)
        pieces.append(
          Piece(start: first, volume: Double(ramp.startVolume) + slope * late, slope: slope))
      }
      pieces.append(Piece(start: last, volume: Double(ramp.endVolume), slope: 0))
    }
    self.pieces = pieces
  }

  /// The stretches of samples with one law of volume: which samples of the range, the volume at the
  /// first, and its change with each sample.
  func stretches(
    _ range: Range<Int64>, _ body: (Range<Int64>, _ volume: Double, _ slope: Double) -> Void
  ) {
    for (index, piece) in pieces.enumerated() {
      let end = index + 1 < pieces.count ? pieces[index + 1].start : Int64.max
      let start = max(piece.start, range.lowerBound)
      let last = min(end, range.upperBound)
      guard start < last else { continue }
      let late = piece.slope == 0 ? 0 : Double(start.minus(piece.start)) * piece.slope
      body(start..<last, piece.volume + late, piece.slope)
    }
  }
}
