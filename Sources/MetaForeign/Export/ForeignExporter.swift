package import MetaCore
package import SystemPackage

/// Exports a file to another container where MetaCore cannot do so itself: libavformat copies the
/// packets, MetaCore converts the metadata; nothing is encoded.
///
///     var options = ExportOptions()
///     options.edits = [.set(.title, .string("Holiday"))]
///     try ForeignExporter(path: "holiday.mkv", options: options).export(to: "holiday.mp4")
///
/// If MetaCore can edit the output format, the export writes an unnamed temporary file first and
/// then adds the metadata; otherwise the metadata is written along with the media. The output
/// appears complete or not at all. Exports within the QuickTime/MP4 family, and of MPEG audio or
/// ADTS to the same format, use `FileExporter` instead.
package struct ForeignExporter: Sendable {
  /// The input file.
  package let path: FilePath
  /// The options; the extension of the output determines the container, and has to agree with
  /// their file type.
  package var options: ExportOptions
  /// Receives the progress.
  package var progress: (@Sendable (Double) -> Void)?
  /// The file whose attributes the output gets; nil means the input file.
  private var original: FilePath?

  /// Creates an exporter; does no I/O.
  package init(
    path: FilePath, options: ExportOptions = ExportOptions(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) {
    (self.path, self.options, self.progress) = (path, options, progress)
  }

  /// Exports to `output`; with `isDryRun`, only copies the packets to a temporary file and plans
  /// the rest.
  ///
  /// Cancelling the task cancels the export.
  ///
  /// - Throws: ``MetaError``: `refused` if the output cannot store everything requested, or exists
  ///   and must not be replaced, `cancelled`, and errors from reading and writing.
  @discardableResult
  package func export(
    to output: FilePath, isDryRun: Bool = false
  ) throws(MetaError) -> ForeignExport {
    do {
      return try export(to: output, isDryRun)
    } catch {
      throw MetaError(exporting: path, error)
    }
  }

  /// Performs the checks that do not require reading media, and runs the export, after an exact cut
  /// if a range is requested and MetaCore can cut the source.
  private func export(to output: FilePath, _ isDryRun: Bool) throws -> ForeignExport {
    let kind = try OutputKind.named(output.extension ?? "", as: options.fileType)
    try FileExporter(path: path, options: options).checkOutput(output)
    guard options.movieFragmentInterval == nil || kind.isMovie else {
      throw ParseError(.unsupported, at: 0, "\(kind.name) does not support movie fragments")
    }
    let source = try FileSource(path: path)
    let reader = try FormatReader(source, formats: ForeignFormats.registry)
    let document = try reader.document()
    if options.timeRange != nil, !isDryRun, let type = reader.targets(of: document).first {
      return try afterCut(as: type, for: output, isDryRun)
    }
    var job = ForeignExportJob(
      path: path, document: document, reader: reader, source: source, kind: kind, options: options,
      progress: progress)
    if let original { job.original = original }
    return try job.run(to: output, isDryRun)
  }

  /// Makes an exact cut in the original format, then exports the result.
  private func afterCut(
    as type: MetaCore.FileType, for output: FilePath, _ isDryRun: Bool
  ) throws -> ForeignExport {
    var cutting = ExportOptions()
    cutting.fileType = type
    cutting.timeRange = options.timeRange
    cutting.allowsLoss = options.allowsLoss
    let draft = try FileExporter(path: path, options: cutting).draft(to: output)
    let file = try OutputFile(for: output)
    defer { file.discard() }
    try OutputWriter.copy(draft.plan, of: path, to: file)
    var rest = options
    rest.timeRange = nil
    var exporter = ForeignExporter(path: file.path, options: rest, progress: progress)
    exporter.original = path
    var export = try exporter.export(to: output, isDryRun)
    export.losses = draft.losses + export.losses
    return export
  }
}

extension MetaError {
  /// Creates an error as for an edit, except that a refusal has no offset, because it concerns the
  /// new container.
  init(exporting file: FilePath, _ error: any Error) {
    if let error = error as? ParseError, error.isRefusal {
      self.init(.refused, file: file, reason: error.reason, underlying: error)
    } else {
      self.init(editing: file, error)
    }
  }
}
