internal import MetaCore

/// The representations of binary values, such as pictures, in dumps; `dump --binary` selects one.
///
/// Complete dumps always use ``base64``.
enum BinaryRendering: String, CaseIterable, Sendable {
  /// Base64 for values of up to 256 bytes, and the size for longer values.
  case size
  /// Like `size`, with a SHA-256 next to each size.
  case digest
  /// Base64 for all values.
  case base64
}

/// The representation of binary values, with the file that contains the values that were not
/// loaded.
struct BinaryValues {
  let rendering: BinaryRendering
  let source: any ByteSource
}

extension DataValue {
  /// The length, in bytes, of the longest binary value that a dump prints by default.
  static let shortest = 256

  /// Returns the SHA-256 of the bytes in lower-case hexadecimal, read in chunks.
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
          throw ParseError(
            .truncated, at: offset + position, "the file ends in the middle of the value")
        }
        hash.append(piece[...])
        position += Int64(piece.count)
      }
    }
    return hash.finish().hexadecimal
  }
}

extension JSONWriter {
  /// Writes a binary value as the option specifies; a value that can no longer be read is written
  /// as its size.
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
