#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import MetaCore
internal import SystemPackage

extension Asset {
  /// Creates an asset for a file; does no I/O.
  ///
  /// Loading an asset with a URL that is not a file URL fails with `notReadable`.
  public convenience init(url: URL, options: ReadOptions = ReadOptions()) {
    self.init(path: FilePath(file: url), options: options)
  }

  /// The URL of the file; nil for data in memory.
  public var url: URL? { path.map { URL(filePath: $0.string, directoryHint: .notDirectory) } }

  /// Creates an asset for the contents of a file in memory, which are copied.
  public convenience init(data: Data, options: ReadOptions = ReadOptions()) {
    self.init(bytes: Array(data), options: options)
  }
}

extension Document {
  /// Reads a file synchronously.
  ///
  /// - Throws: ``MetaError``, as for `init(contentsOf:options:)` for a path.
  public init(contentsOf url: URL, options: ReadOptions = ReadOptions()) throws(MetaError) {
    try self.init(contentsOf: FilePath(file: url), options: options)
  }
}

extension ExportSession {
  /// Exports to a file, by default of the type that its extension specifies.
  ///
  /// - Throws: ``MetaError``, as for `export(to:as:)` for a path.
  @discardableResult
  public func export(
    to url: URL, as fileType: MetaCore.FileType? = nil
  ) async throws(MetaError) -> EditResult {
    try await export(to: FilePath(file: url), as: fileType)
  }
}

extension FilePath {
  /// Creates the path of a file URL; for other URLs, a path that does not exist.
  fileprivate init(file url: URL) {
    self.init(url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString)
  }
}
