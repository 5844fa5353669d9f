package import SystemPackage

/// What is told how far writing has come: from 0 to 1.
package typealias CopyProgress = @Sendable (Double) -> Void

/// Puts plans on disk, by the cheapest way that leaves the old file or the new one whatever happens; it knows no format.
package struct PlanExecutor: Sendable {
  /// The file that is edited.
  package let path: FilePath
  /// What is asked for beside the change.
  package let options: EditOptions
  /// Where journals come from and go to, when many files are edited one after the other.
  package var spareJournal: SpareJournal?
  /// What is told how far the writing of an output has come.
  package var progress: CopyProgress?
  /// The file with its lock, where it was planned under it; without anything that an interrupted edit has left.
  var held: LockedFile?

  /// More files that plans for an output keep stretches of, after the one that is edited (``JoinedLayout``).
  var joined: [FileSink] = []

  /// An executor for a file.
  package init(path: FilePath, options: EditOptions = EditOptions()) {
    self.path = path
    self.options = options
  }

  /// How far kept bytes may move for the strategies that are possible on a file system, the cheapest first.
  func movements(on kind: FileSystemKind) -> [PlanShape.Movement] {
    guard options.output == .original else { return [.free] }
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
  func strategy(for movement: PlanShape.Movement, on kind: FileSystemKind) -> EditStrategy {
    guard options.output == .original else { return .rewrite }
    if let strategy = options.strategy { return strategy }
    if kind.isNetwork { return .rewrite }
    switch movement {
    case .none: return .inPlace
    case .blocks: return options.synchronizes ? .clone : .insert
    case .free: return .rewrite
    }
  }

  /// Puts a plan on disk.
  ///
  /// `identity` is the file as it was when the plan was made of it; a file that has changed since is not edited.
  ///
  /// - Throws: ``MetaError``: `refused` when the file may not or cannot safely be changed, `io` when the system fails; the file is then
  ///   the old one, or becomes the old or the new one by ``Recovery``.
  package func execute(
    _ plan: RewritePlan, readFrom identity: FileIdentity
  ) throws(MetaError) -> EditResult {
    do {
      guard plan.oldSize == (try size(joining: identity)) else {
        throw MetaError.refused("the plan is for a file of another size", path)
      }
      switch options.output {
      case .original:
        guard joined.isEmpty else {
          throw MetaError.refused("media of another file cannot be taken out by undo", path)
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
      throw MetaError(anyOf: error, "editing it", path)
    }
  }

  /// How many bytes a plan addresses that keeps stretches of all files.
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
