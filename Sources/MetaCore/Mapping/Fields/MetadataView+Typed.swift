// The implementation of the properties that are named after fields.

extension Document {
  /// The converted view of the items, with a property for each field, such as
  /// `document.fields.artist`.
  ///
  /// It is recomputed on each access; keep it to read several fields.
  public var fields: MetadataView { MetadataView(self) }
}

extension MetadataView {
  /// Returns the value of the field with this number in the table.
  private func value(_ number: Int) -> MetadataValue? { self[Field(number: number)] }

  /// Returns the text of a field.
  func text(_ number: Int) -> String? { value(number)?.stringValue }

  /// Returns the strings of a list field.
  func texts(_ number: Int) -> [String] { value(number)?.stringValues ?? [] }

  /// Returns the integer of a field.
  func integer(_ number: Int) -> Int? {
    value(number)?.integerValue.flatMap { Int(exactly: $0) }
  }

  /// Returns the number of a field.
  func real(_ number: Int) -> Double? { value(number)?.realValue }

  /// Returns the Boolean value of a field.
  func boolean(_ number: Int) -> Bool? { value(number)?.booleanValue }

  /// Returns the number and total of a field.
  func pair(_ number: Int) -> NumberPair? { value(number)?.pairValue }

  /// Returns the date of a field; nil if its text is not a date.
  func date(_ number: Int) -> MetadataDate? { value(number)?.dateValue }

  /// Returns the location of a field; nil if its text is not a location.
  func location(_ number: Int) -> Location? {
    text(number).flatMap { Location(iso6709: $0) }
  }
}
