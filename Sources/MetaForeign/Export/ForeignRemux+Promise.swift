internal import LibAV
internal import MetaCore

/// What a remux promises, and whether it came to that.
extension ForeignRemux {
  /// Chooses the packets of a track, whose tables and edit list are known; what more the new file
  /// shows is a loss.
  mutating func schedule(_ output: inout OutputStream, by media: TrackMedia, _ stream: StreamInfo) {
    noteMissing(media)
    noteSurplus(media)
    var schedule = PacketSchedule(
      parts: media.stretches.map { stretch in
        PacketSchedule.Part(
          decoded: stretch.decoded, played: stretch.played, start: stretch.start)
      },
      firstShift: media.firstShift, isSound: media.isSound,
      hidesEnd: media.isSound && kind.hidesSound && media.obstacle == nil)
    let lead = media.stretches.first?.lead ?? 0
    if media.isSound, kind.hidesSound, lead > 0 {
      hidden.insert(media.id)
      if stream.codec == "opus" {
        schedule.hiddenLead = lead
      } else {
        hide(lead, of: media, in: &output, &schedule)
      }
    }
    output.schedule = schedule
  }

  /// Lets the whole of a track begin later, by what is then taken off its times again (RFC 9559
  /// §5.1.4.1.25.1).
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

  private mutating func noteMissing(_ media: TrackMedia) {
    guard media.samplesInFile < media.samples else { return }
    losses.append(
      ForeignRemux.Loss(
        kind: .samples, name: "\(media.id)",
        reason: "of its \(media.samples) samples the file has \(media.samplesInFile)"))
  }

  private mutating func noteSurplus(_ media: TrackMedia) {
    func seconds(_ units: Int64) -> Double { Double(units) / Double(max(1, media.timescale)) }
    func lose(_ reason: String) {
      losses.append(ForeignRemux.Loss(kind: .edits, name: "\(media.id)", reason: reason))
    }
    if let obstacle = media.obstacle {
      let more = max(0, seconds(media.duration) - media.playedSeconds)
      lose(
        "its edit list \(obstacle), which \(kind.name) cannot say; the new file plays all of the media"
          + (more > 0 ? ", \(ForeignRemux.text(more)) s more" : ""))
      return
    }
    guard !media.isSound else { return }
    let (lead, tail) = (media.stretches.first?.lead ?? 0, media.stretches.last?.tail ?? 0)
    if lead > 0 {
      lose(
        "\(ForeignRemux.text(seconds(lead))) s that its edit list leaves out are shown before the rest, "
          + "because decoding begins there and \(kind.name) has no edit lists")
    }
    if tail > 0 {
      lose(
        "\(ForeignRemux.text(seconds(tail))) s that its edit list leaves out are shown after the rest, "
          + "because other pictures need them and \(kind.name) has no edit lists")
    }
  }

  static func text(_ seconds: Double) -> String {
    let thousandths = Int64(exactly: (seconds * 1000).rounded()) ?? 0
    let digits = "\(thousandths % 1000)"
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  /// The time of the input that becomes zero, in microseconds: that of the first picture that is
  /// shown although it is not played.
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

  // MARK: Afterwards

  /// Compares what was read with what the input has; what is missing is a loss, and nothing at all
  /// is damage.
  mutating func check(
    _ outcomes: [Remuxer.Outcome], _ findings: [String]
  ) throws(ParseError) {
    guard outcomes.contains(where: { $0.packets > 0 }) else {
      let isPromised =
        request.media.isEmpty
        ? request.seconds ?? 0 > 0 : request.media.contains { $0.samples > 0 }
      throw ParseError(
        isPromised ? .malformed : .unsupported, at: 0,
        "no sample could be read, so the new file would hold none")
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

  /// A track whose tables are known.
  private mutating func check(_ outcome: Remuxer.Outcome, _ media: TrackMedia) {
    let bytes = media.stretches.reduce(Int64(0)) { $0 + min($1.bytes, 1 << 60) }
    // What the file does not have is in the list already.
    guard media.samplesInFile == media.samples, outcome.sourceBytes < bytes else { return }
    let samples = media.stretches.reduce(0) { $0 + $1.samples }
    losses.append(
      ForeignRemux.Loss(
        kind: .samples, name: "\(media.id)",
        reason:
          "libavformat reads \(outcome.sourcePackets) packets with \(outcome.sourceBytes) bytes "
          + "of its \(samples) samples with \(bytes)"))
  }

  /// A track of which libavformat alone knows something.
  private mutating func check(_ outcome: Remuxer.Outcome, track: UInt32) {
    func lose(_ reason: String) {
      losses.append(ForeignRemux.Loss(kind: .samples, name: "\(track)", reason: reason))
    }
    if outcome.damagedPackets > 0 {
      lose("\(outcome.damagedPackets) of its \(outcome.sourcePackets) packets are not whole")
    } else if let seconds = request.tracks.first(where: { $0.id == track })?.seconds,
      isShort(outcome, of: seconds)
    {
      lose("plays \(ForeignRemux.text(played(outcome))) s of \(ForeignRemux.text(seconds)) s")
    }
  }

  /// The file as a whole, where no track is known to lack something.
  private mutating func checkWhole(_ outcomes: [Remuxer.Outcome], _ findings: [String]) {
    func lose(_ reason: String) {
      losses.append(ForeignRemux.Loss(kind: .samples, name: "of the file", reason: reason))
    }
    if let missing = request.missingBytes, missing > 0 {
      lose("its last \(missing) bytes are missing")
    } else if findings.contains(where: { $0.contains("File ended prematurely") }) {
      lose("it ends in the middle of its media")
    } else if let seconds = request.seconds, !outcomes.isEmpty,
      outcomes.allSatisfy({ isShort($0, of: seconds) })
    {
      let longest = outcomes.map(played).max() ?? 0
      lose("they play \(ForeignRemux.text(longest)) s of \(ForeignRemux.text(seconds)) s")
    }
  }

  private func played(_ outcome: Remuxer.Outcome) -> Double { Double(outcome.length) / 1_000_000 }

  /// Whether so much is missing that neither rounding nor the lengths of packets explain it.
  private func isShort(_ outcome: Remuxer.Outcome, of seconds: Double) -> Bool {
    played(outcome) + max(0.5, seconds / 100) < seconds
  }
}
