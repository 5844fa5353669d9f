internal import MetaCore
internal import SystemPackage

/// Implements `rename`: creates the new name of each file from its fields with a template, and
/// renames all files of the command together.
///
/// All names are planned first (``RenamePlan``), so that conflicts are found before the first file
/// is renamed. A file with a conflict is reported, and the others are renamed; with
/// `--transaction`, no file is renamed.
struct RenameJob: Sendable {
  var inputs: FileSelection
  var template: Template
  /// The base folder of new paths, or nil for the folder that was searched, or the file's own
  /// folder.
  var root: InputPath?
  /// The rules for characters in new names.
  var safety = SafeName()
  var isDryRun = false
  var isTransaction = false
  var keepsUndo = true
  var isQuiet = false
  var printsJSON = false
  var showsProgress = false

  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    let files = try inputs.files(in: environment)
    let numbers =
      template.needsNumber ? FileNumbers(files, where: inputs.condition, in: environment) : nil
    let plan = plan(of: files, numbers, environment)
    let report = RenameReport(plan, job: self)
    let failures = plan.steps.compactMap(\.failure)
    for step in plan.steps {
      if let failure = step.failure { environment.fail(failure, at: step.path) }
    }
    if isTransaction, let first = failures.first {
      environment.warn("nothing was renamed, because at least one file cannot be renamed")
      try report.print(isDone: false, in: environment)
      return first.status
    }
    if !isDryRun {
      do throws(Failure) {
        try rename(plan.wishes, environment)
      } catch {
        try report.print(isDone: false, in: environment)
        throw error
      }
    }
    try report.print(isDone: true, in: environment)
    return ExitStatus(of: failures, inputs: inputs, files: files)
  }

  /// Renames the planned files; an interruption is deferred, and then undoes the renaming.
  private func rename(
    _ wishes: [FileRenaming.RenameRequest], _ environment: Environment
  ) throws(Failure) {
    try environment.deferringInterruptions { () throws(Failure) in
      try orNamedFailure { () throws(MetaError) in
        try FileRenaming.rename(wishes, keepsUndo: keepsUndo) { environment.isStopped }
      }
    }
  }

  // MARK: The plan

  /// Returns the plan with the new names of all selected files.
  private func plan(
    of files: FileList, _ numbers: FileNumbers?, _ environment: Environment
  ) -> RenamePlan {
    let progress = ProgressLine(
      of: files.count, on: environment.sink, isShown: showsProgress)
    defer { progress.end() }
    let filter = FileFilter(inputs.condition)
    let reader = FileReader(in: environment) { progress.warn($0) }
    let needsFields = template.needsFields
    var steps: [RenamePlan.Step] = []
    for path in files where !environment.isCancelled {
      defer { progress.step() }
      let old = FileNames.wholePath(naming: path.path)
      do throws(Failure) {
        guard !path.isStandardInput, !path.isAddress else {
          throw Failure(.usage, "usage", "only files can be renamed")
        }
        guard let result = filter.result(of: path, by: reader) else { continue }
        let document = try result.get().document
        var subject = ConditionInput(path, document, needsFields: needsFields)
        subject.number = numbers?[path]
        let displayedPath = try newPath(of: subject)
        let new = FileNames.wholePath(naming: displayedPath)
        guard
          FileNames.folder(of: old) == FileNames.folder(of: new)
            || !FileNames.isRelativeLink(old)
        else {
          throw Failure(
            .refused, "relativeLink", "it is a relative link, which would break in another folder")
        }
        steps.append(
          RenamePlan.Step(path: path, shown: InputPath(displayedPath), old: old, new: new))
      } catch {
        steps.append(RenamePlan.Step(path: path, shown: path, old: old, new: old, failure: error))
      }
    }
    return RenamePlan(steps, names)
  }

  /// Returns the new path as displayed, which is relative if its base folder is relative.
  private func newPath(of subject: ConditionInput) throws(Failure) -> FilePath {
    let old = subject.path.path
    let start = root ?? subject.path.foundIn.map { InputPath(text: $0) }
    return try template.path(
      of: subject, in: start?.path ?? old.removingLastComponent(),
      ending: newEnding(of: subject.path), safety)
  }

  /// Returns the extension to append to the template, which is empty if the template ends with it.
  private func newEnding(of path: InputPath) -> String {
    let ending = RenameJob.ending(of: path)
    guard case .text(let text)? = template.parts.last, !ending.isEmpty,
      text.lowercased().hasSuffix(ending.lowercased())
    else { return ending }
    return ""
  }

  /// Returns the extension with its dot and original bytes, or an empty string if the name has no
  /// extension.
  private static func ending(of path: InputPath) -> String {
    let name = path.text[path.folder.endIndex...]
    let end = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.startIndex
    return end == name.startIndex ? "" : String(name[end...])
  }

  /// The file system queries of the plan.
  private var names: RenamePlan.FileSystemQueries {
    let isForWindows = safety.isForWindows
    return RenamePlan.FileSystemQueries(
      exists: { FileNames.exists($0) }, isSame: { FileNames.isSame($0, $1) },
      ignoresCase: { isForWindows || FileNames.ignoresCase(in: $0) },
      obstacle: { FileNames.obstacle(from: $0, to: $1) })
  }
}
