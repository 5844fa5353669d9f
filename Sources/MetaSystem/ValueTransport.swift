#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
package import MetaCore

/// Encodes and decodes the values that a program and the helper `metatool-foreign` exchange, such
/// as documents, as JSON on one line.
///
/// Both must be from the same build; the format may change between versions.
package enum ValueTransport {
  /// Encodes a value as JSON on one line.
  ///
  /// - Throws: Errors from encoding the value.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Array(try encoder.encode(value))
  }

  /// Decodes the value in a line; locations in in-memory data refer to `source`.
  ///
  /// - Throws: Errors from decoding the value.
  package static func value<Value: Decodable>(
    _ type: Value.Type, of line: [UInt8], in source: SourceIdentity? = nil
  ) throws -> Value {
    let decoder = JSONDecoder()
    if let key = SourceIdentity.decodingKey, let source { decoder.userInfo[key] = source }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: Data(line))
  }

  /// The second name in a line with a result, after the ID.
  private static let resultName = Array(#""result":"#.utf8)

  /// Returns whether a line of an answer contains a result, which may be long and is decoded
  /// separately.
  package static func isResult(_ line: [UInt8]) -> Bool {
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return false }
    return line[(comma + 1)...].starts(with: resultName)
  }

  /// A line of an answer, of which only the result is decoded.
  private struct Line<Value: Decodable>: Decodable {
    let result: Value
  }

  /// Decodes the result in a line for which ``isResult(_:)`` is true; locations in in-memory data
  /// refer to `source`.
  ///
  /// - Throws: Errors from decoding the value.
  package static func result<Value: Decodable>(
    _ type: Value.Type, of line: [UInt8], in source: SourceIdentity? = nil
  ) throws -> Value {
    try value(Line<Value>.self, of: line, in: source).result
  }
}
