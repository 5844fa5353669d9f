internal import MetaCore

/// What `dump` was asked for, as a value; the argument parser and the short cut past it both end here.
struct DumpJob: Sendable {
  var inputs = Inputs()
  var format = OutputFormat.json
  var isComplete = false
  var binary = BinaryRendering.size
  var isExact = false
  var jobs: Int?
  var isQuiet = false

  /// Reads and prints every file; the status says how it went.
  func run() throws(Failure) -> ExitStatus {
    let files = try inputs.files()
    var output = Output()
    var failed: [Failure] = []
    try output.write(format.opening)
    try Batch.run(count: files.count, jobs: threads(for: files.count), job: job(files)) {
      (part) throws(Failure) in
      for (index, failure) in part.failures {
        failed.append(failure)
        Messages.write("\(files[index].display): \(failure.message)")
      }
      try output.write(part.bytes)
    }
    try output.write(format.closing(isEmpty: files.isEmpty))
    try output.flush()
    return ExitStatus(of: failed, inputs: inputs, count: files.count)
  }

  private func threads(for count: Int) -> Int {
    jobs ?? (count < 256 ? 1 : ProcessorCount.online)
  }

  private func job(_ files: [InputPath]) -> @Sendable (Range<Int>) -> Batch.Part {
    let reader = FileReader(options: options)
    let document = DocumentJSON(binary: binary, isComplete: isComplete)
    let format = format
    return { range in
      var output = format.writer()
      var document = document
      var failures: [(Int, Failure)] = []
      for index in range {
        let result = reader.read(files[index])
        if case .failure(let failure) = result { failures.append((index, failure)) }
        output.raw(index == 0 ? format.beforeFirst : format.between)
        format.render(result, files[index], &document, to: &output)
      }
      return Batch.Part(bytes: output.bytes, failures: failures)
    }
  }

  private var options: ReadOptions {
    var options = ReadOptions()
    options.exactDuration = isExact
    return options
  }
}

/// A file that was read, with the source it came from for what was not read yet.
struct Reading: Sendable {
  let document: Document
  let source: any ByteSource
}

/// What reading one file came to.
///
/// Not `Result`: at its first use the runtime searches the whole program for the conformance of `Failure` to `Error`.
enum ReadingResult: Sendable {
  case success(Reading)
  case failure(Failure)

  /// What was read, or the failure as an error.
  func get() throws(Failure) -> Reading {
    switch self {
    case .success(let reading): return reading
    case .failure(let failure): throw failure
    }
  }
}

/// Opens and inspects one file.
struct FileReader: Sendable {
  var options = ReadOptions()

  func read(_ path: InputPath) -> ReadingResult {
    do {
      let source = try Sources.open(path)
      return .success(
        Reading(document: try Inspector.inspect(source, options: options), source: source))
    } catch let failure as Failure {
      return .failure(failure)
    } catch let error as ParseError {
      return .failure(Failure(error))
    } catch {
      return .failure(Failure(.ioError, "io", "\(error)"))
    }
  }
}

extension ExitStatus {
  /// The code of a run over files: one file's own code, or `partly` when some of several failed.
  init(of failures: [Failure], inputs: Inputs, count: Int) {
    guard let first = failures.first else {
      self = .done
      return
    }
    self = inputs.meansSeveral && count > 1 ? .partly : first.status
  }
}
