internal import LibAV
package import MetaCore
package import SystemPackage

/// The formats and containers of libavformat, for programs that have it in their process.
package struct LibAVBackend: ForeignBackend {
  /// Makes one; there is nothing to start.
  package init() {}

  /// The formats of MetaCore and those of libavformat.
  package var formats: FormatRegistry { ForeignFormats.registry }

  /// Bytes behind an address (`http`, `https`), by one request for a range.
  ///
  /// - Throws: ``ParseError`` with `io`, in libavformat's words.
  package func fetch(
    _ address: String, at offset: Int64, count: Int
  ) throws(ParseError) -> FetchedSource.Piece {
    var log: [LogLine] = []
    do {
      let piece = try LogCapture.collect(into: &log) { () throws(LibAVError) in
        try WebBytes.fetch(address, at: offset, count: count)
      }
      return FetchedSource.Piece(bytes: piece.bytes, length: piece.length)
    } catch {
      throw ParseError(.io, at: offset, error.description)
    }
  }

  /// Exports a file from or to a container that MetaCore does not write.
  ///
  /// - Throws: ``MetaError``, as ``ForeignExporter`` does.
  package func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> ForeignExport {
    let exporter = ForeignExporter(path: path, options: options, progress: progress)
    return try exporter.export(to: output, isDryRun: isDryRun)
  }
}
