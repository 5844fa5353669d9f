/// Adds up the fragments of a movie for its description: the duration of each track, its number of
/// samples and, if the movie has several tracks, its size in bytes.
///
/// ``MovieReader`` adds the totals to the tracks. Headers are read, but the sample tables in `trun`
/// only if necessary: if fragments have a decoding time (`tfdt`), only the durations of the last
/// one are needed.
struct FragmentReader {
  /// The totals of all fragments of one track; times in the media timescale.
  struct TrackTotals: Sendable {
    /// The start of the first fragment; nil if it is unknown.
    var start: UInt64?
    /// The end of the fragments read so far, without the `pending` runs.
    var end: UInt64 = 0
    var sampleCount: Int64 = 0
    /// The runs since the last known time whose samples have individual durations.
    var pending: [Run] = []
  }

  /// The location of the sample table of a `trun`: file offset, number of samples, fields per
  /// sample.
  struct Run: Sendable {
    var offset: Int64
    var count: Int64
    var fields: Int
  }

  let window: SourceWindow
  private let defaults: [UInt32: TrackExtendsAtom]
  /// The totals of the tracks, complete after `finish`.
  private(set) var totals: [UInt32: TrackTotals] = [:]
  /// The track of the current fragment, and its totals, which are not in `totals` while they
  /// change, because most fragments belong to the same track as the previous one.
  private var trackID: UInt32?
  private var total = TrackTotals()
  /// The number of bytes of each track; nil if all media belongs to a single track.
  private(set) var bytes: FragmentBytes?

  /// The maximum number of pending runs; if there are more, their durations are added immediately.
  private static let maxPending = 64

  init(_ window: SourceWindow, defaults: [UInt32: TrackExtendsAtom], countsBytes: Bool) {
    self.window = window
    bytes = countsBytes ? FragmentBytes() : nil
    self.defaults = defaults
  }

  /// Adds a fragment; an error becomes a finding, and the rest of the fragment is not read.
  mutating func add(_ moof: Atom, log: inout DiagnosticLog) {
    do {
      var offset = moof.payloadOffset
      // Offsets of the first track are relative to `moof`; offsets of other tracks are relative to
      // it only if a flag is set.
      var base: Int64? = moof.offset
      while let traf = try child(at: &offset, end: moof.end) {
        guard traf.type == .traf else { continue }
        try addTrack(traf, base: base, moof: moof.offset)
        base = nil
      }
    } catch {
      // Bytes of unreadable runs would be counted for other tracks.
      bytes?.invalidate()
      log.add(error.inside(.moof))
    }
  }

  /// Ends a fragment whose samples are in the next atom.
  mutating func endFragment(_ next: Atom?) {
    bytes?.endFragment(next.flatMap { $0.type == .mdat ? $0.payloadOffset..<$0.end : nil })
  }

  /// Adds the durations of pending runs.
  mutating func finish(log: inout DiagnosticLog) {
    selectTrack(nil)
    for (id, total) in totals where !total.pending.isEmpty {
      selectTrack(id)
      do { try addPendingRuns() } catch { log.add(error.inside(.trun).inside(.traf).inside(.moof)) }
    }
    selectTrack(nil)
  }

  /// Selects another track as the current one.
  private mutating func selectTrack(_ id: UInt32?) {
    guard id != trackID else { return }
    if let trackID { totals[trackID] = total }
    trackID = id
    total = id.flatMap { totals.removeValue(forKey: $0) } ?? TrackTotals()
  }

  /// Adds a track fragment; `base` is the offset to which its runs are relative unless `tfhd`
  /// states otherwise, and nil if it is unknown.
  private mutating func addTrack(
    _ traf: Atom, base: Int64?, moof: Int64
  ) throws(ParseError) {
    var offset = traf.payloadOffset
    var isNext = false
    var header: TrackFragmentHeaderAtom?
    while let atom = try child(at: &offset, end: traf.end) {
      switch atom.type {
      case .tfhd:
        let parsed = try TrackFragmentHeaderAtom.parse(try atom.payload(in: window, limit: 64))
        header = parsed
        selectTrack(parsed.trackID)
      case .tfdt where header != nil:
        let time = try TrackFragmentTimeAtom.parse(try atom.payload(in: window, limit: 64)).time
        total.pending.removeAll(keepingCapacity: true)
        total.end = max(total.end, time)
        if total.start == nil { total.start = time }
      case .trun:
        guard let header else { continue }
        let run = try add(atom, header)
        if bytes != nil {
          let stated = header.baseDataOffset.flatMap { Int64(exactly: $0) }
          bytes?.add(
            run, of: header.trackID, base: header.isBaseMoof ? moof : stated ?? base,
            isNext: isNext)
        }
        isNext = true
      default: continue
      }
    }
  }

  /// Adds a run: its duration is known from defaults, or it becomes pending.
  private mutating func add(
    _ trun: Atom, _ header: TrackFragmentHeaderAtom
  ) throws(ParseError) -> TrackRunAtom {
    let head = try window.bytes(at: trun.payloadOffset, upTo: Int(min(16, trun.payloadSize)))
    var reader = ByteReader(head)
    let run = try TrackRunAtom.parseHeader(&reader)
    var count = Int64(run.count)
    if run.fieldsPerSample > 0 {
      let available = max(0, trun.end - reader.fileOffset)
      count = min(count, available / Int64(run.fieldsPerSample * 4))
    }
    total.sampleCount = total.sampleCount.addingReportingOverflow(count).partialValue
    guard run.hasDurations else {
      let duration = header.duration ?? defaults[header.trackID]?.duration ?? 0
      total.end = total.end.addingReportingOverflow(UInt64(duration) * UInt64(count)).partialValue
      return run
    }
    total.pending.append(
      Run(offset: reader.fileOffset, count: count, fields: run.fieldsPerSample))
    if total.start == nil || total.pending.count > FragmentReader.maxPending {
      try addPendingRuns()
    }
    return run
  }

  /// Adds the sample durations of pending runs: the first field of each sample.
  private mutating func addPendingRuns() throws(ParseError) {
    let runs = total.pending
    total.pending.removeAll(keepingCapacity: true)
    for run in runs {
      var remaining = run.count
      var offset = run.offset
      let size = run.fields * 4
      while remaining > 0 {
        let count = min(remaining, Int64(TablePages.pageSize / size))
        var page = ByteReader(try window.bytes(at: offset, count: Int(count) * size))
        for _ in 0..<count {
          let duration = try page.u32()
          total.end = total.end.addingReportingOverflow(UInt64(duration)).partialValue
          try page.skip(size - 4)
        }
        remaining -= count
        offset += count * Int64(size)
      }
    }
  }

  /// Returns the atom at `offset`, and advances the offset; nil at the end, or at an unreadable
  /// header.
  private func child(at offset: inout Int64, end: Int64) throws(ParseError) -> Atom? {
    guard end - offset >= 8 else { return nil }
    let head = try window.bytes(at: offset, upTo: Int(min(16, end - offset)))
    var reader = ByteReader(head)
    guard let header = try? AtomHeader.parse(&reader) else { return nil }
    let size = min(header.size ?? end - offset, end - offset)
    defer { offset += size }
    return Atom(type: header.type, offset: offset, size: size, headerSize: header.headerSize)
  }
}
