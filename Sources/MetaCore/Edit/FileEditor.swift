package import SystemPackage

/// Edits the metadata of one file: reads it, makes a plan of the edits, and puts the plan on disk.
///
/// The only way in which files are edited; ``Asset/apply(_:options:)`` is the same away from the caller's actor.
package struct FileEditor: Sendable {
  /// The file.
  package let path: FilePath
  /// What is asked for beside the edits.
  package var options: EditOptions
  /// Whether nothing of an edit that was cut off is left beside the file; set where somebody has looked already.
  package var isRecovered = false
  /// What makes many edits, one after the other on one thread, cheaper; nil where there is but one.
  package var spareJournal: SpareJournal?

  /// The file with its lock, where it is read and written under it.
  private var held: LockedFile?

  /// Reads a file of a kind that MetaCore leaves to others; such a file is not edited, but need not be where nothing changes.
  package var readForeign: (@Sendable (FilePath) throws(MetaError) -> Document)?

  /// An editor of a file; nothing is opened yet.
  package init(path: FilePath, options: EditOptions = EditOptions()) {
    self.path = path
    self.options = options
  }

  /// Edits the file; an edit that changes nothing writes nothing.
  ///
  /// - Throws: ``MetaError``: `refused` when the format cannot hold what is asked for, something would be lost, or the file cannot safely be
  ///   changed, with the file untouched; or why it could not be read or written.
  package func apply(_ edits: [MetadataEdit]) throws(MetaError) -> EditOutcome {
    try again { (editor) throws(MetaError) in
      try editor.execute(try editor.draft { (_) throws(MetaError) in edits })
    }
  }

  /// Does what reads the file and writes it; where another program changes the file in between, once more with the file locked.
  ///
  /// So of many programs that edit one file at the same time all succeed, within the time that a lock is waited for.
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
      // The lock of the file that had the name before is released first.
      editor.held = nil
      editor.isRecovered = false
      if options.output == .original { editor.held = try LockedFile.settled(path, options) }
    }
  }

  /// What the edits come to, before anything is written; `edits` are made of the document as it is.
  ///
  /// - Throws: ``MetaError``, as ``apply(_:)`` does.
  package func draft(
    _ edits: (EditInput) throws(MetaError) -> [MetadataEdit]
  ) throws(MetaError) -> EditDraftPlan {
    if !isRecovered, held == nil { _ = try ended() }
    let source = try opened()
    do {
      let (document, reader) = try read(source)
      let input = EditInput(
        document: document, source: source, homes: reader?.homes(of: document) ?? [], path: path,
        options: options)
      let edits = try edits(input)
      guard reader != nil || isUnchanged(input, by: edits) else { throw notEdited }
      return try draft(edits, input, source, reader)
    } catch {
      // What was read while another metatool wrote it says nothing of the file.
      if held == nil, source.hasChanged || Recovery.isNeeded(for: path, state: options.state) {
        throw MetaError.changed(path)
      }
      throw MetaError(editing: path, error)
    }
  }

  /// The metadata of the file, and what edits it; nil where files of its kind are only read.
  private func read(_ source: FileSource) throws -> (Document, FormatReader?) {
    do throws(ParseError) {
      let reader = try FormatReader(source)
      return (try reader.document(), reader)
    } catch {
      guard error.code == .backend, let readForeign else { throw error }
      return (try readForeign(path), nil)
    }
  }

  /// Whether the file already is as the edits want it, so that nothing needs to be written.
  private func isUnchanged(_ input: EditInput, by edits: [MetadataEdit]) -> Bool {
    guard let resolved = try? input.resolved(edits, allowingLoss: true) else { return false }
    return resolved.edit.isEmpty && resolved.losses.isEmpty
  }

  /// The refusal of a kind of file that is only read; allowing losses would not help.
  private var notEdited: MetaError {
    .refused(UneditedKind.others, path)
  }

  /// Puts a draft on disk.
  ///
  /// - Throws: ``MetaError``, as ``PlanExecutor/execute(_:readFrom:)`` does.
  package func execute(_ draft: EditDraftPlan) throws(MetaError) -> EditOutcome {
    var options = options
    options.erases = options.erases || draft.resolved.edit.erasesFreed
    let forgets = draft.resolved.edit.clearsPrivate && options.output == .original
    let history = try forgets ? options.state?.undo.history(of: path) : nil
    var result = EditResult.unchanged
    if draft.changesFile || options.output != .original {
      var executor = PlanExecutor(path: path, options: options)
      executor.spareJournal = spareJournal
      executor.held = try held?.updated()
      result = try executor.execute(draft.plan.rewrite, readFrom: draft.identity)
    }
    if let history { try options.state?.undo.purge(history, of: path) }
    return EditOutcome(draft: draft, result: result)
  }

  /// Finishes or rolls back an edit that was cut off, so that what is read is whole; ``draft(_:)`` does it where nobody has, and keeps silent.
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

  private func draft(
    _ edits: [MetadataEdit], _ input: EditInput, _ source: FileSource, _ reader: FormatReader?
  ) throws -> EditDraftPlan {
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
    return EditDraftPlan(
      document: input.document, source: source, resolved: resolved, plan: plan.plan,
      strategy: executor.strategy(for: plan.movement, on: kind), identity: source.identity)
  }

  /// The changes of entries; a kind of file without any place for entries is refused as what it is.
  private func resolved(_ edits: [MetadataEdit], _ input: EditInput) throws -> ResolvedEdit {
    do throws(EditRefusal) {
      let resolved = try input.resolved(edits, allowingLoss: options.allowsLoss)
      if !input.homes.isEmpty || resolved.losses.isEmpty { return resolved }
    } catch {
      if !input.homes.isEmpty { throw error }
    }
    throw MetaError.refused(UneditedKind.reason(for: input.document), path)
  }

  /// The plan in the first shape that the edit fits in, the cheapest first.
  private func plan(
    _ edit: DocumentEdit, _ document: Document, _ reader: FormatReader?, _ size: Int64,
    _ kind: FileSystemKind
  ) throws -> (plan: EditPlan, movement: PlanShape.Movement) {
    guard !edit.isEmpty || options.asksForLayout else {
      return (EditPlan(.unchanged(size)), .none)
    }
    for movement in PlanExecutor(path: path, options: options).movements(on: kind) {
      // Room that is not wanted is not inserted either.
      if case .blocks = movement, options.padding == 0, options.strategy == nil { continue }
      guard let reader else { throw notEdited }
      let plan = try reader.plan(edit, of: document, shape: options.shape(movement))
      if let plan { return (plan, movement) }
    }
    throw MetaError.refused(
      "the new metadata do not fit by \(options.strategy?.rawValue ?? "any strategy")", path)
  }
}

