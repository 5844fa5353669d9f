public import SystemPackage

/// The folder in which metatool keeps what outlives a command: `$XDG_STATE_HOME/metatool`, by default `~/.local/state/metatool`.
public struct StateFolder: Sendable, Hashable {
  /// Its path.
  package let path: FilePath
  /// How many bytes of undo are kept in all; a single edit may have a quarter of it.
  package var undoLimit = StateFolder.standardUndoLimit

  /// A folder at a path; it is made when something is put there.
  public init(_ path: FilePath) { self.path = path }

  /// The folder of the user; nil when the environment names none.
  public static var standard: StateFolder? {
    let path =
      ProcessFacts.path("metatool", below: "XDG_STATE_HOME")
      ?? ProcessFacts.path(".local/state/metatool", below: "HOME")
    return path.map { StateFolder($0) }
  }

  /// The undo that is kept here.
  package var undo: UndoStore {
    var store = UndoStore(folder: path.appending("undo"))
    store.limits.total = undoLimit
    store.limits.single = undoLimit / 4
    return store
  }

  /// How many bytes of undo are kept where nothing else is set: 256 MiB.
  package static let standardUndoLimit: Int64 = 256 << 20

  /// Where the journals of edits lie that are done together.
  var transactions: FilePath { path.appending(StateFolder.transactionsName) }

  /// The name of the folder of transactions, which lies beside the folder of undo.
  static let transactionsName = "transactions"

  /// Where the old names of files are kept that were renamed.
  var renames: FilePath { path.appending("renames") }

  /// Where journals lie for which there is no place beside their files.
  var journals: FilePath { path.appending("journal") }
}
