internal import LibAV
package import MetaCore
package import SystemPackage

/// The formats and containers of libavformat, for programs that have it in their process.
package final class LibAVBackend: CaptureBackend {
  private let capture: (any CaptureSystem)?

  /// Makes one; `capture` is what a program has that links libavdevice and libavfilter.
  package init(capture: (any CaptureSystem)? = nil) { self.capture = capture }

  /// The devices of the program.
  package var captureDevices: CaptureDevices {
    let devices = capture.map { CaptureDevices([LibAVDevices($0)]) }
    return devices.map { CaptureDevices.standard.adding($0) } ?? .standard
  }

  /// A filter of a graph of libavfilter.
  ///
  /// - Throws: ``MetaError`` with `backend` in a program without it, `invalidAttributes` for a
  ///   graph that does not parse.
  package func filter(graph: String) throws(MetaError) -> any VideoFilter {
    guard let capture else {
      throw MetaError(.backend, reason: "there are no filter graphs in this program")
    }
    return try capture.filter(graph: graph)
  }

  /// The formats of MetaCore and those of libavformat.
  package var formats: FormatRegistry { ForeignFormats.registry }

  /// The decoders of libavcodec, in software.
  package var codecs: MediaCodecs { ForeignCodecs.all }

  /// The bytes at a URL (`http`, `https`), by range requests; servers are authenticated by their
  /// certificates.
  ///
  /// - Throws: ``ParseError`` with `io` and the reason.
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

  /// The loudness of a track, as libebur128 measures it.
  ///
  /// - Throws: ``MetaError``, as `Asset.loudness(ofTrack:measuresTruePeak:)` does.
  package func loudness(
    of asset: Asset, track: UInt32?, measuresTruePeak: Bool, progress: (Double) -> Void,
    isCancelled: () -> Bool
  ) throws(MetaError) -> MeasuredLoudness {
    try asset.measuredLoudness(
      ofTrack: track, measuresTruePeak: measuresTruePeak,
      codecs: MediaCodecs.standard.adding(codecs), progress: progress, isCancelled: isCancelled
    ).measured
  }

  /// What TagLib and libavformat read in a file.
  package func readings(
    of source: any ByteSource, name: String, kind: String
  ) -> [ForeignReading] {
    [OtherReaders.tagLib(source, name), OtherReaders.libavformat(source, kind)]
  }
}
