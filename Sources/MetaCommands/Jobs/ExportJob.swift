internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements `export`: writes the media and metadata of one file to another container without
/// re-encoding, and reports the result.
struct ExportJob: Sendable {
  let input: InputPath
  let output: InputPath
  let options: ExportOptions
  let isDryRun: Bool
  let printsJSON: Bool
  let isQuiet: Bool
  let showsProgress: Bool

  /// Exports the file in this process, or with the helper if the format requires it.
  ///
  /// - Returns: The exit code.
  func run(in environment: Environment) throws(Failure) -> Int32 {
    guard !output.isStandardInput else {
      throw Failure(
        .usage, "usage",
        "the format cannot be determined from the extension when writing to standard output; specify an output file"
      )
    }
    let spooled = try input.isStandardInput ? SourceOpener.spooledInput(in: environment) : nil
    let file = spooled?.path ?? input.path
    let progress = ProgressLine(
      of: 100, on: environment.sink, isShown: showsProgress, unit: "%")
    defer { progress.end() }
    let exporter = FileExporter(path: file, options: options)
    let report: ExportReport
    switch try orFailure({ () throws(MetaError) in try route(of: exporter) }) {
    case .native(let draft): report = try write(draft, by: exporter, progress)
    case .foreign(let reason):
      // This process has no libavformat: the helper runs the whole command.
      guard let backend = environment.backend else {
        return try export(because: reason, spooled, in: environment, progress)
      }
      report = try write(exporter.path, by: backend, progress)
    }
    progress.end()
    try print(report, environment)
    return ExitStatus.done.rawValue
  }

  /// Exports the file with the helper, which has no standard input: it gets files that contain the
  /// bytes that have been read from it.
  ///
  /// - Returns: The exit code.
  private func export(
    because reason: String, _ spooled: SpooledInput?, in environment: Environment,
    _ progress: ProgressLine
  ) throws(Failure) -> Int32 {
    var words = environment.words
    if let spooled, let place = words.firstIndex(of: "-") {
      words[place] = InputPath(spooled.path).text
    }
    let value = try SourceOpener.spooledValue(in: environment)
    if let value {
      for place in words.indices where words[place].hasSuffix("=@-") {
        words[place] = words[place].dropLast() + InputPath(value.path).text
      }
    }
    return try environment.helper.run(
      words, in: .foreign, because: reason, for: environment, progress)
  }

  /// Returns whether MetaCore or libavformat writes the output, after checking that it may be
  /// written.
  private func route(of exporter: FileExporter) throws(MetaError) -> FileExporter.Route {
    try exporter.checkOutput(output.path)
    return try exporter.route(to: output.path)
  }

  /// Writes the output with MetaCore, unless it is a dry run.
  private func write(
    _ draft: ExportDraft, by exporter: FileExporter, _ progress: ProgressLine
  ) throws(Failure) -> ExportReport {
    try orFailure { () throws(MetaError) in
      let result =
        isDryRun
        ? nil
        : try exporter.execute(draft, to: output.path, progress: progress.move(toFraction:))
      return ExportReport(input, output, draft, result)
    }
  }

  /// Writes the output with libavformat in this process.
  private func write(
    _ file: FilePath, by backend: any ForeignBackend, _ progress: ProgressLine
  ) throws(Failure) -> ExportReport {
    try orFailure { () throws(MetaError) in
      let export = try backend.export(
        file, to: output.path, options, isDryRun: isDryRun, progress: progress.move(toFraction:))
      return ExportReport(self, export)
    }
  }

  /// Prints the report as JSON or text.
  private func print(_ report: ExportReport, _ environment: Environment) throws(Failure) {
    try environment.print(printsJSON ? .values(depth: 3) : .text()) { (results) throws(Failure) in
      if printsJSON {
        try results.value { report.write(to: &$0) }
      } else if !isQuiet {
        try results.text(report.text)
      }
    }
  }
}
