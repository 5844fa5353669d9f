internal import MetaCore
internal import SystemPackage

/// Exports one file and says what came of it.
struct ExportJob: Sendable {
  let input: InputPath
  let output: InputPath
  let options: ExportOptions
  let isDryRun: Bool
  let printsJSON: Bool
  let isQuiet: Bool
  let showsProgress: Bool

  /// Exports, here or by the program that has the formats which are not here.
  ///
  /// - Returns: The exit code.
  func run() throws(Failure) -> Int32 {
    guard !output.isStandardInput else {
      throw Failure(
        .usage, "usage",
        "standard output has no name that says what it becomes; name an output with an extension")
    }
    let spooled = try input.isStandardInput ? Sources.spooledInput() : nil
    let file = spooled?.path ?? input.path
    let progress = ProgressLine(of: 100, on: showsProgress ? .standardError : nil, unit: "%")
    defer { progress.end() }
    let report: ExportReport
    do throws(MetaError) {
      report = try exported(file, progress)
    } catch {
      guard error.code == .backend, Backend.installed == nil else { throw Failure(error) }
      var words = Answer.current?.request.words ?? RawArguments.arguments
      if spooled != nil, let place = words.firstIndex(of: "-") {
        words[place] = InputPath(file).text
      }
      return try ForeignHelper.shared.relay(words, because: error.reason, progress)
    }
    progress.end()
    try write(report)
    return ExitStatus.done.rawValue
  }

  private func exported(
    _ file: FilePath, _ progress: ProgressLine
  ) throws(MetaError) -> ExportReport {
    let exporter = FileExporter(path: file, options: options)
    try exporter.checkOutput(output.path)
    let tell: CopyProgress = { progress.move(to: Int($0 * 100)) }
    do throws(MetaError) {
      let draft = try exporter.draft(to: output.path)
      let result = isDryRun ? nil : try exporter.execute(draft, to: output.path, progress: tell)
      return ExportReport(self, draft, result)
    } catch {
      guard error.code == .backend, let backend = Backend.installed else { throw error }
      let export = try backend.export(
        file, to: output.path, options, isDryRun: isDryRun, progress: tell)
      return ExportReport(self, export)
    }
  }

  private func write(_ report: ExportReport) throws(Failure) {
    var out = Output()
    if printsJSON {
      var json = JSONWriter(.lines(depth: 3))
      report.write(to: &json)
      json.raw("\n")
      try out.write(&json)
    } else if !isQuiet {
      try out.write(report.text)
    }
    try out.flush()
  }
}
