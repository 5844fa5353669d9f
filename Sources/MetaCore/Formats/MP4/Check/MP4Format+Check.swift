extension MP4Format {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var check = try MovieCheck(window, limits: limits)
    try check.run(&report)
  }
}

/// Checks an MP4 or QuickTime file without decoding: the consistency of its tables, the locations
/// of its samples, fragments, indexes and items, and, to the extent that the codecs allow, the
/// contents of samples.
///
/// The verbs `verify` and `check` run it through ``MP4Format``. Findings are added to an
/// ``IntegrityReport``.
struct MovieCheck {
  /// The bytes of the file.
  let window: SourceWindow
  /// The window that contains the movie atom.
  let tables: SourceWindow
  /// The top-level atoms, with their children.
  let top: [Atom]
  /// The movie atom, inflated if it was compressed; nil for a segment.
  let moov: Atom?
  let limits: Limits
  /// The ranges that may contain samples.
  let regions: MediaRegions
  /// The reader for samples, which reads mostly in file order.
  var reader: ForwardReader
  /// The sample checkers by track ID and sample description number.
  var checkers: [UInt32: [UInt32: SampleChecker]] = [:]
  /// The check for overlapping chunks, with the chunks of all tracks.
  var chunks = ChunkOverlap()
  /// The number of sample bytes that may still be examined, which is limited because tables may
  /// refer to the same bytes repeatedly.
  var budget: Int64

  /// Reads the atoms of a file, and inflates a compressed movie atom.
  init(_ window: SourceWindow, limits: Limits) throws(ParseError) {
    var log = DiagnosticLog(limit: 0)
    var walker = AtomWalker(window, limits: limits)
    top = try walker.walk(log: &log)
    self.window = window
    self.limits = limits
    if let movie = top.first(.moov), let cmov = movie.child(.cmov) {
      (moov, tables) = try CompressedMovie.inflate(cmov, in: window, limits: limits, log: &log)
    } else {
      (moov, tables) = (top.first(.moov), window)
    }
    regions = MediaRegions(top)
    reader = ForwardReader(window.source, 0..<window.length)
    budget = window.length.multipliedReportingOverflow(by: 4).partialValue
  }

  /// Runs all checks; an error in one track, except for `io`, does not end the checks of other
  /// tracks.
  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    let traks = moov?.children(.trak) ?? []
    let ids = numbers(of: traks, &report)
    var position = MovieSamples.SamplesBeforeFragments()
    for (trak, id) in zip(traks, ids) {
      var check = TrackCheck(trak, id: id, in: tables, limits: limits)
      do throws(ParseError) {
        try check.run(&report)
        checkers[id] = check.checkers
        try checkSamples(check, &position, &report)
      } catch {
        if error.code == .io { throw error }
        report.add(error.inside(.trak).inside(.moov))
      }
    }
    chunks.check(&report)
    try checkFragments(Set(ids), position, &report)
    try checkIndexes(&report)
    try checkItems(&report)
    if moov == nil { report.addGap(.noMovie) }
  }

  /// Checks that track IDs are unique and not zero, and returns them; a track without a readable
  /// header gets its number in the movie as the ID.
  private func numbers(
    of traks: [Atom], _ report: inout IntegrityReport
  ) -> [UInt32] {
    var ids: [UInt32] = []
    var seen: Set<UInt32> = []
    for trak in traks {
      let path = StructurePath(["moov", "trak"])
      var id = UInt32(clamping: ids.count + 1)
      var problem: String?
      if let tkhd = trak.child(.tkhd) {
        let header = try? TrackHeaderAtom.parse(try tkhd.payload(in: tables, limit: 4096))
        if header == nil { problem = "the track header is truncated" }
        id = header?.trackID ?? id
      }
      if !seen.insert(id).inserted { problem = "a second track has number \(id)" }
      if id == 0 { problem = "a track has number 0" }
      report.addResult(.tracks, path, at: trak.offset, problem)
      ids.append(id)
    }
    return ids
  }

  // MARK: Samples

  /// Checks the locations and contents of the samples in a track's sample table, except for those
  /// in other files.
  private mutating func checkSamples(
    _ track: TrackCheck, _ position: inout MovieSamples.SamplesBeforeFragments,
    _ report: inout IntegrityReport
  ) throws(ParseError) {
    guard let table = track.table else { return }
    var tally = SampleTally(id: track.id)
    var cursor = try table.samples()
    // A table of a few bytes can claim four billion empty samples.
    var allowance = window.length + Int64(limits.items)
    while let sample = try cursor.next() {
      allowance -= 1
      guard allowance >= 0 else {
        throw ParseError(
          .limitExceeded, at: table.atom.offset, "there are more samples than bytes in the file")
      }
      if track.outside.contains(sample.description) { continue }
      chunks.add(sample, track: track.id)
      try check(
        MediaSample(sample, trackID: track.id, index: tally.count), sample.description, &tally,
        &report)
      position.times[track.id] =
        sample.time.addingReportingOverflow(Int64(sample.duration))
        .partialValue
    }
    position.counts[track.id] = tally.count
    tally.finish(&report)
  }

  /// Checks the location of one sample and, if its codec has a check and it is not too large, its
  /// content.
  mutating func check(
    _ sample: MediaSample, _ description: UInt32, _ tally: inout SampleTally,
    _ report: inout IntegrityReport
  ) throws(ParseError) {
    tally.count += 1
    guard sample.size > 0 else { return }
    if let problem = regions.problem(sample, fileSize: window.length) {
      return tally.fail(sample, problem, &report)
    }
    guard var checker = checkers[sample.trackID]?[description],
      sample.size <= MovieCheck.largestSample
    else { return }
    budget -= sample.size
    guard budget >= 0 else {
      // This is reported only once.
      if budget > Int64.min / 2 {
        budget = .min / 2
        report.remark(
          StructurePath(["moov"]), at: sample.offset,
          "the sample tables refer to the same bytes repeatedly; not all samples were examined")
      }
      return
    }
    let bytes = try reader.slice(Int(sample.size), at: sample.offset)
    checker.check(bytes, at: sample.offset, &report)
    checkers[sample.trackID]?[description] = checker
  }

  /// The size in bytes above which samples are not examined.
  private static let largestSample: Int64 = 1 << 26
}

