/// Visits the samples of a movie with their locations and times: first the samples of its sample
/// tables, track by track, then those of its fragments.
///
/// The bytes of the samples are not read, and edit lists are not applied. Samples that the sample
/// tables locate in other files are omitted.
struct MovieSamples {
  let window: SourceWindow
  let tables: SourceWindow
  let top: [Atom]
  let moov: Atom?
  private let limits: Limits

  init(_ window: SourceWindow, limits: Limits) throws(ParseError) {
    var log = DiagnosticLog()
    var walker = AtomWalker(window, limits: limits)
    let atoms = try walker.walk(log: &log)
    self.window = window
    self.limits = limits
    top = atoms
    guard let movie = atoms.first(.moov), let cmov = movie.child(.cmov) else {
      (moov, tables) = (atoms.first(.moov), window)
      return
    }
    (moov, tables) = try CompressedMovie.inflate(cmov, in: window, limits: limits, log: &log)
  }

  /// Creates a visitor for a movie whose atoms are known; `tables` is the window with its movie
  /// atom.
  init(
    _ window: SourceWindow, top: [Atom], moov: Atom?, tables: SourceWindow? = nil, limits: Limits
  ) {
    (self.window, self.tables) = (window, tables ?? window)
    self.top = top
    self.moov = moov
    self.limits = limits
  }

  /// Visits the samples of the sample tables that are in this file, then those of the fragments.
  func visit(_ visit: MediaVisitor) throws(ParseError) {
    var passed = SamplesBeforeFragments()
    var budget = budget
    var number: UInt32 = 0
    for trak in moov?.children(.trak) ?? [] {
      number += 1
      let id = try trackID(trak) ?? number
      guard let stbl = trak.first(.mdia, .minf, .stbl) else { continue }
      let isOutside = try isOutside(trak)
      var samples = try SampleTable(stbl, in: tables).samples()
      while let sample = try samples.next() {
        budget -= 1
        guard budget >= 0 else {
          throw ParseError(
            .limitExceeded, at: stbl.offset, "there are more samples than bytes in the file")
        }
        if isOutside.contains(sample.description) { continue }
        try visit(MediaSample(sample, trackID: id, index: passed.counts[id, default: 0]))
        passed.counts[id, default: 0] += 1
        passed.times[id] = sample.time.addingReportingOverflow(Int64(sample.duration)).partialValue
      }
    }
    try visitFragments(passed, budget: budget, visit)
  }

  /// The extent of the sample tables in `moov`, by track ID: the number of samples, and the end of
  /// the last one in the media timescale.
  ///
  /// Fragments continue from there.
  struct SamplesBeforeFragments {
    var counts: [UInt32: Int64] = [:]
    var times: [UInt32: Int64] = [:]
  }

  /// Visits the samples of the fragments; `passed` is the state before them.
  func visitFragments(
    _ passed: SamplesBeforeFragments = SamplesBeforeFragments(), budget: Int64? = nil,
    _ visit: MediaVisitor
  ) throws(ParseError) {
    try visitFragmentSamples(passed, budget: budget) { (sample) throws(ParseError) in
      try visit(sample.media)
    }
  }

  /// Visits the samples of the fragments with all their properties; `passed` is the state before
  /// them.
  func visitFragmentSamples(
    _ passed: SamplesBeforeFragments = SamplesBeforeFragments(), budget: Int64? = nil,
    _ visit: FragmentSamples.Visitor
  ) throws(ParseError) {
    guard top.contains(where: { $0.type == .moof }) else { return }
    var fragments = FragmentSamples(
      window, defaults: try defaults(), passed: passed, budget: budget ?? self.budget)
    for atom in top where atom.type == .moof { try fragments.visit(atom, visit) }
  }

  /// The maximum number of samples to visit, because a table of a few bytes can claim four billion
  /// empty samples.
  var budget: Int64 { window.length + Int64(limits.items) }

