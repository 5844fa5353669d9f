package import SystemPackage

/// Recovers files whose edit was interrupted by a crash, a kill signal or a full disk; afterwards,
/// a file has either its old or its new contents.
///
/// Commands do this before they read or edit a file, and the library before it edits one; `metatool
/// recover` and ``Asset/recover(options:)`` do it for given files. A journal that may not belong to
/// the file is ignored.
public enum Recovery {
  /// The outcome of looking for an interrupted edit.
  @nonexhaustive
  public enum Outcome: Sendable, Hashable {
    /// There was no interrupted edit.
    case nothing
    /// The file is in its state before the interrupted edit.
    case rolledBack
    /// The edit was written, or could be finished; the file has its new content.
    case finished
    /// The file was not changed; a journal or temporary files left by an edit were removed.
    case cleaned
    /// A journal was found, but is ignored, for this reason.
    case ignored(String)
    /// The edit cannot be completed here; the file was read in the state that a later recovery will
    /// give it.
    case readThrough
  }

  /// Whether an interrupted or running edit has left a journal or a new file, next to the file or
  /// in the state folder.
  ///
  /// `mayBeLink` is false if the path is known not to end in a link.
  package static func isNeeded(
    for path: FilePath, mayBeLink: Bool = true, state: StateFolder? = .standard
  ) -> Bool {
    let resolvedPath = mayBeLink && FileNames.isLink(path) ? FileNames.resolved(path) ?? path : path
    return journalLocations(of: resolvedPath, state).contains(where: \.areTaken)
  }

  /// Returns the possible locations of an edit's journal and new file, for a path that does not end
  /// in a link.
  static func journalLocations(
    of path: FilePath, _ state: StateFolder?, _ identity: FileIdentity? = nil
  ) -> [JournalPaths] {
    var places = [JournalPaths.nextTo(path)]
    if let state, hasJournals(in: state),
      let identity = identity ?? (try? FileIdentity(of: path))
    {
      places.append(.elsewhere(of: path, identity, state))
    }
    return places
  }

  /// Completes or rolls back an interrupted edit; waits for one that is in progress.
  ///
  /// - Throws: ``MetaError``: `refused` if the file is not writable or another program keeps it
  ///   locked, `io` if a system call fails.
  package static func recover(
    _ path: FilePath, state: StateFolder? = .standard, patience: Duration = .seconds(10)
  ) throws(MetaError) -> Outcome {
    guard isNeeded(for: path, state: state) else { return .nothing }
    do {
      guard FileNames.exists(path) else {
        let left = try AbandonedFile.remove(JournalPaths.nextTo(path).temporary)
        return left
          ? .cleaned
          : .ignored("the temporary files next to it are in use or belong to another program")
      }
      let target = try LockedFile.lock(path, force: true, patience: patience)
      let outcome = try recover(target, state)
      guard target.hasItsName else {
        throw target.isReplaced("the file with this name was not recovered")
      }
      return outcome
    } catch {
      throw MetaError(anyOf: error, "cannot be recovered", path)
    }
  }

  /// Completes or rolls back an interrupted edit to a file whose lock is held.
  static func recover(_ target: LockedFile, _ state: StateFolder?) throws -> Outcome {
    let places = journalLocations(of: target.path, state, target.status.identity)
    var outcome = Outcome.nothing
    var ignored: Outcome?
    var mayBeNeeded = false
    for place in places where FileNames.exists(place.journal) {
      let reader = JournalReader(target, place, state)
      let result = try reader.recover()
      if case .ignored = result {
        ignored = result
        mayBeNeeded = mayBeNeeded || reader.mayBeOwn
      } else {
        outcome = result
      }
    }
    if places.count > 1, let state { try? FileNames.removeFolder(state.journals) }
    let isEnded = ![.nothing, .cleaned].contains(outcome)
    let temporary = JournalPaths.nextTo(target.path).temporary
    // The new file of a journal that this version cannot read may be the only complete copy.
    if isEnded || !mayBeNeeded, FileNames.exists(temporary),
      try AbandonedFile.remove(temporary), outcome == .nothing
    {
      outcome = .cleaned
    }
    return isEnded ? outcome : ignored ?? outcome
  }
}
