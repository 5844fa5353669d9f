/// Makes another file of the QuickTime and MP4 family of a movie, without touching a sample.
///
/// Samples are taken as ranges of bytes, in the order of the file; those of fragments become tables, or, where that is asked for, tables become
/// fragments. What stands around them is written in the form of the target.
struct MovieRemux {
  private let window: SourceWindow
  /// The bytes that the movie stands in, which are not those of the file when it was compressed.
  private let tables: SourceWindow
  private let top: [Atom]
  private let moov: Atom
  private var header: MovieHeaderAtom
  private let brands: FileTypeAtom?
  private let kind: MP4Kind
  private let target: MovieTarget
  private let request: RemuxRequest
  private var losses: [Diagnostic] = []
  private var gapless: GaplessSound?
  /// What fragments say of the keys of encrypted samples, atom by atom.
  private var protections: [ByteSlice] = []
  /// Tracks that the target does not hold.
  private var left: Set<UInt32> = []

  init(
    _ window: SourceWindow, document: Document, _ request: RemuxRequest
  ) throws(ParseError) {
    guard let target = MovieTarget.of(request.fileType) else {
      throw ParseError(
        .unsupported, at: 0, "a movie does not become \(request.fileType.rawValue) here")
    }
    let tree = try AtomTree(window)
    guard let movie = tree.movie else {
      throw ParseError(.unsupported, at: 0, "there is no movie in the file")
    }
    self.window = window
    self.target = target
    self.request = request
    top = tree.top
    if let cmov = movie.child(.cmov) {
      var log = DiagnosticLog(limit: 0)
      (moov, tables) = try CompressedMovie.inflate(
        cmov, in: window, limits: .standard, log: &log)
    } else {
      (moov, tables) = (movie, window)
    }
    guard let mvhd = moov.child(.mvhd) else {
      throw ParseError(.malformed, at: moov.offset, "a movie without a header")
    }
    header = try MovieHeaderAtom.parse(try mvhd.payload(in: tables, limit: 4096))
    brands = try top.first(.ftyp).map { (atom) throws(ParseError) in
      try FileTypeAtom.parse(try atom.payload(in: window))
    }
    kind = MP4Kind(name: document.container.kind, fileType: document.fileType)
  }

  /// The units per second of the movie.
  var movieTimescale: UInt32 { header.timescale }
  /// The size of the file.
  var length: Int64 { window.length }
  private var wasQuickTime: Bool { kind == .quickTime }
  private var changesForm: Bool { wasQuickTime != target.isQuickTime }
  /// Whether the metadata of the movie stay as they are, atom for atom.
  private var keepsMetadata: Bool { kind.name == target.container }

  /// The plan.
  ///
  /// - Throws: `unsupported` where the target cannot hold a track, `wouldLose` where something beside the tracks would be lost and that is not
  ///   allowed, and whatever makes the tables unreadable.
  mutating func plan() throws(ParseError) -> RemuxPlan {
    var tracks = try tracks()
    let hadSamples = tracks.contains { $0.samples.count > 0 }
    let plan: RewritePlan
    var promised: [PromisedTrack] = []
    if let interval = request.fragmentInterval {
      plan = try fragmented(&tracks, every: ExactTime(interval), &promised)
    } else {
      let media = try media(of: &tracks)
      promised = tracks.map { $0.promise(movieTimescale: header.timescale) }
      plan = try rewrite(tracks, media)
    }
    if hadSamples, promised.allSatisfy({ $0.samples == 0 }) {
      throw ParseError(
        request.allowsLoss ? .malformed : .wouldLose, at: 0,
        "of the samples of all tracks the file has 0, so the new file would hold none")
    }
    if let loss = losses.first, !request.allowsLoss {
      throw ParseError(.wouldLose, at: loss.offset ?? 0, loss.message)
    }
    return RemuxPlan(
      rewrite: plan, losses: losses, keepsMetadata: keepsMetadata,
      gapless: gapless, promised: promised)
  }

  // MARK: Tracks

