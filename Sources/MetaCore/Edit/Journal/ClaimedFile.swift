internal import SystemPackage

/// A new file under a temporary name, for a file system that does not support unnamed files,
/// together with a small second file that identifies it: the claim.
///
/// After a crash, a later command finds the claim by its fixed name, and removes both files.
///
///     .song.m4a.metatool-new                     the claim: magic, name of the new file, checksum; locked while its writer lives
///     .song.m4a.1f03c2aa9d3b6e55.metatool-new    the new file
///
/// The claim is complete before the new file exists, so the file that it names was created by the
/// same writer. If an unrelated file has the name of the claim, the new file is not claimed.
struct ClaimedFile: Sendable {
  let path: FilePath
  let file: FileSink
  private let claim: Claim?

  /// The file that contains the name of the new file; open and locked while the new file is being
  /// written.
  private struct Claim {
    let path: FilePath
    let file: FileSink
  }

  init(for target: FilePath, _ permissions: FilePermissions) throws(Errno) {
    path = ClaimedFile.randomName(for: target)
    claim = try ClaimedFile.claim(path, at: JournalPaths.nextTo(target).temporary)
    do throws(Errno) {
      file = try FileSink(creating: path, permissions)
    } catch {
      if let claim { try? FileNames.remove(claim.path) }
      throw error
    }
  }

  /// Whether a later command can find it after a crash.
  var isFindable: Bool { claim != nil }

  /// Removes the file.
  func remove() {
    try? FileNames.remove(path)
    forget()
  }

  /// Removes the claim for a file that now has its final name.
  func forget() {
    if let claim { try? FileNames.remove(claim.path) }
  }

  // MARK: Claims

  private static let magic = Array("metatool-new\n".utf8)
  /// The maximum size of a claim in bytes; it contains only a name and a few other bytes.
  private static let longest: Int64 = 512

  /// Creates and locks the claim for the new file `path`; returns nil if a running writer or an
  /// unrelated file has its name.
  private static func claim(_ path: FilePath, at place: FilePath) throws(Errno) -> Claim? {
    let file: FileSink
    do throws(Errno) {
      do throws(Errno) {
        file = try FileSink(creating: place)
      } catch .fileExists {
        guard try AbandonedFile.remove(place) else { return nil }
        file = try FileSink(creating: place)
      }
    } catch .fileExists {
      return nil
    }
    do throws(Errno) {
      _ = try FileLock.acquire(file, waiting: .zero)
      var writer = ByteWriter()
      writer.append(magic)
      writer.append(name(of: path))
      writer.u32(Checksum.of(writer.bytes[...]))
      try file.write(writer.bytes[...], at: 0)
    } catch {
      try? FileNames.remove(place)
      throw error
    }
    return Claim(path: place, file: file)
  }

  /// Returns the path of the new file, given the path of its claim or of the file itself; nil if
  /// there is no readable file at `place`.
  static func newFilePath(foundAt place: FilePath) -> FilePath? {
    guard let file = try? FileSink(existing: place, .readOnly), let status = try? file.status()
    else { return nil }
    return named(by: file, at: place, size: status.identity.size) ?? place
  }

  /// Returns the path of the new file that a claim names; nil if the file is not a claim.
  static func named(by claim: FileSink, at place: FilePath, size: Int64) -> FilePath? {
    guard size > Int64(magic.count) + 4, size <= longest,
      let bytes = try? claim.read(at: 0, count: Int(size)), bytes.starts(with: magic)
    else { return nil }
    var tail = ByteReader(ByteSlice(Array(bytes.suffix(4))))
    guard (try? tail.u32()) == Checksum.of(bytes.dropLast(4)) else { return nil }
    let name = Array(bytes.dropFirst(magic.count).dropLast(4))
    // The new file must be next to its claim, and its name must have the expected form.
    guard let last = FileNames.path(of: name).lastComponent, JournalPaths.isOwn(last.string),
      self.name(of: FilePath(root: nil, [last])) == name
    else { return nil }
    return FileNames.folder(of: place).appending(last)
  }

