/// Plans the export of a movie to a file type in the QuickTime and MP4 family, which may be its own
/// type.
///
/// Creates a ``RemuxPlan`` from a file and a ``RemuxRequest`` (type, tracks, range, fragments,
/// samples from other movies). Samples are copied unchanged as byte ranges, except for a timecode
/// that starts later. Fragments are converted to sample tables or, on request, tables to fragments.
/// Headers and sample descriptions get the form of the target; most other atoms are copied, and
/// data that is not in the new file is reported.
struct MovieRemux {
  /// The bytes of the file.
  let window: SourceWindow
  /// The window with the movie atom, which is not the window of the file if the movie atom was
  /// compressed.
  let tables: SourceWindow
  /// The top-level atoms of the file.
  let top: [Atom]
  /// The movie atom, inflated if it was compressed.
  let moov: Atom
  /// The movie header, with the times of the new movie once these are known.
  var header: MovieHeaderAtom
  /// The old `ftyp`; nil if the file has none.
  let brands: FileTypeAtom?
  /// The kind of the source file.
  let kind: MP4Kind
  /// The type of the new file.
  let target: MovieTarget
  /// The requested content and form of the new file.
  let request: RemuxRequest
  /// The diagnostics about data that the new file lacks.
  var losses: [Diagnostic] = []
  /// The gapless playback information of the first audio track that was cut or newly encoded.
  var gapless: GaplessInfo?
  /// The key information for encrypted samples in fragments, as complete atoms.
  var protections: [ByteSlice] = []
  /// The address ranges of the file and of the files with other movies.
  let layout: JoinedLayout
  /// The movies that provide samples, in the order of the request.
  var joined: [JoinedMovie] = []
  /// The IDs of tracks that are omitted because the target does not support them.
  var unsupportedTracks: Set<UInt32> = []

  /// Reads the structure of a file, without its tracks.
  ///
  /// - Throws: `unsupported` for a type in a different family, and for a file without a movie;
  ///   `malformed` for a movie without a header; errors from inflating a compressed movie.
  init(
    _ window: SourceWindow, document: Document, _ request: RemuxRequest
  ) throws(ParseError) {
    guard let target = MovieTarget.of(request.fileType) else {
      throw ParseError(
        .unsupported, at: 0, "a movie cannot be converted to \(request.fileType.rawValue)")
    }
    let tree = try AtomTree(window)
    guard let movie = tree.movie else {
      guard document.container.facts.isSegment else {
        throw ParseError(.unsupported, at: 0, "the file has no movie")
      }
      throw ParseError(
        .unsupported, at: 0,
        ContainerFacts.segment + "; append it to its initialization segment and export both")
    }
    self.window = window
    self.target = target
    self.request = request
    layout = JoinedLayout([window.length] + request.replacements.map(\.source.length))
    top = tree.top
    if let cmov = movie.child(.cmov) {
      var log = DiagnosticLog(limit: 0)
      (moov, tables) = try CompressedMovie.inflate(
        cmov, in: window, limits: .standard, log: &log)
    } else {
      (moov, tables) = (movie, window)
    }
    guard let mvhd = moov.child(.mvhd) else {
      throw ParseError(.malformed, at: moov.offset, "the movie atom has no header")
    }
    header = try MovieHeaderAtom.parse(try mvhd.payload(in: tables, limit: 4096))
    brands = try top.first(.ftyp).map { (atom) throws(ParseError) in
      try FileTypeAtom.parse(try atom.payload(in: window))
    }
    kind = MP4Kind(name: document.container.kind, fileType: document.fileType)
  }

  /// The timescale of the movie, in units per second.
  var movieTimescale: UInt32 { header.timescale }
  /// Whether tracks get samples from other movies.
  var isJoined: Bool { !request.replacements.isEmpty }
  /// The size of the file in bytes.
  var length: Int64 { window.length }
  /// Whether the source file has the QuickTime form.
  var wasQuickTime: Bool { kind == .quickTime }
  /// Whether atoms have to be converted between the QuickTime and MP4 forms.
  var changesForm: Bool { wasQuickTime != target.isQuickTime }
  /// Whether the metadata of the movie is kept atom by atom.
  var keepsMetadata: Bool { kind.name == target.container }

  /// Plans the conversion.
  ///
  /// - Throws: `unsupported` when the target does not support a track, `wouldLose` when the new
  ///   file would lack data and that is not allowed, `malformed` when it is allowed but no samples
  ///   remain, or errors from reading the tables.
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
        "the file contains no samples of any track; the new file would be empty")
    }
    if let loss = losses.first, !request.allowsLoss {
      throw ParseError(.wouldLose, at: loss.offset ?? 0, loss.message)
    }
    return RemuxPlan(
      rewrite: plan, losses: losses, keepsMetadata: keepsMetadata,
      gapless: gapless, promised: promised)
  }

  /// Drops the first sample that extends beyond the end of a truncated file, and all samples after
  /// it, and reports them as lost.
  mutating func dropMissingSamples(_ track: inout TrackRemux) throws(ParseError) {
    let samples = track.samples
    let first = samples.count(before: track.bounds.upperBound)
    guard first < samples.count else { return }
    addLoss(
      track.trak,
      "the file contains only \(first) of the \(samples.count) samples of track \(track.id); the rest"
    )
    try track.readSampleProperties(in: tables)
    track.samples = track.samples.part(0..<first)
  }

  /// Adds a diagnostic about something that is not in the new file.
  mutating func addLoss(_ atom: Atom, _ what: String) {
    losses.append(
      Diagnostic(
        code: .lost, path: StructurePath(["moov"]), offset: atom.offset,
        message: "\(what) is not in the new file"))
  }
}

extension MP4Format: RemuxableFormat {
  var takesReplacements: Bool { true }

  /// Returns the types in the family; the first is the file's own type or, if that is not among
  /// them, the one with the same form of atoms.
  func targets(of document: Document) -> [FileType] {
    let types = MovieTarget.all.map(\.fileType)
    let form: FileType = document.container.facts.isQuickTime ? .quickTimeMovie : .mp4
    let own = types.first { $0.rawValue == document.fileType } ?? form
    return [own] + types.filter { $0 != own }
  }

  func media(
    of document: Document, in window: SourceWindow, hidingPreroll: Bool?
  ) throws(ParseError) -> [TrackMedia] {
    // The form does not change.
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
