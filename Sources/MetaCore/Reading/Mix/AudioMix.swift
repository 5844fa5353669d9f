/// The volumes over time at which audio tracks are mixed into one; the counterpart of
/// AVFoundation's `AVAudioMix`.
public struct AudioMix: Sendable, Hashable {
  /// The parameters of the tracks; the first entry for a track applies, and a track without an
  /// entry has volume 1.
  public var inputParameters: [AudioMixInputParameters]

  /// Creates a mix; without parameters, all tracks have volume 1.
  public init(inputParameters: [AudioMixInputParameters] = []) {
    self.inputParameters = inputParameters
  }
}

/// The volume of one track of a mix over time; the counterpart of AVFoundation's
/// `AVMutableAudioMixInputParameters`.
///
/// The volume is 1 until it is first set. Within a ramp, it changes linearly; after a ramp or a
/// single setting, it keeps its value until the next ramp or setting.
public struct AudioMixInputParameters: Sendable, Hashable {
  /// A time range in which the volume changes linearly.
  public struct VolumeRamp: Sendable, Hashable {
    /// The volume at the start; 1 leaves samples unchanged.
    public let startVolume: Float
    /// The volume at the end of the ramp, and after it.
    public let endVolume: Float
    /// The time range, on the timeline of the asset; empty if a volume was set at a single time.
    public let timeRange: MediaTimeRange
  }

  /// The ID of the track.
  public let trackID: UInt32
  /// The ramps and volumes, in time order.
  public private(set) var volumeRamps: [VolumeRamp] = []

  /// Creates parameters for a track ID, with volume 1.
  public init(trackID: UInt32) { self.trackID = trackID }

  /// Creates parameters for a track, with volume 1.
  public init(track: AssetTrack) { self.init(trackID: track.trackID) }

  /// Sets the volume from the given time until the next setting.
  ///
  /// This replaces a volume set at the same time.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a volume that is negative or not finite,
  ///   for a time that is not numeric, or for a time inside a ramp.
  public mutating func setVolume(_ volume: Float, at time: MediaTime) throws(MetaError) {
    try insert(
      VolumeRamp(
        startVolume: volume, endVolume: volume, timeRange: MediaTimeRange(start: time, end: time)))
  }

  /// Changes the volume linearly over a time range.
  ///
  /// This replaces a ramp over the same range.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a volume that is negative or not finite,
  ///   for a range that is empty or invalid, or for a range that overlaps another ramp or contains
  ///   a time at which a volume is set.
  public mutating func setVolumeRamp(
    fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: MediaTimeRange
  ) throws(MetaError) {
    guard !timeRange.isEmpty else {
      throw MetaError(.invalidAttributes, reason: "volume ramp over an empty time range")
    }
    try insert(VolumeRamp(startVolume: startVolume, endVolume: endVolume, timeRange: timeRange))
  }

  /// Returns the ramp whose range contains the given time; nil if the volume does not change then.
  public func volumeRamp(for time: MediaTime) -> VolumeRamp? {
    volumeRamps.first { $0.timeRange.contains(time) }
  }

  /// Returns the volume at the given time; 1 before it is first set.
  public func volume(at time: MediaTime) -> Float {
    guard let last = volumeRamps.last(where: { $0.timeRange.start <= time }) else { return 1 }
    guard last.timeRange.contains(time) else { return last.endVolume }
    let part = (time - last.timeRange.start).seconds / last.timeRange.duration.seconds
    let (start, end) = (Double(last.startVolume), Double(last.endVolume))
    return Float(start + (end - start) * part)
  }

  /// Inserts a ramp in time order, or replaces the one over the same range.
  private mutating func insert(_ ramp: VolumeRamp) throws(MetaError) {
    let range = ramp.timeRange
    for volume in [ramp.startVolume, ramp.endVolume] where !(volume >= 0 && volume.isFinite) {
      throw MetaError(.invalidAttributes, reason: "invalid volume \(volume)")
    }
    guard range.isValid, range.start.isNumeric, range.end.isNumeric else {
      throw MetaError(.invalidAttributes, reason: "invalid time for a volume")
    }
    var ramps = volumeRamps.filter { $0.timeRange != range }
    if let other = ramps.first(where: { AudioMixInputParameters.overlap($0.timeRange, range) }) {
      let (start, end) = (other.timeRange.start.seconds, other.timeRange.end.seconds)
      throw MetaError(
        .invalidAttributes, reason: "the volume is already set from \(start) s to \(end) s")
    }
    // A volume set at the time when a ramp begins has no effect, because the ramp follows it.
    let index = ramps.firstIndex {
      ($0.timeRange.start, $0.timeRange.end) > (range.start, range.end)
    }
    ramps.insert(ramp, at: index ?? ramps.count)
    volumeRamps = ramps
  }

  /// Returns whether two ranges overlap; a single time may be at the boundary of a ramp.
  private static func overlap(_ one: MediaTimeRange, _ other: MediaTimeRange) -> Bool {
    one.start < other.end && other.start < one.end
  }
}

/// The volume of one track of a mix, converted from times to samples: for each sample, the volume
/// and its rate of change.
struct VolumeCurve {
  /// A run of samples on which the volume is linear: it has a value at the first sample, and
  /// changes by `slope` per sample until the next run.
  private struct VolumeSegment {
    let start: Int64
    let volume: Double
    let slope: Double
  }

  private let pieces: [VolumeSegment]

  /// Creates the curve for a track at a sample rate; nil parameters mean volume 1.
  init(_ parameters: AudioMixInputParameters?, rate: Int) {
    var pieces = [VolumeSegment(start: .min, volume: 1, slope: 0)]
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
          VolumeSegment(start: first, volume: Double(ramp.startVolume) + slope * late, slope: slope)
        )
      }
      pieces.append(VolumeSegment(start: last, volume: Double(ramp.endVolume), slope: 0))
    }
    self.pieces = pieces
  }

  /// Calls `body` for each run of samples in the range on which the volume is linear, with its
  /// samples, the volume at the first one, and the change per sample.
  func forEachSegment(
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
