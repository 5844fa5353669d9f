@testable import MetaCore

/// An atom of a type with its payload.
func atom(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  var writer = ByteWriter()
  writer.atom(FourCC(type) ?? .free) { body in for part in payload { body.append(part) } }
  return writer.bytes
}

/// A full atom: version 0, no flags, and its payload.
func fullAtom(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  atom(type, [0, 0, 0, 0], payload.flatMap { $0 })
}
