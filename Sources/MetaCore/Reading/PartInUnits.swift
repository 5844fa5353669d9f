/// One segment of a ``Timeline`` in units of a track's timescale; it determines which stored
/// samples are presented, when, and for how long.
struct PartInUnits {
  /// The range of the media that is presented, extended to whole units.
  let shown: Range<Int64>
  private let timescale: UInt32
  private let start: ExactTime
  private let mediaStart: ExactTime
  /// The playback rate in 65536ths; at 0, one sample is held.
  private let rate: Int64
  /// The offset from media time to asset time; nil at rates other than 1, and if the offset is not
  /// an integral number of units.
  private let shift: Int64?
  /// The duration of the part; nil if it is unbounded.
  private let duration: ExactTime?

  /// Creates the part; returns nil if nothing is presented.
  ///
  /// - Throws: `unsupported` for reverse playback.
  init?(_ part: Timeline.TimelineSegment, _ timescale: UInt32) throws(ParseError) {
    guard let mediaStart = part.mediaStart else { return nil }
    guard part.rate >= 0, let rate = Int64(exactly: (part.rate * 65536).rounded()) else {
      throw ParseError(
        .unsupported, at: 0, "an edit with playback rate \(part.rate)")
    }
    self.timescale = timescale
    self.rate = rate
    start = ExactTime(part.start)
    self.mediaStart = ExactTime(mediaStart)
    duration = part.end.isNumeric ? ExactTime(part.end).minus(start) : nil
    let difference = start.minus(self.mediaStart)?.exactUnits(timescale, .nearest)
    shift = rate == 65536 && difference?.isRounded == false ? difference?.value : nil
    let lower = self.mediaStart.units(timescale, .down)
    guard rate > 0 else {
      shown = lower..<lower.plus(1)
      return
    }
    let length = duration.flatMap { $0.times(Int128(rate), over: 65536) }
    let end = length.flatMap(self.mediaStart.plus)?.units(timescale, .up) ?? .max
    shown = lower..<max(lower, end)
  }

  /// Returns whether any part of a sample is presented.
  func shows(_ sample: StoredSample) -> Bool {
    let isOver =
      sample.end > sample.presentationTime
      ? sample.end <= shown.lowerBound : sample.presentationTime < shown.lowerBound
    return !isOver && sample.presentationTime < shown.upperBound
  }

  /// Returns the asset time for the given media time.
  func time(_ units: Int64) -> MediaTime {
    if let shift { return MediaTime(numeric: units.plus(shift), timescale) }
    guard rate > 0 else { return PartInUnits.time(start, timescale) }
    let exact = ExactTime(units, timescale).minus(mediaStart)
      .flatMap { $0.times(65536, over: Int128(rate)) }.flatMap(start.plus)
    return exact.map { PartInUnits.time($0, timescale) } ?? .invalid
  }

  /// Returns the duration for which a number of media units is presented.
  func length(_ units: Int64) -> MediaTime {
    if rate == 65536 { return MediaTime(numeric: units, timescale) }
    guard rate > 0 else {
      return duration.map { PartInUnits.time($0, timescale) } ?? .positiveInfinity
    }
    let exact = ExactTime(units, timescale).times(65536, over: Int128(rate))
    return exact.map { PartInUnits.time($0, timescale) } ?? .invalid
  }

  /// Returns a time in units of the track if that is exact, otherwise in finer units, if possible.
  private static func time(_ exact: ExactTime, _ timescale: UInt32) -> MediaTime {
    let finer = exact.timescale(multipleOf: timescale) ?? timescale
    guard let units = exact.exactUnits(finer, .nearest) else { return .invalid }
    return MediaTime(numeric: units.value, finer, isRounded: units.isRounded)
  }

  /// Records which parts of a sample are not presented.
  func trim(_ buffer: inout SampleBuffer, _ sample: StoredSample) {
    guard shows(sample) else {
      buffer.isDisplayed = false
      return
    }
    guard rate > 0, sample.end > sample.presentationTime else { return }
    if sample.presentationTime < shown.lowerBound {
      buffer.trimDurationAtStart = length(shown.lowerBound.minus(sample.presentationTime))
    }
    if sample.end > shown.upperBound {
      buffer.trimDurationAtEnd = length(sample.end.minus(shown.upperBound))
    }
  }
}
