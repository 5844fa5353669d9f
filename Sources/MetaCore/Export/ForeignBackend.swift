package import SystemPackage

/// Reads and writes the formats that MetaCore does not; implemented by MetaForeign.
///
/// A class, because copying an optional existential costs 43,000 instructions at each start.
package protocol ForeignBackend: AnyObject, Sendable {
  /// The formats of MetaCore and its own.
  var formats: FormatRegistry { get }

  /// The codecs in addition to those of MetaCore.
  var codecs: MediaCodecs { get }

  /// The bytes at a URL (`http`, `https`); `caFile` has the certificates of the trusted
  /// authorities, nil for those of the system.
  ///
  /// - Throws: ``ParseError`` with `io` when they cannot be fetched.
  func fetch(
    _ address: String, at offset: Int64, count: Int, trusting caFile: FilePath?
  ) throws(ParseError) -> FetchedSource.Piece

  /// Exports a file from or to a format that MetaCore does not support; with `isDryRun`, only plans
  /// the export.
  ///
  /// - Throws: ``MetaError``: `refused`, or what could not be read or written.
  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> ForeignExport

  /// Measures the loudness of a track, by default of the first one with audio. `progress` receives
  /// the position in seconds; `isCancelled` is polled.
  ///
  /// - Throws: ``MetaError``: `notAvailable`, `noDecoder`, `cancelled`, or the reason why reading
  ///   failed.
  func loudness(
    of asset: Asset, track: UInt32?, measuresTruePeak: Bool, progress: (Double) -> Void,
    isCancelled: () -> Bool
  ) throws(MetaError) -> MeasuredLoudness

  /// What the libraries of other programs read in a file; `name` is the file name, `kind` the kind
  /// of its container.
  func readings(of source: any ByteSource, name: String, kind: String) -> [ForeignReading]
}

/// A backend that also exports from and to formats that MetaCore does not write.
package protocol ExportingBackend: AssetBackend {
  /// The file types that it writes.
  var exportedFileTypes: [FileType] { get }

  /// Exports a file; with `isDryRun`, only plans the export.
  ///
  /// - Throws: ``MetaError``: `refused`, or what could not be read or written.
  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> EditResult
}

/// The result of an export from or to a format that MetaCore does not support.
public struct ForeignExport: Sendable {
  /// The type of the new file.
  public var fileType: FileType
  /// Media that are not in the new file.
  public var losses: [Diagnostic] = []
  /// Metadata that are not in the new file.
  public var metadataLosses: [ConversionLoss] = []
  /// Further notes.
  public var notes: [Diagnostic] = []
  /// The private data that are not in the new file, and those that it may still contain; nil when
  /// the filter is not for sharing.
  public var privacy: PrivateData.Report?
  /// The size of the new file; nil when none was written.
  public var bytesWritten: Int64?

  /// Makes an empty result.
  package init(_ fileType: FileType) { self.fileType = fileType }
}