/// What edits of a file come to, before anything is written.
public struct EditDraftPlan: Sendable {
  /// The file as it was read.
  package let document: Document
  /// Its bytes.
  package let source: any ByteSource
  /// The changes of its entries, and what is lost.
  package let resolved: ResolvedEdit
  /// What becomes of its bytes.
  package let plan: EditPlan
  /// How it is put on disk, as far as can be told before it is tried.
  public let strategy: EditStrategy
  /// The file that was read.
  package let identity: FileIdentity

  /// The private data that go, and what stays; empty unless they were to go.
  public var privacy: PrivateData.Report { resolved.privacy + plan.privacy }

  /// What became of values that the format does not have as they were given, with their places.
  public var notes: [Diagnostic] { resolved.notes + plan.notes }

  /// What the format cannot hold, where ``EditOptions/allowsLoss`` allows that.
  public var losses: [ConversionLoss] { resolved.losses }

  /// Whether any byte changes.
  public var changesFile: Bool { !plan.rewrite.isUnchanged }

  /// The items as they will be, in an order close to that of the new file: for showing old and new beside each other.
  public var newItems: [MetadataItem] { resolved.edit.applied(to: document.items) }
}

/// What an edit of a file has done.
public struct EditOutcome: Sendable {
  /// What it came to.
  public let draft: EditDraftPlan
  /// How it was put on disk.
  public let result: EditResult
}

extension DocumentEdit {
  /// The items of a document with the changes made.
  func applied(to items: [MetadataItem]) -> [MetadataItem] {
    var replaced: [ItemLocation: [MetadataItem]] = [:]
    var added: [MetadataItem] = []
    for change in changes {
      switch change {
      case .replace(let location, let entry): replaced[location] = entry.items
      case .remove(let location): replaced[location] = []
      case .add(let home, let entry):
        added += entry.items.map { item in
          var item = item
          item.location.container = home.container
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
