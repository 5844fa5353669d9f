internal import MetaCore
internal import SystemPackage

/// The files that a command is about: named one by one, listed in a file, or found in folders.
struct Inputs: Sendable {
  var paths: [InputPath] = []
  var isRecursive = false
  /// The file that lists more paths (`-` is standard input).
  var listFile: String?
  /// Whether the paths in the list end with NUL instead of a line break.
  var isListNulSeparated = false

  /// All files, in the order given; folders are replaced by the media files in them when recursive.
  func files() throws(Failure) -> [InputPath] {
    var named = paths
    if let listFile { named += try Inputs.list(in: listFile, nulSeparated: isListNulSeparated) }
    let mayBeClean = (isRecursive || named.count >= Inputs.several) && !Recovery.hasJournals()
    if mayBeClean { Inputs.lookThroughFolders(of: &named) }
    guard isRecursive else { return named }
    var found: [InputPath] = []
    for path in named {
      if !path.isStandardInput, Inputs.isDirectory(path.path) {
        Inputs.walk(InputPath(path.path), mayBeClean, into: &found)
      } else {
        found.append(path)
      }
    }
    return found
  }

  /// So many files of one folder make it worth a look through it.
  private static let several = 16

  /// Looks through folders of which many files are named one after the other, once instead of for each file.
  private static func lookThroughFolders(of paths: inout [InputPath]) {
    var start = 0
    while start < paths.count {
      let folder = paths[start].folder
      var end = start + 1
      while end < paths.count, paths[end].folder == folder { end += 1 }
      if end - start >= several {
        let isClean = Recovery.isClean(
          InputPath(text: folder.isEmpty ? "." : String(folder)).path, limit: 64 * (end - start))
        for index in start..<end { paths[index].isKnownClean = isClean }
      }
      start = end
    }
  }

  /// Whether several files were asked for, even if only one was found.
  var meansSeveral: Bool { paths.count != 1 || listFile != nil || isRecursive }

  private static func isDirectory(_ path: FilePath) -> Bool {
    (try? path.stat().type) == .directory
  }

  private static func walk(
    _ folder: InputPath, _ mayBeClean: Bool, into found: inout [InputPath]
  ) {
    let entries: [DirectoryListing.Entry]
    do {
      entries = try DirectoryListing.entries(of: folder.path)
    } catch {
      Messages.write("\(folder.display): \(error)")
      return
    }
    let prefix = folder.text.utf8.last == UInt8(ascii: "/") ? folder.text : folder.text + "/"
    // Names are in order, and those of hidden files among the first.
    let isClean = mayBeClean && Recovery.isClean(entries.map(\.name))
    for entry in entries {
      if entry.isDirectory {
        walk(InputPath(text: prefix + entry.name), mayBeClean, into: &found)
      } else if entry.isFile, FileExtension.isMedia(entry.name) {
        var path = InputPath(text: prefix + entry.name)
        path.isKnownClean = isClean
        found.append(path)
      }
    }
  }

  private static func list(in file: String, nulSeparated: Bool) throws(Failure) -> [InputPath] {
    let path = InputPath(text: file)
    let bytes: [UInt8]
    do {
      let source = try Sources.open(path)
      bytes = try source.read(at: 0, count: Int(clamping: source.length))
    } catch let failure as Failure {
      throw Failure(failure.status, failure.code, "\(path.display): \(failure.message)")
    } catch {
      throw Failure(.ioError, "io", "\(path.display): \(error)")
    }
    return bytes.split(separator: nulSeparated ? 0 : UInt8(ascii: "\n")).map { line in
      let line = !nulSeparated && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return InputPath(text: RawArguments.text(of: Array(line)))
    }
  }
}

/// The extension of a file's name in lower case, as one number: a folder may hold very many names.
private enum FileExtension {
  private static let known = Set(
    (Inspector.formats.flatMap(\.extensions) + (Backend.isThere ? ForeignKinds.extensions : []))
      .compactMap(packed))

  static func isMedia(_ name: String) -> Bool {
    // A dot at the beginning hides a file, and begins no extension.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex,
      let wanted = packed(name.utf8[dot...].dropFirst())
    else { return false }
    return known.contains(wanted)
  }

  /// At most eight characters of ASCII.
  private static func packed(_ text: Substring.UTF8View) -> UInt64? {
    var packed: UInt64 = 0
    for byte in text {
      guard packed < 1 << 56, byte < 0x80 else { return nil }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      packed = packed << 8 | UInt64(isUpper ? byte | 0x20 : byte)
    }
    return packed
  }

  private static func packed(_ text: String) -> UInt64? { packed(text[...].utf8) }
}
