/// A file together with its recognised format, through which its metadata is read, its media is
/// visited and checked, and edits and exports are planned.
///
/// The initialiser recognises the format; the format's ``MediaFormat`` does the work, and other
/// types execute the plans.
///
/// ``Asset``, ``FileEditor``, ``FileExporter`` and `verify`, for example, access formats through
/// this type.
package struct FormatReader {
  private let format: any MediaFormat
  private let window: SourceWindow

  /// Recognises the format of a file.
  ///
  /// - Throws: ``ParseError``: `unknownFormat` when the format is not recognised, `backend` when it
  ///   is recognised but not supported by MetaCore, `limitExceeded` when the file is too large, and
  ///   read errors.
  package init(
    _ source: any ByteSource, formats: FormatRegistry = .standard
  ) throws(ParseError) {
    window = SourceWindow(source)
    format = try FormatReader.format(of: window, among: formats)
  }

  /// The descriptor of the format.
  var descriptor: FormatDescriptor { format.descriptor }

  // MARK: Reading

  /// Reads the metadata.
  ///
  /// - Throws: ``ParseError`` for errors that make the file unreadable as a whole.
  package func document(options: ReadOptions = ReadOptions()) throws(ParseError) -> Document {
    var document = try format.inspect(window, options: options)
    document.source = window.source.sourceIdentity
    if let source = options.sourceEncoding { document = document.reread(as: source) }
    if options.items {
      var log = DiagnosticLog(limit: options.limits.diagnostics)
      document.artwork = ArtworkConverter.artworks(
        among: document.items, precedence: document.precedence, window, log: &log)
      if !log.diagnostics.isEmpty { document.diagnostics += log.diagnostics }
    }
    return document
  }

  func structure(options: ReadOptions) throws(ParseError) -> [StructureNode] {
    var options = options
    options.limits.structures = min(options.limits.structures, options.limits.nodes)
    return try format.structure(window, options: options)
  }

  func visitMedia(limits: Limits, _ visit: MediaVisitor) throws(ParseError) {
    try format.visitMedia(window, limits: limits, visit)
  }

  /// Returns a reader for the samples of a track; nil when MetaCore does not support that for this
  /// format.
  func packets(
    of track: TrackDescription, limits: Limits = .standard
  ) throws(ParseError) -> (any PacketReader)? {
    try format.packetFormat?.packets(of: track, in: window, limits: limits)
  }

  package func integrity(limits: Limits = .standard) throws(ParseError) -> IntegrityReport {
    var report = IntegrityReport(limits: limits)
    try format.check(window, limits: limits, &report)
    return report
  }

  // MARK: Editing

  /// Returns the containers for new entries of the file's document; empty when the format cannot be
  /// edited.
  package func insertionPoints(of document: Document) -> [InsertionPoint] {
    format.editable?.insertionPoints(of: document) ?? []
  }

  /// Plans an edit to the file with this document; returns nil when the layout constraints do not
  /// allow it.
  ///
  /// - Throws: ``ParseError``: `unsupported` when the format cannot be edited or this edit cannot
  ///   be done reliably; `notRepresentable` when the format cannot hold the requested data.
  package func plan(
    _ edit: DocumentEdit, of document: Document, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    try shape.check()
    guard let format = format.editable else {
      throw ParseError(.unsupported, at: 0, "\(format.descriptor.name) cannot be edited")
    }
    try edit.checkTimes()
    guard edit.clearsPrivate else {
      return try format.plan(edit, of: document, in: window, shape: shape)
    }
    // The format plans the edit as if the private data were absent; that data is removed from the
    // kept bytes at the end.
    var traces = try format.traces(of: document, in: window)
    try traces.addPictures(of: document, in: window)
    let masked = SourceWindow(MaskedSource(source: window.source, mask: traces.mask))
    var plan = try format.plan(edit, of: document, in: masked, shape: shape)
    if let rewrite = try plan?.rewrite.masked(by: traces.mask, of: window.source) {
      plan?.rewrite = rewrite
      plan?.privacy = traces.report
      try FormatReader.prove(rewrite, edit, of: window, by: format)
    }
    return plan
  }

  /// Inspects the planned file, which must not contain the removed data, or items with private data
  /// that the edit does not add.
  ///
  /// - Throws: `unsupported` when private data that was reported as removed remains.
  private static func prove(
    _ rewrite: RewritePlan, _ edit: DocumentEdit, of window: SourceWindow,
    by format: any EditableFormat
  ) throws(ParseError) {
    let planned = try FormatReader(PlannedSource(rewrite, of: window.source))
    let document = try planned.document()
    var traces = try format.traces(of: document, in: planned.window)
    try traces.addPictures(of: document, in: planned.window)
    let asked = Set(edit.changes.flatMap(\.items).map(\.identifier))
    traces.report.removed +=
      PrivateData.Report(withheldOf: document.items) {
        !asked.contains($0.identifier)
      }.removed
    guard let finding = traces.report.removed.first else { return }
    throw ParseError(
      .unsupported, at: 0,
      "\(finding.place): private data (\(finding.name)) would remain")
  }

  // MARK: Exporting

  /// Returns the file types to which the media can be copied, the file's own type first; empty when
  /// it cannot be copied.
  package func targets(of document: Document) -> [FileType] {
    format.remuxable?.targets(of: document) ?? []
  }

  /// Plans a new file with the media.
  ///
  /// - Throws: ``ParseError``: `unsupported` when the media cannot be copied at all or to this
  ///   target; and the errors of ``RemuxableFormat/remux(_:in:_:)``.
  package func remux(
    _ document: Document, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan {
    try request.checkTimes()
    guard let format = format.remuxable else {
      throw ParseError(.unsupported, at: 0, "exporting \(format.descriptor.name) is not supported")
    }
    guard format.takesReplacements || request.replacements.isEmpty else {
      throw ParseError(
        .unsupported, at: 0,
        "\(format.descriptor.name) does not support replacing samples of tracks")
    }
    return try format.remux(document, in: window, request)
  }

  /// Whether a file of the given type supports the track unchanged; parse errors are left for the
  /// export to report.
  package func canContain(_ track: UInt32, of document: Document, into fileType: FileType) -> Bool {
    var request = RemuxRequest(fileType)
    request.tracks = [track]
    request.allowsLoss = true
    do throws(ParseError) {
      _ = try remux(document, request)
      return true
    } catch {
      return error.code != .unsupported
    }
  }

  /// Returns the media of each track, with their edit lists; empty for formats without sample
  /// tables.
  ///
  /// - Throws: ``ParseError``, as ``RemuxableFormat/media(of:in:hidingPreroll:)`` does.
  package func media(
    of document: Document, hidingPreroll: Bool? = nil
  ) throws(ParseError) -> [TrackMedia] {
    try format.remuxable?.media(of: document, in: window, hidingPreroll: hidingPreroll) ?? []
  }

  // MARK: Recognition

  /// The maximum size of a file: 8 PiB, so that no sum of offsets and no number of bits exceeds 64
  /// bits.
  private static let longest: Int64 = 1 << 53

  /// Returns the format of a file: the first certain match, or else the most likely one.
  ///
  /// - Throws: `backend` when no format with a signature matches with certainty, but the file is of
  ///   an unsupported kind; `unknownFormat` when nothing matches; `limitExceeded` when the file is
  ///   too large.
  private static func format(
    of window: SourceWindow, among formats: FormatRegistry
  ) throws(ParseError) -> any MediaFormat {
    guard window.length <= longest else {
      throw ParseError(
        .limitExceeded, at: 0, "the file size of \(window.length) bytes exceeds the maximum")
    }
    let bytes = try window.bytes(at: 0, upTo: 4096)
    guard !bytes.isEmpty else { throw ParseError(.unknownFormat, at: 0, "the file is empty") }
    let head = FormatHead(bytes, stream: StreamTags.beginning(following: bytes, window))
    var best: Candidate?
    for format in formats.formats where format.match(head, window, &best) {
      return format
    }
    // A stream is accepted only when no other format matches.
    if let kind = try UnsupportedFormats.name(of: bytes, in: window) {
      throw ParseError(.backend, at: 0, "\(kind) is not supported")
    }
    for format in formats.streams where format.match(head, window, &best) {
      return format
    }
    guard let best else {
      throw ParseError(.unknownFormat, at: 0, "not a recognised media file")
    }
    return best.format
  }
}

/// The most likely format so far.
private typealias Candidate = (format: any MediaFormat, likelihood: Int)

extension MediaFormat {
  /// Whether the match is certain; a probable match replaces a less likely candidate.
  fileprivate func match(
    _ head: FormatHead, _ window: SourceWindow, _ best: inout Candidate?
  ) -> Bool {
    switch match(head, window) {
    case .yes: return true
    case .maybe(let likelihood) where likelihood > (best?.likelihood ?? 0):
      best = (self, likelihood)
    case .maybe, .no: break
    }
    return false
  }
}

extension Document {
  /// Returns the document in which text declared as Latin-1 is reread in a different encoding.
  package func reread(as source: SourceEncoding) -> Document {
    var document = self
    let (encoding, finding) = source.encoding(for: items)
    if let finding { document.diagnostics.append(finding) }
    guard let encoding else { return document }
    document.items = items.map { item in
      if case .changed(let new) = item.reread(as: encoding) { new } else { item }
    }
    return document
  }
}
