internal import MetaCore

/// Exports one file and says what came of it.
struct ExportJob: Sendable {
  let input: InputPath
  let output: InputPath
  let options: ExportOptions
  let isDryRun: Bool
  let printsJSON: Bool
  let isQuiet: Bool
  let showsProgress: Bool

  func run() throws(Failure) {
    let progress = ProgressLine(of: 100, on: showsProgress ? .standardError : nil, unit: "%")
    defer { progress.end() }
    var report = ExportReport(input: input, output: output, isDryRun: isDryRun)
    do throws(MetaError) {
      let exporter = FileExporter(path: input.path, options: options)
      let draft = try exporter.draft(to: output.path)
      report.draft = draft
      if !isDryRun {
        report.result = try exporter.execute(draft, to: output.path) { done in
          progress.move(to: Int(done * 100))
        }
      }
    } catch {
      throw Failure(error)
    }
    progress.end()
    try write(report)
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
