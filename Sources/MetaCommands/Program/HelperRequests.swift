internal import ArgumentParser
internal import MetaCore
internal import MetaSystem

/// Answers the requests of `metatool` to its helper that are not verbs of the command line, such as
/// the metadata of a file or the bytes of a web address; runs in the helper.
///
/// These requests are not documented in docs/serve.md and may change.
struct HelperRequests {
  let context: RequestContext
  let environment: Environment
  let backend: any ForeignBackend

  private var request: Request { context.request }

  /// Answers the request; returns nil if it is a verb of the command line.
  ///
  /// - Returns: The exit code.
  func run() throws -> Int32? {
    switch request.verb {
    case "document": try document()
    case "fetch": try fetch()
    case "run": return try runVerb(printing: RelayedSink(context: context))
    case "runForRequest": return try runVerb(printing: context)
    case "integrity": try integrity()
    case "loudness": try loudness()
    case "readerRemarks": try readerRemarks()
    default: return nil
    }
    return ExitStatus.done.rawValue
  }

  /// Sends the result of the request.
  private func send(_ result: (inout JSONWriter) -> Void) throws(Failure) {
    try environment.print(.values(depth: 0)) { (results) throws(Failure) in
      try results.value(result)
    }
  }

  /// Reports the metadata of a file.
  private func document() throws {
    let path = InputPath(text: request.arguments.first ?? "")
    let environment = environment.trusting(request.arguments.dropFirst().first)
    let file = try FileReader(in: environment).read(path).get()
    let bytes = try DocumentTransport.bytes(of: file.document)
    try send { $0.raw(bytes) }
  }

  /// Reports bytes of a web address; the arguments are the address, the offset, the size, and
  /// optionally a certificate file.
  private func fetch() throws {
    guard (3...4).contains(request.arguments.count), let offset = Int64(request.arguments[1]),
      let count = Int(request.arguments[2]), offset >= 0,
      (0...HelperRequests.maxFetched).contains(count),
      !offset.addingReportingOverflow(Int64(count)).overflow
    else { throw Failure(.usage, "usage", "expected a URL, an offset and a size") }
    let piece: FetchedSource.FetchedBytes
    do throws(ParseError) {
      piece = try backend.fetch(
        request.arguments[0], at: offset, count: count,
        trusting: request.arguments.dropFirst(3).first.map(FileNameEncoding.path))
    } catch {
      throw Failure(.noInput, "notReadable", error.reason)
    }
    try send { json in
      json.beginObject()
      json.member("length", piece.length)
      json.key("bytes")
      json.base64(piece.bytes[...])
      json.endObject()
    }
  }

  /// The maximum number of bytes per request.
  private static let maxFetched = 16 << 20

  /// Reports the integrity of a file's media, checked or decoded.
  private func integrity() throws {
    let path = InputPath(text: request.arguments.first ?? "")
    let source = environment.stoppable(try SourceOpener.open(path, in: environment))
    let report: IntegrityReport
    do throws(ParseError) {
      let reader = try FormatReader(source, formats: backend.formats)
      if request.arguments.last == "decode" {
        let document = try reader.document()
        let progress = ProgressLine(of: 100, on: environment.sink, unit: "%")
        report = try MediaCheck.decoded(source, document, progress, environment)
      } else {
        report = try reader.integrity()
      }
    } catch {
      throw Failure(error)
    }
    let bytes = try DocumentTransport.bytes(of: report)
    try send { $0.raw(bytes) }
  }

  /// Reports the loudness of a track of a file, by default of the first audio track.
  private func loudness() throws {
    let words = request.arguments
    let measuring = LoudnessMeasuring(
      track: words.dropFirst(2).first.flatMap { UInt32($0) },
      measuresTruePeak: words.dropFirst().first == "true")
    let progress = ProgressLine(of: 0, on: environment.sink, unit: "seconds")
    let measured = try measuring.measure(
      InputPath(text: words.first ?? ""), in: environment, progress)
    let bytes = try DocumentTransport.bytes(of: measured)
    try send { $0.raw(bytes) }
  }

  /// Reports the fields of a file that other readers read differently.
  private func readerRemarks() throws {
    let path = InputPath(text: request.arguments.first ?? "")
    let remarks = try ReaderReport(of: path, by: backend, in: environment).remarks
    try send { json in
      json.beginArray()
      for remark in remarks {
        json.element()
        json.beginObject()
        json.member("field", remark.field)
        json.member("text", remark.text)
        json.endObject()
      }
      json.endArray()
    }
  }

  /// Runs a whole command line, whose results are its printed text or the results of a request.
  private func runVerb(printing sink: any ResultSink) throws -> Int32 {
    let relayed = environment.answering(context, sink: sink, words: request.arguments)
    return CommandRunner(environment: relayed).run { command in
      guard type(of: command).runsIn != .thisProcess else {
        throw Failure(.usage, "usage", "this verb does not run in metatool-foreign")
      }
    }
  }
}
