/// Reads files of every known format: recognises the format, then lets it read.
public enum Inspector {
  /// What a file holds.
  ///
  /// `options` says what to read, and how far to go for it.
  ///
  /// - Throws: ``ParseError``: `unknownFormat` when nothing knows the bytes, `backend` when they are of a kind that is
  ///   known but not read here, or whatever makes the file as a whole unreadable.
  public static func inspect(
    _ source: any ByteSource, options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> Document {
    try inspect(SourceWindow(source), options: options)
  }

  /// The same with a choice of formats.
  ///
  /// - Throws: ``ParseError``, as the other one does.
  package static func inspect(
    _ source: any ByteSource, options: ReadOptions = ReadOptions(), formats: FormatRegistry
  ) throws(ParseError) -> Document {
    try inspect(SourceWindow(source), options: options, formats: formats)
  }

  /// What a file holds, where its bytes are read through the same window as in the steps that follow.
  static func inspect(
    _ window: SourceWindow, options: ReadOptions = ReadOptions(),
    formats: FormatRegistry = .standard
  ) throws(ParseError) -> Document {
    var document = try format(of: window, among: formats).inspect(window, options: options)
    document.source = window.source.sourceIdentity
    if let encoding = options.sourceEncoding {
      document.items = document.items.map { item in
        if case .changed(let new) = item.reread(as: encoding) { new } else { item }
      }
    }
    if options.items {
      var log = DiagnosticLog(limit: options.limits.diagnostics)
      document.artwork = ArtworkConverter.artworks(
        among: document.items, precedence: document.precedence, window, log: &log)
      if !log.diagnostics.isEmpty { document.diagnostics += log.diagnostics }
    }
    return document
  }

  /// The tree of a file's structure: atoms, frames, chunks.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does.
  public static func structure(
    of source: any ByteSource, options: ReadOptions = ReadOptions()
  ) throws(ParseError) -> [StructureNode] {
    let window = SourceWindow(source)
    var options = options
    options.limits.structures = min(options.limits.structures, options.limits.nodes)
    return try format(of: window).structure(window, options: options)
  }

  /// Visits the samples of every track of a file; a format without tracks has one stretch or several of one.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does, and what the visitor throws.
  public static func visitMedia(
    of source: any ByteSource, limits: Limits = .standard,
    _ visit: (MediaSample) throws(ParseError) -> Void
  ) throws(ParseError) {
    let window = SourceWindow(source)
    try format(of: window).visitMedia(window, limits: limits, visit)
  }

  /// Checks everything of the media of a file that its format lets be checked without decoding: checksums, sizes, numbers that follow each other,
  /// tables that agree.
  ///
  /// The file is read to its end, with little memory. What is wrong stands in the report, with what was checked and what cannot be known.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does.
  public static func integrity(
    of source: any ByteSource, limits: Limits = .standard
  ) throws(ParseError) -> IntegrityReport {
    try integrity(of: source, limits: limits, formats: .standard)
  }

  /// The same with a choice of formats.
  ///
  /// - Throws: ``ParseError``, as the other one does.
  package static func integrity(
    of source: any ByteSource, limits: Limits = .standard, formats: FormatRegistry
  ) throws(ParseError) -> IntegrityReport {
    let window = SourceWindow(source)
    var report = IntegrityReport(limits: limits)
    try format(of: window, among: formats).check(window, limits: limits, &report)
    return report
  }

  /// The places for new entries of a document that was read through `window`; none where the format cannot be edited.
  ///
  /// - Throws: ``ParseError``, as ``inspect(_:options:)`` does.
  static func homes(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> [ItemHome] {
    try format(of: window).editable?.homes(of: document) ?? []
  }

  /// What an edit makes of the file that a document was read from; nil when it cannot be laid out in this shape.
  ///
  /// - Throws: ``ParseError``: `unsupported` when the format cannot be edited, or this edit not with certainty; `notRepresentable` when the
  ///   format cannot hold what is asked for.
  static func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: PlanShape
  ) throws(ParseError) -> EditPlan? {
    try shape.check()
    let format = try format(of: window)
    guard let format = format.editable else {
      throw ParseError(.unsupported, at: 0, "\(format.descriptor.name) cannot be edited")
    }
    guard edit.clearsPrivate else {
      return try format.plan(edit, of: document, in: window, shape: shape)
    }
    // The format plans for a file in which the traces are gone already; where it keeps bytes, they go in the end.
    var traces = try format.traces(of: document, in: window)
    try traces.addPictures(of: document, in: window)
    let masked = SourceWindow(MaskedSource(source: window.source, mask: traces.mask))
    var plan = try format.plan(edit, of: document, in: masked, shape: shape)
    if let rewrite = try plan?.rewrite.masked(by: traces.mask, of: window.source) {
      plan?.rewrite = rewrite
      plan?.privacy = traces.report
      try prove(rewrite, edit, of: window, by: format)
    }
    return plan
  }

  /// Inspects the file that a plan makes once more: what was removed cannot be found there.
  ///
  /// - Throws: `unsupported` when something private is left that was said to be removed.
  private static func prove(
    _ rewrite: RewritePlan, _ edit: DocumentEdit, of window: SourceWindow,
    by format: any EditableFormat
  ) throws(ParseError) {
    let planned = SourceWindow(PlannedSource(rewrite, of: window.source))
    let document = try inspect(planned)
    var traces = try format.traces(of: document, in: planned)
    try traces.addPictures(of: document, in: planned)
    let asked = Set(edit.changes.flatMap(\.items).map(\.identifier))
    traces.report.removed +=
      PrivateData.Report(withheldOf: document.items) {
        !asked.contains($0.identifier)
      }.removed
    guard let finding = traces.report.removed.first else { return }
    throw ParseError(
      .unsupported, at: 0,
      "\(finding.place): private data (\(finding.name)) would still be found there")
  }

  /// The new file that the media of a document are taken into, which was read through `window`.
  ///
  /// - Throws: ``ParseError``: `unsupported` when the format's media cannot be taken out, or not into this target; and as
  ///   ``RemuxableFormat/remux(_:in:_:)`` does.
  static func remux(
    _ document: Document, in window: SourceWindow, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan {
    let format = try format(of: window)
    guard let format = format.remuxable else {
      throw ParseError(
        .unsupported, at: 0, "\(format.descriptor.name) cannot be exported here")
    }
    return try format.remux(document, in: window, request)
  }

  /// The media of each track of a document that was read from `source`, and what is played of them; empty for formats without tables of samples.
  ///
  /// - Throws: ``ParseError``, as ``RemuxableFormat/media(of:in:hidingPreroll:)`` does.
  package static func media(
    of document: Document, in source: any ByteSource, hidingPreroll: Bool? = nil
  ) throws(ParseError) -> [TrackMedia] {
    let window = SourceWindow(source)
    do {
      let format = try format(of: window).remuxable
      return try format?.media(of: document, in: window, hidingPreroll: hidingPreroll) ?? []
    } catch {
      guard error.code == .backend else { throw error }
      return []
    }
  }

  /// The types of files that a document, which was read through `window`, can become; its own first.
  static func targets(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> [FileType] {
    try format(of: window).remuxable?.targets(of: document) ?? []
  }

  /// The same for a document that was read from `source`.
  package static func targets(
    of document: Document, in source: any ByteSource
  ) throws(ParseError) -> [FileType] {
    let window = SourceWindow(source)
    do { return try targets(of: document, in: window) } catch {
      // What is of a format of others becomes nothing here.
      guard error.code == .backend else { throw error }
      return []
    }
  }

  /// The same for a document that was read from `source`.
  package static func homes(
    of document: Document, in source: any ByteSource
  ) throws(ParseError) -> [ItemHome] {
    try homes(of: document, in: SourceWindow(source))
  }

  /// The same for a document that was read from `source`.
  package static func plan(
    _ edit: DocumentEdit, of document: Document, in source: any ByteSource, shape: PlanShape
  ) throws(ParseError) -> EditPlan? {
    try plan(edit, of: document, in: SourceWindow(source), shape: shape)
  }

  /// The formats that are read here.
  public static var formats: [FormatDescriptor] {
    FormatRegistry.standard.all.map(\.descriptor)
  }

  /// What describes the format of a source.
  static func descriptor(of window: SourceWindow) throws(ParseError) -> FormatDescriptor {
    try format(of: window).descriptor
  }

  /// What a file may have at most: 8 PiB, so that no sum of offsets and no number of bits is beyond 64 bits.
  private static let longest: Int64 = 1 << 53

  private static func format(
    of window: SourceWindow, among formats: FormatRegistry = .standard
  ) throws(ParseError) -> any MediaFormat {
    guard window.length <= longest else {
      throw ParseError(
        .limitExceeded, at: 0, "\(window.length) bytes are more than a file may have")
    }
    let head = try window.bytes(at: 0, upTo: 4096)
    guard !head.isEmpty else { throw ParseError(.unknownFormat, at: 0, "the file is empty") }
    var best: Candidate?
    for format in formats.formats where format.match(head, window, &best) {
      return format
    }
    // A stream is believed only where nothing else announces itself.
    if let kind = try ForeignKinds.name(of: head, in: window) {
      throw ParseError(.backend, at: 0, "\(kind) is not read here")
    }
    for format in formats.streams where format.match(head, window, &best) {
      return format
    }
    guard let best else {
      throw ParseError(.unknownFormat, at: 0, "no known format begins like this")
    }
    return best.format
  }
}

private typealias Candidate = (format: any MediaFormat, likelihood: Int)

extension MediaFormat {
  /// Whether the format is certain; one that is not takes the place of a less likely candidate.
  fileprivate func match(
    _ head: ByteSlice, _ window: SourceWindow, _ best: inout Candidate?
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
