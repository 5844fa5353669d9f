internal import SystemPackage

extension Asset {
  /// Changes the metadata of the file.
  ///
  ///     try await Asset(path: "song.m4a").apply([.set(.title, "Blue"), .add(.artist, "Bo Ek")])
  ///
  /// Values that were loaded earlier do not change; a new asset for the file has the new values.
  ///
  /// - Throws: ``MetaError``: `refused` when the format cannot hold what is requested, something
  ///   would be lost, or the file cannot be changed safely, in which case it is untouched;
  ///   `notAvailable` for bytes in memory, for which ``edited(_:options:)`` returns new bytes; or
  ///   the reason why it could not be read or written.
  @concurrent
  @discardableResult
  public func apply(
    _ edits: [MetadataEdit], options: EditOptions = EditOptions()
  ) async throws(MetaError) -> EditOutcome {
    let path = try editedPath
    return try await FileThreads.run { () throws(MetaError) in
      try FileEditor(path: path, options: options).apply(edits)
    }
  }

  /// Plans edits without writing them; returns the resulting items, notes and losses.
  ///
  /// An earlier edit to the file that was interrupted is completed or rolled back first.
  ///
  /// - Throws: ``MetaError``, as ``apply(_:options:)`` does.
  @concurrent
  public func draft(
    _ edits: [MetadataEdit], options: EditOptions = EditOptions()
  ) async throws(MetaError) -> PlannedEdit {
    let path = try editedPath
    return try await FileThreads.run { () throws(MetaError) in
      try FileEditor(path: path, options: options).draft { _ in edits }
    }
  }

  private var editedPath: FilePath {
    get throws(MetaError) {
      guard let path else {
        throw MetaError(
          .notAvailable, reason: "bytes in memory have no file to edit; use `edited`")
      }
      return path
    }
  }

  /// Restores the bytes that the file had before the last edit that kept its undo data
  /// (``EditOptions/keepsUndo``).
  ///
  /// - Returns: The result; nil if the options have no ``EditOptions/state`` folder.
  /// - Throws: ``MetaError``: `refused` when there is nothing to undo or the file has changed since
  ///   that edit; `notAvailable` for bytes in memory; or the reason why it could not be read or
  ///   written.
  @concurrent
  @discardableResult
  public func undo(options: EditOptions = EditOptions()) async throws(MetaError) -> EditResult? {
    guard let path else {
      throw MetaError(.notAvailable, reason: "bytes in memory have no undo data")
    }
    guard let store = options.state?.undo else { return nil }
    return try await FileThreads.run { () throws(MetaError) in
      try store.undo(path, options: options)
    }
  }

  /// Finishes or rolls back an interrupted edit to the file; does nothing for bytes in memory.
  ///
  /// - Throws: ``MetaError`` when the file or its journal cannot be read or written.
  @concurrent
  @discardableResult
  public func recover(
    options: EditOptions = EditOptions()
  ) async throws(MetaError) -> Recovery.Outcome {
    guard let path else { return .nothing }
    return try await FileThreads.run { () throws(MetaError) in
      try Recovery.recover(path, state: options.state, patience: options.patience)
    }
  }

  /// Returns the bytes of the asset with edited metadata; the asset itself is unchanged.
  ///
  ///     let new = try await Asset(bytes: upload).edited([.set(.title, "Blue")])
  ///
  /// The whole result is kept in memory. Only the metadata options apply: ``EditOptions/padding``,
  /// ``EditOptions/layout``, ``EditOptions/id3Version``, ``EditOptions/id3v23Separator``,
  /// ``EditOptions/allowsLoss``.
  ///
  /// - Throws: ``MetaError``: `refused` when the format cannot hold what is requested, something
  ///   would be lost, or the result is too large for memory; `cancelled`; or the reason why the
  ///   bytes could not be read.
  @concurrent
  public func edited(
    _ edits: [MetadataEdit], options: EditOptions = EditOptions()
  ) async throws(MetaError) -> [UInt8] {
    try await unlessCancelled { () throws(MetaError) in
      let source = CancellableSource(try self.opened()) { Task.isCancelled }
      do {
        return try EditInput(source, path: self.path, options: options).edited(edits)
      } catch {
        throw MetaError(editing: self.path, error)
      }
    }
  }
}