  mutating func tracks() throws(ParseError) -> [TrackRemux] {
    var tracks: [TrackRemux] = []
    for trak in moov.children where trak.type == .trak {
      do {
        let track = try TrackRemux(trak, in: tables)
        guard request.tracks?.contains(track.id) ?? true else { continue }
        tracks.append(track)
      } catch { throw error.inside(.trak).inside(.moov) }
    }
    if target.isAudioOnly {
      try checkSoundOnly(tracks)
      tracks.removeAll { left.contains($0.id) }
    }
    guard !tracks.isEmpty else {
      throw ParseError(.unsupported, at: moov.offset, "no track is left")
    }
    try checkNumbers(tracks)
    try addFragments(to: &tracks)
    if let range = request.range { tracks = try cut(tracks, to: range) }
    for index in tracks.indices { try convert(&tracks[index]) }
    return tracks
  }

  /// Refuses tracks of the same number, which references and fragments cannot tell apart.
  private func checkNumbers(_ tracks: [TrackRemux]) throws(ParseError) {
    var known: Set<UInt32> = []
    for track in tracks where !known.insert(track.id).inserted {
      throw ParseError(
        .unsupported, at: track.trak.offset, "several tracks have the number \(track.id)")
    }
  }

  /// Refuses what a file of nothing but sound, its chapters and their pictures cannot hold.
  private mutating func checkSoundOnly(_ tracks: [TrackRemux]) throws(ParseError) {
    var chapters: Set<UInt32> = []
    for track in tracks { chapters.formUnion(try references(of: track, .chap)) }
    for track in tracks where !chapters.contains(track.id) && track.handler.handler != .soun {
      guard track.handler.handler != .vide else {
        throw ParseError(
          .unsupported, at: track.trak.offset,
          "track \(track.id) is video, which a file of sound does not hold; --tracks leaves it out"
        )
      }
      lose(track.trak, "track \(track.id) (`\(track.handler.handler)`)")
      left.insert(track.id)
    }
  }

  /// The tracks that a track refers to as something.
  private func references(of track: TrackRemux, _ type: FourCC) throws(ParseError) -> [UInt32] {
    guard let atom = track.trak.first(.tref, type) else { return [] }
    var reader = ByteReader(try atom.payload(in: tables))
    var ids: [UInt32] = []
    while reader.remaining >= 4 { ids.append(try reader.u32()) }
    return ids
  }

  /// Leaves what is played from one moment to another.
  private mutating func cut(
    _ tracks: [TrackRemux], to range: MediaTimeRange
  ) throws(ParseError) -> [TrackRemux] {
    let (start, end) = (ExactTime(range.start), ExactTime(range.end))
    guard start < end else { throw ParseError(.unsupported, at: 0, "the range is empty") }
    var times = MovieTimes(timescale: header.timescale)
    var result: [TrackRemux] = []
    for track in tracks {
      var track = track
      try track.loosenTables(in: tables)
      let cut = TrackCut(
        track: track, window: window,
        parts: track.played(movieTimescale: header.timescale).part(start..<end))
      guard let left = try cut.result() else { continue }
      track.samples = left.samples
      track.firstSample = left.firstSample
      loseNumbering(of: &track)
      times.set(left.parts, for: track.id)
      if gapless == nil, track.handler.handler == .soun { gapless = left.gapless }
      result.append(track)
    }
    guard !result.isEmpty else {
      throw ParseError(.unsupported, at: 0, "nothing is played in the range")
    }
    for index in result.indices { times.settle(&result[index]) }
    header = times.header(header)
    header.preview = ByteSlice([UInt8](repeating: 0, count: header.preview.count))
    return result
  }

  /// Leaves out the tables that number samples otherwise than the new movie does.
  private mutating func loseNumbering(of track: inout TrackRemux) {
    track.dropsNumbering = true
    for atom in track.trak.first(.mdia, .minf, .stbl)?.children ?? []
    where SampleTableWriter.numbering.contains(atom.type) {
      lose(atom, "what `\(atom.type)` says of the samples of track \(track.id)")
    }
  }

  private mutating func convert(_ track: inout TrackRemux) throws(ParseError) {
    guard changesForm else { return }
    let form = DescriptionForm(
      isQuickTime: target.isQuickTime, handler: track.handler.handler)
    do {
      track.descriptions = try form.converted(track.descriptions)
    } catch {
      throw ParseError(
        .unsupported, at: track.trak.offset, "track \(track.id) cannot be held: \(error.reason)")
    }
    if !target.isQuickTime { try listPackets(of: &track) }
  }

