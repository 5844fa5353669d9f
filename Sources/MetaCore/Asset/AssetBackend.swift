package import SystemPackage

/// A backend that reads formats MetaCore does not support; MetaForeign has two, one in this process
/// and one in a helper process.
package protocol AssetBackend: AnyObject, Sendable {
  /// The formats read in this process.
  var formats: FormatRegistry { get }

  /// Reads a file whose format is not among ``formats``; returns nil if the backend does not
  /// support it either.
  ///
  /// - Throws: ``MetaError`` if it cannot be read, `backend` if the helper is not installed.
  func document(of path: FilePath) throws(MetaError) -> Document?
}
