package import SystemPackage

/// Reads formats for an asset that MetaCore does not read; MetaForeign has two backends, in this
/// process and in a helper process.
package protocol AssetBackend: AnyObject, Sendable {
  /// The formats that are read in this process.
  var formats: FormatRegistry { get }

  /// Reads a file that none of ``formats`` reads; nil when its format is not supported either.
  ///
  /// - Throws: ``MetaError`` when it cannot be read, `backend` when the helper is not installed.
  func document(of path: FilePath) throws(MetaError) -> Document?
}
