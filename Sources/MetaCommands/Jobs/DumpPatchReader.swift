internal import MetaCore

/// Reads the JSON files given to `apply`, which contain edited or hand-written dumps, into one
/// ``DumpPatch`` per media file.
///
/// A file is an array as printed by `dump`, a single object, or consecutive objects (NDJSON).
struct DumpPatchReader {
  /// The base of relative paths, or nil for the working folder.
  var root: InputPath?
  /// The changes to each media file, by its path.
  private(set) var changes: [InputPath: DumpPatch] = [:]
  /// The media files to change, in the order in which the JSON names them.
  private(set) var paths: [InputPath] = []
  /// The names of media files that `dump` could not read: their objects have an error and no
  /// metadata.
  private(set) var unread: [String] = []

  init(root: InputPath? = nil) { self.root = root }

  /// Reads all changes in one file; `-` is standard input.
  ///
  /// - Throws: ``Failure`` that names the file and, if its contents are invalid, the line and the
  ///   entry.
  mutating func read(_ file: InputPath, in environment: Environment) throws(Failure) {
    let name = file.isStandardInput ? "standard input" : file.display
    do {
      var bytes = try SourceOpener.readAll(file, in: environment)
      // Some editors write a byte order mark, which JSON does not allow (RFC 8259 §8.1).
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      try add(JSONReader.readSeveral(bytes), of: name)
    } catch let error as TextError {
      throw Failure(.dataError, "malformed", "\(name): \(error)")
    } catch let failure as Failure {
      throw Failure(failure.status, failure.code, "\(name): \(failure.message)")
    } catch {
      throw Failure(.ioError, "io", "\(name): \(error)")
    }
  }

  /// Adds the objects in a file; two objects for the same media file are an error.
  private mutating func add(_ nodes: [JSONNode], of name: String) throws {
    guard !nodes.isEmpty else { throw TextError(1, "no JSON value found") }
    for (number, node) in nodes.flatMap({ $0.array ?? [$0] }).enumerated() {
      if node["error"] != nil, node["items"] == nil, node["metadata"] == nil {
        unread.append(DumpPatch.label(of: node))
        continue
      }
      let entry = "entry \(number + 1) (\(DumpPatch.label(of: node)))"
      do throws(TextError) {
        let change = try DumpPatch(node, root: root)
        guard changes.updateValue(change, forKey: change.path) == nil else {
          throw TextError(node.line, "duplicate entry for the same file")
        }
        paths.append(change.path)
      } catch {
        throw Failure(.dataError, "malformed", "\(entry): \(error)")
      }
    }
  }
}
