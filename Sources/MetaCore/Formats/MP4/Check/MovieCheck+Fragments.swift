extension MovieCheck {
  /// Checks the fragments, and the locations and contents of their samples; `passed` contains the
  /// numbers and end times of the samples in the sample tables.
  mutating func checkFragments(
    _ ids: Set<UInt32>, _ passed: MovieSamples.SamplesBeforeFragments,
    _ report: inout IntegrityReport
  ) throws(ParseError) {
    let fragments = top.filter { $0.type == .moof }
    guard !fragments.isEmpty else { return }
    var sequence: UInt32?
    for moof in fragments {
      var log = DiagnosticLog(limit: 8)
      let before = log.diagnostics.count
      do throws(ParseError) {
        let problem = try problem(of: moof, ids, &sequence, &log, &report)
        report.addResult(.fragments, StructurePath(["moof"]), at: moof.offset, problem)
      } catch {
        try report.fail(.fragments, error.path.inside("moof"), error)
      }
      if log.diagnostics.count > before { report.add(log) }
    }
    try checkFragmentSamples(passed, &report)
  }

  /// Checks the locations and contents of the samples in all fragments.
  private mutating func checkFragmentSamples(
    _ passed: MovieSamples.SamplesBeforeFragments, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let samples = MovieSamples(window, top: top, moov: moov, tables: tables, limits: limits)
    var tallies: [UInt32: SampleTally] = [:]
    var check = self
    var found = report
    do throws(ParseError) {
      try samples.visitFragmentSamples(passed) { (sample) throws(ParseError) in
        let id = sample.media.trackID
        var tally = tallies.removeValue(forKey: id) ?? SampleTally(id: id)
        try check.check(sample.media, sample.description, &tally, &found)
        tallies[id] = tally
      }
    } catch {
      if error.code == .io { throw error }
      found.add(error)
    }
    self = check
    report = found
    for (_, tally) in tallies.sorted(by: { $0.key < $1.key }) { tally.finish(&report) }
  }

  /// Returns the problem with a fragment; nil if its tables are complete and its tracks exist.
  ///
  /// A sequence number that does not increase is reported only as a remark.
  private func problem(
    of moof: Atom, _ ids: Set<UInt32>, _ sequence: inout UInt32?, _ log: inout DiagnosticLog,
    _ report: inout IntegrityReport
  ) throws(ParseError) -> String? {
    var atoms = AtomCursor(window, in: moof)
    var problem: String?
    while let atom = try atoms.next(at: [], log: &log) {
      if atom.type == .mfhd {
        let number = try window.bytes(at: atom.payloadOffset, upTo: 8).bigEndian(at: 4)
        if let number, let last = sequence, number <= last {
          report.remark(
            StructurePath(["moof"]), at: moof.offset,
            "the fragment has sequence number \(number), but follows number \(last)")
        }
        sequence = number ?? sequence
      }
      guard atom.type == .traf else { continue }
      problem = try trackProblem(atom, ids, &log, &report) ?? problem
    }
    return problem
  }

  /// Returns the problem with one `traf`; nil if its track exists and its runs are complete.
  ///
  /// The result for the number of samples in `senc` is added to the report.
  private func trackProblem(
    _ traf: Atom, _ ids: Set<UInt32>, _ log: inout DiagnosticLog, _ report: inout IntegrityReport
  ) throws(ParseError) -> String? {
    var atoms = AtomCursor(window, in: traf)
    var (count, encrypted): (Int64, Int64?) = (0, nil)
    var problem: String?
    while let atom = try atoms.next(at: [.moof], log: &log) {
      switch atom.type {
      case .tfhd:
        let id = try TrackFragmentHeaderAtom.parse(try atom.payload(in: window, limit: 64)).trackID
        if moov != nil, !ids.contains(id) {
          problem = "a fragment belongs to track \(id), which does not exist"
        }
      case .trun:
        let head = try window.bytes(at: atom.payloadOffset, upTo: Int(min(16, atom.payloadSize)))
        var reader = ByteReader(head)
        let run = try TrackRunAtom.parseHeader(&reader)
        // Runs without fields per sample can have any number of samples.
        let capacity = (atom.end - reader.fileOffset) / Int64(max(1, run.fieldsPerSample * 4))
        if run.fieldsPerSample > 0, capacity < Int64(run.count) {
          problem = "a run has room for only \(capacity) of its \(run.count) samples"
        }
        count += Int64(run.count)
      case .senc:
        // The number of samples in `senc` follows the version and flags.
        encrypted = try window.bytes(at: atom.payloadOffset, upTo: 8).bigEndian(at: 4).map(
          Int64.init)
      default: continue
      }
    }
    if let encrypted {
      report.addResult(
        .encryption, StructurePath(["moof", "traf", "senc"]), at: traf.offset,
        encrypted == count ? nil : "there is encryption data for \(encrypted) of \(count) samples")
    }
    return problem
  }

  // MARK: Indexes

  /// Checks that the entries of `sidx` and `tfra` refer to existing top-level atoms (ISO/IEC
  /// 14496-12 §8.16.3, §8.8.10).
  func checkIndexes(_ report: inout IntegrityReport) throws(ParseError) {
    let starts = Set(top.map(\.offset))
    let fragments = Set(top.filter { $0.type == .moof }.map(\.offset))
    for atom in top {
      do throws(ParseError) {
        switch atom.type {
        case .sidx: try checkSegments(atom, starts, &report)
        case .mfra: try checkRandomAccess(atom, fragments, &report)
        default: continue
        }
      } catch {
        try report.fail(.indexes, error.path.inside("\(atom.type)"), error)
      }
    }
  }

  /// Checks that a top-level atom starts at the offset of each segment of a `sidx`; segments after
  /// the end of the file are only a remark.
  private func checkSegments(
    _ sidx: Atom, _ starts: Set<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let path = StructurePath(["sidx"])
    let index = try SegmentIndexAtom.parse(try sidx.payload(in: window, limit: limits.table))
    var (position, overflow) = sidx.end.addingReportingOverflow(Int64(clamping: index.firstOffset))
    for entry in index.entries where !overflow {
      // An index in a separate file is not damaged.
      guard position < window.length else {
        return report.remark(
          path, at: sidx.offset, "the index refers to segments that are not in the file")
      }
      report.addResult(
        .indexes, path, at: sidx.offset,
        starts.contains(position)
          ? nil : "the index refers to offset \(position), where no atom starts"
      )
      // The highest bit indicates that the entry refers to another index (ISO/IEC 14496-12
      // §8.16.3).
      (position, overflow) = position.addingReportingOverflow(Int64(entry.size & 0x7FFF_FFFF))
    }
  }

  /// Checks that a fragment starts at the offset in each entry of the `tfra` tables.
  private func checkRandomAccess(
    _ mfra: Atom, _ fragments: Set<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let path = StructurePath(["mfra", "tfra"])
    var log = DiagnosticLog(limit: 8)
    var atoms = AtomCursor(window, in: mfra)
    while let atom = try atoms.next(at: [], log: &log) {
      guard atom.type == .tfra else { continue }
      let table = try FragmentRandomAccessAtom.parse(
        try atom.payload(in: window, limit: limits.table))
      for entry in table.entries {
        let isThere = Int64(exactly: entry.offset).map(fragments.contains) ?? false
        report.addResult(
          .indexes, path, at: atom.offset,
          isThere ? nil : "the index refers to offset \(entry.offset), where no fragment starts")
      }
    }
    report.add(log)
  }
}
