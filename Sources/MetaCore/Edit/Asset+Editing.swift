extension Asset {
  /// Changes the metadata of the file.
  ///
  ///     try await Asset(path: "song.m4a").apply([.set(.title, "Blue"), .add(.artist, "Bo Ek")])
  ///
  /// What was loaded before stays as it was; an asset made anew shows the new values.
  ///
  /// - Throws: ``MetaError``, as ``FileEditor/apply(_:)`` does; `notAvailable` for bytes in memory, of which ``edited(_:options:)`` makes
  ///   others.
  @concurrent
  @discardableResult
  public func apply(
    _ edits: [MetadataEdit], options: EditOptions = EditOptions()
  ) async throws(MetaError) -> EditOutcome {
    guard let path else {
      throw MetaError(
        .notAvailable, reason: "bytes in memory have no file to be edited in; use `edited`")
    }
    return try FileEditor(path: path, options: options).apply(edits)
  }

  /// The bytes of the asset with its metadata changed; the asset stays as it is.
  ///
  ///     let new = try await Asset(bytes: upload).edited([.set(.title, "Blue")])
  ///
  /// The whole result is in memory. Of the options those about the metadata count: ``EditOptions/padding``, ``EditOptions/layout``,
  /// ``EditOptions/id3Version``, ``EditOptions/allowsLoss``.
  ///
  /// - Throws: ``MetaError``: `refused` when the format cannot hold what is asked for or would lose something, or why the bytes could not be
  ///   read.
  @concurrent
  public func edited(
    _ edits: [MetadataEdit], options: EditOptions = EditOptions()
  ) async throws(MetaError) -> [UInt8] {
    let source = StoppableSource(try opened()) { Task.isCancelled }
    do {
      return try EditInput(source, path: path, options: options).edited(edits)
    } catch {
      throw Task.isCancelled ? .cancelled(path) : MetaError(editing: path, error)
    }
  }
}
