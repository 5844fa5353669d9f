/// Converts values of a field to canonical form, so that edits can compare requested and existing
/// values: all strings for a text field, otherwise at most one value.
enum FieldValue {
  /// Returns the combined value of the inputs.
  static func read(_ field: Field, _ inputs: [FieldInput]) -> [MetadataValue] {
    switch field.kind {
    case .text, .location: return texts(field, inputs)
    case .pair:
      var pair = PairReading()
      for input in inputs { pair.add(input) }
      return pair.value.map { [$0] } ?? []
    case .date:
      var date = DateReading()
      for input in inputs { date.add(input) }
      return date.value.map { [$0] } ?? []
    case .integer, .number, .boolean:
      return inputs.lazy.compactMap { ScalarConverter.value(field.form, $0) }.first.map { [$0] }
        ?? []
    case .artwork, .chapters, .timedText: return []
    }
  }

  /// Returns all strings in the inputs.
  private static func texts(_ field: Field, _ inputs: [FieldInput]) -> [MetadataValue] {
    var texts: [MetadataValue] = []
    for input in inputs {
      let count = texts.count
      TextConverter.append(input, field.form, &texts)
      // Windows Media stores strings in several lists, and often the same string in two of them.
      if input.keySpace == .asf {
        let new = texts[count...].filter { !texts[..<count].contains($0) }
        texts.replaceSubrange(count..., with: new)
      }
      // For a single-valued field, the other strings of an XMP property are translations.
      if input.keySpace == .xmp, !field.isList {
        texts.removeSubrange(min(count + 1, texts.count)...)
      }
    }
    return texts
  }

  /// Returns the canonical form of the given values; nil if they are not valid for the field.
  ///
  /// Empty strings are ignored. A single-valued field that is not text uses the first value.
  static func canonical(_ field: Field, _ values: [MetadataValue]) -> [MetadataValue]? {
    let values = values.filter { !$0.isEmpty }
    guard !values.isEmpty else { return [] }
    let inputs = values.map { FieldInput(value: $0, keySpace: .common, part: .whole) }
    let result: [MetadataValue]
    switch field.form {
    case .rating:
      result = ScalarConverter.value(.integer, inputs[0]).map { [$0] } ?? []
      guard let percent = result.first?.integerValue, (0...100).contains(percent) else {
        return nil
      }
    case .pair:
      // Zero means "none" here, and readers omit it.
      if case .pair = values[0] { return [values[0]] }
      result = read(field, inputs)
    case .location:
      result = read(field, inputs)
      guard result.allSatisfy({ Location(iso6709: $0.stringValue ?? "") != nil }) else {
        return nil
      }
    default: result = read(field, inputs)
    }
    return result.isEmpty ? nil : result
  }

  /// A value for which canonically equivalent strings are equal.
  private struct EquivalentValue: Hashable {
    let value: MetadataValue

    static func == (left: EquivalentValue, right: EquivalentValue) -> Bool {
      left.value.isEquivalent(to: right.value)
    }

    // Strings are hashed by canonical equivalence.
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  /// Whether two readings of a field are equal, so that an edit from one to the other changes
  /// nothing.
  static func areSame(_ field: Field, _ left: [MetadataValue], _ right: [MetadataValue]) -> Bool {
    agree(field, left, right) { $0 }
  }

  /// Whether two readings of a field are equal or canonically equivalent; a code page can store
  /// only one of two equivalent strings.
  static func agree(_ field: Field, _ left: [MetadataValue], _ right: [MetadataValue]) -> Bool {
    agree(field, left, right) { EquivalentValue(value: $0) }
  }

  private static func agree<Key: Hashable>(
    _ field: Field, _ left: [MetadataValue], _ right: [MetadataValue],
    by key: (MetadataValue) -> Key
  ) -> Bool {
    if left.elementsEqual(right, by: { key($0) == key($1) }) { return true }
    // A repeated value of a single-valued field counts once.
    if !field.isList, field.kind == .text {
      return !left.isEmpty && Set(left.map(key)) == Set(right.map(key))
    }
    // "Not rated" cannot be stored if the rating shares an item with a counter.
    return field.form == .rating && (left + right).allSatisfy { $0 == .integer(0) }
  }

  /// Whether a source in `keySpace` agrees with the values on the right, within the limits of the
  /// key space.
  static func agreeRoughly(
    _ field: Field, _ left: [MetadataValue], _ right: [MetadataValue], in keySpace: KeySpace
  ) -> Bool {
    if agree(field, left, right) { return true }
    guard let leftValue = wholeValue(field, left), let rightValue = wholeValue(field, right) else {
      return false
    }
    return FieldEquality.agree(
      FieldReading(field: field, value: leftValue, item: 0),
      FieldReading(field: field, value: rightValue, item: 0), in: keySpace)
  }

  /// Returns the values in the form that the converted view uses.
  private static func wholeValue(_ field: Field, _ values: [MetadataValue]) -> MetadataValue? {
    field.isList && !values.isEmpty ? .list(values) : values.first
  }
}