  /// Returns the ID in `tkhd`; nil if there is no such atom.
  func trackID(_ trak: Atom) throws(ParseError) -> UInt32? {
    guard let tkhd = trak.child(FourCC("t", "k", "h", "d")) else { return nil }
    return try TrackHeaderAtom.parse(try tkhd.payload(in: tables, limit: 4096)).trackID
  }

  /// Returns the default properties of samples in fragments (`trex`), by track ID.
  func defaults() throws(ParseError) -> [UInt32: TrackExtendsAtom] {
    var result: [UInt32: TrackExtendsAtom] = [:]
    for atom in moov?.child(.mvex)?.children ?? [] where atom.type == .trex {
      let trex = try TrackExtendsAtom.parse(try atom.payload(in: tables, limit: 64))
      result[trex.trackID] = trex
    }
    return result
  }

  /// Returns the sample descriptions, numbered from 1, whose samples are in other files (ISO/IEC
  /// 14496-12 §8.7.2).
  private func isOutside(_ trak: Atom) throws(ParseError) -> Set<UInt32> {
    Set(try otherFiles(trak).keys)
  }

  /// Returns the names of other files that contain samples, keyed by the one-based index of the
  /// sample description that these samples use (ISO/IEC 14496-12 §8.7.2).
  func otherFiles(_ trak: Atom) throws(ParseError) -> [UInt32: String] {
    guard let dref = trak.first(.mdia, .minf, .dinf, .dref),
      let stsd = trak.first(.mdia, .minf, .stbl, .stsd)
    else { return [:] }
    let references = try DataReferences.parse(try dref.payload(in: tables))
    guard references.isOutside.contains(true) else { return [:] }
    let table = try SampleDescriptionAtom.parse(try stsd.payload(in: tables), limit: 1024)
    var files: [UInt32: String] = [:]
    for (index, entry) in table.entries.enumerated() {
      let reference = Int(entry.dataReference) - 1
      guard references.isOutside.indices.contains(reference), references.isOutside[reference]
      else { continue }
      files[UInt32(clamping: index + 1)] = references.names[reference]
    }
    return files
  }
}

extension MediaSample {
  init(_ sample: SampleTable.Sample, trackID: UInt32, index: Int64) {
    self.init(trackID: trackID, index: index, offset: sample.offset, size: sample.size)
    time = sample.time
    duration = Int64(sample.duration)
    compositionOffset = Int64(sample.compositionOffset)
  }
}

/// `dref` of one track: for each data reference, whether the samples are in another file, and the
/// name of that file (ISO/IEC 14496-12 §8.7.2).
///
///     u8 version, u24 flags, u32 count
///     { u32 size, type, u8 version, u24 flags (1: this file), location }
struct DataReferences: Sendable, Hashable {
  /// Whether each reference is to another file.
  var isOutside: [Bool] = []
  /// The name of the other file for each reference; empty if it is unknown.
  var names: [String] = []

  static func parse(_ payload: ByteSlice) throws(ParseError) -> DataReferences {
    var reader = ByteReader(payload)
    try reader.skip(8)
    var references = DataReferences()
    while reader.remaining >= 12 {
      let size = try reader.u32()
      let type = try reader.fourCC()
      let flags = try reader.u32() & 0xFFFFFF
      guard size >= 12 else { break }
      let body = try reader.bytes(min(Int(size) - 12, reader.remaining))
      // An alias without a path also refers to this file, as written by old versions of QuickTime.
      references.isOutside.append(flags & 1 == 0 && size > 12)
      references.names.append(name(in: body, of: type))
    }
    return references
  }

  /// Returns the location: for `url `, a URL; for `urn `, a name and a URL with a space between
  /// them; for `alis`, the file name in a Mac OS alias record, whose length is in byte 50.
  private static func name(in body: ByteSlice, of type: FourCC) -> String {
    guard type == FourCC("a", "l", "i", "s") else {
      let texts = body.bytes.split(separator: 0).map {
        TextEncoding.utf8.decode(ByteSlice(Array($0)))
      }
      return texts.joined(separator: " ")
    }
    let count = Int(body[50] ?? 0)
    return TextEncoding.macRoman.decode(body.clamped(from: 51, count: min(count, 63)))
  }
}
