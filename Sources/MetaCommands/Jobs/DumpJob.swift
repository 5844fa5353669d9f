internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements `dump`: reads each file and prints its metadata as JSON, YAML or text.
///
/// The job is created by the argument parser, or by ``DumpShortcut``, which bypasses the parser,
/// also for simple `serve` requests. Tables, templates and lists of paths are printed by
/// ``ListJob``.
struct DumpJob: Sendable {
  var inputs = FileSelection()
  var format = OutputFormat.json
  var isComplete = false
  var binary = BinaryRendering.size
  /// Whether the whole file is scanned for an exact duration if its tables have none, as in MP3.
  var isExact = false
  /// Whether the samples of timed metadata are also read.
  var isTimed = false
  /// Whether all media is read to compute digests.
  var hashesMedia = false
  /// The encoding of text that files declare as Latin-1, or whose encoding they do not declare; nil
  /// to decode it as declared.
  var sourceEncoding: SourceEncoding?
  /// The number of threads, or nil to choose it based on the number of files.
  var jobs: Int?
  var showsProgress = true

  /// Reads and prints the selected files; returns the exit status.
  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    let files = try inputs.files(in: environment)
    // Results that scroll by already show the progress.
    let progress = ProgressLine(
      of: files.count, on: environment.sink, isShown: showsProgress && !Terminal.isStandardOutput)
    let batch = Batch(
      count: files.count, jobs: threads(for: files.count), results: format.form, in: environment
    ) {
      progress.fail($1, at: files[$0])
    }
    defer { progress.end() }
    let failures = try batch.run { render(files, $0, progress, environment) }
    return ExitStatus(of: failures.map(\.failure), inputs: inputs, files: files)
  }

  /// Returns the number of threads: one for few files, for which starting threads does not pay off.
  private func threads(for count: Int) -> Int {
    jobs ?? (count < 256 ? 1 : ProcessorCount.online)
  }

  /// The loop of one thread, which reads and renders files until the batch has no more files.
  private func render(
    _ files: FileList, _ batch: Batch, _ progress: ProgressLine, _ environment: Environment
  ) {
    let reader = FileReader(in: environment, options: options) { progress.warn($0) }
    var document = DocumentJSON(binary: binary, isComplete: isComplete)
    var output = batch.writer()
    let filter = FileFilter(inputs.condition)
    while let range = batch.nextFiles() {
      var failures: [Batch.Failed] = []
      for index in range {
        defer { progress.step() }
        guard var result = filter.result(of: files[index], by: reader) else { continue }
        if isTimed { document.timed = DumpJob.timed(&result) }
        if hashesMedia { document.media = DumpJob.mediaDigest(&result, environment) }
        if case .failure(let failure) = result { failures.append((index, failure)) }
        batch.add(to: &output, in: range) {
          format.render(result, files[index], &document, to: &$0)
        }
      }
      batch.finish(range, &output, failures)
    }
  }

  /// Reads the timed metadata of a file; if that fails, the file fails.
  private static func timed(_ result: inout InspectionResult) -> [TimedTrack]? {
    guard case .success(let reading) = result else { return nil }
    do throws(MetaError) {
      let asset = Asset(source: reading.source, path: nil, formats: .standard)
      return try TimedTrack.all(of: TimedMetadataReader(asset: asset))
    } catch {
      result = .failure(Failure(error))
      return nil
    }
  }

  /// Computes the media digests of a file; if that fails, the file fails.
  private static func mediaDigest(
    _ result: inout InspectionResult, _ environment: Environment
  ) -> MediaDigest? {
    guard case .success(let reading) = result else { return nil }
    do throws(ParseError) {
      return try MediaDigest(of: environment.stoppable(reading.source))
    } catch {
      result = .failure(Failure(error))
      return nil
    }
  }

  /// The options for reading each file.
  var options: ReadOptions {
    var options = ReadOptions()
    options.exactDuration = isExact
    options.sourceEncoding = sourceEncoding
    return options
  }
}
