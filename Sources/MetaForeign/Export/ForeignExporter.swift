package import MetaCore
package import SystemPackage

/// Exports a file from or to a container that MetaCore does not write: libavformat moves the
/// packets, MetaCore's converters the metadata.
///
///     var options = ExportOptions()
///     options.edits = [.set(.title, .string("Holiday"))]
///     try ForeignExporter(path: "holiday.mkv", options: options).export(to: "holiday.mp4")
///
/// What becomes a file that MetaCore can edit goes through a file without a name, and from there as
/// any other; what becomes another gets its metadata while it is written. The output appears whole
/// or not at all. Exports within the QuickTime/MP4 family, and from MP3 to MP3, are those of
/// `FileExporter`, which needs none of this.
package struct ForeignExporter: Sendable {
  /// The file.
  package let path: FilePath
  /// What is asked for; the name of the output says what it becomes.
  package var options: ExportOptions
  /// Receives the progress.
  package var progress: (@Sendable (Double) -> Void)?

  /// An exporter of a file; nothing is opened yet.
  package init(
    path: FilePath, options: ExportOptions = ExportOptions(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) {
    (self.path, self.options, self.progress) = (path, options, progress)
  }

  /// Exports to `output`; with `isDryRun`, only plans the export.
  ///
  /// Cancelling the task cancels the export.
  ///
  /// - Throws: ``MetaError``: `refused` when the new file cannot hold what is requested or exists
  ///   already, `cancelled`, or the reason why reading or writing failed.
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

  private func export(to output: FilePath, _ isDryRun: Bool) throws -> ForeignExport {
    guard let kind = OutputKind.named(output.extension ?? "") else {
      throw ParseError(
        .unsupported, at: 0, "files that end in .\(output.extension ?? "") are not written here")
    }
    try FileExporter(path: path, options: options).checkOutput(output)
    guard options.movieFragmentInterval == nil || kind.isMovie else {
      throw ParseError(.unsupported, at: 0, "\(kind.name) has no fragments of this kind")
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
    return try job.run(to: output, isDryRun)
  }

  /// Cuts with the format's own means, which are exact, and exports what comes of that.
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
    let exporter = ForeignExporter(path: file.path, options: rest, progress: progress)
    var export = try exporter.export(to: output, isDryRun)
    export.losses = draft.losses + export.losses
    return export
  }
}

extension MetaError {
  /// As for an edit, but the problem is the new container, not a byte of the file.
  init(exporting file: FilePath, _ error: any Error) {
    if let error = error as? ParseError, error.isRefusal {
      self.init(.refused, file: file, reason: error.reason, underlying: error)
    } else {
      self.init(editing: file, error)
    }
  }
}
