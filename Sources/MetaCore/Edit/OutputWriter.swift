internal import SystemPackage

/// Writes what a plan makes of a file elsewhere, and leaves the file alone.
struct OutputWriter: Sendable {
  private let source: FileSink
  private let status: FileStatus
  private let options: EditOptions

  init(_ path: FilePath, _ identity: FileIdentity, _ options: EditOptions) throws {
    source = try FileSink(existing: FileNames.resolved(path) ?? path, .readOnly)
    status = try source.status()
    self.options = options
    guard status.identity == identity else {
      throw MetaError.refused("the file has changed since it was read", path)
    }
  }

  /// Writes to a file, which appears whole or not at all.
  func write(_ plan: RewritePlan, to path: FilePath) throws -> EditResult {
    if let there = try? FileStatus(of: path) {
      guard options.force else { throw MetaError.refused("the output is there already", path) }
      guard !there.identity.isSameFile(as: status.identity) else {
        throw MetaError.refused("the output is the file itself", path)
      }
    }
    let temporary = try TemporaryFile(for: path)
    do {
      try EditRun.write(plan, of: source, to: temporary.file)
      try FileAttributes.copyLoosely(from: source, status, to: temporary.file)
      if options.keepsModified {
        try temporary.file.setTimes(accessed: status.accessed, modified: status.identity.modified)
      }
      if options.synchronizes { try temporary.file.synchronize() }
      try takeName(temporary, path)
      if options.synchronizes { try FileNames.synchronize(folder: FileNames.folder(of: path)) }
    } catch {
      temporary.discard()
      throw MetaError(anyOf: error, "writing it", path)
    }
    return EditResult(strategy: .rewrite, bytesWritten: plan.newSize)
  }

  private func takeName(_ temporary: TemporaryFile, _ path: FilePath) throws(Errno) {
    if options.force {
      try FileNames.rename(temporary.path, to: path)
    } else {
      try FileNames.renameToFree(temporary.path, to: path)
    }
  }

  /// Writes to a pipe or whatever else is open.
  func write(_ plan: RewritePlan, to stream: FileDescriptor) throws -> EditResult {
    // The descriptor stays its owner's: only a duplicate is closed.
    let sink = FileSink(try SystemCall.typed { try stream.duplicate() })
    for segment in plan.segments {
      switch segment {
      case .keep(let range): try copy(range, to: sink)
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

  private func copy(_ range: Range<Int64>, to sink: FileSink) throws(Errno) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes = try source.read(at: offset, count: Int(min(1 << 18, range.upperBound - offset)))
      guard !bytes.isEmpty else { throw .noData }
      try sink.write(bytes[...])
      offset += Int64(bytes.count)
    }
  }
}
