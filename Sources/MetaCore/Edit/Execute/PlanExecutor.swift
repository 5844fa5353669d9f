package import SystemPackage

/// Receives the progress of the writing, from 0 to 1.
package typealias CopyProgress = @Sendable (Double) -> Void

/// Writes ``RewritePlan``s for one file to disk, either to the file itself or to an output, so that
/// either the old or the new file survives.
///
/// It uses the cheapest possible strategy, unless ``EditOptions/strategy`` names one
/// (``PlanExecution``); an output is always written as a new file (``OutputWriter``). It is
/// independent of the formats: ``FileEditor``, ``FileExporter`` and ``UndoStore`` create the plans.
package struct PlanExecutor: Sendable {
  /// The path of the file to edit.
  package let path: FilePath
  /// The options.
  package let options: EditOptions
  /// The reusable journal, if many files are edited in sequence.
  package var spareJournal: ReusableJournal?
  /// Receives progress while an output file is written; a stream reports none.
  package var progress: CopyProgress?
  /// The locked file, if the plan was created under its lock; interrupted edits have already been
  /// recovered.
  var lockedFile: LockedFile?

  /// Other files from which plans for an output keep ranges, after the edited file
  /// (``JoinedLayout``).
  var joined: [FileSink] = []

  /// Creates an executor for a file.
  package init(path: FilePath, options: EditOptions = EditOptions()) {
    self.path = path
    self.options = options
  }

  /// Returns how far kept bytes may move, for each strategy that is possible on a file system,
  /// cheapest first.
  func movements(on kind: FileSystemKind) -> [LayoutConstraints.Movement] {
    guard options.output == .original else { return [.free] }
    // A small or unknown block size is replaced with the page size.
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

  /// Returns the strategy to try first for a plan whose kept bytes move as `movement` describes.
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
  /// `identity` is that of the file for which the plan was created; a file that has changed since
  /// is not edited.
  ///
  /// - Throws: ``MetaError``: `refused` if the file must not or cannot safely be changed, `io` if a
  ///   system call fails; the file is then the old one, or ``Recovery`` restores the old file or
  ///   completes the new one.
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

  /// Returns the number of bytes in the address space of the plan: the size of the file, or that of
  /// all joined files together.
  private func size(joining identity: FileIdentity) throws(Errno) -> Int64 {
    guard !joined.isEmpty else { return identity.size }
    var lengths = [identity.size]
    for file in joined { lengths.append(try file.status().identity.size) }
    return JoinedLayout(lengths).length
  }

  private func edit(_ plan: RewritePlan, _ identity: FileIdentity) throws -> EditResult {
    guard !plan.isUnchanged else { return .unchanged }
    let target = try lockedFile ?? LockedFile.openRecovered(path, options)
    try target.check(against: identity, force: options.force)
    return try PlanExecution(target, plan, options, spareJournal).run()
  }
}
