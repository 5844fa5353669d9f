/// Checks the tables and the edit list of one track, and determines how its samples can be checked,
/// before the samples are visited.
///
/// ``MovieCheck`` runs it for each track in the movie atom, and then checks the samples itself.
/// Findings are added to the report.
struct TrackCheck {
  /// The `trak` atom.
  let trak: Atom
  /// The track ID.
  let id: UInt32
  /// The sample table; nil if the track has none.
  let table: SampleTable?
  /// The numbers, from 1, of the sample descriptions whose samples are in other files.
  private(set) var outside: Set<UInt32> = []
  /// The sample checkers by sample description number.
  private(set) var checkers: [UInt32: SampleChecker] = [:]
  private let window: SourceWindow
  private let limits: Limits

  init(_ trak: Atom, id: UInt32, in window: SourceWindow, limits: Limits) {
    self.trak = trak
    self.id = id
    self.window = window
    self.limits = limits
    table = trak.first(.mdia, .minf, .stbl).map { SampleTable($0, in: window) }
  }

  /// Runs all checks on the tables and the edit list; does nothing without a sample table.
  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    guard let table else { return }
    let count = try table.sampleCount() ?? 0
    try checkClaims(table, &report)
    try readDescriptions(hasSamples: count > 0, &report)
    try checkCounts(table, count, &report)
    try checkEdits(&report)
  }

  /// Returns the location for findings in a sample table.
  static func path(_ atom: Atom) -> StructurePath {
    StructurePath(["moov", "trak", "mdia", "minf", "stbl", atom.type.description])
  }

  // MARK: Declared counts

  /// Checks that the tables with a known layout have as many entries as they declare.
  private func checkClaims(
    _ table: SampleTable, _ report: inout IntegrityReport
  ) throws(ParseError) {
    for atom in table.atom.children {
      if atom.type == .stsz || atom.type == .stz2 {
        guard let header = try table.sizeHeader(), let found = table.sampleCount(header) else {
          continue
        }
        claim(Int64(header.count), found, atom, &report)
      } else if let layout = try layout(of: atom) {
        guard atom.payloadSize >= Int64(layout.headerSize) else {
          report.fail(
            .tables, .truncated, TrackCheck.path(atom), at: atom.offset, "the table has no header")
          continue
        }
        let head = try window.bytes(at: atom.payloadOffset, count: layout.headerSize)
        let claimed = head.bigEndian(at: layout.headerSize - 4) ?? 0
        let capacity = (atom.payloadSize - Int64(layout.headerSize)) / Int64(layout.entrySize)
        claim(Int64(claimed), min(capacity, Int64(claimed)), atom, &report)
      }
    }
  }

  /// Adds the result of a table to the report: whether it has fewer entries than it declares.
  private func claim(
    _ claimed: Int64, _ found: Int64, _ atom: Atom, _ report: inout IntegrityReport
  ) {
    let path = TrackCheck.path(atom)
    guard found < claimed else { return report.count(.tables) }
    report.fail(
      .tables, .truncated, path, at: atom.offset, "only \(found) of \(claimed) entries are present")
  }

  /// Returns the sizes of the header and the entries of a table; nil for atoms whose count is not
  /// checked.
  private func layout(of atom: Atom) throws(ParseError) -> TableLayout? {
    switch atom.type {
    case .stts, .ctts: TableLayout.runs
    case .stsc: SampleToChunkAtom.layout
    case .stco, .co64: ChunkOffsetAtom.layout(of: atom.type)
    case .stss: TableLayout(headerSize: 8, entrySize: 4)
    case .sbgp: try groupLayout(atom)
    default: nil
    }
  }

  /// Returns the layout of `sbgp`, which has a parameter before the count in version 1 (ISO/IEC
  /// 14496-12 §8.9.2).
  private func groupLayout(_ atom: Atom) throws(ParseError) -> TableLayout {
    let version = try window.bytes(at: atom.payloadOffset, upTo: 1)[0] ?? 0
    return TableLayout(headerSize: version == 0 ? 12 : 16, entrySize: 8)
  }

  // MARK: Descriptions

  /// Determines, for each sample description, where its samples are stored and how they can be
  /// checked.
  private mutating func readDescriptions(
    hasSamples: Bool, _ report: inout IntegrityReport
  ) throws(ParseError) {
    guard let stsd = trak.first(.mdia, .minf, .stbl, .stsd) else { return }
    let table = try SampleDescriptionAtom.parse(try stsd.payload(in: window), limit: 1024)
    let handler = try handler()
    let references = try references()
    for (index, entry) in table.entries.enumerated() {
      let number = UInt32(clamping: index + 1)
      let reference = Int(entry.dataReference) - 1
      if let references, references.isOutside.indices.contains(reference),
        references.isOutside[reference]
      {
        outside.insert(number)
        if hasSamples { noteOutside(number, stsd, &report) }
        continue
      }
      if references != nil, hasSamples { report.count(.references) }
      let known = SampleCheck.find(entry, handler: handler)
      if let gap = known.gap { report.addGap(gap) }
      if let check = known.check {
        let path = StructurePath(["mdat", "track \(id)"])
        checkers[number] = SampleChecker(check, path: path)
      }
    }
  }

  /// Reports a sample description whose samples are in another file.
  private func noteOutside(_ number: UInt32, _ stsd: Atom, _ report: inout IntegrityReport) {
    report.addGap(.outside)
    report.fail(
      .references, .external, TrackCheck.path(stsd), at: stsd.offset,
      "track \(id): the samples are in another file")
  }

  /// Returns the handler type; nil if there is no complete `hdlr`.
  private func handler() throws(ParseError) -> FourCC? {
    guard let atom = trak.first(.mdia, .hdlr) else { return nil }
    return try window.bytes(at: atom.payloadOffset, upTo: 12).bigEndian(at: 8).map {
      FourCC(rawValue: $0)
    }
  }

  /// Returns the data references; nil if there is no `dref`.
  private func references() throws(ParseError) -> DataReferences? {
    guard let dref = trak.first(.mdia, .minf, .dinf, .dref) else { return nil }
    return try DataReferences.parse(try dref.payload(in: window))
  }

  // MARK: Edits

  /// Checks that the edit list has all entries that it declares, and that no edit starts at a
  /// negative time other than -1; an edit that starts after the media is only a remark (ISO/IEC
  /// 14496-12 §8.6.6).
  private func checkEdits(_ report: inout IntegrityReport) throws(ParseError) {
    guard let elst = trak.first(.edts, .elst) else { return }
    let path = StructurePath(["moov", "trak", "edts", "elst"])
    let head = try window.bytes(at: elst.payloadOffset, upTo: 8)
    let claimed = Int64(head.bigEndian(at: 4) ?? 0)
    let list = try EditListAtom.parse(try elst.payload(in: window))
    if Int64(list.entries.count) < claimed {
      report.fail(
        .tables, .truncated, path, at: elst.offset,
        "only \(list.entries.count) of \(claimed) entries are present")
    } else {
      report.count(.tables)
    }
    guard let mdhd = trak.first(.mdia, .mdhd) else { return }
    let media = try MediaHeaderAtom.parse(try mdhd.payload(in: window, limit: 4096))
    let length = media.knownDuration ?? 0
    for entry in list.entries {
      var problem: String?
      if entry.mediaTime < -1 { problem = "an edit starts at \(entry.mediaTime)" }
      // Players ignore such an edit; encoders write it when the audio is shorter than the encoder
      // delay.
      if length > 0, entry.duration > 0, entry.mediaTime > 0, UInt64(entry.mediaTime) >= length {
        report.remark(
          path, at: elst.offset,
          "an edit starts at \(entry.mediaTime), but the media ends at \(length)")
      }
      report.addResult(.edits, path, at: elst.offset, problem)
    }
  }
}

