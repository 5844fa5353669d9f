package import SystemPackage

/// Reads the metadata of files whose formats MetaCore does not support, for ``Asset``: a path goes
/// in, a document comes out.
///
/// MetaForeign has two implementations, one in this process and one that asks a helper process.
package protocol AssetBackend: AnyObject, Sendable {
  /// The formats read in this process.
  var formats: FormatRegistry { get }

  /// Reads a file whose format is not among ``formats``; returns nil if the backend does not
  /// support it either.
  ///
  /// - Throws: ``MetaError`` if it cannot be read, `backend` if the helper is not installed.
  func document(of path: FilePath) throws(MetaError) -> Document?
}
