package import SystemPackage

/// What reads and writes the formats that MetaCore leaves to others; MetaForeign has one.
///
/// A class, because to copy an optional value of an unknown type costs the start of each run (43,000 instructions).
package protocol ForeignBackend: AnyObject, Sendable {
  /// The formats of MetaCore and its own.
  var formats: FormatRegistry { get }

  /// Its codecs, besides those of MetaCore.
  var codecs: MediaCodecs { get }

  /// Bytes behind an address (`http`, `https`); `caFile` has the certificates of the authorities to trust, nil for those that the system trusts.
  ///
  /// - Throws: ``ParseError`` with `io` when they cannot be fetched from there.
  func fetch(
    _ address: String, at offset: Int64, count: Int, trusting caFile: FilePath?
  ) throws(ParseError) -> FetchedSource.Piece

  /// Exports a file from or to a format that MetaCore leaves to others; with `isDryRun`, says only what it would come to.
  ///
  /// - Throws: ``MetaError``: `refused`, or what could not be read or written.
  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> ForeignExport

  /// The loudness of a track, by default of the first one with audio; `progress` gets the second that is measured, and `isCancelled` is asked on the
  /// way.
  ///
  /// - Throws: ``MetaError``: `notAvailable`, `noDecoder`, `cancelled`, or what could not be read.
  func loudness(
    of asset: Asset, track: UInt32?, measuresTruePeak: Bool, progress: (Double) -> Void,
    isCancelled: () -> Bool
  ) throws(MetaError) -> MeasuredLoudness

  /// What the libraries of other programs read in a file; `name` is the file's own, `kind` that of its container.
  func readings(of source: any ByteSource, name: String, kind: String) -> [ForeignReading]
}

/// A backend of assets that also exports from and to formats which MetaCore does not write.
package protocol ExportingBackend: AssetBackend {
  /// The types of files that it writes.
  var exportedFileTypes: [FileType] { get }

  /// Exports a file; with `isDryRun`, only what it would come to.
  ///
  /// - Throws: ``MetaError``: `refused`, or what could not be read or written.
  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> EditResult
}

/// What an export from or to a format that MetaCore leaves to others came to.
public struct ForeignExport: Sendable {
  /// The type of the new file.
  public var fileType: FileType
  /// What of the media is not in the new file.
  public var losses: [Diagnostic] = []
  /// What of the metadata is not in the new file.
  public var metadataLosses: [ConversionLoss] = []
  /// What is worth knowing beside.
  public var notes: [Diagnostic] = []
  /// The private data that are not in the new file, and what may hold some; nil where the filter is not for sharing.
  public var privacy: PrivateData.Report?
  /// The size of the new file; nil where none was written.
  public var bytesWritten: Int64?

  /// Nothing yet.
  package init(_ fileType: FileType) { self.fileType = fileType }
}