extension TrackCheck {
  // MARK: Counts

  /// Checks that the tables have consistent sample counts, and that the runs of chunks and the sync
  /// samples are valid.
  private func checkCounts(
    _ table: SampleTable, _ count: Int64, _ report: inout IntegrityReport
  ) throws(ParseError) {
    for atom in table.atom.children {
      var problem: String?
      switch atom.type {
      case .stts, .ctts:
        let sum = try sum(atom, TableLayout.runs)
        if sum != count { problem = "\(sum) samples instead of \(count)" }
      case .stsc: problem = try chunkProblem(table, count)
      case .stss: problem = try syncProblem(atom, count)
      case .sdtp:
        let capacity = atom.payloadSize - 4
        if capacity < count { problem = "\(capacity) samples instead of \(count)" }
      case .sbgp:
        let sum = try sum(atom, try groupLayout(atom))
        if sum > count { problem = "\(sum) samples instead of \(count)" }
      case .saiz:
        try checkEncryption(atom, count, &report)
        continue
      default: continue
      }
      report.addResult(.tableCounts, TrackCheck.path(atom), at: atom.offset, problem)
    }
  }

  /// Checks that the sizes of encryption data match the samples (ISO/IEC 14496-12 §8.7.8).
  ///
  /// The fields are the version and flags, the type and its parameter if flag 1 is set, one size
  /// for all samples or zero, and the count, which may be less than the number of samples.
  private func checkEncryption(
    _ saiz: Atom, _ count: Int64, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var reader = ByteReader(try window.bytes(at: saiz.payloadOffset, upTo: 17))
    let header = try FullAtomHeader(parsing: &reader)
    if header.flags & 1 != 0 { try reader.skip(8) }
    let isUniform = try reader.u8() != 0
    let claimed = Int64(try reader.u32())
    let capacity = saiz.end - reader.fileOffset
    var problem: String?
    if claimed > count {
      problem = "there is encryption data for \(claimed) samples instead of \(count)"
    }
    if !isUniform, capacity < claimed {
      problem = "only \(capacity) of \(claimed) sizes are present"
    }
    report.addResult(.encryption, TrackCheck.path(saiz), at: saiz.offset, problem)
  }

