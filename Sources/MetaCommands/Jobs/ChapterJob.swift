internal import MetaCore

/// Implements `chapters list` and `chapters export`: reads the chapters of each file and prints
/// them in one format, such as JSON, WebVTT or the text format of mp4chaps.
struct ChapterJob: Sendable {
  var inputs: FileSelection
  var form: ChapterForm

  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    var results = ResultWriter(
      form == .json ? .values(depth: 1) : .text(), to: environment.sink)
    let runner = FileRunner(inputs: inputs, environment: environment)
    let status = try runner.read { (path, reading) throws(Failure) in
      let document = reading.document
      var chapters = document.chapters
      if form == .json {
        // JSON includes the images of chapters, which have not been loaded from the file.
        do throws(ParseError) { chapters = try chapters.loaded(from: reading.source) } catch {
          throw Failure(error)
        }
      }
      if form == .json {
        try results.value { $0.chapters(chapters, duration: document.duration) }
      } else {
        try results.text(form.text(chapters, duration: document.duration))
      }
    }
    try results.finish()
    return status
  }
}
