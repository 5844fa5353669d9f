internal import SystemPackage

/// The file that edits are made for, as it is.
public struct EditInput: Sendable {
  /// What it holds.
  public let document: Document
  /// Its bytes, for values that were not read.
  public let source: any ByteSource
  /// The places for new entries, in the order in which they are tried.
  public let homes: [ItemHome]
  let path: FilePath
  let options: EditOptions

  /// The file as it would be with these edits made, before anything is written; what would be lost is left out.
  ///
  /// - Throws: ``MetaError``, as ``FileEditor/draft(_:)`` does, but for losses.
  public func preview(_ edits: [MetadataEdit]) throws(MetaError) -> EditInput {
    do {
      let resolved = try resolved(edits, allowingLoss: true)
      guard !resolved.edit.isEmpty else { return self }
      var shape = options.shape(.free)
      shape.allowsLoss = true
      let plan = try Inspector.plan(resolved.edit, of: document, in: source, shape: shape)
      guard let plan else {
        throw MetaError.refused("the new metadata do not fit in any way", path)
      }
      let planned = PlannedSource(plan.rewrite, of: source)
      return EditInput(
        document: try Inspector.inspect(planned), source: planned, homes: homes, path: path,
        options: options)
    } catch {
      throw MetaError(editing: path, error)
    }
  }

  /// The changes of entries that edits come to.
  ///
  /// - Throws: ``EditRefusal``.
  func resolved(
    _ edits: [MetadataEdit], allowingLoss: Bool
  ) throws(EditRefusal) -> ResolvedEdit {
    var resolving = EditResolver.Options()
    resolving.allowsLoss = allowingLoss
    resolving.id3Version = options.id3Version
    resolving.source = source
    return try EditResolver.resolve(edits, for: document, homes: homes, options: resolving)
  }
}
