public import MetaCore
public import SystemPackage

/// Where FFmpeg's libraries run for an asset that they read: in the process of the caller, or in a
/// helper process, which protects the caller from crashes.
public struct ForeignIsolation: Sendable {
  /// This process, or the helper, with its path (nil for the installed one) and its timeout.
  enum Kind: Sendable {
    case none
    case helper(FilePath?, timeout: Duration)
  }

  let kind: Kind

  /// In this process: no helper has to be installed, but a file that crashes a library ends this
  /// process.
  public static let none = ForeignIsolation(kind: .none)

  /// In the program `metatool-foreign`, as the command line does: a crash, a hang or excessive
  /// memory use is reported as an error for the asset.
  ///
  /// The program is located through the environment variable `METATOOL_FOREIGN`, in the folder of
  /// this program, or on `PATH`. It does not read samples: a reader for such an asset fails with
  /// `backend`.
  public static let helper = ForeignIsolation(kind: .helper(nil, timeout: .seconds(60)))

  /// Returns an isolation that uses the program at `path`, which is stopped if it does not respond
  /// for `timeout`.
  public static func helper(
    at path: FilePath, timeout: Duration = .seconds(60)
  ) -> ForeignIsolation {
    ForeignIsolation(kind: .helper(path, timeout: timeout))
  }
}

extension Asset {
  /// Creates an asset for a file in any format that MetaCore or libavformat reads: Matroska, AVI,
  /// MPEG-TS and other formats.
  ///
  ///     let film = Asset(foreign: "film.mkv", isolation: .helper)
  ///     try await ExportSession(asset: film).export(to: "film.mp4")
  ///
  /// An ``ExportSession`` for it can also export to Matroska, Ogg, FLAC, WAV and other formats.
  /// Formats that MetaCore supports are read by MetaCore, in this process.
  public convenience init(
    foreign path: FilePath, options: ReadOptions = ReadOptions(),
    isolation: ForeignIsolation = .none
  ) {
    let backend: any AssetBackend =
      switch isolation.kind {
      case .none: InProcessBackend()
      case .helper(let program, let timeout): HelperBackend(program, timeout: timeout)
      }
    self.init(path: path, options: options, backend: backend)
  }
}

/// Reads the file of `Asset(foreign:)` and exports it with libavformat in this process
/// (``ForeignIsolation/none``).
final class InProcessBackend: ExportingBackend {
  var formats: FormatRegistry { ForeignFormats.registry }
  var exportedFileTypes: [MetaCore.FileType] { OutputKind.exportedFileTypes }

  /// Returns nil, because the formats of this backend are read in the same way as MetaCore's own.
  func document(of path: FilePath) -> Document? { nil }

  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> EditResult {
    let exporter = ForeignExporter(path: path, options: options, progress: progress)
    let export = try exporter.export(to: output, isDryRun: isDryRun)
    let losses = export.losses.map(\.message) + export.metadataLosses.map(\.description)
    return EditResult(
      strategy: isDryRun ? nil : .rewrite, bytesWritten: export.bytesWritten ?? 0,
      notes: losses + export.notes.map(\.message))
  }
}
