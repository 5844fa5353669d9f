package import SystemPackage

/// Receives the progress of writing, from 0 to 1.
package typealias CopyProgress = @Sendable (Double) -> Void

/// Writes ``RewritePlan``s of one file to disk, to the file itself or to an output, by the cheapest
/// strategy that guarantees that either the old or the new file survives.
///
/// It knows nothing about formats; `FileEditor` makes the plans.
package struct PlanExecutor: Sendable {
  /// The file that is edited.
  package let path: FilePath
  /// The options.
  package let options: EditOptions
  /// The reusable journal, when many files are edited in sequence.
  package var spareJournal: ReusableJournal?
  /// Receives the progress of writing an output.
  package var progress: CopyProgress?
  /// The locked file, when the plan was made under its lock; interrupted edits have been recovered.
  var held: LockedFile?

  /// Further files whose ranges plans for an output keep, after the edited one (``JoinedLayout``).
  var joined: [FileSink] = []

  /// An executor for a file.
  package init(path: FilePath, options: EditOptions = EditOptions()) {
    self.path = path
    self.options = options
  }

  /// How far kept bytes may move, for each strategy that is possible on a file system, cheapest
  /// first.
  func movements(on kind: FileSystemKind) -> [LayoutConstraints.Movement] {
    guard options.output == .original else { return [.free] }
    // A small or unknown block size counts as a page.
    let block = max(kind.block, 4096)
    switch options.strategy {
    case .inPlace: return [.none]
    case .insert: return [.blocks(block)]
    case .clone: return [.none, .blocks(block)]
    case .rewrite: return [.free]
    case nil: break
    }
    if kind.isNetwork { return [.free] }
    let inserts = kind.mayInsert && (!options.synchronizes || kind.mayClone)
    return inserts ? [.none, .blocks(block), .free] : [.none, .free]
  }

  /// The strategy that is tried first for a plan whose kept bytes move so far.
  func strategy(for movement: LayoutConstraints.Movement, on kind: FileSystemKind) -> EditStrategy {
    guard options.output == .original else { return .rewrite }
    if let strategy = options.strategy { return strategy }
    if kind.isNetwork { return .rewrite }
    switch movement {
    case .none: return .inPlace
    case .blocks: return options.synchronizes ? .clone : .insert
    case .free: return .rewrite
    }
  }

  /// Executes a plan.
  ///
  /// `identity` is that of the file for which the plan was made; a file that has changed since is
  /// not edited.
  ///
  /// - Throws: ``MetaError``: `refused` when the file must not or cannot safely be changed, `io`
  ///   when the system fails; the file is then the old one, or ``Recovery`` makes it the old or the
  ///   new one.
  package func execute(
    _ plan: RewritePlan, readFrom identity: FileIdentity
  ) throws(MetaError) -> EditResult {
    do {
      guard plan.oldSize == (try size(joining: identity)) else {
        throw MetaError.refused("the plan was made for a file of another size", path)
      }
      switch options.output {
      case .original:
        guard joined.isEmpty else {
          throw MetaError.refused(
            "an edit that adds media from another file cannot be undone", path)
        }
        return try edit(plan, identity)
      case .file(let output):
        return try OutputWriter(path, identity, joining: joined, options, progress)
          .write(plan, to: output)
      case .stream(let stream):
        return try OutputWriter(path, identity, joining: joined, options)
          .write(plan, to: stream)
      }
    } catch {
      throw MetaError(anyOf: error, "cannot be edited", path)
    }
  }

  /// The number of addresses in a plan that keeps ranges of all files.
  private func size(joining identity: FileIdentity) throws(Errno) -> Int64 {
    guard !joined.isEmpty else { return identity.size }
    var lengths = [identity.size]
    for file in joined { lengths.append(try file.status().identity.size) }
    return JoinedLayout(lengths).length
  }

  private func edit(_ plan: RewritePlan, _ identity: FileIdentity) throws -> EditResult {
    guard !plan.isUnchanged else { return .unchanged }
    let target = try held ?? LockedFile.settled(path, options)
    try target.check(against: identity, force: options.force)
    return try PlanExecution(target, plan, options, spareJournal).run()
  }
}
