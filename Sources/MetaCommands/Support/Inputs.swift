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
    guard isRecursive else { return named }
    var found: [InputPath] = []
    for path in named {
      if !path.isStandardInput, Inputs.isDirectory(path.path) {
        Inputs.walk(path.path, into: &found)
      } else {
        found.append(path)
      }
    }
    return found
  }

  /// Whether several files were asked for, even if only one was found.
  var meansSeveral: Bool { paths.count != 1 || listFile != nil || isRecursive }

  private static func isDirectory(_ path: FilePath) -> Bool {
    (try? path.stat().type) == .directory
  }

  private static func walk(_ folder: FilePath, into found: inout [InputPath]) {
    let entries: [DirectoryListing.Entry]
    do {
      entries = try DirectoryListing.entries(of: folder)
    } catch {
      Messages.write("\(InputPath(folder).display): \(error)")
      return
    }
    for entry in entries {
      if entry.isDirectory {
        walk(entry.path, into: &found)
      } else if entry.isFile, isMedia(entry.path) {
        found.append(InputPath(entry.path))
      }
    }
  }

  private static let extensions = Set(Inspector.formats.flatMap(\.extensions))

  private static func isMedia(_ path: FilePath) -> Bool {
    guard let name = path.extension else { return false }
    return extensions.contains(name.lowercased())
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

/// Opens what an input path names.
enum Sources {
  static func open(_ path: InputPath) throws(Failure) -> any ByteSource {
    if path.isStandardInput { return try standardInput() }
    do {
      return try FileSource(named: path.bytes)
    } catch {
      throw Failure(opening: error)
    }
  }

  private static func standardInput() throws(Failure) -> any ByteSource {
    do {
      return DataSource(try StandardInput.readAll())
    } catch {
      throw Failure(.ioError, "io", "standard input: \(error)")
    }
  }
}
