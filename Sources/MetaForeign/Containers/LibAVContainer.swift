internal import LibAV
internal import MetaCore

/// A format of MetaCore's registry for one ``ContainerKind``: MetaCore recognises the file,
/// libavformat describes it; the format is read-only.
///
/// ``MatroskaTags`` replaces libavformat's version of Matroska tags. Without decoding, `verify`
/// checks only Matroska elements (``MatroskaCheck``) and the frames of AC-3 and E-AC-3.
/// `LibAVCodecs` decodes the media.
struct LibAVContainer: MediaFormat {
  let kind: ContainerKind

  init(_ kind: ContainerKind) { self.kind = kind }

  var descriptor: FormatDescriptor {
    FormatDescriptor(name: kind.name, extensions: kind.extensions, keySpaces: [kind.keySpace])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    guard let name = try? UnsupportedFormats.name(of: head.bytes, in: window) else { return .no }
    return kind.names.contains(name) ? .yes : .no
  }

  /// Reads a file with libavformat, whose log messages become findings.
  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var document = Document(
      fileType: kind.fileType, container: ContainerDescription(kind: kind.kind),
      size: window.source.length, precedence: [kind.keySpace])
    if kind.kind == "matroska" { describeDocType(window, &document) }
    var log: [LogLine] = []
    try LogCapture.collect(into: &log) { () throws(ParseError) in
      let input = try LibAVContainer.open(window.source, kind.demuxer)
      ForeignContent(kind: kind, input: input).fill(&document, options)
    }
    if kind.kind == "matroska", options.items { MatroskaTags.replaceItems(of: &document, window) }
    document.diagnostics += findings(log, limit: options.limits.diagnostics)
    return document
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    throw ParseError(
      .unsupported, at: 0, "showing the structure of \(kind.name) files is not supported")
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    throw ParseError(
      .unsupported, at: 0, "digests of the samples in \(kind.name) files are not supported")
  }

  /// Checks Matroska elements and AC-3 frames; for other kinds of file, the report states only that
  /// they are not checked.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    switch kind.kind {
    case "matroska":
      report.addGap(.matroska)
      var check = MatroskaCheck(window, limits: limits)
      try check.run(&report)
    case "ac3", "eac3":
      // Frames whose bytes are swapped are not checked.
      let start = try window.bytes(at: 0, upTo: 2)
      guard start[0] != 0x77 || start[1] != 0x0B else { return report.addGap(.foreign) }
      let path = StructurePath([kind.kind])
      try report.checkDolbyStream(window, in: 0..<window.source.length, path)
    default: report.addGap(.foreign)
    }
  }

  /// Sets the file type and the kind of a WebM file, which is a Matroska file with the document
  /// type `webm` in its EBML header (RFC 8794 §11.2.6).
  private func describeDocType(_ window: SourceWindow, _ document: inout Document) {
    guard let head = try? window.bytes(at: 0, upTo: 64) else { return }
    let isWebM = Array(head.bytes).firstRange(of: Array("webm".utf8)) != nil
    if isWebM { document.fileType = "org.webmproject.webm" }
    document.container.kind = isWebM ? "webm" : "matroska"
  }

  /// Returns findings for the lines that libavformat has logged.
  private func findings(_ log: [LogLine], limit: Int) -> [Diagnostic] {
    log.prefix(limit).map { line in
      Diagnostic(
        code: line.level == .error ? .malformed : .oddity,
        path: StructurePath([kind.kind]), offset: nil, message: line.text)
    }
  }

  /// Opens a source with one of libavformat's demuxers.
  ///
  /// - Throws: ``ParseError`` with `malformed`, whatever the reason.
  static func open(
    _ source: any ByteSource, _ demuxer: String, _ options: [MediaEntry] = [],
    readAhead: InputContainer.ReadAhead = .always
  ) throws(ParseError) -> InputContainer {
    do {
      return try InputContainer(
        InputBytes(source), demuxer: demuxer, options: options, readAhead: readAhead)
    } catch {
      // Demuxers report malformed data with many codes; system errors were caught when the file was
      // opened.
      throw ParseError(.malformed, at: 0, error.description)
    }
  }

  /// Converts an error of FFmpeg's libraries.
  static func parseError(_ error: LibAVError) -> ParseError {
    if error.isAboutOutput { return ParseError(.unsupported, at: 0, error.description) }
    return ParseError(error.isAboutSystem ? .io : .malformed, at: 0, error.description)
  }
}

extension InputBytes {
  /// Creates the input from a MetaCore source.
  init(_ source: any ByteSource) {
    self.init(length: source.length) { offset, count in
      try? source.read(at: offset, count: count)
    }
  }
}
