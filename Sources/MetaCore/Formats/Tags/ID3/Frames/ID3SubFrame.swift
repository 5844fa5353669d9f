/// Conversion between a frame nested in a chapter frame (CHAP, CTOC) and a record, which represents
/// it in the value of the chapter item.
///
/// The parts are the ID, the data type, the attributes and the value.
enum ID3SubFrame {
  /// Returns the record for an item.
  static func record(of item: MetadataItem) -> MetadataValue {
    var parts = [
      MetadataValue.Part("id", .string(item.key.description)),
      MetadataValue.Part("dataType", .string(item.dataType.name)),
    ]
    for extra in item.extraAttributes { parts.append(.init(extra.name.rawValue, extra.value)) }
    parts.append(MetadataValue.Part("value", item.value))
    return .record(parts)
  }

  /// Returns the item for a record; nil when the record has no ID or no value.
  static func item(of record: MetadataValue) -> MetadataItem? {
    guard case .record(let parts) = record, let id = record[part: "id"]?.stringValue,
      let value = record[part: "value"]
    else { return nil }
    let extras = parts.filter { !["id", "dataType", "value"].contains($0.name) }
    return MetadataItem(
      keySpace: .id3, key: .text(id), value: value,
      dataType: DataType(name: record[part: "dataType"]?.stringValue ?? "raw"),
      extraAttributes: extras.map { ExtraAttribute(.init(rawValue: $0.name), $0.value) })
  }
}
