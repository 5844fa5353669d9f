internal import MetaCore

/// Processes the files of a command; failures are reported, and processing continues with the
/// remaining files.
///
/// Only verbs whose results do not depend on the order of files (`verify`, `art list`) use several
/// threads. Dumps, lists, edits and `check` use ``Batch`` directly.
struct FileRunner {
  let inputs: FileSelection
  let environment: Environment

  /// The result of a verb such as `undo` or `recover` for one file, as text and as JSON members.
  struct Outcome {
    /// The human-readable text.
    let text: String
    /// The JSON members next to the path.
    let members: [(name: StaticString, value: MetadataValue)]
  }

  /// Reads the files on `jobs` threads, by default one, and calls `body` with each; the results
  /// that it adds are written in file order.
  func read(
    jobs: Int?, results form: ResultSequence,
    _ body:
      @Sendable (
        _ path: InputPath, _ file: InspectedFile, _ add: ((inout JSONWriter) -> Void) -> Void
      ) throws(Failure) -> Void
  ) throws(Failure) -> ExitStatus {
    let files = try inputs.files(in: environment)
    let environment = environment
    let batch = Batch(
      count: files.count, jobs: jobs ?? 1, longestStride: 1, results: form, in: environment
    ) {
      environment.fail($1, at: files[$0])
    }
    let failures = try batch.run { batch in
      let (reader, filter) = (FileReader(in: environment), FileFilter(inputs.condition))
      var output = batch.writer()
      while let range = batch.nextFiles() {
        var failures: [Batch.Failed] = []
        for index in range {
          do throws(Failure) {
            guard let result = filter.result(of: files[index], by: reader) else { continue }
            try body(files[index], try result.get()) { batch.add(to: &output, in: range, $0) }
          } catch {
            failures.append((index, error))
          }
        }
        batch.finish(range, &output, failures)
      }
    }
    return ExitStatus(of: failures.map(\.failure), inputs: inputs, files: files)
  }

  /// Reads each file and calls `body` with it, one after the other.
  func read(
    _ body: (InputPath, InspectedFile) throws(Failure) -> Void
  ) throws(Failure) -> ExitStatus {
    let reader = FileReader(in: environment)
    let filter = FileFilter(inputs.condition)
    return try visit(try inputs.files(in: environment)) { (path) throws(Failure) in
      if let result = filter.result(of: path, by: reader) { try body(path, try result.get()) }
    }
  }

  /// Processes each file and prints the result; `files` overrides the files of the inputs.
  func run(
    _ files: FileList? = nil, isQuiet: Bool, printsJSON: Bool,
    _ body: (InputPath) throws(MetaError) -> Outcome
  ) throws(Failure) -> ExitStatus {
    let filter = FileFilter(inputs.condition)
    let reader = FileReader(in: environment)
    var results = ResultWriter(printsJSON ? .list(depth: 1) : .text(), to: environment.sink)
    let files = if let files { files } else { try inputs.files(in: environment) }
    let status = try visit(files) { (path) throws(Failure) in
      let outcome: Outcome
      do throws(Failure) {
        // Files are read only if there is a condition.
        if inputs.condition != nil, try filter.result(of: path, by: reader)?.get() == nil {
          return
        }
        outcome = try orFailure { () throws(MetaError) in try body(path) }
      } catch {
        if printsJSON { try results.value { $0.failure(error, at: path) } }
        throw error
      }
      if printsJSON {
        try results.value { FileRunner.write(outcome, path, to: &$0) }
      } else if !isQuiet {
        try results.text("\(path.display): \(outcome.text)\n")
      }
    }
    try results.finish()
    return status
  }

  /// Processes each file and reports the files that fail.
  func visit(
    _ files: FileList, _ body: (InputPath) throws(Failure) -> Void
  ) throws(Failure) -> ExitStatus {
    var failures: [Failure] = []
    for path in files where !environment.isCancelled {
      do throws(Failure) {
        try body(path)
      } catch {
        failures.append(error)
        environment.fail(error, at: path)
      }
    }
    return ExitStatus(of: failures, inputs: inputs, files: files)
  }

  /// Writes an outcome as an object with the path of the file.
  private static func write(_ outcome: Outcome, _ path: InputPath, to json: inout JSONWriter) {
    json.beginObject()
    json.path(path)
    for member in outcome.members {
      switch member.value {
      case .integer(let number): json.member(member.name, number)
      case .string(let text): json.member(member.name, text)
      case .boolean(let flag): json.member(member.name, flag)
      default: break
      }
    }
    json.endObject()
  }
}

extension ExitStatus {
  /// Creates the exit status of a run over files: the status of the failure of a single file, or
  /// `partly` if any of several files failed or a folder could not be read.
  init(of failures: [Failure], inputs: FileSelection, files: FileList) {
    guard let first = failures.first else {
      self = files.hasGaps ? .partly : .done
      return
    }
    self = inputs.meansSeveral && files.count > 1 ? .partly : first.status
  }
}
