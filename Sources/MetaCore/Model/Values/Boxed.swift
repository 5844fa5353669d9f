/// A value that is rarely there, in memory of its own, so that to copy what has it is cheap.
enum Boxed<Value: Sendable & Hashable & Codable>: Sendable, Hashable {
  case none
  indirect case some(Value)

  init(_ value: Value?) { self = value.map { .some($0) } ?? .none }

  var value: Value? { if case .some(let value) = self { value } else { nil } }
}

/// What is synthesised has a type of keys for each case, and each takes a search through all conformances of the program.
extension Boxed: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .none : .some(try container.decode(Value.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
