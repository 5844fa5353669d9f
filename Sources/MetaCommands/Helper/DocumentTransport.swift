internal import MetaCore
internal import MetaSystem

/// Encodes values, such as the metadata of a file (``Document``), as one line of JSON for another
/// process, and decodes them; the format is private to both programs.
enum DocumentTransport {
  /// Encodes a document or a report as one line of JSON.
  static func bytes(of document: some Encodable) throws(Failure) -> [UInt8] {
    do { return try ValueTransport.bytes(of: document) } catch {
      throw Failure(.dataError, "backend", "the document cannot be sent: \(error)")
    }
  }

  /// Decodes a line; locations in in-memory data refer to `source`.
  fileprivate static func value<Value: Decodable>(
    _ type: Value.Type, of line: [UInt8], in source: SourceIdentity? = nil
  ) throws(Failure) -> Value {
    do { return try ValueTransport.result(type, of: line, in: source) } catch {
      throw Failure(.dataError, "backend", "metatool-foreign has a different version: \(error)")
    }
  }
}

/// Collects the lines with which the helper answers a long-running request for a value
/// (`integrity`, `loudness`): progress, the value, and the end.
struct ReportResponse<Report: Decodable> {
  private var line: [UInt8]?
  private var end = ResponseEnd()

  /// Handles a line, and returns whether it was the last.
  mutating func receive(_ line: [UInt8], _ progress: ProgressLine) -> Bool {
    if ValueTransport.isResult(line) {
      self.line = line
      return false
    }
    guard let response = try? Response(line: line) else { return false }
    if case .progress(let done, _) = response.content { progress.move(to: done) }
    return end.receive(response)
  }

  /// Returns the report, or throws the reason why there is none.
  func report() throws(Failure) -> Report {
    guard let line else { throw end.failure }
    return try DocumentTransport.value(Report.self, of: line)
  }
}

/// Collects the lines with which the helper answers a request for the metadata of a file.
struct DocumentResponse {
  private var line: [UInt8]?
  private var end = ResponseEnd()

  /// Handles a line, and returns whether it was the last.
  mutating func receive(_ line: [UInt8]) -> Bool {
    // A document may be long, so it is parsed only once.
    if ValueTransport.isResult(line) {
      self.line = line
      return false
    }
    guard let response = try? Response(line: line) else { return false }
    return end.receive(response)
  }

  /// Returns the document, or throws the reason why there is none; locations in in-memory data
  /// refer to `source`, the bytes that this process reads.
  func document(in source: SourceIdentity? = nil) throws(Failure) -> Document {
    guard let line else { throw end.failure }
    return try DocumentTransport.value(Document.self, of: line, in: source)
  }
}

extension FetchedSource.FetchedBytes {
  /// Reads the result of `fetch`.
  init?(_ node: JSONNode) {
    guard let length = node["length"]?.integer, let text = node["bytes"]?.string,
      let bytes = Base64.decode(text)
    else { return nil }
    self.init(bytes: bytes, length: Int64(length))
  }
}
