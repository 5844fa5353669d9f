internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements `transcode`: re-encodes tracks of a file, copies the other tracks, writes the output,
/// and reports the result.
struct TranscodeJob: Sendable {
  let input: InputPath
  let output: InputPath
  let options: TranscodeOptions
  let isDryRun: Bool
  let printsJSON: Bool
  let isQuiet: Bool
  let showsProgress: Bool

  /// Returns the transcoder for a file with the codecs of this process.
  func transcoder(of file: FilePath, _ environment: Environment) -> Transcoder {
    Transcoder(path: file, options: options, codecs: MediaAccess(environment: environment).codecs)
  }

  func run(in environment: Environment) throws(Failure) {
    guard !output.isStandardInput else {
      throw Failure(
        .usage, "usage",
        "the format cannot be determined from the extension when writing to standard output; specify an output file"
      )
    }
    let spooled = try input.isStandardInput ? SourceOpener.spooledInput(in: environment) : nil
    let transcoder = transcoder(of: spooled?.path ?? input.path, environment)
    let report = try isDryRun ? preview(transcoder) : transcode(by: transcoder, environment)
    try environment.print(printsJSON ? .values(depth: 4) : .text()) { (results) throws(Failure) in
      if printsJSON {
        try results.value { report.write(to: &$0) }
      } else if !isQuiet {
        try results.text(report.text)
      }
    }
  }

  /// Returns the report about a dry run, for which nothing is encoded.
  private func preview(_ transcoder: Transcoder) throws(Failure) -> TranscodeReport {
    let preview = try orFailure { () throws(MetaError) in
      try transcoder.preview(to: output.path)
    }
    return TranscodeReport(self, preview)
  }

  /// Transcodes the file, then reads the new file, whose tracks the report shows.
  private func transcode(
    by transcoder: Transcoder, _ environment: Environment
  ) throws(Failure) -> TranscodeReport {
    let output = output.path
    let work = EncodingWork(environment: environment, showsProgress: showsProgress)
    let result = try orFailure { () throws(MetaError) in
      try work.run { (progress) throws(MetaError) in
        try await transcoder.run(to: output, progress: progress)
      }
    }
    let newFile = try FileReader(in: environment).read(self.output).get()
    return TranscodeReport(self, result, newFile.document)
  }
}