/// The number of checked samples in one track, and the number of those samples with an invalid
/// location, for the report.
struct SampleTally {
  /// The track ID.
  let id: UInt32
  var count: Int64 = 0
  private var failed: Int64 = 0

  init(id: UInt32) { self.id = id }

  /// Records a sample with an invalid location; only the first such sample in a track is reported.
  mutating func fail(_ sample: MediaSample, _ problem: String, _ report: inout IntegrityReport) {
    failed += 1
    guard failed == 1 else { return }
    report.add(
      ParseError(
        .malformed, at: sample.offset, "track \(id): sample \(sample.index) \(problem)",
        path: StructurePath(["mdat"])))
  }

  /// Adds the numbers to the report.
  func finish(_ report: inout IntegrityReport) {
    report.count(.samples, count, failed: failed)
  }
}

/// The ranges of a file that can contain samples, against which the locations of samples are
/// checked: the payloads of all top-level atoms, except for those that describe media (such as
/// `moov` and `moof`).
///
/// There is one instance per file.
struct MediaRegions {
  /// The payload of each top-level atom, in file order.
  private var atoms: [Range<Int64>] = []
  /// Whether each of these atoms can contain samples.
  private var isMedia: [Bool] = []

  init(_ top: [Atom]) {
    for atom in top {
      atoms.append(atom.payloadOffset..<max(atom.payloadOffset, atom.end))
      isMedia.append(!MediaRegions.structure.contains(atom.type))
    }
  }

  /// The types of atoms that describe media.
  private static let structure: Set<FourCC> = [
    .moov, .moof, .ftyp, .styp, .sidx, .ssix, .prft, .emsg, .mfra,
  ]

  /// Returns the problem with the location of a sample; nil if the sample is within one atom that
  /// can contain samples.
  func problem(_ sample: MediaSample, fileSize: Int64) -> String? {
    guard sample.offset >= 0, sample.range.upperBound <= fileSize else {
      return "extends past the end of the file"
    }
    let next = atoms.partitioningIndex { $0.lowerBound > sample.offset }
    guard next > 0 else { return "precedes all media data" }
    guard isMedia[next - 1] else { return "is inside an atom that is not media data" }
    guard sample.range.upperBound <= atoms[next - 1].upperBound else {
      return "extends past the end of its media data"
    }
    return nil
  }
}

/// Collects the byte ranges of the chunks in the sample tables of all tracks, and checks that no
/// two different ranges overlap.
///
/// Several tracks may use the same chunk. Fragments are not included, and a file with more than
/// about a million chunks is not checked.
struct ChunkOverlap {
  private var ranges: [Range<Int64>] = []
  /// The track and chunk of the last sample.
  private var last: (track: UInt32, chunk: Int)?

  /// The maximum number of chunks to compare; the chunks of files with more chunks are not
  /// compared.
  private static let maxRanges = 1 << 20

  /// Adds a sample to its chunk; the samples of a chunk must be added one after another.
  mutating func add(_ sample: SampleTable.Sample, track: UInt32) {
    let range = MediaSample.range(sample.offset, sample.size)
    if let last, last == (track, sample.chunk), let chunk = ranges.last {
      ranges[ranges.count - 1] = chunk.lowerBound..<max(chunk.upperBound, range.upperBound)
      return
    }
    last = (track, sample.chunk)
    if ranges.count <= ChunkOverlap.maxRanges { ranges.append(range) }
  }

  /// Checks that no two different chunks overlap; several tracks may use the same chunk.
  mutating func check(_ report: inout IntegrityReport) {
    guard !ranges.isEmpty, ranges.count <= ChunkOverlap.maxRanges else { return }
    ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var (reached, failed) = (ranges[0], Int64(0))
    for range in ranges.dropFirst() {
      if range.lowerBound < reached.upperBound, range != reached, !range.isEmpty {
        failed += 1
        if failed == 1 {
          report.add(
            ParseError(
              .malformed, at: range.lowerBound,
              "a chunk of \(range.count) bytes overlaps one of \(reached.count) bytes at \(reached.lowerBound)",
              path: StructurePath(["mdat"])))
        }
      }
      if range.upperBound > reached.upperBound { reached = range }
    }
    report.count(.chunksApart, Int64(ranges.count), failed: failed)
  }
}
