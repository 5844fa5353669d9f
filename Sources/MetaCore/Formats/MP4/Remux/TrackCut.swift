/// Selects the samples of a track that are needed to play a part of it, from the sync sample (or
/// preroll) before the part to the last sample of the part.
///
/// Creates new samples from a track and its played parts, and an edit list that hides the samples
/// that are decoded but not played; text and timecode samples are shortened to the part instead. It
/// is used to export a time range, and by ``PlayedMedia``.
struct TrackCut {
  /// The samples and the edit list of a track after the cut.
  struct Result {
    /// The samples that are kept.
    var samples: TrackSamples
    /// The played parts, relative to the kept samples.
    var parts: PlayedParts
    /// The new content of the first sample, if it was rewritten, which is a timecode that starts
    /// later.
    var firstSample: [UInt8]?

    /// The gapless playback information, for audio with a single part; the media units of audio are
    /// audio frames.
    var gapless: GaplessInfo? {
      let played = parts.parts.filter { $0.mediaTime != nil }
      guard played.count == 1, let part = played.first, let delay = part.mediaTime else {
        return nil
      }
      let count = part.duration.units(parts.mediaTimescale, .nearest)
      return GaplessInfo(
        before: delay, following: max(0, samples.duration.minus(delay).minus(count)), count: count
      )
    }
  }

  /// The track to cut.
  let track: TrackRemux
  /// The bytes of the file, for reading a timecode; nil if samples are not rewritten.
  var window: SourceWindow?
  /// The parts of the media that the cut movie plays.
  let parts: PlayedParts

  /// Returns the selected samples; nil if no sample is played.
  ///
  /// - Throws: Errors from reading a timecode, or `notRepresentable` when the new one is out of
  ///   range.
  func result() throws(ParseError) -> Result? {
    guard let range = parts.mediaRange else { return nil }
    let times = SampleTimes(track.samples)
    guard let shown = times.samples(shownIn: range) else { return nil }
    if isSequence { return try cutSequence(shown, range, times) }
    let first = first(of: shown, range, times)
    let kept = track.samples.wholePackets(around: first..<shown.upperBound)
    return Result(
      samples: track.samples.part(kept), parts: parts.shifted(by: times.decode(kept.lowerBound)))
  }

  /// Whether the samples do not depend on each other and can be shortened, as in text and timecode
  /// tracks.
  private var isSequence: Bool {
    let isMedia = [FourCC.vide, .soun].contains(track.handler.handler)
    return !isMedia && track.samples.sync == nil
      && !track.samples.compositions.runs.contains { $0.value != 0 }
  }

  /// Returns the index of the sample at which decoding has to start for correct output.
  func first(
    of shown: Range<Int>, _ range: Range<Int64>, _ times: SampleTimes
  ) -> Int {
    if let sync = track.samples.sync {
      // Frames that are decoded after a sync sample but presented before it depend on earlier
      // frames.
      let start = sync.last {
        $0 <= shown.lowerBound && times.shown($0) <= range.lowerBound
      }
      return start ?? 0
    }
    return max(0, shown.lowerBound - preroll)
  }

  /// The number of samples that a decoder of audio needs before its output is correct, from the
  /// `roll` group or else the format; 0 for other media.
  private var preroll: Int {
    guard track.handler.handler == .soun else { return 0 }
    for group in track.samples.groups where group.type == TrackCut.roll {
      guard let bytes = group.descriptions.first, bytes.count == 2 else { continue }
      let distance = Int16(bitPattern: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
      if distance < 0 { return -Int(distance) }
    }
    let format = track.descriptions.entries.first?.format
    return format.flatMap { TrackCut.prerolls[$0] } ?? 0
  }

  private static let roll = FourCC("r", "o", "l", "l")

  /// The preroll in samples for tracks without a sample group, by format; preroll is needed because
  /// frames overlap, and MP3 frames use bits from previous frames.
  private static let prerolls: [FourCC: Int] = [
    .mp4a: 2, FourCC(".", "m", "p", "3"): 10, FourCC("O", "p", "u", "s"): 4,
    FourCC("a", "c", "-", "3"): 1, FourCC("e", "c", "-", "3"): 1, FourCC("a", "c", "-", "4"): 1,
    FourCC("s", "a", "m", "r"): 1, FourCC("s", "a", "w", "b"): 1, FourCC("e", "n", "c", "a"): 2,
    FourCC("m", "l", "p", "a"): 16, FourCC("m", "h", "m", "1"): 2,
  ]

  // MARK: Text and timecodes

  /// Cuts a track of text or timecodes: its samples do not depend on each other, so the first and
  /// last samples are shortened to their played parts, and a timecode is adjusted.
  private func cutSequence(
    _ shown: Range<Int>, _ range: Range<Int64>, _ times: SampleTimes
  ) throws(ParseError) -> Result {
    var samples = track.samples.part(shown)
    let begin = max(range.lowerBound, times.decode(shown.lowerBound))
    let end = min(range.upperBound, times.decode(shown.upperBound))
    var durations = Runs<UInt32>()
    for index in shown {
      let from = max(begin, times.decode(index))
      let to = index + 1 == shown.upperBound ? end : times.decode(index + 1)
      durations.append(UInt32(clamping: max(0, to - from)))
    }
    samples.durations = durations
    let code = try timecode(
      of: shown.lowerBound, after: begin - times.decode(shown.lowerBound), in: samples)
    return Result(samples: samples, parts: parts.shifted(by: begin), firstSample: code)
  }

  /// Returns a timecode sample that is `units` of the media timescale later than the first sample
  /// in `samples` (QTFF "Timecode Sample Data"); nil if the sample does not have to change, or is
  /// not a readable timecode.
  ///
  /// - Throws: `notRepresentable` when the timecode is out of range, or errors from reading it.
  private func timecode(
    of number: Int, after units: Int64, in samples: TrackSamples
  ) throws(ParseError) -> [UInt8]? {
    guard track.handler.handler == .tmcd, units > 0, let window, let chunk = samples.chunks.first,
      samples.sizes[0] == 4, let entry = track.descriptions.entries.first,
      let description = try? TimecodeDescription.parse(entry.fields), description.frameDuration > 0
    else { return nil }
    var reader = ByteReader(try window.bytes(at: chunk.offset, count: 4))
    let frame = try reader.u32()
    let time = ExactTime(units, track.mediaHeader.timescale)
    let frames = time.units(description.timescale, .down) / Int64(description.frameDuration)
    guard let later = UInt32(exactly: Int64(frame).plus(frames)) else {
      throw ParseError(
        .notRepresentable, at: chunk.offset, "the timecode is out of range for its track")
    }
    var writer = ByteWriter()
    writer.u32(later)
    return writer.bytes
  }
}
