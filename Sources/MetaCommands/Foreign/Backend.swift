internal import MetaCore
internal import Synchronization

/// Formats that MetaCore leaves to others: `metatool-foreign` has them in its own process, `metatool` asks that program.
enum Backend {
  private static let backend = Mutex<(any ForeignBackend)?>(nil)

  /// That of this process; nil in `metatool`.
  static var installed: (any ForeignBackend)? { backend.withLock { $0 } }

  /// Takes over what main has brought, once, before anything else.
  static func install(_ new: any ForeignBackend) { backend.withLock { $0 = new } }
}