  /// Gives the sound of old QuickTime the sizes that its description tells: what its tables call one byte is as many.
  private func listPackets(of track: inout TrackRemux) throws(ParseError) {
    guard let packet = track.samples.sizes.packet else { return }
    guard packet.samples == 1 else {
      throw ParseError(
        .unsupported, at: track.trak.offset,
        "track \(track.id) cannot be held: its sound has packets that tables do not list")
    }
    track.samples.sizes = SampleSizes(
      uniform: UInt32(clamping: packet.bytes), count: track.samples.count)
    try track.loosenTables(in: tables)
  }

  private mutating func addFragments(to tracks: inout [TrackRemux]) throws(ParseError) {
    let fragments = top.filter { $0.type == .moof }
    guard !fragments.isEmpty else { return }
    var extras: [UInt32: FragmentExtras.Track] = [:]
    for index in tracks.indices {
      try tracks[index].loosenTables(in: tables)
      let samples = tracks[index].samples
      extras[tracks[index].id] = FragmentExtras.Track(
        groups: samples.groups, auxiliary: samples.auxiliary, count: samples.count,
        vectorSize: tracks[index].vectorSize)
    }
    var joinedExtras = FragmentExtras(window, extras)
    for moof in fragments { try joinedExtras.add(moof) }
    protections = joinedExtras.protections
    var joined = FragmentTables(
      Dictionary(tracks.map { ($0.id, $0.samples) }, uniquingKeysWith: { first, _ in first }))
    let movie = MovieSamples(window, top: top, moov: moov, limits: .standard)
    var passed = MovieSamples.Passed()
    for track in tracks { passed.times[track.id] = track.samples.duration }
    try movie.visitFragmentSamples(passed) { (sample) throws(ParseError) in try joined.add(sample) }
    var times = MovieTimes(timescale: header.timescale)
    for index in tracks.indices {
      let old = tracks[index].samples.count
      guard let samples = joined.samples(of: tracks[index].id) else { continue }
      tracks[index].samples = samples
      if let extras = joinedExtras.tracks[tracks[index].id] {
        tracks[index].samples.groups = extras.groups
        tracks[index].samples.auxiliary = extras.auxiliary
      }
      let shown = samples.shown
      let parts = PlayedParts(
        tracks[index].oldEdits, movieTimescale: header.timescale,
        mediaTimescale: tracks[index].mediaHeader.timescale, mediaEnd: shown.upperBound
      ).rebased(
        on: joined.starts[tracks[index].id] ?? 0, mediaEnd: shown.upperBound,
        extends: old > 0 && samples.count > old)
      guard let parts else {
        throw ParseError(
          .unsupported, at: tracks[index].trak.offset, "an edit list beyond all times")
      }
      times.set(
        parts.isIdentity(of: shown) ? parts : parts.beginning(with: shown.lowerBound),
        for: tracks[index].id)
    }
    for index in tracks.indices { times.settle(&tracks[index]) }
    header = times.header(header)
  }

  /// Leaves out the samples from the first on that the file does not have; the end of it was cut off.
  private mutating func leaveMissing(_ track: inout TrackRemux) throws(ParseError) {
    let samples = track.samples
    let first = samples.count(before: window.length)
    guard first < samples.count else { return }
    lose(
      track.trak,
      "of the \(samples.count) samples of track \(track.id) the file has \(first); the rest")
    try track.loosenTables(in: tables)
    track.samples = track.samples.part(0..<first)
  }

  private mutating func lose(_ atom: Atom, _ what: String) {
    losses.append(
      Diagnostic(
        code: .lost, path: StructurePath(["moov"]), offset: atom.offset,
        message: "\(what) is not in the new file"))
  }

  // MARK: Media

  private mutating func media(of tracks: inout [TrackRemux]) throws(ParseError) -> MediaMap {
    var ranges: [Range<Int64>] = []
    var new: [UInt8] = []
    for index in tracks.indices where !tracks[index].isStreamed { try leaveMissing(&tracks[index]) }
    for index in tracks.indices where !tracks[index].keepsTables && !tracks[index].isStreamed {
      for auxiliary in tracks[index].samples.auxiliary {
        tracks[index].auxiliaryOffsets.append(window.length + Int64(new.count))
        if auxiliary.ownFlags == nil { new += auxiliary.bytes }
      }
      tracks[index].placeFirstSample(behind: window.length, &new)
    }
    for track in tracks where !track.isStreamed {
      for chunk in track.samples.chunks where chunk.size > 0 && chunk.offset < window.length {
        ranges.append(chunk.range)
      }
    }
    return MediaMap(ranges, of: window.length, new: new)
  }

