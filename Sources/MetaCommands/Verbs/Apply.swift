internal import ArgumentParser
internal import MetaCore
internal import Synchronization

struct Apply: WebVerb {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Write edited dumps back.",
    discussion: """
      CHANGES.json is what dump prints: an array, one object, or an object a line. An entry of \
      "metadata", "artwork" or "chapters" that differs from what the "items" beside it convert to was \
      edited and is written; of a complete dump (dump --complete) everything else is made as "items" \
      have it, of any other it stays as it is. An object with no more than "path" and some fields in \
      "metadata" changes just these; null removes a field. All of it is checked before anything is \
      written.
      """)

  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp("The folder in which relative paths begin.", valueName: "folder"),
    completion: .directory)
  var root: String?

  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions

  @Argument(
    help: ArgumentHelp("The changes; - is standard input.", valueName: "changes.json"),
    completion: .file())
  var files: [String]

  func run(in environment: Environment) throws {
    var read = DumpPatchReader(root: root.map { InputPath(text: $0) })
    for file in files {
      try environment.orEnd { try read.read(InputPath(text: file), in: environment) }
    }
    let isQuiet = work.quiet
    for path in read.unread where !isQuiet {
      environment.warn("\(path): could not be read when it was dumped, and is left alone")
    }
    let job = EditJob(
      inputs: FileSelection(paths: read.paths), write: write.settings, jobs: work.jobs,
      isQuiet: isQuiet,
      showsProgress: work.showsProgress)
    let changes = read.changes
    let told = OnceLog()
    try end(
      job.run(
        in: environment,
        each: { path in
          { (input) throws(MetaError) in
            guard let change = changes[path.text] else {
              throw MetaError(.refused, reason: "no changes are given")
            }
            var wanted = PatchResolution(change, input)
            let edits = try wanted.edits()
            for note in wanted.notes where !isQuiet {
              told.write("\(path.display): \(note)", to: environment.sink)
            }
            return edits
          }
        }))
  }
}

/// Notes of which each is written once: a transaction makes its edits twice.
private final class OnceLog: Sendable {
  private let told = Mutex<Set<String>>([])

  func write(_ note: String, to sink: any ResultSink) {
    if told.withLock({ $0.insert(note).inserted }) { sink.warn(note) }
  }
}
