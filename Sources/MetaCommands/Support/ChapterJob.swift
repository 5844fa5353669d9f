internal import MetaCore

/// Prints the chapters of files.
struct ChapterJob: Sendable {
  var inputs: Inputs
  var form: ChapterForm

  func run() throws(Failure) -> ExitStatus {
    var output = Output()
    let status = try EachFile(inputs: inputs).run { (path, reading) throws(Failure) in
      let document = reading.document
      try output.write(form.text(document.chapters, duration: document.duration))
    }
    try output.flush()
    return status
  }
}
