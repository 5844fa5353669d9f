internal import LibAV
package import MetaCore
package import SystemPackage

/// Implements MetaCore's ``CaptureBackend`` for the programs that link FFmpeg's libraries,
/// `metatool-foreign` and `metatool-capture`: formats, codecs, devices, downloads, exports,
/// loudness, and the metadata that TagLib and libavformat read.
///
/// Other types of MetaForeign do the work. Only `metatool-capture` has devices and filter graphs.
package final class LibAVBackend: CaptureBackend {
  private let capture: (any CaptureSystem)?

  /// Creates a backend; pass `capture` in programs that link libavdevice and libavfilter.
  package init(capture: (any CaptureSystem)? = nil) { self.capture = capture }

  /// The available capture devices: MetaCore's test sources, and those of the system if this
  /// program links libavdevice.
  package var captureDevices: CaptureDevices {
    let devices = capture.map { CaptureDevices([LibAVDevices($0)]) }
    return devices.map { CaptureDevices.standard.adding($0) } ?? .standard
  }

  /// Creates a filter from a libavfilter graph.
  ///
  /// - Throws: ``MetaError`` with `backend` in a program without libavfilter, or
  ///   `invalidAttributes` for a graph that cannot be parsed.
  package func filter(graph: String) throws(MetaError) -> any VideoFilter {
    guard let capture else {
      throw MetaError(.backend, reason: "this program does not support filter graphs")
    }
    return try capture.filter(graph: graph)
  }

  /// The formats of MetaCore and those of libavformat.
  package var formats: FormatRegistry { ForeignFormats.registry }

  /// The decoders and encoders of libavcodec, in software.
  package var codecs: MediaCodecs { ForeignCodecs.all }

  /// Fetches a byte range of a URL (`http`, `https`); servers are authenticated by their
  /// certificates.
  ///
  /// - Throws: ``ParseError`` with `io`, also for an invalid URL, or for a range that is empty or
  ///   longer than `WebRequest.maxBytes`.
  package func fetch(
    _ address: String, at offset: Int64, count: Int, trusting caFile: FilePath?
  ) throws(ParseError) -> FetchedSource.FetchedBytes {
    guard let place = WebAddress(address) else {
      throw ParseError(.io, at: offset, "not an http or https URL")
    }
    guard offset >= 0, (1...WebRequest.maxBytes).contains(count),
      !offset.addingReportingOverflow(Int64(count)).overflow
    else { throw ParseError(.io, at: offset, "invalid byte range") }
    let request = WebRequest(address: place, offset: offset, count: count, caFile: caFile)
    var log: [LogLine] = []
    do {
      // The lines are collected only to keep them out of other logs; the error contains the reason.
      return try LogCapture.collect(into: &log, request.fetch)
    } catch let problem as WebRequestError {
      throw ParseError(.io, at: offset, problem.reason)
    } catch let error as ParseError {
      throw error
    } catch {
      throw ParseError(.io, at: offset, "\(error)")
    }
  }

  /// Exports a file from or to a container that MetaCore does not write.
  ///
  /// - Throws: ``MetaError``, as for ``ForeignExporter``.
  package func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> ForeignExport {
    let exporter = ForeignExporter(path: path, options: options, progress: progress)
    return try exporter.export(to: output, isDryRun: isDryRun)
  }

  /// Measures the loudness of a track with libebur128.
  ///
  /// - Throws: ``MetaError``, as for `Asset.loudness(ofTrack:measuresTruePeak:)`.
  package func loudness(
    of asset: Asset, track: UInt32?, measuresTruePeak: Bool, progress: (Double) -> Void,
    isCancelled: () -> Bool
  ) throws(MetaError) -> MeasuredLoudness {
    try asset.measuredLoudness(
      ofTrack: track, measuresTruePeak: measuresTruePeak,
      codecs: MediaCodecs.standard.adding(codecs), progress: progress, isCancelled: isCancelled
    ).measured
  }

  /// Returns the metadata that TagLib and libavformat read from a file.
  package func readings(
    of source: any ByteSource, name: String, kind: String
  ) -> [ForeignReading] {
    [LibraryReaders.tagLib(source, name), LibraryReaders.libavformat(source, kind)]
  }
}
