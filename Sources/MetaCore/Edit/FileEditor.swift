package import SystemPackage

/// Edits the metadata of one file: reads the file, plans the edits, and executes the plan.
///
/// All edits to files use it: those of the commands, and ``Asset/apply(_:options:)``, which runs it
/// outside the caller's actor. ``EditInput`` edits bytes in memory, and ``FileExporter`` creates
/// new files.
package struct FileEditor: Sendable {
  /// The path of the file.
  package let path: FilePath
  /// The options.
  package var options: EditOptions
  /// Whether interrupted edits to the file have already been recovered.
  package var isRecovered = false
  /// A reusable journal that makes many successive edits on one thread cheaper; nil for a single
  /// edit.
  package var spareJournal: ReusableJournal?

  /// The locked file, if it is read and written under its lock.
  private var lockedFile: LockedFile?

  /// Reads a file in a format that MetaCore does not support.
  ///
  /// Such a file cannot be edited, but an edit may turn out to change nothing.
  package var readForeign: (@Sendable (FilePath) throws(MetaError) -> Document)?

  /// Creates an editor for a file without opening it.
  package init(path: FilePath, options: EditOptions = EditOptions()) {
    self.path = path
    self.options = options
  }

  /// Edits the file; an edit without changes writes nothing.
  ///
  /// - Throws: ``MetaError``: `refused` when the format cannot hold what is requested, something
  ///   would be lost, or the file cannot be changed safely, in which case it is untouched; or the
  ///   reason why it could not be read or written.
  package func apply(_ edits: [MetadataEdit]) throws(MetaError) -> EditOutcome {
    try again { (editor) throws(MetaError) in
      try editor.execute(try editor.draft { (_) throws(MetaError) in edits })
    }
  }

  /// Runs `body`, which reads and writes the file, and repeats it if another program changed the
  /// file in the meantime; if the output is the file itself, the file is locked during the
  /// repetition.
  ///
  /// Concurrent edits to one file by several programs therefore all succeed, within the time limit
  /// for the lock.
  package func again<Result>(
    _ body: (FileEditor) throws(MetaError) -> Result
  ) throws(MetaError) -> Result {
    let end = ContinuousClock.now + options.patience
    var editor = self
    while true {
      do throws(MetaError) {
        return try body(editor)
      } catch {
        guard error.isOfChangedFile, ContinuousClock.now < end else { throw error }
      }
      // First, release the lock on the file that previously had this name.
      editor.lockedFile = nil
      editor.isRecovered = false
      if options.output == .original {
        editor.lockedFile = try LockedFile.openRecovered(path, options)
      }
    }
  }

  /// Plans the edits without writing them; `edits` receives the file as it was read.
  ///
  /// Unless the file is locked or ``isRecovered`` is set, an interrupted edit is recovered first.
  ///
  /// - Throws: ``MetaError``, as ``apply(_:)`` does.
  package func draft(
    _ edits: (EditInput) throws(MetaError) -> [MetadataEdit]
  ) throws(MetaError) -> PlannedEdit {
    if !isRecovered, lockedFile == nil { _ = try ended() }
    let source = try opened()
    do {
      let (document, reader) = try read(source)
      let input = EditInput(
        document: document, source: source,
        insertionPoints: reader?.insertionPoints(of: document) ?? [], path: path,
        options: options)
      let edits = try edits(input)
      guard reader != nil || isUnchanged(input, by: edits) else { throw notEdited }
      return try draft(edits, input, source, reader)
    } catch {
      // If another process was writing the file while it was read, the result may be inconsistent.
      if lockedFile == nil, source.hasChanged || Recovery.isNeeded(for: path, state: options.state)
      {
        throw MetaError.changed(path)
      }
      throw MetaError(editing: path, error)
    }
  }

  /// Returns the document and the reader for its format; the reader is nil if such files cannot be
  /// edited.
  private func read(_ source: FileSource) throws -> (Document, FormatReader?) {
    do throws(ParseError) {
      let reader = try FormatReader(source)
      return (try reader.document(), reader)
    } catch {
      guard error.code == .backend, let readForeign else { throw error }
      return (try readForeign(path), nil)
    }
  }

  /// Whether the file already has the requested values, so that nothing needs to be written.
  private func isUnchanged(_ input: EditInput, by edits: [MetadataEdit]) -> Bool {
    guard let resolved = try? input.resolved(edits, allowingLoss: true) else { return false }
    return resolved.edit.isEmpty && resolved.losses.isEmpty
  }

  /// The refusal for a kind of file that can only be read; allowing losses would not help.
  private var notEdited: MetaError {
    .refused(ReadOnlyRefusal.others, path)
  }

  /// Executes a plan; if it removes private data from the file itself, also removes the undo data
  /// for the file.
  ///
  /// - Throws: ``MetaError``, as ``PlanExecutor/execute(_:readFrom:)`` does.
  package func execute(_ draft: PlannedEdit) throws(MetaError) -> EditOutcome {
    var options = options
    options.erases = options.erases || draft.resolved.edit.erasesFreed
    let forgets = draft.resolved.edit.clearsPrivate && options.output == .original
    let history = try forgets ? options.state?.undo.history(of: path) : nil
    var result = EditResult.unchanged
    if draft.changesFile || options.output != .original {
      var executor = PlanExecutor(path: path, options: options)
      executor.spareJournal = spareJournal
      executor.lockedFile = try lockedFile?.updated()
      result = try executor.execute(draft.plan.rewrite, readFrom: draft.identity)
    }
    if let history { try options.state?.undo.purge(history, of: path) }
    return EditOutcome(draft: draft, result: result)
  }

  /// Returns the number of bytes that executing a plan writes with the expected strategy.
  ///
  /// Bytes that are already in place are not written, so the new bytes are compared with those of
  /// the file.
  ///
  /// - Throws: ``MetaError`` if the file cannot be read.
  package func bytesToWrite(_ draft: PlannedEdit) throws(MetaError) -> Int64 {
    let (plan, source) = (draft.plan.rewrite, draft.source)
    guard draft.changesFile else { return 0 }
    guard draft.strategy != .rewrite else { return plan.newSize }
    do throws(ParseError) {
      var form = try InPlacePlan.still(plan, of: source)
      if form == nil {
        form = try InPlacePlan.spliced(plan, block: draft.blockSize, of: source)
      }
      guard let form else { return plan.newSize }
      let isOverwritten = draft.strategy != .clone && !options.synchronizes
      let page = isOverwritten ? form.pageRange : nil
      return page.map { Int64($0.count) } ?? form.bytesWritten
    } catch {
      throw MetaError(error, file: path)
    }
  }

  /// Completes or rolls back an interrupted edit, so that the file is consistent; otherwise,
  /// ``draft(_:)`` does this, but does not report it.
  ///
  /// - Throws: ``MetaError``, as `Recovery.recover(_:state:patience:)` does.
  package mutating func recover() throws(MetaError) -> Recovery.Outcome {
    defer { isRecovered = true }
    return try ended()
  }

  // MARK: Steps

  private func ended() throws(MetaError) -> Recovery.Outcome {
    try Recovery.recover(path, state: options.state, patience: options.patience)
  }

  private func opened() throws(MetaError) -> FileSource {
    do { return try FileSource(path: path) } catch { throw MetaError(opening: path, error) }
  }

  /// Plans the edits to a file that was read, and checks that the planned file has the promised
  /// contents.
  private func draft(
    _ edits: [MetadataEdit], _ input: EditInput, _ source: FileSource, _ reader: FormatReader?
  ) throws -> PlannedEdit {
    if case .file(let output) = options.output {
      try OutputName.check(output, of: path, holding: input.document) {
        guard let reader else { throw notEdited }
        return reader.descriptor
      }
    }
    var resolved = try resolved(edits, input)
    resolved.edit.erasesFreed = resolved.edit.erasesFreed || options.erases
    let kind = try FileSystemKind(of: source)
    let plan = try plan(resolved.edit, input.document, reader, source.length, kind)
    try resolved.checkPromise(
      plan.plan.rewrite, of: source, input.document, values: source,
      allowingLoss: options.allowsLoss)
    guard
      plan.plan.rewrite.isUnchanged || options.output != .original || options.force
        || !source.isWriteProtected
    else { throw MetaError.refused(LockedFile.isProtected, path) }
    let executor = PlanExecutor(path: path, options: options)
    return PlannedEdit(
      document: input.document, source: source, resolved: resolved, plan: plan.plan,
      strategy: executor.strategy(for: plan.movement, on: kind), blockSize: kind.block,
      identity: source.identity)
  }

  /// Resolves edits into changes to entries; rejects a format without containers for entries.
  private func resolved(_ edits: [MetadataEdit], _ input: EditInput) throws -> ResolvedEdit {
    do throws(EditRefusal) {
      let resolved = try input.resolved(edits, allowingLoss: options.allowsLoss)
      if !input.insertionPoints.isEmpty || resolved.losses.isEmpty { return resolved }
    } catch {
      if !input.insertionPoints.isEmpty { throw error }
    }
    throw MetaError.refused(ReadOnlyRefusal.reason(for: input.document), path)
  }

  /// Plans the edit with the cheapest strategy that is possible for it.
  private func plan(
    _ edit: DocumentEdit, _ document: Document, _ reader: FormatReader?, _ size: Int64,
    _ kind: FileSystemKind
  ) throws -> (plan: EditPlan, movement: LayoutConstraints.Movement) {
    guard !edit.isEmpty || options.asksForLayout else {
      return (EditPlan(.unchanged(size)), .none)
    }
    for movement in PlanExecutor(path: path, options: options).movements(on: kind) {
      // If no padding is requested, do not insert blocks either.
      if case .blocks = movement, options.padding == 0, options.strategy == nil { continue }
      guard let reader else { throw notEdited }
      let plan = try reader.plan(edit, of: document, shape: options.shape(movement))
      if let plan { return (plan, movement) }
    }
    let strategy = options.strategy.map { "the \($0.rawValue) strategy" } ?? "any strategy"
    throw MetaError.refused("the new metadata cannot be written with \(strategy)", path)
  }
}

