internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Opens the inputs of verbs that decode or encode media as ``Asset``, writes their bytes to files,
/// standard output or a `serve` answer, and reports decoding errors.
struct MediaAccess {
  let environment: Environment

  /// The codecs of this process.
  var codecs: MediaCodecs { environment.codecs }

  /// Returns the asset at a path.
  func asset(_ path: InputPath) throws(Failure) -> Asset {
    let source = environment.stoppable(try SourceOpener.open(path, in: environment))
    let isFile = !path.isStandardInput && !path.isAddress
    return Asset(source: source, path: isFile ? path.path : nil, formats: environment.formats)
  }

  /// Throws if binary output would go to a terminal.
  func checkStandardOutput(for what: String) throws(Failure) {
    guard environment.request == nil else { return }
    guard !Terminal.isStandardOutput else {
      throw Failure(
        .usage, "usage", "\(what) cannot be written to a terminal; use -o to specify a file")
    }
  }

  /// The maximum number of bytes in a result of a request; a multiple of 3, so that base64 has
  /// padding only at the end.
  private static let maxPerResult = 3 << 16

  /// Writes bytes to a new file or to standard output.
  ///
  /// For a request, the bytes are written as results in base64 instead of to standard output.
  func write(_ bytes: ArraySlice<UInt8>, to file: OutputFile?) throws(Failure) {
    guard file != nil || environment.request == nil else {
      var rest = bytes
      while !rest.isEmpty {
        let piece = rest.prefix(MediaAccess.maxPerResult)
        rest = rest.dropFirst(piece.count)
        try environment.print(.values(depth: 0)) { (results) throws(Failure) in
          try results.value { json in
            json.beginObject()
            json.key("base64")
            json.base64(piece)
            json.endObject()
          }
        }
      }
      return
    }
    do throws(Errno) {
      if let file {
        try file.file.write(bytes)
      } else {
        try FileDescriptor.standardOutput.writeWhole(Array(bytes))
      }
    } catch {
      throw Failure(.ioError, "io", "the output cannot be written: \(error)")
    }
  }

  /// Reports decoding errors; with `isStrict`, the first error ends the command.
  func report(_ findings: [Diagnostic], isStrict: Bool, at path: InputPath) throws(Failure) {
    if isStrict, let first = findings.first {
      throw Failure(.dataError, "damaged", first.message)
    }
    for finding in findings { environment.warn("\(path.display): \(finding.message)") }
  }
}

/// Signals the process that started this one (``AttachedProcess``) periodically that work
/// continues; without these signals, it would stop this process as hung.
struct Heartbeat {
  private var last = ContinuousClock.now

  /// Signals the waiting process at most every 500 milliseconds; call it often.
  mutating func beat() {
    let now = ContinuousClock.now
    guard now - last > .milliseconds(500) else { return }
    last = now
    AttachedProcess.beat()
  }
}

extension MediaTimeRange {
  /// Creates the range between two optional times from the command line; returns nil unless the
  /// start is before the end.
  init?(from start: MediaTime?, to end: MediaTime?) {
    self.init(start: start ?? .zero, end: end ?? .positiveInfinity)
    guard self.start < self.end else { return nil }
  }
}