  /// Returns the sum of the first numbers in all entries, which are the numbers of samples.
  private func sum(
    _ atom: Atom, _ layout: TableLayout
  ) throws(ParseError) -> Int64 {
    var pages = try TablePages(atom, layout, in: window)
    var sum: Int64 = 0
    while try pages.advance() {
      sum = sum.addingReportingOverflow(Int64(try pages.reader.u32())).partialValue
      try pages.reader.skip(layout.entrySize - 4)
    }
    return sum
  }

  /// Returns the problem with the runs of chunks; nil if they start at chunk 1, are in ascending
  /// order, use existing descriptions and chunks, and contain exactly all samples.
  private func chunkProblem(_ table: SampleTable, _ count: Int64) throws(ParseError) -> String? {
    guard let stsc = table.atom.child(.stsc),
      let places = table.atom.child(.stco) ?? table.atom.child(.co64)
    else { return nil }
    let chunkCount = Int64(
      try TablePages(places, ChunkOffsetAtom.layout(of: places.type), in: window).remaining)
    let descriptions = try descriptionCount()
    var pages = try TablePages(stsc, SampleToChunkAtom.layout, in: window)
    var (next, each, sum) = (Int64(1), Int64(0), Int64(0))
    var isFirst = true
    while try pages.advance() {
      let first = Int64(try pages.reader.u32())
      guard isFirst ? first == 1 : first > next else {
        return "a run of chunks starts at chunk \(first), after chunk \(next)"
      }
      if !isFirst { sum = sum.plus((first - next).times(each)) }
      (next, each, isFirst) = (first, Int64(try pages.reader.u32()), false)
      let description = try pages.reader.u32()
      guard description >= 1, Int64(description) <= descriptions else {
        return
          "a run of chunks uses sample description \(description), but there are only \(descriptions)"
      }
      guard first <= chunkCount || count == 0 else {
        return "a run starts at chunk \(first), but there are only \(chunkCount) chunks"
      }
    }
    if chunkCount >= next { sum = sum.plus((chunkCount - next + 1).times(each)) }
    return sum == count ? nil : "\(sum) samples in chunks instead of \(count)"
  }

  /// Returns the number of sample descriptions that `stsd` declares; 0 if there is no `stsd`.
  private func descriptionCount() throws(ParseError) -> Int64 {
    guard let stsd = trak.first(.mdia, .minf, .stbl, .stsd) else { return 0 }
    return Int64(try window.bytes(at: stsd.payloadOffset, upTo: 8).bigEndian(at: 4) ?? 0)
  }

  /// Returns the problem with a table of sync samples; nil if they exist and are in ascending
  /// order.
  private func syncProblem(_ atom: Atom, _ count: Int64) throws(ParseError) -> String? {
    var pages = try TablePages(atom, TableLayout(headerSize: 8, entrySize: 4), in: window)
    var last: Int64 = 0
    while try pages.advance() {
      let number = Int64(try pages.reader.u32())
      guard number > last else { return "sync sample \(number) is listed after \(last)" }
      guard number <= count else {
        return "sync sample \(number) does not exist; the track has \(count) samples"
      }
      last = number
    }
    return nil
  }
}
