package import SystemPackage

/// A file that was read for an edit: its document, its bytes, and the containers for new entries.
///
/// It resolves edits into changes to entries and applies them in memory, for previews and
/// ``Asset/edited(_:options:)``; ``FileEditor`` writes edits to files.
package struct EditInput: Sendable {
  /// The contents of the file.
  package let document: Document
  /// The bytes of the file, from which values that were not loaded can be read.
  package let source: any ByteSource
  /// The containers for new entries, in order of preference.
  package let insertionPoints: [InsertionPoint]
  /// The path, for messages; nil for bytes in memory.
  let path: FilePath?
  let options: EditOptions

  /// Reads a file, or bytes in memory, for which `path` is nil.
  ///
  /// - Throws: ``ParseError``, as `Inspector.inspect(_:options:)` does.
  package init(
    _ source: any ByteSource, path: FilePath? = nil, options: EditOptions = EditOptions()
  ) throws(ParseError) {
    let reader = try FormatReader(source)
    document = try reader.document()
    self.source = source
    insertionPoints = reader.insertionPoints(of: document)
    self.path = path
    self.options = options
  }

  init(
    document: Document, source: any ByteSource, insertionPoints: [InsertionPoint], path: FilePath?,
    options: EditOptions
  ) {
    self.document = document
    self.source = source
    self.insertionPoints = insertionPoints
    self.path = path
    self.options = options
  }

  /// Returns the file after these edits, without writing anything; values that would be lost are
  /// omitted.
  ///
  /// - Throws: ``MetaError``, as `FileEditor.draft(_:)` does, except for losses.
  package func preview(_ edits: [MetadataEdit]) throws(MetaError) -> EditInput {
    do {
      let resolved = try resolved(edits, allowingLoss: true)
      guard !resolved.edit.isEmpty else { return self }
      let plan = try plan(resolved.edit, allowingLoss: true)
      let planned = PlannedSource(plan.rewrite, of: source)
      return EditInput(
        document: try Inspector.inspect(planned), source: planned, insertionPoints: insertionPoints,
        path: path,
        options: options)
    } catch {
      throw MetaError(editing: path, error)
    }
  }

  /// Returns the bytes of the file after these edits.
  ///
  /// - Throws: The same errors as `FileEditor.draft(_:)`.
  func edited(_ edits: [MetadataEdit]) throws -> [UInt8] {
    var resolved = try resolved(edits, allowingLoss: options.allowsLoss)
    let plan =
      resolved.edit.isEmpty && !options.asksForLayout
      ? EditPlan(.unchanged(source.length))
      : try plan(resolved.edit, allowingLoss: options.allowsLoss)
    try resolved.checkPromise(
      plan.rewrite, of: source, document, values: source, allowingLoss: options.allowsLoss)
    guard let count = Int(exactly: plan.rewrite.newSize), count <= EditInput.maxBytes else {
      throw MetaError.refused("the edited file is too large for memory", path)
    }
    return try PlannedSource(plan.rewrite, of: source).read(at: 0, count: count)
  }

  /// The maximum size of a result in memory, in bytes.
  private static let maxBytes = 1 << 40

  private func plan(_ edit: DocumentEdit, allowingLoss: Bool) throws -> EditPlan {
    var shape = options.shape(.free)
    shape.allowsLoss = allowingLoss
    guard let plan = try FormatReader(source).plan(edit, of: document, shape: shape) else {
      throw MetaError.refused("the new metadata cannot be written with any strategy", path)
    }
    return plan
  }

  /// Whether another state of the file is equivalent: the same entries with the same bytes in the
  /// same order, and the same container details, chapters and tracks.
  package func holdsSame(as other: EditInput) -> Bool {
    let (items, others) = (document.items, other.document.items)
    return document.container == other.document.container
      && document.tracks == other.document.tracks && items.count == others.count
      && zip(items, others).allSatisfy { one, two in
        one.identifier == two.identifier && one.trackID == two.trackID
          && one.location.container == two.location.container
          && bytes(of: one.location) == other.bytes(of: two.location)
      } && chapters == other.chapters
  }

  private func bytes(of location: ItemLocation) -> ByteSlice? {
    try? document.storedEntry(at: location).load(from: source)
  }

  /// The chapters with their pictures in memory.
  private var chapters: [Chapter] {
    document.chapters.map { chapter in
      var chapter = chapter
      if let image = try? chapter.image?.load(from: source) { chapter.image = .bytes(image) }
      return chapter
    }
  }

  /// Returns the changes to entries that these edits require.
  ///
  /// - Throws: ``EditRefusal``.
  func resolved(
    _ edits: [MetadataEdit], allowingLoss: Bool
  ) throws(EditRefusal) -> ResolvedEdit {
    var resolving = EditResolver.Options()
    resolving.allowsLoss = allowingLoss
    resolving.id3Version = options.id3Version
    resolving.source = source
    return try EditResolver.resolve(
      edits, for: document, insertionPoints: insertionPoints, options: resolving)
  }
}
