extension MovieRemux {
  /// Returns the media of the requested tracks, with the parts that are played.
  ///
  /// `hidesPreroll` is true if the new file can mark the start of audio as not played; if it is
  /// nil, the played parts are omitted.
  mutating func media(hidingPreroll hidesPreroll: Bool?) throws(ParseError) -> [TrackMedia] {
    let tracks = try tracks()
    // The movie timescale has been increased if a fragment starts between two of its units.
    let movieTimescale = movieTimescale
    return tracks.map { track in
      PlayedMedia(
        track: track, parts: track.played(movieTimescale: movieTimescale),
        length: length, hidesPreroll: hidesPreroll
      ).media
    }
  }
}

/// Determines the samples of a track that have to be kept to play the parts in its edit list.
///
/// Creates ``TrackMedia`` from a track and its edit list. Exports to containers without edit lists
/// (`MetaForeign`) select samples with it; exports to MP4 and QuickTime compare the planned file
/// with the expected tracks (``PromisedTrack``).
struct PlayedMedia {
  /// The track.
  let track: TrackRemux
  /// The edit list of the track.
  let parts: PlayedParts
  /// The size of the file in bytes.
  let length: Int64
  /// Whether the new file can mark the start of audio as not played; nil if the played parts are
  /// not needed.
  let hidesPreroll: Bool?

  /// The media of the track.
  var media: TrackMedia {
    let samples = track.samples
    var media = TrackMedia(
      id: track.id, isAudio: isAudio, timescale: track.mediaHeader.timescale,
      samples: samples.count, samplesInFile: samples.count(before: length),
      bytes: samples.chunks.reduce(0) { $0.plus($1.size) },
      firstShift: Int64(samples.compositions.runs.first?.value ?? 0),
      duration: samples.duration, playedSeconds: parts.duration.seconds, stretches: [])
    guard let hidesPreroll else { return media }
    let times = SampleTimes(samples)
    do throws(Obstacle) {
      media.stretches = try keptSamples(times, hidesPreroll)
    } catch {
      media.obstacle = error.reason
      media.stretches = [allSamples]
    }
    return media
  }

  private var isAudio: Bool { track.handler.handler == .soun }

  /// The reason why the parts in an edit list cannot be kept one after another, such as a part that
  /// is played twice; in that case, all of the media is kept.
  private struct Obstacle: Error {
    let reason: String
  }

  /// All samples, starting at the movie time of the first part that is not an empty edit.
  private var allSamples: TrackMedia.KeptSamples {
    var start: Int64 = 0
    for part in parts.parts {
      guard part.mediaTime == nil else { break }
      start = start.plus(units(part.duration))
    }
    let samples = track.samples
    return TrackMedia.KeptSamples(
      decoded: .min ..< .max, played: 0..<max(1, samples.shown.upperBound), start: start,
      samples: samples.count, bytes: samples.chunks.reduce(0) { $0.plus($1.size) },
      lead: 0, tail: 0)
  }

  /// Returns a duration in media units, rounded; 0 for a negative duration.
  private func units(_ time: ExactTime) -> Int64 {
    max(0, time.units(parts.mediaTimescale, .nearest))
  }

  // MARK: Parts

  /// Returns the samples that are kept to play each part in the edit list; empty edits and parts
  /// without samples are omitted.
  ///
  /// - Throws: An obstacle when the parts cannot be played one after another from separate samples,
  ///   or have a different rate.
  private func keptSamples(
    _ times: SampleTimes, _ hidesPreroll: Bool
  ) throws(Obstacle) -> [TrackMedia.KeptSamples] {
    var result: [TrackMedia.KeptSamples] = []
    var start = ExactTime.zero
    for (index, part) in parts.parts.enumerated() {
      let begin = start
      start = start.plus(part.duration) ?? start
      // A last part without a duration extends to the end of the media.
      let isOpen = part.duration == .zero && index == parts.parts.count - 1
      guard let time = part.mediaTime, part.duration > .zero || isOpen else { continue }
      guard part.rate == 0x10000 else {
        throw Obstacle(reason: "plays a part of the media at a different rate")
      }
      let end = isOpen ? track.samples.shown.upperBound : time.plus(units(part.duration))
      let played = time..<max(time.plus(1), end)
      let kept = keptSamples(
        played, from: units(begin), times, hidesPreroll, isFirst: result.isEmpty)
      guard let kept else { continue }
      if let last = result.last {
        guard last.played.upperBound <= played.lowerBound else {
          throw Obstacle(reason: "plays parts of the media repeatedly or out of order")
        }
        guard last.decoded.upperBound <= kept.decoded.lowerBound, isAudio || kept.lead == 0,
          isAudio || last.tail == 0
        else {
          throw Obstacle(
            reason: "plays a part that cannot be decoded without the samples before it")
        }
      }
      result.append(kept)
    }
    return result
  }

