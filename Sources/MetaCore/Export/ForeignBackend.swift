package import SystemPackage

/// The functions of FFmpeg's and other libraries that the commands of metatool use: additional
/// formats, codecs, exports, downloads, loudness, and the readings of other programs' libraries;
/// implemented by MetaForeign.
///
/// It is restricted to classes because copying an optional existential costs 43,000 instructions at
/// each startup.
package protocol ForeignBackend: AnyObject, Sendable {
  /// The formats of MetaCore and of the backend.
  var formats: FormatRegistry { get }

  /// The codecs that the backend provides in addition to those of MetaCore.
  var codecs: MediaCodecs { get }

  /// Fetches the bytes at a URL (`http`, `https`); `caFile` contains the certificates of trusted
  /// authorities, and a nil value means those of the system.
  ///
  /// - Throws: ``ParseError`` with `io` if the bytes cannot be fetched.
  func fetch(
    _ address: String, at offset: Int64, count: Int, trusting caFile: FilePath?
  ) throws(ParseError) -> FetchedSource.FetchedBytes

  /// Exports a file from or to a format that MetaCore does not support; with `isDryRun`, only plans
  /// the export.
  ///
  /// - Throws: ``MetaError``: `refused`, or the error from reading or writing.
  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> ForeignExport

  /// Measures the loudness of a track, by default the first audio track. `progress` receives the
  /// position in seconds; `isCancelled` is polled.
  ///
  /// - Throws: ``MetaError``: `notAvailable`, `noDecoder`, `cancelled`, or the reason why reading
  ///   failed.
  func loudness(
    of asset: Asset, track: UInt32?, measuresTruePeak: Bool, progress: (Double) -> Void,
    isCancelled: () -> Bool
  ) throws(MetaError) -> MeasuredLoudness

  /// Returns the metadata that the libraries used by other programs read from a file; `name` is the
  /// file name, `kind` the container format.
  func readings(of source: any ByteSource, name: String, kind: String) -> [ForeignReading]
}

/// An ``AssetBackend`` that also exports from and to formats that MetaCore does not support, used
/// by ``ExportSession`` in programs that link the library.
package protocol ExportingBackend: AssetBackend {
  /// The file types that the backend can write.
  var exportedFileTypes: [FileType] { get }

  /// Exports a file; with `isDryRun`, only plans the export.
  ///
  /// - Throws: ``MetaError``: `refused`, or the error from reading or writing.
  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> EditResult
}

/// The result of an export from or to a format that MetaCore does not support: the new file, and
/// the content that it loses.
public struct ForeignExport: Sendable {
  /// The type of the new file.
  public var fileType: FileType
  /// Media that is not in the new file.
  public var losses: [Diagnostic] = []
  /// Metadata that is not in the new file.
  public var metadataLosses: [ConversionLoss] = []
  /// Additional notes.
  public var notes: [Diagnostic] = []
  /// The private data that was removed, and the private data that the new file may still contain;
  /// nil if the filter is not for sharing.
  public var privacy: PrivateData.Report?
  /// The size of the new file; nil if none was written.
  public var bytesWritten: Int64?

  /// Creates an empty result.
  package init(_ fileType: FileType) { self.fileType = fileType }
}
