internal import MetaCore

extension JSONWriter {
  /// Writes any value of the item model.
  mutating func value(_ value: MetadataValue, _ binary: BinaryValues) {
    switch value {
    case .string(let text): string(text)
    case .integer(let number): integer(number)
    case .unsigned(let number): integer(number)
    case .real(let number): real(number)
    case .boolean(let flag): bool(flag)
    case .date(let date): string(date.description)
    case .pair(let pair): numberPair(pair)
    case .data(let data): self.binary(data, binary)
    case .list(let values):
      beginArray()
      for index in values.indices {
        element()
        self.value(values[index], binary)
      }
      endArray()
    case .record(let parts):
      beginObject()
      members(parts, binary)
      endObject()
    }
  }

  /// Writes the parts of a composite value as members of the open object.
  mutating func members(_ parts: [MetadataValue.Part], _ binary: BinaryValues) {
    for index in parts.indices {
      key(quoting: parts[index].name)
      value(parts[index].value, binary)
    }
  }

  /// Writes a number with its total, such as a track number, as an object; `label` is the side of a
  /// record.
  private mutating func numberPair(_ pair: NumberPair) {
    beginObject()
    member("number", pair.number)
    member("count", pair.count)
    member("label", pair.label)
    endObject()
  }
}
