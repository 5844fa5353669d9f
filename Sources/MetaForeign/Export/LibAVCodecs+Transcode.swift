internal import MetaCore
internal import SystemPackage

extension LibAVCodecs: TranscodeLibrary {
  var formats: FormatRegistry { ForeignFormats.registry }

  /// Returns the metadata of a file that only libavformat reads, for a movie with new samples.
  func metadata(
    of document: Document, at path: FilePath, for output: FilePath, _ options: ExportOptions
  ) throws -> ConvertedMetadata {
    guard let kind = OutputKind.named(options.fileType?.pathExtension ?? output.extension ?? "")
    else {
      throw ParseError(
        .unsupported, at: 0, "writing .\(output.extension ?? "") files is not supported")
    }
    let source = try FileSource(path: path)
    var job = ForeignExportJob(
      path: path, document: document,
      reader: try FormatReader(source, formats: ForeignFormats.registry), source: source,
      kind: kind, options: options, progress: nil)
    return try job.movedMetadata()
  }
}
