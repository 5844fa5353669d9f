/// A part of a timeline in units of a track.
struct PartInUnits {
  /// What of the media is presented.
  let shown: Range<Int64>
  private let timescale: UInt32
  private let start: ExactTime
  private let mediaStart: ExactTime
  /// How fast the media are presented, in 65536ths; 0 holds one sample.
  private let rate: Int64
  /// What is added to a time of the media; nil where the time of the asset is no whole number of
  /// units.
  private let shift: Int64?
  /// How long the part is; nil where it has no end.
  private let duration: ExactTime?

  /// Nil where nothing is presented.
  ///
  /// - Throws: `unsupported` for media that are presented backwards.
  init?(_ part: Timeline.Part, _ timescale: UInt32) throws(ParseError) {
    guard let mediaStart = part.mediaStart else { return nil }
    guard part.rate >= 0, let rate = Int64(exactly: (part.rate * 65536).rounded()) else {
      throw ParseError(
        .unsupported, at: 0, "an edit that presents media at \(part.rate) times their speed")
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

  /// Whether anything of a sample is presented.
  func shows(_ sample: StoredSample) -> Bool {
    let isOver =
      sample.end > sample.presentationTime
      ? sample.end <= shown.lowerBound : sample.presentationTime < shown.lowerBound
    return !isOver && sample.presentationTime < shown.upperBound
  }

  /// The time of the asset at which a time of the media is presented.
  func time(_ units: Int64) -> MediaTime {
    if let shift { return MediaTime(numeric: units.plus(shift), timescale) }
    guard rate > 0 else { return PartInUnits.time(start, timescale) }
    let exact = ExactTime(units, timescale).minus(mediaStart)
      .flatMap { $0.times(65536, over: Int128(rate)) }.flatMap(start.plus)
    return exact.map { PartInUnits.time($0, timescale) } ?? .invalid
  }

  /// How long a number of units of the media is presented.
  func length(_ units: Int64) -> MediaTime {
    if rate == 65536 { return MediaTime(numeric: units, timescale) }
    guard rate > 0 else {
      return duration.map { PartInUnits.time($0, timescale) } ?? .positiveInfinity
    }
    let exact = ExactTime(units, timescale).times(65536, over: Int128(rate))
    return exact.map { PartInUnits.time($0, timescale) } ?? .invalid
  }

  /// In units of the track where these count it exactly, else in smaller ones, where there are any.
  private static func time(_ exact: ExactTime, _ timescale: UInt32) -> MediaTime {
    let finer = exact.timescale(multipleOf: timescale) ?? timescale
    guard let units = exact.exactUnits(finer, .nearest) else { return .invalid }
    return MediaTime(numeric: units.value, finer, isRounded: units.isRounded)
  }

  /// Notes what of a sample is not presented.
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
