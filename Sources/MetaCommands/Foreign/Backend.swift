internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// Formats that MetaCore leaves to others: `metatool-foreign` has them in its own process, `metatool` asks that program.
enum Backend {
  private static let backend = Mutex<(any ForeignBackend)?>(nil)

  /// That of this process; nil in `metatool`.
  static var installed: (any ForeignBackend)? { backend.withLock { $0 } }

  /// Whether somebody is there to read what MetaCore does not.
  static var isThere: Bool { installed != nil || ForeignHelper.isInstalled }

  /// Takes over what main has brought, once, before anything else.
  static func install(_ new: any ForeignBackend) { backend.withLock { $0 = new } }

  /// What a file holds whose kind MetaCore leaves to others.
  ///
  /// - Throws: ``MetaError``, `backend` when nobody can read it.
  static func document(of path: FilePath, because reason: String) throws(MetaError) -> Document {
    do {
      if let installed {
        return try Inspector.inspect(try FileSource(path: path), formats: installed.formats)
      }
      return try ForeignHelper.shared.document(of: InputPath(path), because: reason)
    } catch let failure as Failure {
      let code: MetaError.Code = failure.status == .unavailable ? .backend : .malformed
      throw MetaError(code, file: path, reason: failure.message)
    } catch let error as ParseError {
      throw MetaError(error, file: path)
    } catch {
      throw MetaError(.io, file: path, reason: "\(error)", underlying: error)
    }
  }
}
