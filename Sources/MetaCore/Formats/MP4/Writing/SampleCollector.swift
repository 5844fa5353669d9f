/// The properties of a sample that a program appends to a track of a new movie; its bytes are
/// stored separately.
///
/// Times are in seconds of source time, such as the time of a capture session or of another movie.
struct NewSample: Sendable {
  /// The decoding time.
  var decodeTime: ExactTime
  /// The presentation time.
  var presentationTime: ExactTime
  /// The duration; nil if it is determined by the next sample.
  var duration: ExactTime?
  /// The durations at its start and end that are decoded but not presented, such as encoder delay.
  var trim = (start: ExactTime.zero, end: ExactTime.zero)
  /// The size in bytes.
  var size: Int
  /// The number of frames in uncompressed audio; 1 for other media.
  var count = 1
  /// Whether decoding can start with this sample.
  var isSync = true
  /// Whether the sample is presented, rather than only needed to decode other samples.
  var isDisplayed = true
  /// Whether the sample starts a new range of the media, regardless of its time.
  var isDiscontinuous = false
  /// The index of the sample's ``WritingSession`` in the list of sessions.
  var session = 0

  /// Creates a displayed sync sample without a duration, in the first session.
  init(decodedAt decodeTime: ExactTime, presentedAt presentationTime: ExactTime, size: Int) {
    self.decodeTime = decodeTime
    self.presentationTime = presentationTime
    self.size = size
  }
}

/// Collects the samples of one track of a new movie in decoding order, and builds its sample times
/// and edit list.
///
/// Converts source times in seconds to durations, composition offsets and edits in the timescale of
/// the media. The media starts with the first sample. A sample that does not continue the previous
/// one starts a new range of the media; the edit list presents each range at the times of its
/// samples.
struct SampleCollector: Sendable {
  /// The timescale of the media, in units per second.
  let timescale: UInt32
  /// The samples since the last call to ``takeSamples()``, without chunks and without the last
  /// appended sample.
  private(set) var samples = TrackSamples()
  /// The duration, in the media timescale, of the samples added since the last call to
  /// ``takeSamples()``, without the last sample.
  private(set) var pendingDuration: Int64 = 0
  /// The duration of the last sample in the tables, or of each of its audio frames, without the
  /// time until the next sample, in the media timescale; 1 before the first sample.
  private var lastDuration: Int64 = 1
  /// The ranges of continuous samples, in order.
  private var stretches: [ContinuousSamples] = []
  /// The last appended sample, whose duration depends on the next one.
  private var last: PendingSample?

  /// A range of samples that follow each other without interruption, so that one offset converts
  /// source times to media times.
  private struct ContinuousSamples: Sendable {
    /// The offset from source time to media time, in the media timescale.
    let shift: Int64
    /// The index of their session.
    let session: Int
    /// The range of source times that is presented; nil until a sample is presented.
    var shown: Range<ExactTime>?
  }

  /// The last appended sample, which is not in the tables until its duration is known.
  private struct PendingSample: Sendable {
    let sample: NewSample
    /// The decoding time in the media timescale.
    let time: Int64
  }

  init(timescale: UInt32) { self.timescale = max(1, timescale) }

  /// The number of samples since the last call to ``takeSamples()``, including the last appended
  /// one.
  var count: Int { samples.count + (last?.sample.count ?? 0) }

  // MARK: Adding

  /// Adds a sample; the previous sample is moved to the tables, because its duration is now known.
  ///
  /// - Throws: `malformed` when its decoding time is before that of the previous sample, which it
  ///   continues; `notRepresentable` when a time of the previous sample is out of range for the
  ///   tables.
  mutating func append(_ sample: NewSample) throws(ParseError) {
    let source = sample.decodeTime.units(timescale, .nearest)
    var time: Int64 = 0
    if let last {
      if sample.isDiscontinuous || sample.session != last.sample.session {
        time = try last.time.plus(append(last, until: nil))
        stretches.append(ContinuousSamples(shift: time.minus(source), session: sample.session))
      } else {
        time = source.plus(stretches.last?.shift ?? 0)
        guard time >= last.time else {
          throw ParseError(
            .malformed, at: 0,
            "a sample with decoding time \(sample.decodeTime.seconds) s follows one with \(last.sample.decodeTime.seconds) s"
          )
        }
        _ = try append(last, until: time)
      }
    } else {
      stretches.append(ContinuousSamples(shift: time.minus(source), session: sample.session))
    }
    last = PendingSample(sample: sample, time: time)
  }

  /// Ends the track; its last sample is presented until `end`, if that is later than the end of the
  /// presented range and of the sample itself.
  ///
  /// - Throws: `notRepresentable` when a time is out of range for the tables.
  mutating func finish(until end: ExactTime? = nil) throws(ParseError) {
    guard let last else { return }
    self.last = nil
    let length = duration(of: last.sample)
    let sampleEnd = last.sample.presentationTime.plus(ExactTime(length, timescale))
    let shown = [stretches.last?.shown?.upperBound, sampleEnd].compactMap(\.self).max()
    guard let end, let shown, let rest = end.minus(shown), rest > .zero else {
      _ = try append(last, until: nil)
      return
    }
    let units = rest.units(timescale, .nearest)
    _ = try append(last, until: last.time.plus(length).plus(units))
    let index = stretches.count - 1
    stretches[index].shown = stretches[index].shown.map { $0.lowerBound..<max($0.upperBound, end) }
  }

