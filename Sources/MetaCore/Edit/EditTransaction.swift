internal import Synchronization
public import SystemPackage

/// Edits of many files that are all done or none: every file is written down before its edit begins, and what takes the edits back is kept.
///
/// The journal (`BatchJournal`) holds the whole paths of the files, each ended by a zero.
public final class EditTransaction: Sendable {
  /// The number of the edits.
  public let batch: UInt64
  private let state: StateFolder
  private let journal: BatchJournal
  private let isSynchronized: Bool
  private let begun: Mutex<[FilePath]>

  /// Begins edits with these options, which have the number of the batch and the state folder.
  ///
  /// - Throws: ``MetaError`` where there is no folder that undo could be kept in, or nothing can be written there.
  public init(_ options: EditOptions) throws(MetaError) {
    guard let state = options.state else {
      throw MetaError(.io, reason: "there is no HOME to keep undo in")
    }
    batch = options.batch
    self.state = state
    isSynchronized = options.synchronizes
    begun = Mutex([])
    do throws(Errno) {
      journal = try BatchJournal.begin(String(options.batch, radix: 16), in: state)
    } catch {
      throw MetaError(error, "beginning a transaction", state.transactions)
    }
  }

  /// The transaction of a journal that was left; nil when it is of none.
  init?(left journal: BatchJournal, named name: String, in state: StateFolder) {
    guard let batch = UInt64(name, radix: 16), let bytes = try? journal.content() else {
      return nil
    }
    self.batch = batch
    self.state = state
    self.journal = journal
    isSynchronized = true
    // What stands behind the last zero was not written whole, so that its file was not touched.
    let whole = bytes[..<(bytes.lastIndex(of: 0) ?? 0)]
    begun = Mutex(whole.split(separator: 0).map { FileNames.path(of: Array($0)) })
  }

  /// Says that a file is edited next; any thread may say so.
  public func begin(_ path: FilePath) throws(MetaError) {
    let whole = FileNames.resolved(path) ?? path
    let error = begun.withLock { begun -> Errno? in
      do throws(Errno) {
        let end = try journal.file.status().identity.size
        try journal.file.write((RawArguments.bytes(of: whole) + [0])[...], at: end)
        if isSynchronized { try journal.file.synchronize() }
        begun.append(whole)
        return nil
      } catch {
        return error
      }
    }
    if let error { throw MetaError(error, "writing to the transaction's journal", journal.path) }
  }

  /// All of them are done; without `keepsUndo` they cannot be taken back any more.
  public func commit(keepsUndo: Bool) throws(MetaError) {
    do throws(Errno) {
      try journal.end()
    } catch {
      throw MetaError(error, "ending the transaction", journal.path)
    }
    guard !keepsUndo else { return }
    for entry in state.undo.entries() where entry.batch == batch {
      try? FileNames.remove(entry.path)
    }
  }

  /// Takes back what was done; the files that something else has changed meanwhile, or that are gone, are left as they are.
  ///
  /// - Returns: What could not be brought back, and why.
  public func rollBack() -> [MetaError] {
    var left: [MetaError] = []
    for path in begun.withLock({ $0.reversed() }) {
      do throws(MetaError) {
        _ = try Recovery.recover(path, state: state)
        while try state.undo.undo(path, batch: batch) != nil {}
      } catch {
        left.append(error)
      }
    }
    try? journal.end()
    return left
  }
}
