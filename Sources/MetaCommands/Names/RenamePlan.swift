internal import MetaCore
internal import SystemPackage

/// The plan of a `rename`: the old and new path of each file, with all conflicts found before the
/// first file is renamed.
///
/// A file that cannot have its new name gets a failure, for example because of two files with one
/// name, an existing file, a file in place of a folder, or a different file system. ``RenameJob``
/// supplies the steps, some of which may already have a failure, and renames the files.
struct RenamePlan {
  /// A file in the plan, with its old and new path, and the reason if it cannot have the new path.
  struct Step {
    let path: InputPath
    /// The new path for display.
    var shown: InputPath
    /// The full old and new path.
    let old: FilePath
    let new: FilePath
    var failure: Failure?

    /// Whether the file has to be renamed.
    var isMove: Bool { failure == nil && old != new }
  }

  /// The file system queries of the plan, as functions, so that tests can replace them.
  struct FileSystemQueries {
    /// Returns whether a path exists.
    let exists: (FilePath) -> Bool
    /// Returns whether both paths name the same file, because the file system ignores case.
    let isSame: (FilePath, FilePath) -> Bool
    /// Returns whether a folder ignores the case of names.
    let ignoresCase: (FilePath) -> Bool
    /// Returns the reason why a file cannot be moved, if any.
    var obstacle: (_ old: FilePath, _ new: FilePath) -> String? = { _, _ in nil }
  }

  private(set) var steps: [Step]
  /// Whether case is ignored, for each folder checked so far.
  private var caseRules: [FilePath: Bool] = [:]

  init(_ steps: [Step], _ names: FileSystemQueries) {
    self.steps = steps
    refuseUnreachable(names)
    refuseDoubles(names)
    refuseFilesAsFolders(names)
    refuseTaken(names)
  }

  /// The files to rename.
  var wishes: [FileRenaming.RenameRequest] {
    steps.filter(\.isMove).map { FileRenaming.RenameRequest(old: $0.old, new: $0.new) }
  }

  /// Refuses files whose folder cannot be created or is on another file system.
  private mutating func refuseUnreachable(_ names: FileSystemQueries) {
    for (index, step) in steps.enumerated() where step.isMove {
      guard let obstacle = names.obstacle(step.old, step.new) else { continue }
      refuse(index, obstacle)
    }
  }

  /// Refuses paths whose folder would be a file.
  private mutating func refuseFilesAsFolders(_ names: FileSystemQueries) {
    var files: Set<FilePath> = []
    for step in steps where step.failure == nil { files.insert(key(step.new, names)) }
    for (index, step) in steps.enumerated() where step.isMove {
      var folder = FileNames.folder(of: step.new)
      while folder.lastComponent != nil, !files.contains(key(folder, names)) {
        folder.removeLastComponent()
      }
      guard folder.lastComponent != nil else { continue }
      refuse(index, "\(InputPath(folder).display) would be both a file and a folder")
    }
  }

  /// Refuses all files that would get the same name.
  private mutating func refuseDoubles(_ names: FileSystemQueries) {
    var stepsByName: [FilePath: [Int]] = [:]
    for (index, step) in steps.enumerated() where step.failure == nil {
      stepsByName[key(step.new, names), default: []].append(index)
    }
    for indexes in stepsByName.values where indexes.count > 1 {
      for index in indexes {
        let other = indexes.first { $0 != index } ?? index
        guard steps[other].old != steps[index].old else { continue }
        refuse(index, "\(steps[other].path.display) would get the same name")
      }
    }
  }

  /// Returns the path by which names are compared: in lower case where the folder ignores case.
  private mutating func key(_ path: FilePath, _ names: FileSystemQueries) -> FilePath {
    let folder = FileNames.folder(of: path)
    let ignoresCase = caseRules[folder] ?? names.ignoresCase(folder)
    caseRules[folder] = ignoresCase
    guard ignoresCase else { return path }
    return FilePath(path.string.lowercased())
  }

  /// Refuses names of existing files, unless these are also renamed; a refused file may block other
  /// files.
  private mutating func refuseTaken(_ names: FileSystemQueries) {
    var keeps = true
    while keeps {
      keeps = false
      let leaving = Set(steps.filter(\.isMove).map(\.old))
      for (index, step) in steps.enumerated() where step.isMove {
        guard names.exists(step.new), !leaving.contains(step.new),
          !names.isSame(step.old, step.new)
        else { continue }
        refuse(index, "\(step.shown.display) already exists")
        keeps = true
      }
    }
  }

  private mutating func refuse(_ index: Int, _ reason: String) {
    steps[index].failure = Failure(.refused, "exists", reason)
  }
}
