internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Opens files for verbs that decode media, and keeps the process that waits for this one informed.
struct MediaAccess {
  let environment: Environment

  /// The codecs of this process.
  var codecs: MediaCodecs { environment.codecs }

  /// The asset that a path names.
  func asset(_ path: InputPath) throws(Failure) -> Asset {
    let source = environment.stoppable(try SourceOpener.open(path, in: environment))
    let isFile = !path.isStandardInput && !path.isAddress
    return Asset(source: source, path: isFile ? path.path : nil, formats: environment.formats)
  }

  /// Refuses to write bytes of some kind to standard output where that is a terminal.
  func checkStandardOutput(for what: String) throws(Failure) {
    guard environment.request == nil else { return }
    guard !Terminal.isStandardOutput else {
      throw Failure(
        .usage, "usage", "\(what) are not written to a terminal; name a file with -o")
    }
  }

  /// How many bytes one result of a request has at most.
  private static let mostPerResult = 3 << 16

  /// Writes bytes to a file that is being made, or to standard output, which for a request is
  /// results: objects with the bytes as base64.
  func write(_ bytes: ArraySlice<UInt8>, to file: OutputFile?) throws(Failure) {
    guard file != nil || environment.request == nil else {
      var rest = bytes
      while !rest.isEmpty {
        let piece = rest.prefix(MediaAccess.mostPerResult)
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
      throw Failure(.ioError, "io", "the output: \(error)")
    }
  }

  /// Reports what did not decode; with `isStrict`, the first of it ends the command.
  func report(_ findings: [Diagnostic], isStrict: Bool, at path: InputPath) throws(Failure) {
    if isStrict, let first = findings.first {
      throw Failure(.dataError, "damaged", first.message)
    }
    for finding in findings { environment.warn("\(path.display): \(finding.message)") }
  }
}

/// Says now and then that work goes on.
struct Heartbeat {
  private var last = ContinuousClock.now

  /// Called often; once in a while it tells the process that waits.
  mutating func beat() {
    let now = ContinuousClock.now
    guard now - last > .milliseconds(500) else { return }
    last = now
    AttachedProcess.beat()
  }
}

extension MediaTimeRange {
  /// What is between two times of the command line, of which either may be left out; nil when it is
  /// nothing.
  init?(from start: MediaTime?, to end: MediaTime?) {
    self.init(start: start ?? .zero, end: end ?? .positiveInfinity)
    guard self.start < self.end else { return nil }
  }
}
