/// A QuickTime, MP4, HEIF or other file of atoms that is being read: its atom tree, its brands and
/// its movie atom, inflated if it was compressed.
///
/// The initialiser reads the headers of the atoms; ``document(_:)`` reads the metadata items,
/// tracks and chapters that the options request, and returns them as a ``Document``.
struct AtomFile {
  private let window: SourceWindow
  private let top: [Atom]
  private let brands: FileTypeAtom?
  /// The movie atom and the window that contains it, which is not the window of the file if the
  /// movie atom was compressed.
  private let movie: (atom: Atom, window: SourceWindow, isCompressed: Bool)?
  private var log: DiagnosticLog

  init(_ window: SourceWindow, options: ReadOptions) throws(ParseError) {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var walker = AtomWalker(window, limits: options.limits)
    top = try walker.walk(log: &log)
    self.window = window
    brands = try AtomFile.brands(top, window, &log)
    movie = try AtomFile.movie(top, window, options.limits, &log)
    self.log = log
  }

  private static func brands(
    _ top: [Atom], _ window: SourceWindow, _ log: inout DiagnosticLog
  ) throws(ParseError) -> FileTypeAtom? {
    guard let atom = top.first(where: { $0.type == .ftyp || $0.type == .styp }) else { return nil }
    do {
      return try FileTypeAtom.parse(atom.payload(in: window))
    } catch {
      guard error.code != .io else { throw error }
      log.add(error.inside(atom.type))
      return nil
    }
  }

  /// Returns the first movie atom, inflated if it is compressed; returns the compressed atom, with
  /// `false`, if it cannot be inflated, and nil if the file has no movie atom.
  private static func movie(
    _ top: [Atom], _ window: SourceWindow, _ limits: Limits, _ log: inout DiagnosticLog
  ) throws(ParseError) -> (Atom, SourceWindow, Bool)? {
    var moov: Atom?
    for atom in top where atom.type == .moov {
      guard moov == nil else {
        log.note(.malformed, StructurePath(["moov"]), at: atom.offset, "a second movie atom")
        break
      }
      moov = atom
    }
    guard let moov else { return nil }
    guard let cmov = moov.child(.cmov) else { return (moov, window, false) }
    do {
      let inflated = try CompressedMovie.inflate(cmov, in: window, limits: limits, log: &log)
      return (inflated.moov, inflated.window, true)
    } catch {
      guard error.code != .io else { throw error }
      log.add(error)
      return (moov, window, false)
    }
  }

  /// Reads the parts of the file that the options request.
  func document(_ options: ReadOptions) throws(ParseError) -> Document {
    var reading = ItemReader(window, limits: options.limits, log: log)
    reading.isQuickTime = brands.map { $0.majorBrand == FourCC("q", "t", " ", " ") } ?? true
    if options.items || options.chapters { try readItems(&reading, options) }
    let media = MovieReader(window, movieWindow: movie?.window).read(
      movie?.atom, top: top, options: options, log: &reading.log)
    let kind = MP4Kind.of(brands, isAudio: AtomFile.isAudio(media), isSegment: isSegment)
    var document = Document(
      fileType: kind.fileType,
      container: try container(kind, media),
      size: window.length, precedence: kind.precedence)
    document.duration = media.duration
    document.isDurationEstimated = media.isDurationEstimated
    if options.tracks { document.tracks = media.tracks }
    if options.items {
      document.items = reading.items
      document.addGaplessInfo()
    }
    // A chapter track contains more information than a Nero list; its images are used with both.
    if options.chapters {
      document.chapters =
        media.chapters.isEmpty
        ? ChapterReader.joined(reading.chapters, media.chapterImages) : media.chapters
    }
    document.diagnostics = reading.log.diagnostics
    return document
  }

  /// Returns whether the movie has audio tracks, and no video tracks other than chapter images.
  private static func isAudio(_ media: Movie) -> Bool {
    let chapters = media.tracks.flatMap(\.references).filter { $0.type == "chap" }
    let pictures = media.tracks.filter { track in
      track.mediaType == .video && !chapters.contains { $0.trackIDs.contains(track.id) }
    }
    return pictures.isEmpty && media.tracks.contains { $0.mediaType == .audio }
  }

  /// Reads the metadata items and Nero chapters of the top-level atoms, in file order; movie atoms
  /// after the first are not read.
  private func readItems(
    _ reading: inout ItemReader, _ options: ReadOptions
  ) throws(ParseError) {
    var hasReadMovie = false
    for atom in top {
      guard atom.type == .moov else {
        try reading.readTop(atom)
        continue
      }
      guard !hasReadMovie, let movie else { continue }
      hasReadMovie = true
      guard movie.isCompressed else {
        try reading.readMovie(movie.atom)
        continue
      }
      // The atoms of a compressed movie are in another window, but their items belong to the same
      // list.
      var inside = ItemReader(
        movie.window, limits: options.limits, isDetached: true, log: reading.log)
      inside.isQuickTime = reading.isQuickTime
      try inside.readMovie(movie.atom, at: [.moov, .cmov])
      reading.items += inside.items
      reading.chapters += inside.chapters
      reading.log = inside.log
    }
  }

  // MARK: Container

  /// Returns the description of the container: kind, facts, dates and details.
  private func container(
    _ kind: MP4Kind, _ media: Movie
  ) throws(ParseError) -> ContainerDescription {
    var container = ContainerDescription(kind: kind.name, details: basicDetails(media))
    container.facts.hasEditableMovie = layout != AtomFile.noMovie && movie?.isCompressed != true
    container.facts.isSegment = movie == nil && top.first(.moof) != nil
    container.facts.isQuickTime = kind == .quickTime
    container.setDates(creation: media.creationDate, modification: media.modificationDate)
    // In an image file, the top-level `meta` atom contains the images.
    if movie == nil || kind == .heic || kind == .heif || kind == .avif,
      let meta = top.first(.meta)
    {
      container.details += try ImageItemSummary.read(meta, in: window).details
    }
    return container
  }

  /// Returns the details that do not depend on the kind of file: brands, fragments, layout,
  /// compression.
  private func basicDetails(_ media: Movie) -> [MetadataValue.Part] {
    var parts: [MetadataValue.Part] = []
    parts.reserveCapacity(8)
    if let brands {
      parts.append(.init("majorBrand", .string(brands.majorBrand.description)))
      parts.append(.init("minorVersion", .integer(Int64(brands.minorVersion))))
      let compatible = brands.compatibleBrands.map { MetadataValue.string($0.description) }
      parts.append(.init("compatibleBrands", .list(compatible)))
    }
    parts.append(.init("fragmented", .boolean(media.isFragmented)))
    parts.append(.init("layout", .string(layout)))
    if movie?.isCompressed == true { parts.append(.init("compressedMovie", .boolean(true))) }
    return parts
  }

  /// Whether the file is a stream segment without a movie; a file with media data, but without
  /// fragments, is the remainder of a movie.
  private var isSegment: Bool {
    movie == nil && (top.first(.moof) != nil || top.first(.mdat) == nil)
  }

  /// The layout in the container details: `moovFirst` if the movie atom precedes the media data, so
  /// that playback can start during download, `moovLast` if it follows, or ``noMovie``.
  private var layout: String {
    for atom in top {
      if atom.type == .moov { return "moovFirst" }
      if atom.type == .mdat { return movie == nil ? AtomFile.noMovie : "moovLast" }
    }
    return AtomFile.noMovie
  }

  /// The layout of a file without a movie atom.
  private static let noMovie = "noMovie"
}