  // MARK: Writing

  private mutating func rewrite(
    _ tracks: [TrackRemux], _ media: MediaMap
  ) throws(ParseError) -> RewritePlan {
    var plan = RewritePlan(oldSize: window.length)
    let head = head()
    let isWide = media.size + moov.size * 4 > Int64(UInt32.max) - (1 << 20)
    let movie = try movieBytes(tracks, offsetWidth: isWide ? 8 : 4)
    let box = mediaHeader(media.size)
    let others = try others()
    let movieSize = Int64(movie.count)
    plan.write(head)
    let start = plan.newSize
    if request.isFastStart {
      let mediaStart = start + movieSize + Int64(others.count + box.count)
      plan.write(try movie.finished(at: start, media: media, from: mediaStart))
    }
    plan.write(others)
    plan.write(box)
    let mediaStart = plan.newSize
    try media.write(into: &plan)
    if !request.isFastStart {
      plan.write(try movie.finished(at: plan.newSize, media: media, from: mediaStart))
    }
    return plan
  }

  /// The movie without samples, and the samples in fragments with an index in front of them.
  private mutating func fragmented(
    _ tracks: inout [TrackRemux], every interval: ExactTime, _ promised: inout [PromisedTrack]
  ) throws(ParseError) -> RewritePlan {
    var referred: Set<UInt32> = []
    for track in tracks { referred.formUnion(try tablesFor(track)) }
    for index in tracks.indices
    where !referred.contains(tracks[index].id) && tracks[index].firstSample == nil {
      try loosen(&tracks[index])
    }
    let media = try media(of: &tracks)
    promised = tracks.map { $0.promise(movieTimescale: header.timescale) }
    var fragments = try MovieFragments(of: tracks.filter(\.isStreamed), every: interval)
    let made = try fragments.all(atMost: window.length)
    let movie = try emptied(&tracks)
    var plan = RewritePlan(oldSize: window.length, isOrdered: false)
    plan.write(head())
    let others = try others()
    let box = media.size > 0 ? mediaHeader(media.size) : []
    let start = plan.newSize
    let mediaStart = start + Int64(movie.count + others.count + box.count)
    plan.write(try movie.finished(at: start, media: media, from: mediaStart))
    plan.write(others)
    plan.write(box)
    try media.write(into: &plan)
    if let sidx = SegmentIndexAtom(of: made, in: fragments) {
      var writer = ByteWriter()
      writer.atom(.sidx) { sidx.encode(into: &$0) }
      plan.write(writer.bytes)
    }
    for fragment in made { try fragment.write(into: &plan) }
    return plan
  }

  /// The movie with the tables of those tracks alone whose samples are not in fragments.
  private mutating func emptied(_ tracks: inout [TrackRemux]) throws(ParseError) -> MovieBytes {
    let duration = header.knownDuration ?? 0
    for index in tracks.indices where tracks[index].isStreamed { tracks[index].becomeEmpty() }
    header.setDuration(tracks.compactMap(\.header.knownDuration).max() ?? 0)
    return try movieBytes(tracks, offsetWidth: 8, extends: duration)
  }

  /// The tracks that stay in the tables because others refer to them, and players look for them there: chapters and timecodes.
  private func tablesFor(_ track: TrackRemux) throws(ParseError) -> [UInt32] {
    try references(of: track, .chap) + references(of: track, .tmcd)
  }

  /// Prepares a track for fragments, which say everything of each sample themselves.
  private mutating func loosen(_ track: inout TrackRemux) throws(ParseError) {
    track.isStreamed = true
    try leaveMissing(&track)
    try track.loosenTables(in: tables)
    try listPackets(of: &track)
    if let partial = track.samples.partialSync, !partial.isEmpty {
      lose(track.trak, "which samples of track \(track.id) are nearly sync samples")
    }
    if !track.dropsNumbering { loseNumbering(of: &track) }
    track.samples.fill()
    try track.showLater(movieTimescale: header.timescale)
  }