  /// Returns the samples that are kept to play the media times in `played`, with `start`, in media
  /// units, as their time in the movie; nil if the part has no samples.
  private func keptSamples(
    _ played: Range<Int64>, from start: Int64, _ times: SampleTimes, _ hidesPreroll: Bool,
    isFirst: Bool
  ) -> TrackMedia.KeptSamples? {
    guard let shown = times.samples(shownIn: played) else { return nil }
    let cut = TrackCut(track: track, parts: parts)
    var first =
      isAudio && !hidesPreroll
      ? shown.lowerBound : cut.first(of: shown, played, times)
    // If the part starts within the priming packets, they are all kept, because they only start the
    // decoder.
    if isFirst, isAudio, first <= PlayedMedia.maxPriming { first = 0 }
    if !isFirst, isAudio { first = shown.lowerBound }
    let kept = first..<shown.upperBound
    let samples = track.samples
    // The range is open at the start and end of the track, so that it includes samples without a
    // duration.
    let isToEnd = kept.upperBound == samples.count
    let begin = first == 0 ? Int64.min : times.decode(first)
    let end = isToEnd ? Int64.max : max(begin, times.decode(kept.upperBound))
    let (lead, tail) = surplus(of: kept, played, times)
    return TrackMedia.KeptSamples(
      decoded: begin..<end, played: played, start: start, samples: kept.count,
      bytes: samples.part(kept).chunks.reduce(0) { $0.plus($1.size) }, lead: lead, tail: tail)
  }

  /// The maximum number of priming packets at the start of audio.
  private static let maxPriming = 3

  /// Returns how long the kept samples are presented before and after a part.
  ///
  /// For audio, this is the time from the first kept sample to the part; audio after the part is
  /// not counted. For other media, only samples that are entirely before or after the part count.
  private func surplus(
    of kept: Range<Int>, _ played: Range<Int64>, _ times: SampleTimes
  ) -> (lead: Int64, tail: Int64) {
    guard !isAudio else {
      return (max(0, played.lowerBound.minus(times.shown(kept.lowerBound))), 0)
    }
    let (first, end) = times.shown(of: kept, outside: played)
    return (
      first.map { max(0, played.lowerBound.minus($0)) } ?? 0,
      end.map { max(0, $0.minus(played.upperBound)) } ?? 0
    )
  }
}

extension TrackSamples {
  /// Returns the number of samples before the first one that extends beyond the given end of the
  /// file.
  func count(before end: Int64) -> Int {
    guard let missing = chunks.first(where: { $0.size > 0 && $0.range.upperBound > end }) else {
      return count
    }
    let available = max(0, end.minus(missing.offset))
    guard sizes.isListed else {
      // There may be too many samples of equal size to count them individually.
      var (complete, beyond) = (missing.first, missing.samples.upperBound)
      while complete < beyond {
        let middle = complete + (beyond - complete + 1) / 2
        if sizes.sum(missing.first..<middle) <= available {
          complete = middle
        } else {
          beyond = middle - 1
        }
      }
      return complete
    }
    var (first, size): (Int, Int64) = (missing.first, 0)
    while first < missing.samples.upperBound {
      size = size.plus(Int64(sizes[first]))
      guard size <= available else { break }
      first += 1
    }
    return first
  }
}
