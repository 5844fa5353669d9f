internal import LibAV
internal import MetaCore

/// The checks that a remux copied everything that it should have copied.
extension ForeignRemux {
  /// Schedules the packets of a track whose tables and edit list are known; any additional media
  /// that the output would play is reported as a loss.
  mutating func schedule(_ output: inout OutputStream, by media: TrackMedia, _ stream: StreamInfo) {
    noteMissing(media)
    noteSurplus(media)
    var schedule = PacketSchedule(
      parts: media.stretches.map { stretch in
        PacketSchedule.PacketRun(
          decoded: stretch.decoded, played: stretch.played, start: stretch.start)
      },
      firstShift: media.firstShift, isAudio: media.isAudio,
      hidesEnd: media.isAudio && kind.hidesPreroll && media.obstacle == nil)
    let lead = media.stretches.first?.lead ?? 0
    if media.isAudio, kind.hidesPreroll, lead > 0 {
      hidden.insert(media.id)
      if stream.codec == "opus" {
        schedule.hiddenLead = lead
      } else {
        hide(lead, of: media, in: &output, &schedule)
      }
    }
    output.schedule = schedule
  }

  /// Delays a track by its lead-in, which the codec delay then subtracts from its timestamps (RFC
  /// 9559 §5.1.4.1.25).
  private mutating func hide(
    _ lead: Int64, of media: TrackMedia, in output: inout OutputStream,
    _ schedule: inout PacketSchedule
  ) {
    let seconds = Double(lead) / Double(max(1, media.timescale))
    guard let nanoseconds = UInt64(exactly: (seconds * 1_000_000_000).rounded()) else { return }
    delays.append(
      MatroskaDelayWriter.Delay(
        track: streams.count, name: output.title, nanoseconds: nanoseconds))
    output.title = MatroskaDelayWriter.placeholder(for: output.title)
    for index in schedule.parts.indices {
      let (start, overflow) = schedule.parts[index].start.addingReportingOverflow(lead)
      if !overflow { schedule.parts[index].start = start }
    }
  }

  /// Notes as a loss that samples of the track lie outside the file.
  private mutating func noteMissing(_ media: TrackMedia) {
    guard media.samplesInFile < media.samples else { return }
    losses.append(
      ForeignRemux.Loss(
        kind: .samples, name: "\(media.id)",
        reason: "the file has only \(media.samplesInFile) of its \(media.samples) samples"))
  }

  /// Notes as a loss any media that the new file plays although the track's edit list excludes it.
  private mutating func noteSurplus(_ media: TrackMedia) {
    func seconds(_ units: Int64) -> Double { Double(units) / Double(max(1, media.timescale)) }
    func addLoss(_ reason: String) {
      losses.append(ForeignRemux.Loss(kind: .edits, name: "\(media.id)", reason: reason))
    }
    if let obstacle = media.obstacle {
      let more = max(0, seconds(media.duration) - media.playedSeconds)
      addLoss(
        "its edit list \(obstacle), which \(kind.name) does not support; the new file plays all of the media"
          + (more > 0 ? ", which is \(ForeignRemux.text(more)) s longer" : ""))
      return
    }
    guard !media.isAudio else { return }
    let (lead, tail) = (media.stretches.first?.lead ?? 0, media.stretches.last?.tail ?? 0)
    if lead > 0 {
      addLoss(
        "\(ForeignRemux.text(seconds(lead))) s that its edit list excludes are shown at the beginning, "
          + "because decoding begins there and \(kind.name) has no edit lists")
    }
    if tail > 0 {
      addLoss(
        "\(ForeignRemux.text(seconds(tail))) s that its edit list excludes are shown at the end, "
          + "because other frames need them and \(kind.name) has no edit lists")
    }
  }

