public import SystemPackage

extension Document {
  /// Reads a file synchronously; ``Asset`` reads without blocking, property by property.
  ///
  ///     let document = try Document(contentsOf: "song.m4a")
  ///     print(document.items.count, document.tracks.count)
  ///
  /// - Throws: ``MetaError``: `notReadable` if the file cannot be opened, `unknownFormat` if it is
  ///   not a recognised media file, `backend` for a format that MetaCore does not support, or the
  ///   error that makes the whole file unreadable.
  public init(
    contentsOf path: FilePath, options: ReadOptions = ReadOptions()
  ) throws(MetaError) {
    let source: FileSource
    do throws(Errno) { source = try FileSource(path: path) } catch {
      throw MetaError(opening: path, error)
    }
    do throws(ParseError) { self = try Inspector.inspect(source, options: options) } catch {
      throw MetaError(error, file: path)
    }
  }
}

extension Document {
  /// Reads the file at a path given as a string, synchronously.
  ///
  /// - Throws: ``MetaError``, as for ``init(contentsOf:options:)-(FilePath,_)``.
  public init(
    contentsOf path: String, options: ReadOptions = ReadOptions()
  ) throws(MetaError) {
    try self.init(contentsOf: FilePath(path), options: options)
  }
}

extension Asset {
  /// Returns the structure of the file as a tree of its atoms, frames or chunks, with their offsets
  /// and sizes.
  ///
  /// - Throws: ``MetaError`` if the file cannot be read.
  @concurrent
  public func structure() async throws(MetaError) -> [StructureNode] {
    try await unlessCancelled { () throws(MetaError) in
      let source = try self.opened()
      do throws(ParseError) {
        return try FormatReader(source, formats: self.formats).structure(options: self.options)
      } catch {
        throw MetaError(error, file: self.path)
      }
    }
  }
}
