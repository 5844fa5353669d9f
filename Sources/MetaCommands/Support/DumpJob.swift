internal import MetaCore
internal import SystemPackage

/// What `dump` was asked for, as a value; the argument parser and the short cut past it both end here.
struct DumpJob: Sendable {
  var inputs = Inputs()
  var format = OutputFormat.json
  var isComplete = false
  var binary = BinaryRendering.size
  var isExact = false
  var sourceEncoding: TextEncoding?
  var jobs: Int?
  var showsProgress = true

  /// Reads and prints every file; the status says how it went.
  func run() throws(Failure) -> ExitStatus {
    let files = try inputs.files()
    let progress = ProgressLine(of: files.count, on: screen)
    let batch = Batch(count: files.count, jobs: threads(for: files.count), frame: format.frame) {
      progress.message($1, at: files[$0])
    }
    defer { progress.end() }
    let failures = try batch.run { render(files, $0, progress) }
    return ExitStatus(of: failures.map(\.failure), inputs: inputs, files: files)
  }

  /// The results themselves show the progress when they scroll by.
  private var screen: ProgressLine.Screen? {
    showsProgress && !Terminal.isStandardOutput ? .standardError : nil
  }

  private func threads(for count: Int) -> Int {
    jobs ?? (count < 256 ? 1 : ProcessorCount.online)
  }

  /// What one thread does: it renders files as long as there are any.
  private func render(_ files: FileList, _ batch: Batch, _ progress: ProgressLine) {
    let reader = FileReader(options: options) { progress.message($0) }
    var document = DocumentJSON(binary: binary, isComplete: isComplete)
    var output = format.writer()
    let sieve = Sieve(inputs.condition)
    while let range = batch.take() {
      var failures: [Batch.Failed] = []
      for index in range {
        defer { progress.step() }
        guard let result = sieve.result(of: files[index], by: reader) else { continue }
        if case .failure(let failure) = result { failures.append((index, failure)) }
        output.raw(batch.separator(in: range, isFirst: output.count == 0))
        format.render(result, files[index], &document, to: &output)
      }
      batch.finish(range, &output, failures)
    }
  }

  /// How files are read.
  var options: ReadOptions {
    var options = ReadOptions()
    options.exactDuration = isExact
    options.sourceEncoding = sourceEncoding
    return options
  }
}

/// A file that was read, with the source it came from for what was not read yet.
///
/// Handed on from hand to hand, which is cheap only for a reference.
final class Reading: Sendable {
  let document: Document
  let source: any ByteSource

  init(_ document: consuming Document, from source: any ByteSource) {
    self.document = document
    self.source = source
  }
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
  /// Is told of edits that were cut off.
  var notify: @Sendable (String) -> Void = { Messages.write($0) }

  func read(_ path: InputPath) -> ReadingResult { read(path, attempts: 5) }

  private func read(_ path: InputPath, attempts: Int) -> ReadingResult {
    do {
      let source = try Sources.open(path, notify: notify)
      do {
        return .success(Reading(try document(of: source, path), from: source))
      } catch {
        // What was read while another metatool wrote it says nothing of the file.
        guard attempts > 1, let file = source as? FileSource,
          file.hasChanged || Recovery.isNeeded(for: path.path)
        else { throw error }
      }
      return read(path, attempts: attempts - 1)
    } catch let failure as Failure {
      return .failure(failure)
    } catch let error as ParseError {
      return .failure(Failure(error))
    } catch {
      return .failure(Failure(.ioError, "io", "\(error)"))
    }
  }

  private func document(of source: any ByteSource, _ path: InputPath) throws -> Document {
    if let backend = Backend.installed {
      return try Inspector.inspect(source, options: options, formats: backend.formats)
    }
    do throws(ParseError) {
      return try Inspector.inspect(source, options: options)
    } catch {
      guard error.code == .backend, !path.isStandardInput else { throw error }
      return try ForeignHelper.shared.document(
        of: path, in: source.sourceIdentity, because: error.reason)
    }
  }
}

extension ExitStatus {
  /// The code of a run over files: one file's own code, or `partly` when some of several failed, or could not be found.
  init(of failures: [Failure], inputs: Inputs, files: FileList) {
    guard let first = failures.first else {
      self = files.hasGaps ? .partly : .done
      return
    }
    self = inputs.meansSeveral && files.count > 1 ? .partly : first.status
  }
}
