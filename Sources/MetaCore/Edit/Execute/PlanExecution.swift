internal import SystemPackage

/// Executes one ``RewritePlan`` on the file for which it was created, which is open and locked:
/// tries the strategies, and writes the journal and the undo data.
struct PlanExecution: Sendable {
  /// The file, whose lock is held.
  let target: LockedFile
  let plan: RewritePlan
  let options: EditOptions
  let kind: FileSystemKind
  /// The old bytes.
  let source: any ByteSource
  /// The reusable journal for a sequence of edits.
  let reusableJournal: ReusableJournal?

  /// Prepares the execution; reads the file, but writes nothing.
  init(
    _ target: LockedFile, _ plan: RewritePlan, _ options: EditOptions,
    _ spare: ReusableJournal? = nil
  ) throws {
    self.target = target
    self.plan = plan
    self.options = options
    self.reusableJournal = spare
    kind = try FileSystemKind(of: target.file)
    source = try PlanExecution.prefetched(plan, target.source)
  }

  /// The result of trying one strategy; if it was declined, the next strategy is tried.
  enum StrategyResult {
    case done(EditResult)
    /// The strategy is not possible here, and nothing was changed.
    case declined(String)
  }

  /// Executes the plan with the first possible strategy.
  func run() throws -> EditResult {
    let still = try InPlacePlan.still(plan, of: source)
    if let still, still.plan.isUnchanged { return .unchanged }
    var reasons: [String] = []
    for strategy in strategies {
      switch try attempt(strategy, still) {
      case .done(var result):
        result.strategy = strategy
        return result
      case .declined(let reason): reasons.append("\(strategy.rawValue): \(reason)")
      }
    }
    throw MetaError.refused(reasons.joined(separator: "; "), target.path)
  }

  private var strategies: [EditStrategy] {
    if let strategy = options.strategy { return [strategy] }
    return kind.isNetwork ? [.rewrite] : EditStrategy.allCases
  }

  /// Executes the plan with one strategy, or declines the strategy with a reason.
  private func attempt(_ strategy: EditStrategy, _ still: InPlacePlan?) throws -> StrategyResult {
    switch strategy {
    case .inPlace:
      guard let still else { return .declined("the data that is kept would have to move") }
      return try overwrite(still)
    case .insert:
      // Power may fail while the file system performs the operation.
      guard !options.synchronizes else { return .declined("not safe against power loss") }
      guard let spliced = try spliced() else {
        return .declined("the data that is kept does not move by whole blocks")
      }
      if options.erases, let splice = spliced.splice, splice.count < 0 {
        return .declined("removed blocks cannot be erased")
      }
      return try overwrite(spliced)
    case .clone:
      guard kind.mayClone || options.strategy == .clone else {
        return .declined("the file system cannot share blocks")
      }
      guard let form = try still ?? spliced() else {
        return .declined("the data that is kept does not move by whole blocks")
      }
      return try clone(form)
    case .rewrite: return try rewrite()
    }
  }

  private func spliced() throws -> InPlacePlan? {
    guard kind.mayInsert || options.strategy != nil else { return nil }
    return try InPlacePlan.spliced(plan, block: kind.block, of: source)
  }

  /// Returns the old file, with the bytes around the change read in one system call if they are
  /// few, because the comparison, the inverse and the checksums read them several times.
  ///
  /// The 512 bytes on each side are those covered by ``JournalRecord/context``.
  private static func prefetched(
    _ plan: RewritePlan, _ source: SinkSource
  ) throws -> any ByteSource {
    var (lower, upper) = (Int64(0), plan.oldSize)
    if case .keep(let range)? = plan.segments.first, range.lowerBound == 0 {
      lower = max(0, range.upperBound - 512)
    }
    if plan.segments.count > 1, case .keep(let range)? = plan.segments.last,
      range.upperBound == plan.oldSize
    {
      upper = min(upper, range.lowerBound + 512)
    }
    guard lower < upper, upper - lower <= 1 << 16 else { return source }
    return try PrefetchedSource(source, lower..<upper)
  }

  // MARK: Records

  /// Creates the record that restores the old file.
  func record(
    _ kind: JournalRecord.Kind, _ plan: RewritePlan, splice: Splice?
  ) throws -> JournalRecord {
    let identity = target.status.identity
    let now = FileTime.now
    var new = identity
    new.size = plan.newSize
    new.modified = options.modified ?? (options.keepsModified ? identity.modified : now)
    let mayKeep = options.keepsUndo && options.state != nil
    // The path is only used to find undo data.
    let wholePath =
      mayKeep ? FileNames.wholePath(of: target.file, opened: target.path) : target.path
    // A plan that reorders media has no inverse.
    let inverse =
      plan.isOrdered ? try plan.inverse(of: source) : RewritePlan(oldSize: plan.newSize)
    var record = JournalRecord(
      kind: kind, keepsUndo: false, splice: splice,
      batch: options.batch, time: now.sinceEpoch, path: FileNameEncoding.bytes(of: wholePath),
      old: identity, new: new, inverse: inverse, changed: plan.changedChecksum,
      context: 0)
    var sum = Checksum()
    for range in record.contextRanges {
      sum.append(try source.read(at: range.old, count: range.new.count)[...])
    }
    record.context = sum.value
    record.keepsUndo = mayKeep && plan.isOrdered && options.state?.undo.accepts(record) ?? false
    guard record.keepsUndo || !options.requiresUndo else {
      throw MetaError.refused("the edit could not be undone later", target.path)
    }
    return record
  }

  /// Returns the reasons why an edit cannot be undone; empty if it can be undone, or if undo is not
  /// requested.
  func undoNotes(_ record: JournalRecord) -> [String] {
    guard options.keepsUndo, !record.keepsUndo else { return [] }
    guard options.state != nil else { return ["no undo: no folder for undo data"] }
    guard plan.isOrdered else { return ["no undo: the edit reorders the media"] }
    return ["no undo: the undo data is too large"]
  }

  /// Copies the modification time from the record to the file or, if that is not permitted, from
  /// the file to the record.
  func alignModificationTime(_ record: inout JournalRecord, of file: FileSink) throws(Errno) {
    do throws(Errno) {
      try file.setModified(record.new.modified)
    } catch {
      guard error == .notPermitted, !options.keepsModified else { throw error }
      // Only the owner of a file may set its modification time to any value.
      record.new.modified = try file.status().identity.modified
    }
  }
}
