internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// Edits files for a verb: each by itself, so that one that fails does not stop the rest.
struct EditJob: Sendable {
  var inputs: Inputs
  var write: WriteSettings
  var jobs: Int?
  var isQuiet = false
  var showsProgress = false

  /// What every verb that writes is asked for.
  struct WriteSettings: Sendable {
    var options: EditOptions
    var isDryRun = false
    var verifies = false
    /// The encoding of text that files call Latin-1.
    var sourceEncoding: TextEncoding?
    var printsJSON = false
  }

  /// The edits of one file, made of what it holds.
  typealias Edits = @Sendable (EditInput) throws(MetaError) -> [MetadataEdit]

  /// Edits every file in the same way; the status says how it went.
  func run(_ edits: @escaping Edits) throws(Failure) -> ExitStatus {
    try run(each: { _ in edits })
  }

  /// Edits every file in its own way; the status says how it went.
  func run(each edits: @escaping @Sendable (InputPath) -> Edits) throws(Failure) -> ExitStatus {
    let files = try inputs.files()
    if write.options.output != .original, files.count != 1 {
      throw Failure(.usage, "usage", "--output takes one file")
    }
    if takesOutput, Answer.current != nil { throw Failure.noStandardOutput }
    let progress = ProgressLine(of: files.count, on: showsProgress ? .standardError : nil)
    let tally = EditTally()
    let batch = Batch(count: files.count, jobs: jobs ?? 1) { index, failure in
      progress.message(failure, at: files[index])
    }
    let failures = try batch.run { batch in
      var output = JSONWriter(.lines(depth: 3))
      let spare = files.count > 1 ? SpareJournal() : nil
      defer { spare?.remove() }
      while let range = batch.take() {
        var failures: [(index: Int, failure: Failure)] = []
        for index in range {
          let report = report(files[index], edits, progress, spare)
          if let failure = report.failure { failures.append((index, failure)) }
          tally.count(report)
          progress.step()
          render(report, index, of: files.count, to: &output)
        }
        batch.finish(range, &output, failures)
      }
    }
    progress.end()
    if write.printsJSON, !takesOutput, files.isEmpty {
      var output = Output()
      try output.write("[]\n")
      try output.flush()
    }
    if files.count > 1, !isQuiet || !failures.isEmpty { Messages.write(tally.sentence) }
    return ExitStatus(of: failures, inputs: inputs, count: files.count)
  }

  /// Whether the edited bytes take standard output; then results have no place.
  private var takesOutput: Bool {
    if case .stream = write.options.output { true } else { false }
  }

  private func render(
    _ report: EditReport, _ index: Int, of count: Int, to output: inout JSONWriter
  ) {
    guard !takesOutput else { return }
    if write.printsJSON {
      output.raw(index == 0 ? "[\n  " : ",\n  ")
      output.begin(depth: 1)
      report.write(to: &output)
      if index == count - 1 { output.raw("\n]\n") }
    } else if !isQuiet, report.failure == nil {
      output.raw(report.text)
    }
  }

  private func report(
    _ path: InputPath, _ edits: (InputPath) -> Edits, _ progress: ProgressLine,
    _ spare: SpareJournal?
  ) -> EditReport {
    var report = EditReport(path: path, isDryRun: write.isDryRun)
    do throws(Failure) {
      try edit(path, edits(path), &report, spare) { progress.message($0) }
    } catch {
      report.failure = error
    }
    return report
  }

  private func edit(
    _ path: InputPath, _ edits: Edits, _ report: inout EditReport, _ spare: SpareJournal?,
    _ notify: (String) -> Void
  ) throws(Failure) {
    guard !path.isStandardInput else {
      throw Failure(.usage, "usage", "standard input cannot be edited")
    }
    var editor = FileEditor(path: path.path, options: write.options)
    editor.spareJournal = spare
    editor.readForeign = { (path, reason) throws(MetaError) in
      try Backend.document(of: path, because: reason)
    }
    do throws(MetaError) {
      if path.isKnownClean {
        editor.isRecovered = true
      } else {
        CutOffEdit.report(try editor.recover(), of: path, notify)
      }
      let draft = try editor.draft { (input) throws(MetaError) in
        let rereading = write.sourceEncoding.map { [MetadataEdit.reread($0)] } ?? []
        return rereading + (try edits(input))
      }
      report.draft = draft
      guard !write.isDryRun else { return }
      let before = write.verifies ? try media(of: draft.source, path.path) : nil
      report.result = try editor.execute(draft).result
      guard let before, let edited = editedFile(of: path) else { return }
      report.differences = try verify(edited, before)
    } catch {
      throw Failure(error)
    }
    if let differences = report.differences, !differences.isEmpty {
      throw Failure(.ioError, "verify", "the media changed: " + differences.joined(separator: "; "))
    }
  }

  /// Where the edited bytes are; nil when they went into a pipe.
  private func editedFile(of path: InputPath) -> FilePath? {
    switch write.options.output {
    case .original: path.path
    case .file(let output): output
    case .stream: nil
    }
  }

  /// What is compared after the edit; where it cannot be read, nothing is edited.
  private func media(
    of source: any ByteSource, _ path: FilePath
  ) throws(MetaError) -> MediaDigest {
    do {
      return try MediaDigest(of: source)
    } catch {
      throw MetaError(
        .refused, file: path,
        reason: "its media cannot be read, so --verify cannot compare them: \(error)")
    }
  }

  private func verify(
    _ path: FilePath, _ before: MediaDigest
  ) throws(MetaError) -> [String] {
    do {
      let source = try FileSource(path: path)
      return before.differences(from: try MediaDigest(of: source))
    } catch {
      throw MetaError(.io, file: path, reason: "the edited file cannot be read: \(error)")
    }
  }
}

/// What became of many files.
final class EditTally: Sendable {
  private struct Counts {
    var edited = 0
    var unchanged = 0
    var failed = 0
    var isDryRun = false
  }

  private let counts = Mutex(Counts())

  /// One more file is done; any thread may say so.
  func count(_ report: EditReport) {
    counts.withLock { counts in
      counts.isDryRun = report.isDryRun
      if report.failure != nil {
        counts.failed += 1
      } else if report.changesFile {
        counts.edited += 1
      } else {
        counts.unchanged += 1
      }
    }
  }

  /// All of them, for people.
  var sentence: String {
    counts.withLock { counts in
      let all = counts.edited + counts.unchanged + counts.failed
      let edited = "\(counts.edited) \(counts.isDryRun ? "would be edited" : "edited")"
      let unchanged = counts.unchanged > 0 ? ", \(counts.unchanged) unchanged" : ""
      let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
      return "\(all) files: \(edited)\(unchanged)\(failed)"
    }
  }
}

extension Failure {
  /// The failure of an edit.
  init(_ error: MetaError) {
    let place = error.path.components.isEmpty ? "" : "\(error.path): "
    let isLossy =
      (error.underlying as? EditRefusal)?.isLossy
      ?? ((error.underlying as? ParseError)?.code == .wouldLose)
    let hint = isLossy ? "; --allow-loss goes on without" : ""
    self.init(
      Failure.status(of: error.code), error.code.description, place + error.reason + hint)
  }

  private static func status(of code: MetaError.Code) -> ExitStatus {
    switch code {
    case .refused: .refused
    case .notReadable: .noInput
    case .io: .ioError
    case .backend: .unavailable
    default: .dataError
    }
  }
}
