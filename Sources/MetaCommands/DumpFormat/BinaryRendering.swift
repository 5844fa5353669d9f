internal import MetaCore

/// How values that are bytes are shown.
enum BinaryRendering: String, CaseIterable, Sendable {
  /// Up to 256 bytes as base64, longer ones by their size.
  case size
  /// As `size`, with a SHA-256 in addition to each size.
  case digest
  /// All of them as base64.
  case base64
}

/// How values that are bytes are shown, and where those are that were not read.
struct BinaryValues {
  let rendering: BinaryRendering
  let source: any ByteSource
}

extension DataValue {
  /// The longest binary value that a dump spells out unasked, in bytes.
  static let shortest = 256

  /// The SHA-256 of the bytes in lower-case hexadecimal, read in pieces.
  func sha256(from source: any ByteSource) throws(ParseError) -> String {
    var hash = SHA256()
    switch self {
    case .bytes, .base64:
      hash.append(try load(from: source).bytes)
    case .file(let location):
      try location.check(in: source)
      let (offset, count) = (location.offset, location.count)
      var position: Int64 = 0
      while position < count {
        let piece = try source.read(
          at: offset + position, count: Int(min(count - position, 1 << 18)))
        guard !piece.isEmpty else {
          throw ParseError(.truncated, at: offset + position, "the file ends inside the value")
        }
        hash.append(piece[...])
        position += Int64(piece.count)
      }
    }
    return hash.finish().hexadecimal
  }
}

extension JSONWriter {
  /// A binary value as the option asks for it; a value that cannot be read any more is shown by its
  /// size.
  mutating func binary(_ data: DataValue, _ binary: BinaryValues) {
    let isShort = data.count <= Int64(DataValue.shortest)
    if isShort || binary.rendering == .base64, let loaded = try? data.load(from: binary.source) {
      return base64(loaded.bytes)
    }
    beginObject()
    member("bytes", data.count)
    if binary.rendering == .digest { member("sha256", try? data.sha256(from: binary.source)) }
    endObject()
  }
}
