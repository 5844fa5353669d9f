extension TimedMetadataKeys {
  /// Encodes the `keys` atom (the inverse of ``list(_:)``); returns nil if the namespace of a key
  /// is not four bytes long.
  static func encode(_ list: [TimedMetadataKey]) -> [UInt8]? {
    var writer = ByteWriter()
    var isPossible = true
    writer.atom(keys) { writer in
      for key in list {
        guard let space = FourCC(key.keySpace.rawValue) else {
          isPossible = false
          continue
        }
        writer.atom(FourCC(rawValue: key.number)) { encode(key, in: space, into: &$0) }
      }
    }
    return isPossible ? writer.bytes : nil
  }

  /// Encodes one key: its namespace and name, its data type, and its language if it has one.
  private static func encode(
    _ key: TimedMetadataKey, in space: FourCC, into writer: inout ByteWriter
  ) {
    writer.atom(keyDeclaration) { writer in
      writer.fourCC(space)
      writer.append(Array(key.key.description.utf8))
    }
    writer.atom(dataType) { writer in
      if let code = wellKnownCode(of: key.dataType) {
        writer.u32(0)
        writer.u32(code)
      } else {
        writer.u32(1)
        writer.append(Array(key.dataType.name.utf8))
      }
    }
    guard let language = key.language else { return }
    writer.atom(locale) { $0.append(Array(language.rawValue.utf8)) }
  }

  /// Returns the code for a well-known type (QTFF "Well-known types"), even if the type is from
  /// another format; nil for other types.
  static func wellKnownCode(of type: DataType) -> UInt32? {
    type.code ?? DataType.rows.first { $0.name.rawValue == type.name }?.code
  }
}

extension TimedMetadataSample {
  /// Encodes items as a sample (the inverse of ``items(_:_:in:)``), each with the number of its
  /// key; returns nil if a value cannot be represented in its type, or is not in memory.
  static func encode(_ items: [(item: MetadataItem, key: UInt32)]) -> [UInt8]? {
    var writer = ByteWriter()
    for (item, key) in items {
      guard let bytes = bytes(of: item.value, item.dataType) else { return nil }
      writer.atom(FourCC(rawValue: key)) { $0.append(bytes) }
    }
    return writer.bytes
  }

  /// Encodes a value as the given type; returns nil if the value cannot be represented, or is not
  /// in memory.
  ///
  /// A value that consists of bytes is returned unchanged, regardless of the type.
  private static func bytes(of value: MetadataValue, _ type: DataType) -> [UInt8]? {
    if case .data(.bytes(let bytes)) = value { return Array(bytes.bytes) }
    return TimedMetadataKeys.wellKnownCode(of: type).flatMap {
      QuickTimeValue.encode(value, type: $0)
    }
  }
}
