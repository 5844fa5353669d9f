internal import MetaCore
internal import SystemPackage

/// Gives files names that are made of their fields.
struct RenameJob: Sendable {
  var inputs: Inputs
  var template: Template
  /// The folder in which new paths begin; nil for the folder that was looked through, or the file's own.
  var root: InputPath?
  var safety = SafeName()
  var isDryRun = false
  var isTransaction = false
  var keepsUndo = true
  var isQuiet = false
  var printsJSON = false
  var showsProgress = false

  func run() throws(Failure) -> ExitStatus {
    let plan = try plan()
    let failures = plan.steps.compactMap(\.failure)
    for step in plan.steps {
      if let failure = step.failure { Messages.write(failure, at: step.path) }
    }
    if isTransaction, let first = failures.first {
      Messages.write("nothing was renamed, because a file cannot be")
      try RenameReport(plan, isDone: false, job: self).print()
      return first.status
    }
    if !isDryRun { try rename(plan.wishes) }
    try RenameReport(plan, isDone: true, job: self).print()
    return ExitStatus(of: failures, inputs: inputs, count: plan.steps.count)
  }

  private func rename(_ wishes: [FileRenaming.Wish]) throws(Failure) {
    let isAlone = Answer.current == nil
    let keepsUndo = keepsUndo
    let work = { () throws(Failure) in
      try orFailure { () throws(MetaError) in
        try FileRenaming.rename(wishes, keepsUndo: keepsUndo) {
          isAlone ? Interruptions.areWaiting : Answer.isCancelled
        }
      }
    }
    try isAlone ? Interruptions.putOff(work) : work()
  }

  // MARK: The plan

  /// The new names of all files that are wanted.
  private func plan() throws(Failure) -> RenamePlan {
    let files = try inputs.files()
    let progress = ProgressLine(of: files.count, on: showsProgress ? .standardError : nil)
    defer { progress.end() }
    let sieve = Sieve(inputs.condition)
    let reader = FileReader { progress.message($0) }
    let wantsFields = template.wantsFields
    var steps: [RenamePlan.Step] = []
    for path in files where !Answer.isCancelled {
      defer { progress.step() }
      let old = FileNames.wholePath(naming: path.path)
      do throws(Failure) {
        guard !path.isStandardInput, !path.isAddress else {
          throw Failure(.usage, "usage", "it has no name here that could be changed")
        }
        guard let result = sieve.result(of: path, by: reader) else { continue }
        let document = try result.get().document
        let subject = Subject(path, document, wantsFields: wantsFields)
        let new = try newPath(of: subject)
        steps.append(
          RenamePlan.Step(
            path: path, shown: InputPath(new), old: old, new: FileNames.wholePath(naming: new)))
      } catch {
        steps.append(RenamePlan.Step(path: path, shown: path, old: old, new: old, failure: error))
      }
    }
    return RenamePlan(steps, names)
  }

  /// As it is shown: it begins where the folder does in which it begins.
  private func newPath(of subject: Subject) throws(Failure) -> FilePath {
    let old = subject.path.path
    let start = root ?? subject.path.foundIn.map { InputPath(text: $0) }
    var folder = start?.path ?? old.removingLastComponent()
    let components = try template.name(of: subject, safety)
    // As it is spelled, with whatever bytes.
    let ending = old.extension.map { "." + $0 } ?? ""
    for (index, component) in components.enumerated() {
      let isLast = index == components.count - 1
      guard let name = component.name(safety, ending: isLast ? ending : "") else {
        throw Failure(.refused, "emptyName", "nothing would be left of its name")
      }
      folder.append(name)
    }
    return folder.lexicallyNormalized()
  }

  private var names: RenamePlan.Names {
    let isForWindows = safety.isForWindows
    return RenamePlan.Names(
      exists: { FileNames.exists($0) }, isSame: { FileNames.isSame($0, $1) },
      ignoresCase: { isForWindows || FileNames.ignoresCase(in: $0) })
  }
}
