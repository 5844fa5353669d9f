#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
package import MetaCore

/// Values on their way from one process to the other: JSON that no other program reads.
///
/// Both programs come from one build; between versions it may change.
package enum ValueTransport {
  /// A value, as JSON on one line.
  ///
  /// - Throws: What the encoding of the value throws.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Array(try encoder.encode(value))
  }

  /// The value of a line; locations in bytes that are not a file are in `source` here.
  ///
  /// - Throws: What the decoding of the value throws.
  package static func value<Value: Decodable>(
    _ type: Value.Type, of line: [UInt8], in source: SourceIdentity? = nil
  ) throws -> Value {
    let decoder = JSONDecoder()
    if let key = SourceIdentity.decodingKey, let source { decoder.userInfo[key] = source }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: Data(line))
  }

  private static let resultName = Array(#""result":"#.utf8)

  /// Whether the second member of a line of an answer is a result, which may be long and is decoded
  /// only as what it is.
  package static func isResult(_ line: [UInt8]) -> Bool {
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return false }
    return line[(comma + 1)...].starts(with: resultName)
  }

  private struct Line<Value: Decodable>: Decodable {
    let result: Value
  }

  /// The value of a line that ``isResult(_:)``; locations in bytes that are not a file are in
  /// `source` here.
  ///
  /// - Throws: What the decoding of the value throws.
  package static func result<Value: Decodable>(
    _ type: Value.Type, of line: [UInt8], in source: SourceIdentity? = nil
  ) throws -> Value {
    try value(Line<Value>.self, of: line, in: source).result
  }
}
