internal import SystemPackage

/// Performs the renames of one command in such an order that every new name is free when it is
/// needed: a chain `a → b → c` begins with `b`, a cycle with a temporary name.
///
/// A file is renamed under its lock, and only if it is the expected file, no edit is in progress,
/// and no journal remains.
struct RenameSequence {
  typealias Step = RenameRecord.Step

  /// Renames that depend on each other, in order; a cycle begins with a temporary name.
  private let chains: [[Step]]
  private let state: StateFolder

  /// Creates the sequence; each file and each new name must occur at most once
  /// (``RenameRecord/areDistinct(_:)``).
  init(_ steps: [Step], _ state: StateFolder) {
    chains = RenameSequence.chains(steps)
    self.state = state
  }

  /// Returns the temporary name for a file whose new name is not free yet, or differs only in case.
  static func between(_ path: FilePath) -> FilePath {
    FileNames.nextTo(path, suffix: ".metatool-name")
  }

  /// Groups the renames into chains and cycles, each in the order in which they are possible.
  private static func chains(_ steps: [Step]) -> [[Step]] {
    var pending = Dictionary(steps.map { ($0.old, $0) }) { first, _ in first }
    var chains: [[Step]] = []
    for first in steps {
      // Follow the chain to the free name, then reverse it.
      var chain: [Step] = []
      var name = first.old
      while let step = pending.removeValue(forKey: name) {
        chain.append(step)
        name = step.new
      }
      guard !chain.isEmpty else { continue }
      if name == first.old {
        let between = RenameSequence.between(first.old)
        chain[0] = Step(identity: first.identity, old: between, new: first.new)
        chain.append(Step(identity: first.identity, old: first.old, new: between))
      }
      chains.append(chain.reversed())
    }
    return chains
  }

  /// Performs all renames.
  ///
  /// - Throws: ``MetaError`` for the first rename that fails, or `cancelled` if `stops`, which is
  ///   called before each chain, returns true; the earlier renames remain.
  func run(_ stops: () -> Bool) throws(MetaError) {
    for chain in chains {
      guard !stops() else {
        throw MetaError(.cancelled, file: chain.last?.old, reason: "stopped")
      }
      for step in chain { try move(step) }
    }
  }

  /// Performs all renames that are possible.
  ///
  /// - Returns: The errors for the files that could not be renamed, one per file.
  func runAll() -> [MetaError] { chains.flatMap(runAll) }

  /// Performs the renames in one chain up to the first failure, and returns the errors.
  private func runAll(_ chain: [Step]) -> [MetaError] {
    for (index, step) in chain.enumerated() {
      do throws(MetaError) {
        try move(step)
      } catch {
        // Later renames in the chain need the old name of this file.
        let rest = chain[(index + 1)...].filter { $0.identity != step.identity }
        if let first = chain.first, let last = chain.last, last.old == first.new, index > 0 {
          // If the old name of the file is still free, restore it, so that no hidden file is left.
          try? move(Step(identity: last.identity, old: last.old, new: first.old))
        }
        return [error] + rest.map { .refused("its new name is taken", $0.old) }
      }
    }
    return []
  }

  // MARK: One file

  /// Renames one file under its lock.
  private func move(_ step: Step) throws(MetaError) {
    let lock = try lock(step)
    defer { withExtendedLifetime(lock) {} }
    do throws(Errno) {
      do throws(Errno) {
        try FileNames.renameToFree(step.old, to: step.new)
      } catch .fileExists where FileNames.isSame(step.old, step.new) {
        // Only the case of the name changes, on a file system that ignores case.
        let between = RenameSequence.between(step.old)
        try FileNames.renameToFree(step.old, to: between)
        try FileNames.renameToFree(between, to: step.new)
      }
    } catch {
      throw MetaError(error, "cannot be renamed to \(step.new)", step.old)
    }
    try check(step)
  }

  /// Throws if another program moved a different file to the old path just before the rename, after
  /// restoring the name of that file.
  private func check(_ step: Step) throws(MetaError) {
    guard let current = try? FileStatus(of: step.new, following: false).identity,
      !current.isSameFile(as: step.identity)
    else { return }
    try? FileNames.renameToFree(step.new, to: step.old)
    throw RenameSequence.isOther(step)
  }

  /// Returns the file, locked and without traces of interrupted edits; nil if it is not a regular
  /// file, such as a symbolic link, which is never edited itself.
  private func lock(_ step: Step) throws(MetaError) -> LockedFile? {
    do {
      let status = try FileStatus(of: step.old, following: false)
      guard status.identity.isSameFile(as: step.identity) else {
        throw RenameSequence.isOther(step)
      }
      guard status.isRegular else { return nil }
      let target = try LockedFile.lock(step.old, force: true, patience: RenameSequence.patience)
      _ = try Recovery.recover(target, state)
      guard target.status.identity.isSameFile(as: step.identity), target.hasItsName else {
        throw RenameSequence.isOther(step)
      }
      return target
    } catch {
      throw MetaError(anyOf: error, "its status cannot be read", step.old)
    }
  }

  private static func isOther(_ step: Step) -> MetaError {
    .refused("another file has replaced it", step.old)
  }

  /// How long to wait for another process that edits the same file.
  private static let patience = EditOptions().patience
}
