internal import MetaCore
internal import SystemPackage

/// The new names of files; conflicts are found before anything is renamed.
struct RenamePlan {
  /// A file, the name that it is to have, and why it cannot have it.
  struct Step {
    let path: InputPath
    /// The new path as it is shown.
    var shown: InputPath
    /// The whole path now, and afterwards.
    let old: FilePath
    let new: FilePath
    var failure: Failure?

    /// Whether there is something to do.
    var isMove: Bool { failure == nil && old != new }
  }

  /// What has to be known of the file system.
  struct Names {
    /// Whether something has this name.
    let exists: (FilePath) -> Bool
    /// Whether both are names of one file, because upper and lower case are the same there.
    let isSame: (FilePath, FilePath) -> Bool
    /// Whether names in a folder that differ in nothing but case are the same.
    let ignoresCase: (FilePath) -> Bool
    /// Why a file cannot be moved to where its new name is; nil when it can.
    var obstacle: (_ old: FilePath, _ new: FilePath) -> String? = { _, _ in nil }
  }

  private(set) var steps: [Step]
  /// Whether case means nothing, for each folder that was asked about.
  private var caseRules: [FilePath: Bool] = [:]

  init(_ steps: [Step], _ names: Names) {
    self.steps = steps
    refuseUnreachable(names)
    refuseDoubles(names)
    refuseFilesAsFolders(names)
    refuseTaken(names)
  }

  /// The files that are to be renamed.
  var wishes: [FileRenaming.Wish] {
    steps.filter(\.isMove).map { FileRenaming.Wish(old: $0.old, new: $0.new) }
  }

  /// Folders cannot be made everywhere, and no file moves to another file system.
  private mutating func refuseUnreachable(_ names: Names) {
    for (index, step) in steps.enumerated() where step.isMove {
      guard let obstacle = names.obstacle(step.old, step.new) else { continue }
      refuse(index, obstacle)
    }
  }

  /// What becomes a file cannot be the folder of another.
  private mutating func refuseFilesAsFolders(_ names: Names) {
    var files: Set<FilePath> = []
    for step in steps where step.failure == nil { files.insert(key(step.new, names)) }
    for (index, step) in steps.enumerated() where step.isMove {
      var folder = FileNames.folder(of: step.new)
      while folder.lastComponent != nil, !files.contains(key(folder, names)) {
        folder.removeLastComponent()
      }
      guard folder.lastComponent != nil else { continue }
      refuse(index, "\(InputPath(folder).display) would be a file")
    }
  }

  /// Two files cannot have one name: neither gets it.
  private mutating func refuseDoubles(_ names: Names) {
    var wanted: [FilePath: [Int]] = [:]
    for (index, step) in steps.enumerated() where step.failure == nil {
      wanted[key(step.new, names), default: []].append(index)
    }
    for indexes in wanted.values where indexes.count > 1 {
      for index in indexes {
        let other = indexes.first { $0 != index } ?? index
        guard steps[other].old != steps[index].old else { continue }
        refuse(index, "\(steps[other].path.display) would get the same name")
      }
    }
  }

  private mutating func key(_ path: FilePath, _ names: Names) -> FilePath {
    let folder = FileNames.folder(of: path)
    let ignoresCase = caseRules[folder] ?? names.ignoresCase(folder)
    caseRules[folder] = ignoresCase
    guard ignoresCase else { return path }
    return FilePath(path.string.lowercased())
  }

  /// The name of another file is free only if that file is renamed; one that is not renamed blocks
  /// others.
  private mutating func refuseTaken(_ names: Names) {
    var keeps = true
    while keeps {
      keeps = false
      let leaving = Set(steps.filter(\.isMove).map(\.old))
      for (index, step) in steps.enumerated() where step.isMove {
        guard names.exists(step.new), !leaving.contains(step.new),
          !names.isSame(step.old, step.new)
        else { continue }
        refuse(index, "\(step.shown.display) is there already")
        keeps = true
      }
    }
  }

  private mutating func refuse(_ index: Int, _ reason: String) {
    steps[index].failure = Failure(.refused, "exists", reason)
  }
}
