public import SystemPackage

/// The folder for data that outlives a command: `$XDG_STATE_HOME/metatool`, by default
/// `~/.local/state/metatool`.
///
/// It contains undo data, the old names of renamed files, and journals of commands in progress.
/// ``EditOptions/state`` selects it.
public struct StateFolder: Sendable, Hashable {
  /// The path of the folder.
  package let path: FilePath
  /// The limit for all undo data, in bytes; a single edit may use a quarter of it.
  package var undoLimit = StateFolder.standardUndoLimit

  /// Creates a value for a path; the folder itself is only created when it is needed.
  public init(_ path: FilePath) { self.path = path }

  /// The user's state folder; nil if it cannot be determined from the environment.
  public static var standard: StateFolder? {
    let path =
      ProcessFacts.path("metatool", below: "XDG_STATE_HOME")
      ?? ProcessFacts.path(".local/state/metatool", below: "HOME")
    return path.map { StateFolder($0) }
  }

  /// The undo data in this folder.
  package var undo: UndoStore {
    var store = UndoStore(folder: path.appending("undo"))
    store.limits.total = undoLimit
    store.limits.single = undoLimit / 4
    return store
  }

  /// The default limit for undo data: 256 MiB.
  package static let standardUndoLimit: Int64 = 256 << 20

  /// The folder for transaction journals.
  var transactions: FilePath { path.appending(StateFolder.transactionsName) }

  /// The name of the folder for transaction journals, which is next to the folder for undo data.
  static let transactionsName = "transactions"

  /// The folder for the old names of renamed files.
  var renames: FilePath { path.appending("renames") }

  /// The folder for journals that cannot be next to their files.
  var journals: FilePath { path.appending("journal") }
}
