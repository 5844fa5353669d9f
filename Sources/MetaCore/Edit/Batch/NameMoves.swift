internal import SystemPackage

/// Moves of files from name to name, in an order in which every name is free when it is given.
///
/// A file is moved under its lock, and only when it is the one that is meant: nobody is at work on it, and no journal stays behind.
struct NameMoves {
  typealias Step = RenameRecord.Step

  /// Moves that depend on each other, in their order; a round begins with a file that gets a name in between.
  private let chains: [[Step]]
  private let state: StateFolder

  /// Each file and each new name at most once (``RenameRecord/areDistinct(_:)``).
  init(_ steps: [Step], _ state: StateFolder) {
    chains = NameMoves.chains(steps)
    self.state = state
  }

  /// What a file is called while its new name is not free yet.
  static func between(_ path: FilePath) -> FilePath {
    FileNames.beside(path, suffix: ".metatool-name")
  }

  private static func chains(_ steps: [Step]) -> [[Step]] {
    var pending = Dictionary(steps.map { ($0.old, $0) }) { first, _ in first }
    var chains: [[Step]] = []
    for first in steps {
      // Along the chain to the name that is free, and back.
      var chain: [Step] = []
      var name = first.old
      while let step = pending.removeValue(forKey: name) {
        chain.append(step)
        name = step.new
      }
      guard !chain.isEmpty else { continue }
      if name == first.old {
        let between = NameMoves.between(first.old)
        chain[0] = Step(identity: first.identity, old: between, new: first.new)
        chain.append(Step(identity: first.identity, old: first.old, new: between))
      }
      chains.append(chain.reversed())
    }
    return chains
  }

  /// Does all of them.
  ///
  /// - Throws: ``MetaError`` at the first that is not possible, and `cancelled` when `stops` says so; those before it are done.
  func run(_ stops: () -> Bool) throws(MetaError) {
    for chain in chains {
      guard !stops() else {
        throw MetaError(.cancelled, file: chain.last?.old, reason: "stopped")
      }
      for step in chain { try move(step) }
    }
  }

  /// Does what can be done.
  ///
  /// - Returns: Why some were not, one for each file.
  func runAll() -> [MetaError] { chains.flatMap(runAll) }

  private func runAll(_ chain: [Step]) -> [MetaError] {
    for (index, step) in chain.enumerated() {
      do throws(MetaError) {
        try move(step)
      } catch {
        // Those behind it wait for its name.
        let rest = chain[(index + 1)...].filter { $0.identity != step.identity }
        if let first = chain.first, let last = chain.last, last.old == first.new, index > 0 {
          // Where nobody has taken its name meanwhile, nobody needs to look for a hidden file.
          try? move(Step(identity: last.identity, old: last.old, new: first.old))
        }
        return [error] + rest.map { .refused("the name that it is to have is not free", $0.old) }
      }
    }
    return []
  }

  // MARK: One file

  private func move(_ step: Step) throws(MetaError) {
    let lock = try lock(step)
    defer { withExtendedLifetime(lock) {} }
    do throws(Errno) {
      do throws(Errno) {
        try FileNames.renameToFree(step.old, to: step.new)
      } catch .fileExists where FileNames.isSame(step.old, step.new) {
        // Upper case instead of lower case, where the file system sees no difference.
        let between = NameMoves.between(step.old)
        try FileNames.renameToFree(step.old, to: between)
        try FileNames.renameToFree(between, to: step.new)
      }
    } catch {
      throw MetaError(error, "renaming it to \(step.new)", step.old)
    }
    try check(step)
  }

  /// Gives a file back its name that another program put there in the moment before it was renamed.
  private func check(_ step: Step) throws(MetaError) {
    guard let there = try? FileStatus(of: step.new, following: false).identity,
      !there.isSameFile(as: step.identity)
    else { return }
    try? FileNames.renameToFree(step.new, to: step.old)
    throw NameMoves.isOther(step)
  }

  /// The file, locked and without anything that a cut-off edit has left beside it; nil for a link, which nobody edits itself.
  private func lock(_ step: Step) throws(MetaError) -> LockedFile? {
    do {
      let status = try FileStatus(of: step.old, following: false)
      guard status.identity.isSameFile(as: step.identity) else { throw NameMoves.isOther(step) }
      guard status.isRegular else { return nil }
      let target = try LockedFile.lock(step.old, force: true, patience: NameMoves.patience)
      _ = try Recovery.settle(target, state)
      guard target.status.identity.isSameFile(as: step.identity), target.hasItsName else {
        throw NameMoves.isOther(step)
      }
      return target
    } catch {
      throw MetaError(anyOf: error, "looking at it", step.old)
    }
  }

  private static func isOther(_ step: Step) -> MetaError {
    .refused("another file has taken its place", step.old)
  }

  /// How long another metatool on the same file is waited for, in milliseconds.
  private static let patience = EditOptions().patience
}
