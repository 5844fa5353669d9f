package import SystemPackage

/// Writes the new file of a ``RewritePlan`` to another path or to a pipe, leaving the original
/// unchanged; used for edits with an output, exports, and edits to a file that has no name yet.
package struct OutputWriter: Sendable {
  /// The file whose attributes the new file gets.
  private let original: FileSink
  /// All files from which plans keep ranges.
  private let sources: PlanFiles
  /// The status of the original file.
  private let status: FileStatus
  private let options: EditOptions
  private let progress: CopyProgress?

  /// Creates a writer for plans that keep ranges of the file at `path` and of other files
  /// (``JoinedLayout``).
  init(
    _ path: FilePath, _ identity: FileIdentity, joining others: [FileSink] = [],
    _ options: EditOptions, _ progress: CopyProgress? = nil
  ) throws {
    self.progress = progress
    // A file without a name (``SpooledInput``) has no resolved path.
    original =
      try FileNames.resolved(path).map { try FileSink(existing: $0, .readOnly) }
      ?? FileSink(reading: path)
    status = try original.status()
    sources = try PlanFiles([original] + others)
    self.options = options
    guard status.identity == identity else { throw MetaError.changed(path) }
  }

  /// Creates a writer for plans that keep ranges of a temporary file; the new file gets the
  /// attributes of the file at `path`, from which the temporary file was created.
  package init(
    _ file: OutputFile, like path: FilePath, _ options: EditOptions,
    _ progress: CopyProgress? = nil
  ) throws(Errno) {
    try self.init(file, like: FileSink(reading: path), options, progress)
  }

  /// Creates a writer as above for an original file that is already open, because it may be renamed
  /// or removed while the temporary file is created.
  init(
    _ file: OutputFile, like original: FileSink, _ options: EditOptions,
    _ progress: CopyProgress? = nil
  ) throws(Errno) {
    self.original = original
    status = try original.status()
    sources = PlanFiles(file.file)
    self.options = options
    self.progress = progress
  }

  /// Gives a finished file its name, and the attributes of the original file.
  ///
  /// - Throws: `Errno`, `fileExists` if another file has the name and must not be replaced.
  package static func name(
    _ file: OutputFile, _ path: FilePath, like old: FilePath, _ options: EditOptions
  ) throws {
    let source = try FileSink(reading: old)
    let status = try source.status()
    try FileAttributes.copyLoosely(from: source, status, to: file.file)
    if options.keepsModified {
      try file.file.setTimes(accessed: status.accessed, modified: status.identity.modified)
    }
    if options.synchronizes { try file.file.synchronize() }
    try file.takeName(path, replacing: options.force)
  }

  /// Writes the result of a plan to another file, which remains open and may have no name.
  ///
  /// - Throws: `Errno`, `canceled` if the task is cancelled.
  package static func copy(_ plan: RewritePlan, of path: FilePath, to output: OutputFile) throws {
    let source = try FileSink(reading: path)
    try PlanExecution.write(plan, of: PlanFiles(source), to: output.file, nil)
  }

  /// Writes the new file, which appears complete or not at all.
  ///
  /// - Throws: ``MetaError``, `refused` if the file exists and must not be replaced, or is the
  ///   input.
  package func write(_ plan: RewritePlan, to path: FilePath) throws -> EditResult {
    if let existing = try? FileStatus(of: path) {
      guard options.force else {
        throw MetaError.refused("\(path) exists; use --force to replace it", path)
      }
      guard !existing.identity.isSameFile(as: status.identity) else {
        throw MetaError.refused("the output is the input file", path)
      }
    }
    let output = try OutputFile(for: path)
    do {
      try PlanExecution.write(plan, of: sources, to: output.file, progress)
      try FileAttributes.copyLoosely(from: original, status, to: output.file)
      if options.keepsModified {
        try output.file.setTimes(accessed: status.accessed, modified: status.identity.modified)
      }
      if options.synchronizes { try output.file.synchronize() }
      try output.takeName(path, replacing: options.force)
      if options.synchronizes { try FileNames.synchronize(folder: FileNames.folder(of: path)) }
    } catch {
      output.discard()
      throw MetaError(anyOf: error, "cannot be written", path)
    }
    return EditResult(strategy: .rewrite, bytesWritten: plan.newSize)
  }

  /// Writes the new file in order to a pipe or another open file.
  func write(_ plan: RewritePlan, to stream: FileDescriptor) throws -> EditResult {
    // The caller owns the descriptor, so only a duplicate is closed.
    let sink = FileSink(try SystemCall.typed { try stream.duplicate() })
    for segment in plan.segments {
      switch segment {
      case .keep(let range): try sources.copy(range, to: sink)
      case .write(let bytes): try sink.write(bytes.bytes)
      case .fill(let count):
        var rest = count
        while rest > 0 {
          try sink.write([UInt8](repeating: 0, count: Int(min(rest, 65536)))[...])
          rest -= 65536
        }
      }
    }
    return EditResult(strategy: .rewrite, bytesWritten: plan.newSize)
  }
}
