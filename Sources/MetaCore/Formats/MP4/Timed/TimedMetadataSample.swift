/// Decodes one sample of a QuickTime timed metadata track (`mebx`; QTFF "Timed Metadata Media")
/// into metadata items, or encodes items as a sample.
///
/// A sample is a sequence of values, each with its key number:
///
///     { u32 size, u32 key number, value }
enum TimedMetadataSample {
  /// Returns the values as items, in order; values with undeclared keys are omitted.
  static func items(
    _ sample: ByteSlice, _ keys: [UInt32: TimedMetadataKey], in range: MediaTimeRange
  ) -> [MetadataItem] {
    var items: [MetadataItem] = []
    var values = SliceAtoms(sample)
    while let value = values.next() {
      guard let key = keys[value.type.rawValue] else { continue }
      var item = MetadataItem(
        keySpace: key.keySpace, key: key.key,
        value: TimedMetadataSample.value(value.payload, key.dataType), dataType: key.dataType,
        language: key.language)
      item.timeRange = range
      items.append(item)
    }
    return items
  }

  private static func value(_ bytes: ByteSlice, _ type: DataType) -> MetadataValue {
    guard let code = type.code else { return .data(.bytes(bytes)) }
    return QuickTimeValue.parse(bytes, type: code)
  }
}
