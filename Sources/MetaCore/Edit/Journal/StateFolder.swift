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
    // A relative path is to be ignored: XDG Base Directory Specification.
    if let state = ProcessFacts.variable("XDG_STATE_HOME"), state.isAbsolute {
      return StateFolder(state.appending("metatool"))
    }
    guard let home = ProcessFacts.variable("HOME"), home.isAbsolute else { return nil }
    return StateFolder(home.appending(".local/state/metatool"))
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