  /// Returns the samples since the last call as a track without chunks, except for the last
  /// appended sample, whose duration is still unknown.
  mutating func takeSamples() -> TrackSamples {
    pendingDuration = 0
    let collected = samples
    samples = TrackSamples()
    return collected
  }

  /// The count and size in bytes of the last appended sample, whose duration is still unknown; zero
  /// if there is none.
  var pendingSample: (count: Int, size: Int) {
    last.map { (max(1, $0.sample.count), $0.sample.size) } ?? (0, 0)
  }

  /// The decoding time of the last appended sample, in source time; nil if there is none.
  var pendingStart: ExactTime? { last?.sample.decodeTime }

  /// The index of the session of the last appended sample; nil if there is none.
  var pendingSession: Int? { last?.sample.session }

  /// Adds the last appended sample to the tables, and returns its duration in the media timescale.
  ///
  /// The duration lasts until the decoding time `next`; if it is nil, the sample has its own
  /// duration, or else its audio frames have that of the previous ones.
  ///
  /// - Throws: `notRepresentable` when a duration or composition offset is out of range.
  private mutating func append(_ last: PendingSample, until next: Int64?) throws(ParseError)
    -> Int64
  {
    let sample = last.sample
    let count = max(1, sample.count)
    let declared = sample.duration?.units(timescale, .nearest)
    let total = next.map { $0.minus(last.time) } ?? duration(of: sample)
    // The audio frames share the declared duration equally; the last frame gets the remainder, and
    // the time until the next sample.
    let each = max(0, min(declared ?? total, total)) / Int64(count)
    let end = total.minus(each.times(Int64(count - 1)))
    guard let unit = UInt32(exactly: each), let final = UInt32(exactly: max(0, end)) else {
      throw ParseError(.notRepresentable, at: 0, "a sample duration is out of range for a track")
    }
    lastDuration = each
    samples.durations.append(unit, count: count - 1)
    samples.durations.append(final)
    let shift = sample.presentationTime.minus(sample.decodeTime)?.units(timescale, .nearest)
    guard let shift, let composition = Int32(exactly: shift) else {
      throw ParseError(
        .notRepresentable, at: 0, "a composition offset is out of range")
    }
    samples.compositions.append(composition, count: count)
    // So far, all samples were sync samples.
    if !sample.isSync, samples.sync == nil { samples.sync = Array(0..<samples.count) }
    for index in 0..<count {
      let number = samples.count
      if sample.isSync { samples.sync?.append(number) }
      let size = sample.size / count + (index == count - 1 ? sample.size % count : 0)
      samples.sizes.append(UInt32(clamping: size))
    }
    pendingDuration = pendingDuration.plus(total)
    show(sample, for: declared == nil ? ExactTime(total, timescale) : nil)
    return total
  }

  /// Returns the duration of a sample in the media timescale, as declared or else according to
  /// ``lastDuration``.
  private func duration(of sample: NewSample) -> Int64 {
    sample.duration?.units(timescale, .nearest)
      ?? lastDuration.times(Int64(max(1, sample.count)))
  }

  /// Extends the presented range of the last run of continuous samples by a sample, without its
  /// trimmed durations; `measuredDuration` is the duration of the sample if it declares none.
  private mutating func show(_ sample: NewSample, for measuredDuration: ExactTime?) {
    guard sample.isDisplayed, !stretches.isEmpty,
      let duration = sample.duration ?? measuredDuration,
      let start = sample.presentationTime.plus(sample.trim.start),
      let end = sample.presentationTime.plus(duration)?.minus(sample.trim.end), start <= end
    else { return }
    let index = stretches.count - 1
    if let shown = stretches[index].shown {
      stretches[index].shown = min(shown.lowerBound, start)..<max(shown.upperBound, end)
    } else {
      stretches[index].shown = start..<end
    }
  }

  // MARK: Edit list

  /// Returns the edit list for consecutive sessions: the presented ranges within each session, and
  /// empty edits for the times without samples, except at the end.
  func parts(of sessions: [WritingSession]) -> PlayedParts {
    var parts: [PlayedParts.PlayedSegment] = []
    for (index, session) in sessions.enumerated() {
      var time = session.start
      for stretch in stretches where stretch.session == index {
        guard let shown = stretch.shown else { continue }
        let start = max(shown.lowerBound, time)
        let end = session.end.map { min($0, shown.upperBound) } ?? shown.upperBound
        guard start < end, let length = end.minus(start) else { continue }
        if let gap = start.minus(time), gap > .zero {
          parts.append(PlayedParts.PlayedSegment(duration: gap, mediaTime: nil))
        }
        let mediaTime = start.units(timescale, .nearest).plus(stretch.shift)
        parts.append(PlayedParts.PlayedSegment(duration: length, mediaTime: max(0, mediaTime)))
        time = end
      }
      // The next session starts at the end of this one, regardless of the duration of the track.
      if index + 1 < sessions.count, let rest = session.end?.minus(time), rest > .zero {
        parts.append(PlayedParts.PlayedSegment(duration: rest, mediaTime: nil))
      }
    }
    while let last = parts.last, last.mediaTime == nil { parts.removeLast() }
    return PlayedParts(parts, mediaTimescale: timescale)
  }
}

/// A time range of the source that becomes a part of a new movie; consecutive sessions are played
/// one after another.
///
/// Programs start and end sessions with ``AssetWriter/startSession(atSourceTime:)`` and
/// ``AssetWriter/endSession(atSourceTime:)``.
struct WritingSession: Sendable, Hashable {
  /// The start in source time.
  let start: ExactTime
  /// The end in source time; nil if the session includes everything that is written.
  var end: ExactTime?
}
