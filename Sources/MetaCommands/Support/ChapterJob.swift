internal import MetaCore

/// Prints the chapters of files.
struct ChapterJob: Sendable {
  var inputs: Inputs
  var form: ChapterForm

  func run() throws(Failure) -> ExitStatus {
    var output = Output()
    let status = try EachFile(inputs: inputs).run { (path, reading) throws(Failure) in
      let document = reading.document
      var chapters = document.chapters
      if form == .json {
        do throws(ParseError) { chapters = try chapters.loaded(from: reading.source) } catch {
          throw Failure(error)
        }
      }
      try output.write(form.text(chapters, duration: document.duration))
    }
    try output.flush()
    return status
  }
}
