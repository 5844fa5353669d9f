#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import MetaCore

/// A document on its way from one process to the other: JSON of its own, which nobody else reads.
///
/// Both programs come from one build; between versions it may change.
enum DocumentTransport {
  /// A document, or a report, as JSON on one line.
  static func bytes(of document: some Encodable) throws(Failure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do { return Array(try encoder.encode(document)) } catch {
      throw Failure(.dataError, "backend", "what it holds cannot be told: \(error)")
    }
  }

  /// A line that has a document as its result.
  private struct Line<Value: Decodable>: Decodable {
    let result: Value
  }

  /// The value of a line; locations in bytes that are not a file are in `source` here.
  fileprivate static func value<Value: Decodable>(
    _ type: Value.Type, of line: [UInt8], in source: SourceIdentity? = nil
  ) throws(Failure) -> Value {
    let decoder = JSONDecoder()
    if let key = SourceIdentity.decodingKey, let source { decoder.userInfo[key] = source }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do { return try decoder.decode(Line<Value>.self, from: Data(line)).result } catch {
      throw Failure(.dataError, "backend", "metatool-foreign is of another version: \(error)")
    }
  }
}

/// The answer of the helper to a request for a check of media.
struct IntegrityAnswer {
  private var line: [UInt8]?
  private var end = AnswerEnd()

  /// Takes a line; whether it was the last.
  mutating func take(_ line: [UInt8], _ progress: ProgressLine) -> Bool {
    if DocumentAnswer.isResult(line) {
      self.line = line
      return false
    }
    guard let response = try? Response(line: line) else { return false }
    if case .progress(let done, _) = response.content { progress.move(to: done) }
    return end.take(response)
  }

  /// The report, or why there is none.
  func report() throws(Failure) -> IntegrityReport {
    guard let line else { throw end.failure }
    return try DocumentTransport.value(IntegrityReport.self, of: line)
  }
}

/// The answer of the helper to a request for a document.
struct DocumentAnswer {
  private var line: [UInt8]?
  private var end = AnswerEnd()

  /// Takes a line; whether it was the last.
  mutating func take(_ line: [UInt8]) -> Bool {
    // A document may be long, and is read once.
    if DocumentAnswer.isResult(line) {
      self.line = line
      return false
    }
    guard let response = try? Response(line: line) else { return false }
    return end.take(response)
  }

  /// The document, or why there is none; `source` is what this process reads its bytes from, where that is no file.
  func document(in source: SourceIdentity? = nil) throws(Failure) -> Document {
    guard let line else { throw end.failure }
    return try DocumentTransport.value(Document.self, of: line, in: source)
  }

  private static let name = Array(#""result":"#.utf8)

  /// Whether the second member of a line is a result.
  fileprivate static func isResult(_ line: [UInt8]) -> Bool {
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return false }
    return line[(comma + 1)...].starts(with: name)
  }
}

extension FetchedSource.Piece {
  /// Reads the result of `fetch`.
  init?(_ node: JSONNode) {
    guard let length = node["length"]?.integer, let text = node["bytes"]?.string,
      let bytes = Base64.decode(text)
    else { return nil }
    self.init(bytes: bytes, length: Int64(length))
  }
}
