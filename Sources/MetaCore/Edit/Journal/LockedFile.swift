internal import SystemPackage

/// A file that is being edited or recovered: open, and locked against other processes that edit it
/// with metatool or MetaCore.
///
/// Its status is read under the lock; ``check(against:force:)`` compares it with that of the file
/// for which the plan was created.
struct LockedFile: Sendable {
  /// The path of the file, resolved if it was that of a symbolic link.
  let path: FilePath
  let file: FileSink
  /// Whether the bytes of the file can be overwritten.
  let isWritable: Bool
  var status: FileStatus

  /// The current bytes.
  var source: SinkSource { SinkSource(file: file, length: status.identity.size) }

  /// Opens and locks the file that has this name at the time when the lock is acquired.
  ///
  /// - Throws: `refused` if it is not a regular file, must not be written, or another program holds
  ///   the lock for longer than `patience`.
  static func lock(
    _ path: FilePath, force: Bool, patience: Duration
  ) throws(MetaError) -> LockedFile {
    let end = ContinuousClock.now + patience
    while true {
      let rest = max(.zero, ContinuousClock.now.duration(to: end))
      let target = try acquire(path, force: force, patience: rest)
      // If another process replaced the file while this one waited, the open file now has a
      // different name, or no name.
      if target.hasItsName { return target }
      guard ContinuousClock.now < end else {
        throw MetaError.refused("other programs keep replacing it", path)
      }
      FileLock.pause()
    }
  }

  /// Opens and locks the file that currently has this name.
  private static func acquire(
    _ path: FilePath, force: Bool, patience: Duration
  ) throws(MetaError) -> LockedFile {
    let opened = try open(path, force: force)
    do {
      guard try FileLock.acquire(opened.file, waiting: patience) else {
        throw MetaError.refused("another program has locked it", path)
      }
      // Read the status under the lock, because it may change until then.
      let status = try opened.file.status()
      guard status.isRegular else { throw MetaError.refused("not a regular file", path) }
      return LockedFile(
        path: opened.path, file: opened.file, isWritable: opened.isWritable, status: status)
    } catch {
      throw MetaError(anyOf: error, "cannot be opened", path)
    }
  }

  /// The errors that mean that the file is not writable, rather than that it is missing.
  private static let unwritable: Set<Errno> = [
    .permissionDenied, .notPermitted, .readOnlyFileSystem,
  ]

  private typealias Opened = (path: FilePath, file: FileSink, isWritable: Bool)

  /// Opens a file for writing, after resolving symbolic links; with `force`, a file that is not
  /// writable is opened for reading.
  private static func open(_ path: FilePath, force: Bool) throws(MetaError) -> Opened {
    do throws(Errno) {
      do throws(Errno) {
        return (path, try FileSink(existing: path), true)
      } catch Errno.tooManySymbolicLinkLevels {
        guard let resolved = FileNames.resolved(path) else { throw .noSuchFileOrDirectory }
        return (resolved, try FileSink(existing: resolved), true)
      }
    } catch let code where force && unwritable.contains(code) {
      // It may still be possible to replace the file with a new one.
      do throws(Errno) {
        let resolved = FileNames.resolved(path) ?? path
        return (resolved, try FileSink(existing: resolved, .readOnly), false)
      } catch {
        throw MetaError(error, "cannot be opened", path)
      }
    } catch {
      throw MetaError(error, "cannot be opened for writing", path)
    }
  }

  /// Whether the file still has the name that it had when it was opened.
  var hasItsName: Bool {
    (try? FileStatus(of: path, following: false).identity.isSameFile(as: status.identity)) ?? false
  }

  /// Returns the error for changing a file that has lost its name; `outcome` describes the state of
  /// the change.
  func isReplaced(_ outcome: String) -> MetaError {
    MetaError(
      .io, file: path,
      reason:
        "another program moved or replaced the file during the edit; \(outcome)"
    )
  }

  /// The message for refusing a file without write permission.
  static let isProtected = "the file is write-protected; use --force to edit it"

  /// Rejects a file that has changed since the plan was created or, without `force`, a file that is
  /// write-protected.
  func check(against identity: FileIdentity, force: Bool) throws(MetaError) {
    guard status.identity == identity else { throw MetaError.changed(path) }
    guard force || !status.isWriteProtected else {
      throw MetaError.refused(LockedFile.isProtected, path)
    }
  }
}

extension LockedFile {
  /// Opens and locks a file, after recovering an interrupted edit.
  static func openRecovered(_ path: FilePath, _ options: EditOptions) throws(MetaError)
    -> LockedFile
  {
    do {
      let target = try lock(path, force: options.force, patience: options.patience)
      let outcome = try Recovery.recover(target, options.state)
      return outcome == .nothing ? target : try target.updated()
    } catch {
      throw MetaError(anyOf: error, "cannot be opened", path)
    }
  }

  /// Returns the file with its current status.
  func updated() throws(MetaError) -> LockedFile {
    var target = self
    do throws(Errno) {
      target.status = try file.status()
    } catch {
      throw MetaError(error, "its status cannot be read", path)
    }
    return target
  }
}

/// The bytes of an open ``FileSink``, as a source for parsers and plans.
struct SinkSource: ByteSource {
  let file: FileSink
  let length: Int64
  /// A separate identity, because the bytes change while the source is in use.
  let sourceIdentity = SourceIdentity()

  init(file: FileSink, length: Int64) {
    self.file = file
    self.length = length
  }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard count > 0, offset >= 0, offset < length else { return [] }
    do throws(Errno) {
      return try file.read(at: offset, count: Int(min(Int64(count), length - offset)))
    } catch {
      throw ParseError(.io, at: offset, error.sentence)
    }
  }
}

/// A source that reads one range in advance, and serves reads within that range from memory.
struct PrefetchedSource: WrappingSource {
  let source: any ByteSource
  private let start: Int64
  private let bytes: [UInt8]

  init(_ source: any ByteSource, _ range: Range<Int64>) throws(ParseError) {
    self.source = source
    start = range.lowerBound
    bytes = try source.read(at: start, count: Int(range.upperBound - range.lowerBound))
  }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    let available = Int64(min(Int64(count), max(0, length - offset)))
    guard offset >= start, offset + available <= start + Int64(bytes.count) else {
      return try source.read(at: offset, count: count)
    }
    let first = Int(offset - start)
    return Array(bytes[first..<(first + Int(available))])
  }
}

extension MetaError {
  /// Converts any error that occurs during an edit.
  init(anyOf error: any Error, _ doing: String, _ file: FilePath?) {
    switch error {
    case let error as MetaError: self = error
    case let error as ParseError: self.init(error, file: file)
    case let error as Errno: self.init(error, doing, file)
    default: self.init(.io, file: file, reason: "\(doing): \(error)", underlying: error)
    }
  }
}
