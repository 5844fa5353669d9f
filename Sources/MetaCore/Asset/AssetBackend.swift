package import SystemPackage

/// Reads the metadata of files whose formats MetaCore does not support, on behalf of an ``Asset``:
/// it takes a path and returns a document.
///
/// MetaForeign has two implementations: one reads files in this process, the other uses a helper
/// process. Both can also export (``ExportingBackend``).
package protocol AssetBackend: AnyObject, Sendable {
  /// The formats read in this process.
  var formats: FormatRegistry { get }

  /// Reads a file whose format is not among ``formats``; returns nil if the backend does not
  /// support it either.
  ///
  /// - Throws: ``MetaError`` if it cannot be read, `backend` if the helper is not installed.
  func document(of path: FilePath) throws(MetaError) -> Document?
}
