/// The fields that the converters name.
extension Field {
  static let genre = Field.row("genre")
  static let keywords = Field.row("keywords")
  static let mediaKind = Field.row("mediaKind")
  static let advisory = Field.row("advisory")
  static let performer = Field.row("performer")
  static let podcast = Field.row("podcast")
  static let rating = Field.row("rating")
  static let date = Field.row("date")
  static let musicBrainzRecordingID = Field.row("musicBrainzRecordingID")

  private static func row(_ name: String) -> Field {
    // A name that is no row would be a mistake in the table; the test of the table looks for it.
    all.first { $0.name == name }
      ?? Field(number: .max, name: name, kind: .text, isList: false)
  }
}