/// An edit to a file, completely planned before anything is written: the changes to the metadata,
/// the losses, and the plan for the bytes.
///
/// ``Asset/draft(_:options:)`` returns a planned edit without writing it.
public struct PlannedEdit: Sendable {
  /// The document that was read.
  package let document: Document
  /// The bytes of the file that is edited.
  package let source: any ByteSource
  /// The changes to the entries of the file, and the losses.
  package let resolved: ResolvedEdit
  /// The plan for the bytes.
  package let plan: EditPlan
  /// The expected strategy, which may turn out to be impossible.
  public let strategy: EditStrategy
  /// The unit in which the file system inserts and removes bytes; zero if it cannot.
  let blockSize: Int64
  /// The identity of the file that was read.
  package let identity: FileIdentity

  /// The removed and the remaining private data; empty unless removal was requested.
  public var privacy: PrivateData.Report { resolved.privacy + plan.privacy }

  /// Notes about values that are stored in a different form from the one given, and about
  /// additional changes, with their locations.
  public var notes: [Diagnostic] { resolved.notes + plan.notes }

  /// Values that the format cannot hold, if ``EditOptions/allowsLoss`` permits losing them.
  public var losses: [ConversionLoss] { resolved.losses }

  /// Whether any byte changes.
  public var changesFile: Bool { !plan.rewrite.isUnchanged }