  private static func name(of path: FilePath) -> [UInt8] {
    path.lastComponent.map { FileNameEncoding.bytes(of: FilePath(root: nil, [$0])) } ?? []
  }

  /// Returns a random hidden name next to a file.
  static func randomName(for target: FilePath) -> FilePath {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return FileNames.nextTo(target, suffix: "." + digits + JournalPaths.temporarySuffix)
  }
}

/// Removes a temporary file (`.NAME.metatool-new`) left by a writer that crashed, together with the
/// new file that it claims.
enum AbandonedFile {
  /// Removes the file and, if it is a claim, the new file that it names.
  ///
  /// - Returns: False if the file is kept, because its writer is still running or it was not
  ///   certainly created by metatool; true if it was removed or did not exist.
  static func remove(_ path: FilePath) throws(Errno) -> Bool {
    let file: FileSink
    do throws(Errno) {
      file = try FileSink(existing: path, .readOnly)
    } catch .noSuchFileOrDirectory {
      return true
    } catch {
      // It is a symbolic link, or an unreadable file.
      return false
    }
    let status = try file.status()
    guard status.isRegular, status.user == ProcessFacts.user, status.links == 1,
      try FileLock.acquire(file, waiting: .zero)
    else { return false }
    if let named = ClaimedFile.named(by: file, at: path, size: status.identity.size) {
      try removeClaimed(named)
    } else if !NewFileMark.isOn(status, path), !status.isEmptyAndPrivate {
      return false
    }
    try FileNames.remove(path)
    return true
  }

  /// Removes the new file that a claim names, if it still exists.
  private static func removeClaimed(_ path: FilePath) throws(Errno) {
    guard let status = try? FileStatus(of: path, following: false), status.isRegular,
      status.user == ProcessFacts.user
    else { return }
    try FileNames.remove(path)
  }
}

extension FileStatus {
  /// Whether the file has the permissions of a new file and no content, because its writer crashed
  /// early; nothing is lost if it is removed.
  var isEmptyAndPrivate: Bool { identity.size == 0 && permissions & 0o777 == 0o600 }
}

/// Distinguishes a complete new file created by metatool, which has not been renamed yet, from an
/// unrelated file with a name of this form.
///
/// The marker is the sub-second part of the access time: a checksum of the file's name and
/// modification time. Setting it requires no additional system call and does not affect the
/// content, and an unrelated file has it with a probability of one in a billion. The seconds are
/// slightly in the future, so that reading the file does not change them (`relatime` in mount(8)).
enum NewFileMark {
  /// Returns the access time that marks a file with this name and modification time.
  static func accessed(_ path: FilePath, modified: FileTime) -> FileTime {
    let seconds = max(FileTime.now.seconds, modified.seconds)
    return FileTime(
      seconds: seconds.addingReportingOverflow(secondsAhead).partialValue,
      nanoseconds: fraction(path, modified))
  }

  /// The number of seconds by which the access time is later than the current or modification time.
  private static let secondsAhead: Int64 = 2

  /// Whether a file has the marker.
  static func isOn(_ status: FileStatus, _ path: FilePath) -> Bool {
    status.accessed.nanoseconds == fraction(path, status.identity.modified)
  }

  /// Returns the nanoseconds of the access time: the CRC-32 of the file's name and modification
  /// time, modulo 10⁹.
  private static func fraction(_ path: FilePath, _ modified: FileTime) -> Int64 {
    var writer = ByteWriter()
    writer.append(path.lastComponent.map { Array($0.string.utf8) } ?? [])
    writer.i64(modified.seconds)
    writer.i64(modified.nanoseconds)
    return Int64(Checksum.of(writer.bytes[...]) % 1_000_000_000)
  }
}
