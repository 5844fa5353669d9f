package import SystemPackage

/// Ends what a writer that died has begun, so that a file is the old one or the new one.
public enum Recovery {
  /// What was found beside a file, and what became of it.
  @nonexhaustive
  public enum Outcome: Sendable, Hashable {
    /// Nothing was found.
    case nothing
    /// The file is as it was before the edit that was cut off.
    case rolledBack
    /// The edit had been written, or could be finished: the file is the new one.
    case finished
    /// Nothing had been changed; what the writer left is removed.
    case cleaned
    /// There is a journal that does not count, for this reason.
    case ignored(String)
    /// The edit cannot be ended here; the file was read as it will be when somebody can.
    case readThrough
  }

  /// Whether something lies beside a file that a dead writer, or one at work, has put there.
  ///
  /// `mayBeLink` is false where the path is known to lead through no link at its end.
  package static func isNeeded(
    for path: FilePath, mayBeLink: Bool = true, state: StateFolder? = .standard
  ) -> Bool {
    let whole = mayBeLink && FileNames.isLink(path) ? FileNames.resolved(path) ?? path : path
    return places(of: whole, state).contains(where: \.areTaken)
  }

  /// Where something may lie that belongs to a file, whose path leads through no link.
  static func places(
    of path: FilePath, _ state: StateFolder?, _ identity: FileIdentity? = nil
  ) -> [JournalPaths] {
    var places = [JournalPaths.beside(path)]
    if let state, hasJournals(in: state),
      let identity = identity ?? (try? FileIdentity(of: path))
    {
      places.append(.elsewhere(identity, state))
    }
    return places
  }

  /// Finishes or rolls back an edit that was cut off; waits for one that is at work.
  ///
  /// - Throws: ``MetaError``: `refused` when the file may not be written, `io` when the system fails.
  package static func recover(
    _ path: FilePath, state: StateFolder? = .standard, patience: Duration = .seconds(10)
  ) throws(MetaError) -> Outcome {
    guard isNeeded(for: path, state: state) else { return .nothing }
    do {
      guard FileNames.exists(path) else {
        let left = try LeftOver.remove(JournalPaths.beside(path).temporary)
        return left ? .cleaned : .ignored("what lies next to it is in use, or not metatool's")
      }
      let target = try LockedFile.lock(path, force: true, patience: patience)
      let outcome = try settle(target, state)
      guard target.hasItsName else {
        throw target.isReplaced("it is not recovered under this name")
      }
      return outcome
    } catch {
      throw MetaError(anyOf: error, "recovering it", path)
    }
  }

  /// Ends what lies beside a file whose lock is held.
  static func settle(_ target: LockedFile, _ state: StateFolder?) throws -> Outcome {
    let places = places(of: target.path, state, target.status.identity)
    var outcome = Outcome.nothing
    for place in places {
      if FileNames.exists(place.journal) {
        outcome = try JournalReader(target, place, state).settle()
      }
      guard FileNames.exists(place.temporary) else { continue }
      let removed = try LeftOver.remove(place.temporary)
      if removed, outcome == .nothing { outcome = .cleaned }
    }
    if places.count > 1, let state { try? FileNames.removeFolder(state.journals) }
    return outcome
  }
}