  /// The resulting items, approximately in their order in the new file, for comparing old and new.
  public var newItems: [MetadataItem] { resolved.edit.applied(to: document.items) }
}

/// The outcome of editing a file: the planned edit, and how it was written.
public struct EditOutcome: Sendable {
  /// The planned edit that was executed.
  public let draft: PlannedEdit
  /// The result of writing to disk.
  public let result: EditResult
}

extension DocumentEdit {
  /// Returns the items of a document after the changes are applied.
  func applied(to items: [MetadataItem]) -> [MetadataItem] {
    var replaced: [ItemLocation: [MetadataItem]] = [:]
    var added: [MetadataItem] = []
    for change in changes {
      switch change {
      case .replace(let location, let entry): replaced[location] = entry.items
      case .remove(let location): replaced[location] = []
      case .add(let insertionPoint, let entry):
        added += entry.items.map { item in
          var item = item
          item.location.container = insertionPoint.container
          return item
        }
      }
    }
    var result: [MetadataItem] = []
    var written: Set<ItemLocation> = []
    for item in items {
      guard let new = replaced[item.location] else {
        result.append(item)
        continue
      }
      guard written.insert(item.location).inserted else { continue }
      result += new.map { entry in
        var entry = entry
        entry.location = item.location
        return entry
      }
    }
    return result + added
  }
}
