extension MetadataItem {
  /// Creates an item from its identifier, for ``MetadataEdit/setItem(_:)`` and the metadata of a
  /// writer or an export.
  ///
  ///     MetadataItem("mdta/com.example.takes", .integer(5))
  ///     MetadataItem("id3/TXXX", "calm", extraAttributes: [ExtraAttribute(.info, "MOOD")])
  ///
  /// The default data type depends on the value: UTF-8, an integer of the necessary width, a 64-bit
  /// float, the image type of the picture's bytes, or `raw`.
  public init(
    _ identifier: MetadataIdentifier, _ value: MetadataValue, dataType: DataType? = nil,
    language: LanguageTag? = nil, extraAttributes: [ExtraAttribute] = []
  ) {
    self.init(
      keySpace: identifier.keySpace, key: identifier.key ?? .text(""), value: value,
      dataType: dataType ?? DataType(usualFor: value), language: language,
      extraAttributes: extraAttributes)
  }
}

extension DataType {
  /// Creates the standard type for a value in a `data` atom.
  init(usualFor value: MetadataValue) {
    switch value {
    case .string, .date, .pair, .list: self = .utf8
    case .integer, .boolean: self.init(.int, code: 21)
    case .unsigned: self.init(.uint, code: 22)
    case .real: self.init(.float64, code: 24)
    case .record: self.init(.record)
    case .data(.bytes(let bytes)):
      let subtype = ImageInfo.probe(bytes)?.mime.drop { $0 != "/" }.dropFirst()
      self = subtype.flatMap { DataType(quickTimeName: String($0)) } ?? .raw
    case .data: self = .raw
    }
  }
}
