package import SystemPackage

/// What an asset uses for formats that MetaCore does not read; MetaForeign has two, in this process and in another.
package protocol AssetBackend: AnyObject, Sendable {
  /// The formats that are read in this process.
  var formats: FormatRegistry { get }

  /// Reads a file that none of ``formats`` reads; nil when nothing else does.
  ///
  /// - Throws: ``MetaError`` when it cannot be read, `backend` when the helper is not installed.
  func document(of path: FilePath) throws(MetaError) -> Document?
}