  /// Returns a number of seconds as text, with three decimals.
  static func text(_ seconds: Double) -> String {
    let thousandths = Int64(exactly: (seconds * 1000).rounded()) ?? 0
    let digits = "\(thousandths % 1000)"
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  /// The input time that becomes zero, in microseconds; negative if frames are shown before the
  /// beginning of the edit list, nil if MetaCore does not read the tables of the input.
  var begin: Int64? {
    guard !request.media.isEmpty else { return nil }
    let begins = request.media.compactMap { media -> Int64? in
      guard ids.values.contains(media.id), let first = media.stretches.first else { return nil }
      let lead = hidden.contains(media.id) ? 0 : first.lead
      let units = Double(first.start) - Double(lead)
      return Int64(exactly: (units / Double(max(1, media.timescale)) * 1_000_000).rounded())
    }
    return min(0, begins.min() ?? 0)
  }

  // MARK: Checking

  /// Compares the packets read with the expected contents of the input.
  ///
  /// Missing samples are a loss. If nothing was read, the file is malformed, or unsupported if no
  /// samples were expected.
  ///
  /// - Throws: ``ParseError`` with `malformed`, `unsupported`, or `wouldLose` if something is lost
  ///   and losses are not allowed.
  mutating func check(
    _ outcomes: [Remuxer.StreamOutcome], _ findings: [String]
  ) throws(ParseError) {
    guard outcomes.contains(where: { $0.packets > 0 }) else {
      let isPromised =
        request.media.isEmpty
        ? request.seconds ?? 0 > 0 : request.media.contains { $0.samples > 0 }
      throw ParseError(
        isPromised ? .malformed : .unsupported, at: 0,
        "no samples could be read")
    }
    let known = losses.count
    for outcome in outcomes {
      guard let id = ids[outcome.source] else { continue }
      if let media = request.media.first(where: { $0.id == id }) {
        check(outcome, media)
      } else {
        check(outcome, track: id)
      }
    }
    if request.media.isEmpty, losses.count == known { checkWhole(outcomes, findings) }
    guard losses.count == known || request.allowsLoss else {
      throw ParseError(
        .wouldLose, at: 0, losses[known...].map(\.description).joined(separator: "; "))
    }
  }

  /// Checks a track with known sample tables.
  private mutating func check(_ outcome: Remuxer.StreamOutcome, _ media: TrackMedia) {
    let bytes = media.stretches.reduce(Int64(0)) { $0 + min($1.bytes, 1 << 60) }
    // Samples missing from the file were already reported.
    guard media.samplesInFile == media.samples, outcome.sourceBytes < bytes else { return }
    let samples = media.stretches.reduce(0) { $0 + $1.samples }
    losses.append(
      ForeignRemux.Loss(
        kind: .samples, name: "\(media.id)",
        reason:
          "libavformat read \(outcome.sourcePackets) packets with \(outcome.sourceBytes) bytes "
          + "instead of \(samples) samples with \(bytes) bytes"))
  }

  /// Checks a track that only libavformat reads.
  private mutating func check(_ outcome: Remuxer.StreamOutcome, track: UInt32) {
    func addLoss(_ reason: String) {
      losses.append(ForeignRemux.Loss(kind: .samples, name: "\(track)", reason: reason))
    }
    if outcome.damagedPackets > 0 {
      addLoss("\(outcome.damagedPackets) of its \(outcome.sourcePackets) packets are damaged")
    } else if let seconds = request.tracks.first(where: { $0.id == track })?.seconds,
      isShort(outcome, of: seconds)
    {
      addLoss(
        "only \(ForeignRemux.text(played(outcome))) s of \(ForeignRemux.text(seconds)) s were read")
    }
  }

  /// Checks the file as a whole if no track is incomplete.
  private mutating func checkWhole(_ outcomes: [Remuxer.StreamOutcome], _ findings: [String]) {
    func addLoss(_ reason: String) {
      losses.append(ForeignRemux.Loss(kind: .samples, name: "of the file", reason: reason))
    }
    if let missing = request.missingBytes, missing > 0 {
      addLoss("the last \(missing) bytes are missing")
    } else if findings.contains(where: { $0.contains("File ended prematurely") }) {
      addLoss("the file is truncated")
    } else if let seconds = request.seconds, !outcomes.isEmpty,
      outcomes.allSatisfy({ isShort($0, of: seconds) })
    {
      let longest = outcomes.map(played).max() ?? 0
      addLoss("only \(ForeignRemux.text(longest)) s of \(ForeignRemux.text(seconds)) s were read")
    }
  }

  private func played(_ outcome: Remuxer.StreamOutcome) -> Double {
    Double(outcome.length) / 1_000_000
  }

  /// Returns whether more is missing than can be explained by rounding and packet durations.
  private func isShort(_ outcome: Remuxer.StreamOutcome, of seconds: Double) -> Bool {
    played(outcome) + max(0.5, seconds / 100) < seconds
  }
}
