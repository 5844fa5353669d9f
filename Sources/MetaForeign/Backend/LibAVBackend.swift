internal import LibAV
package import MetaCore
package import SystemPackage

/// The formats and containers of libavformat, for programs that have it in their process.
package final class LibAVBackend: ForeignBackend {
  /// Makes one; there is nothing to start.
  package init() {}

  /// The formats of MetaCore and those of libavformat.
  package var formats: FormatRegistry { ForeignFormats.registry }

  /// The decoders of libavcodec, in software.
  package var codecs: MediaCodecs { ForeignCodecs.all }

  /// Bytes behind an address (`http`, `https`), by one request for a range; servers are believed by their certificates alone.
  ///
  /// - Throws: ``ParseError`` with `io`, which says what is wrong.
  package func fetch(
    _ address: String, at offset: Int64, count: Int, trusting caFile: FilePath?
  ) throws(ParseError) -> FetchedSource.Piece {
    guard let place = WebAddress(address) else {
      throw ParseError(.io, at: offset, "this is no address of the web")
    }
    guard offset >= 0, (1...WebRequest.mostBytes).contains(count),
      !offset.addingReportingOverflow(Int64(count)).overflow
    else { throw ParseError(.io, at: offset, "no such range can be asked for") }
    let request = WebRequest(address: place, offset: offset, count: count, caFile: caFile)
    var log: [LogLine] = []
    do {
      return try LogCapture.collect(into: &log, request.fetch)
    } catch let problem as WebProblem {
      throw ParseError(.io, at: offset, problem.reason)
    } catch let error as ParseError {
      throw error
    } catch {
      throw ParseError(.io, at: offset, "\(error)")
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
