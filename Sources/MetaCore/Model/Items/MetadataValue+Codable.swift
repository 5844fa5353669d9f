/// Codes a value as an object with one member that is named after the case, as in `{"string": "Blue
/// Train"}`.
///
/// The synthesised conformance needs a type of coding keys for each case, and each of these types
/// costs a search through all conformances in the program.
extension MetadataValue: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case string, integer, unsigned, real, boolean, date, pair, data, list, record
  }

  /// Reads a value.
  ///
  /// - Throws: `DecodingError` unless there is exactly one member with the name of a case.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let keys = CodingKeys.allCases.filter(container.contains)
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a value must have exactly one member, not \(keys.count)"))
    }
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try container.decode(type, forKey: key)
    }
    self =
      switch key {
      case .string: .string(try decoded(String.self))
      case .integer: .integer(try decoded(Int64.self))
      case .unsigned: .unsigned(try decoded(UInt64.self))
      case .real: .real(try decoded(Double.self))
      case .boolean: .boolean(try decoded(Bool.self))
      case .date: .date(try decoded(MetadataDate.self))
      case .pair: .pair(try decoded(NumberPair.self))
      case .data: .data(try decoded(DataValue.self))
      case .list: .list(try decoded([MetadataValue].self))
      case .record: .record(try decoded([Part].self))
      }
  }

  /// Writes a value.
  ///
  /// - Throws: Errors from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .string(let value): try container.encode(value, forKey: .string)
    case .integer(let value): try container.encode(value, forKey: .integer)
    case .unsigned(let value): try container.encode(value, forKey: .unsigned)
    case .real(let value): try container.encode(value, forKey: .real)
    case .boolean(let value): try container.encode(value, forKey: .boolean)
    case .date(let value): try container.encode(value, forKey: .date)
    case .pair(let value): try container.encode(value, forKey: .pair)
    case .data(let value): try container.encode(value, forKey: .data)
    case .list(let values): try container.encode(values, forKey: .list)
    case .record(let parts): try container.encode(parts, forKey: .record)
    }
  }
}
