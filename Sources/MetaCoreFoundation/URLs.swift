#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import MetaCore
internal import SystemPackage

extension Asset {
  /// An asset of a file; nothing is opened yet.
  ///
  /// Loading an asset of another URL than that of a file fails with `notReadable`.
  public convenience init(url: URL, options: ReadOptions = ReadOptions()) {
    self.init(path: FilePath(file: url), options: options)
  }

  /// The file as a URL; nil for bytes in memory.
  public var url: URL? { path.map { URL(filePath: $0.string, directoryHint: .notDirectory) } }

  /// An asset of the bytes of a file.
  public convenience init(data: Data, options: ReadOptions = ReadOptions()) {
    self.init(bytes: Array(data), options: options)
  }
}

extension Document {
  /// Reads a file synchronously.
  ///
  /// - Throws: ``MetaError``, as `init(contentsOf:options:)` of a path does.
  public init(contentsOf url: URL, options: ReadOptions = ReadOptions()) throws(MetaError) {
    try self.init(contentsOf: FilePath(file: url), options: options)
  }
}

extension ExportSession {
  /// Exports to a file of a type; without one, of that which the extension names.
  ///
  /// - Throws: ``MetaError``, as `export(to:as:)` of a path does.
  @discardableResult
  public func export(
    to url: URL, as fileType: MetaCore.FileType? = nil
  ) async throws(MetaError) -> EditResult {
    try await export(to: FilePath(file: url), as: fileType)
  }
}

extension FilePath {
  /// The path of a file URL; the whole text of another one, which no file has.
  fileprivate init(file url: URL) {
    self.init(url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString)
  }
}