  /// What stands beside movie and media, byte for byte, but for what is about fragments.
  private mutating func others() throws(ParseError) -> [UInt8] {
    var bytes: [UInt8] = []
    for atom in top where !MovieRemux.structure.contains(atom.type) {
      let isPlaced = atom.type == .meta && AtomTree.holdsPlaces(atom, in: window)
      // The times of older events count from the fragment behind them, those of newer ones from the beginning.
      let version =
        atom.type == .emsg ? try window.bytes(at: atom.payloadOffset, upTo: 1)[0] : nil
      let isMoved = version == 0 || version != nil && request.range != nil
      guard !isPlaced, !isMoved, atom.size <= MovieRemux.largestOther else {
        lose(atom, "`\(atom.type)` beside the movie")
        continue
      }
      var copy = MovieBytes()
      try writer(for: [], offsetWidth: 4, in: window).copy(atom, into: &copy)
      bytes += copy.writer.bytes
    }
    return bytes
  }

  /// What is made anew, or is about the old file only.
  private static let structure: Set<FourCC> = [
    .ftyp, .moov, .mdat, .moof, .mfra, .sidx, .ssix, .styp, .free, .skip, .wide, .prft,
    FourCC("p", "d", "i", "n"), FourCC("p", "n", "o", "t"),
  ]

  /// Larger ones are no metadata.
  private static let largestOther: Int64 = 16 << 20

  private func head() -> [UInt8] {
    var writer = ByteWriter()
    var brands = target.brands(brands, ofKind: kind)
    if request.fragmentInterval != nil { brands.addFragments() }
    writer.atom(.ftyp) { brands.encode(into: &$0) }
    return writer.bytes
  }

  /// The header of `mdat`, with a size of 64 bits where it takes them.
  private func mediaHeader(_ size: Int64) -> [UInt8] {
    var writer = ByteWriter()
    let short = UInt32(exactly: size + 8)
    writer.u32(short ?? 1)
    writer.fourCC(.mdat)
    if short == nil { writer.u64(UInt64(size + 16)) }
    return writer.bytes
  }

  private func writer(
    for tracks: [TrackRemux], offsetWidth: Int, in window: SourceWindow
  ) -> TrackWriter {
    TrackWriter(
      window: window, target: target, wasQuickTime: wasQuickTime, offsetWidth: offsetWidth,
      trackIDs: Set(tracks.map(\.id)))
  }

  /// The movie; with `duration`, one that goes on for so long in fragments.
  private mutating func movieBytes(
    _ tracks: [TrackRemux], offsetWidth: Int, extends duration: UInt64? = nil
  ) throws(ParseError) -> MovieBytes {
    let writer = writer(for: tracks, offsetWidth: offsetWidth, in: self.tables)
    var bytes = MovieBytes()
    var rest = tracks[...]
    try bytes.atom(.moov) { (bytes) throws(ParseError) in
      for atom in moov.children {
        switch atom.type {
        case .mvhd: bytes.write { $0.atom(.mvhd) { header.encode(into: &$0) } }
        case .trak:
          guard let track = rest.first, track.trak.offset == atom.offset else { continue }
          rest.removeFirst()
          try writer.write(track, into: &bytes)
        case .mvex, .free, .skip, .wide: break
        case .meta where changesForm: try writer.writeMetadata(atom, into: &bytes)
        default: try writer.copy(atom, into: &bytes)
        }
      }
      for atom in protections { bytes.append(Array(atom.bytes)) }
      if let duration {
        bytes.write { TrackExtendsAtom.encode(all: tracks.map(\.id), duration, into: &$0) }
      }
    }
    return bytes
  }
}

extension MP4Format: RemuxableFormat {
  func targets(of document: Document) -> [FileType] { MovieTarget.all.map(\.fileType) }

  func media(
    of document: Document, in window: SourceWindow, hidingPreroll: Bool?
  ) throws(ParseError) -> [TrackMedia] {
    // Nothing changes its form.
    let type: FileType = document.container.facts.isQuickTime ? .quickTimeMovie : .mp4
    var remux = try MovieRemux(window, document: document, RemuxRequest(type))
    return try remux.media(hidingPreroll: hidingPreroll)
  }

  func remux(
    _ document: Document, in window: SourceWindow, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan {
    var remux = try MovieRemux(window, document: document, request)
    return try remux.plan()
  }
}
