internal import ArgumentParser
internal import MetaCore

/// What `metatool` asks `metatool-foreign` for beside the verbs of the command line; `docs/serve.md` does not have it, and it may change.
extension Answer {
  /// Does what was asked for; false when it is a verb of the command line.
  func runForeign(_ backend: any ForeignBackend) throws -> Bool {
    switch request.verb {
    case "document": try tellDocument()
    case "fetch": try fetch(backend)
    case "relay": try relay()
    case "integrity": try tellIntegrity(backend)
    default: return false
    }
    return true
  }

  private func tellDocument() throws {
    let path = InputPath(text: request.arguments.first ?? "")
    trust(request.arguments.dropFirst().first)
    let reading = try FileReader(notify: { self.warn($0) }).read(path).get()
    let bytes = try DocumentTransport.bytes(of: reading.document)
    var line = JSONWriter(.compact, capacity: bytes.count + 64)
    line.response(request.id, "result") { $0.raw(bytes) }
    try output.send(&line)
  }

  private func fetch(_ backend: any ForeignBackend) throws {
    guard (3...4).contains(request.arguments.count), let offset = Int64(request.arguments[1]),
      let count = Int(request.arguments[2]), offset >= 0, (0...Answer.mostFetched).contains(count),
      !offset.addingReportingOverflow(Int64(count)).overflow
    else { throw Failure(.usage, "usage", "an address, an offset and a size are wanted") }
    let piece: FetchedSource.Piece
    do throws(ParseError) {
      piece = try backend.fetch(
        request.arguments[0], at: offset, count: count,
        trusting: request.arguments.dropFirst(3).first.map(RawArguments.path))
    } catch {
      throw Failure(.noInput, "notReadable", error.reason)
    }
    var line = JSONWriter(.compact, capacity: piece.bytes.count * 4 / 3 + 64)
    line.response(request.id, "result") { json in
      json.beginObject()
      json.member("length", piece.length)
      json.key("bytes")
      json.base64(piece.bytes[...])
      json.endObject()
    }
    try output.send(&line)
  }

  /// How many bytes one request fetches at most.
  private static let mostFetched = 16 << 20

  /// What can be checked of the media of a file, or what decoding them comes to.
  private func tellIntegrity(_ backend: any ForeignBackend) throws {
    let path = InputPath(text: request.arguments.first ?? "")
    let source = StoppableSource(try Sources.open(path) { self.warn($0) })
    let report: IntegrityReport
    do throws(ParseError) {
      if request.arguments.last == "decode" {
        let document = try Inspector.inspect(source, formats: backend.formats)
        let progress = ProgressLine(of: 100, on: screen, unit: "%")
        report = try backend.decode(source, kind: document.container.kind) {
          progress.move(to: Int($0 * 100))
        }
      } else {
        report = try Inspector.integrity(of: source, formats: backend.formats)
      }
    } catch {
      throw Failure(error)
    }
    let bytes = try DocumentTransport.bytes(of: report)
    var line = JSONWriter(.compact, capacity: bytes.count + 64)
    line.response(request.id, "result") { $0.raw(bytes) }
    try output.send(&line)
  }

  /// A whole command line, whose results are the text that it prints.
  private func relay() throws {
    var command = try Root.parseAsRoot(request.arguments)
    expect(.text)
    try command.run()
  }
}
