internal import MetaCore

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
  func run(each edits: (InputPath) -> Edits) throws(Failure) -> ExitStatus {
    let files = try inputs.files()
    if write.options.output != .original, files.count != 1 {
      throw Failure(.usage, "usage", "--output takes one file")
    }
    let progress = ProgressLine(of: files.count, on: showsProgress ? .standardError : nil)
    var failures: [Failure] = []
    var output = Output()
    // Results go beside the edited bytes where these take standard output.
    let isTaken = if case .stream = write.options.output { true } else { false }
    for (index, path) in files.enumerated() {
      var report = EditReport(path: path, isDryRun: write.isDryRun)
      do throws(Failure) {
        try edit(path, edits(path), &report) { progress.message($0) }
      } catch {
        failures.append(error)
        report.failure = error
        progress.message("\(path.display): \(error.message)")
      }
      progress.step()
      guard !isTaken else { continue }
      if write.printsJSON {
        try output.write(index == 0 ? "[\n" : ",\n")
        try output.write(report.json)
      } else if !isQuiet, report.failure == nil {
        try output.write(report.text)
      }
    }
    progress.end()
    if write.printsJSON, !isTaken { try output.write(files.isEmpty ? "[]\n" : "\n]\n") }
    try output.flush()
    if files.count > 1, !failures.isEmpty {
      Messages.write("\(failures.count) of \(files.count) files were not edited")
    }
    return ExitStatus(of: failures, inputs: inputs, count: files.count)
  }

  private func edit(
    _ path: InputPath, _ edits: Edits, _ report: inout EditReport,
    _ notify: (String) -> Void
  ) throws(Failure) {
    guard !path.isStandardInput else {
      throw Failure(.usage, "usage", "standard input cannot be edited")
    }
    var editor = FileEditor(path: path.path, options: write.options)
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
      let before = write.verifies ? try? MediaDigest(of: draft.source) : nil
      report.result = try editor.execute(draft).result
      guard let before, write.options.output == .original else { return }
      report.differences = try verify(path, before)
    } catch {
      throw Failure(error)
    }
    if let differences = report.differences, !differences.isEmpty {
      throw Failure(.ioError, "verify", "the media changed: " + differences.joined(separator: "; "))
    }
  }

  private func verify(
    _ path: InputPath, _ before: MediaDigest
  ) throws(MetaError) -> [String] {
    do {
      let source = try FileSource(path: path.path)
      return before.differences(from: try MediaDigest(of: source))
    } catch {
      throw MetaError(.io, file: path.path, reason: "the edited file cannot be read: \(error)")
    }
  }
}

extension Failure {
  /// The failure of an edit.
  init(_ error: MetaError) {
    let place = error.path.components.isEmpty ? "" : "\(error.path): "
    let isLossy = (error.underlying as? EditRefusal)?.isLossy ?? false
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
