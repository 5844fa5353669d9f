/// `keys`: the key names of a `meta` atom with handler `mdta`, parsed or to be written (QTFF
/// "Metadata Item Keys Atom").
///
/// The type of an item in `ilst` is the number of its key in this table, starting at 1.
///
///     u32 version and flags
///     u32 count
///     count times: u32 size (including these 8 bytes), u32 namespace, bytes
struct KeysAtom: Sendable, Hashable {
  /// One key: its namespace (`mdta`, or `udta` for a user data type) and its name in stored form.
  struct Key: Sendable, Hashable {
    var namespace: FourCC
    var name: ByteSlice
  }

  var keys: [Key]

  /// Reads the payload of a `keys` atom; the keys before a truncated or invalid one are kept.
  static func parse(_ payload: ByteSlice, log: inout DiagnosticLog) throws(ParseError) -> KeysAtom {
    var reader = ByteReader(payload)
    try reader.skip(4)
    let count = try reader.u32()
    var atom = KeysAtom(keys: [])
    do {
      while atom.keys.count < count { atom.keys.append(try key(&reader)) }
    } catch {
      log.add(error.inside(.keys))
    }
    return atom
  }

  private static func key(_ reader: inout ByteReader) throws(ParseError) -> Key {
    let offset = reader.fileOffset
    let size = try reader.u32()
    let namespace = try reader.fourCC()
    guard size >= 8 else {
      throw ParseError(.malformed, at: offset, "a key has the invalid size of \(size) bytes")
    }
    return Key(namespace: namespace, name: try reader.bytes(Int(size) - 8))
  }

  /// Encodes the complete atom.
  func encode(into writer: inout ByteWriter) {
    writer.atom(.keys) { body in
      body.u32(0)
      body.u32(UInt32(clamping: keys.count))
      for key in keys { KeysAtom.encode(key, into: &body) }
    }
  }

  /// Writes one key.
  static func encode(_ key: Key, into writer: inout ByteWriter) {
    writer.u32(UInt32(clamping: key.name.count + 8))
    writer.fourCC(key.namespace)
    writer.append(key.name)
  }

  /// The key for an item number, with its key space; nil if the number is out of range.
  subscript(number: UInt32) -> (keySpace: KeySpace, key: MetadataKey)? {
    guard number >= 1, number <= keys.count else { return nil }
    let key = keys[Int(number) - 1]
    // In the namespace `udta`, the name is the four-character type of a user data atom.
    if key.namespace == .udta, key.name.count == 4 {
      let code = key.name.bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return (.quickTimeUserData, .code(FourCC(rawValue: code)))
    }
    return (.quickTimeMetadata, .text(TextEncoding.utf8.decode(key.name.withoutTrailingZeros)))
  }
}

extension FourCC {
  static let keys = FourCC("k", "e", "y", "s")
  static let mdta = FourCC("m", "d", "t", "a")
  static let hdlr = FourCC("h", "d", "l", "r")
}
