/// Converts stored genres to names: text, ID3v1 numbers, and iTunes numbers, which start at 1.
enum GenreConverter {
  /// Appends the names of the genres in a value; ID3 text may contain numbers in parentheses.
  static func append(
    _ value: MetadataValue, in keySpace: KeySpace, _ genres: inout [MetadataValue]
  ) {
    switch value {
    case .string(let text):
      if text.isEmpty { return }
      if keySpace == .id3 {
        for genre in Genre.parseID3(text) { genres.append(.string(genre)) }
      } else {
        genres.append(value)
      }
    case .integer(let number):
      if let name = name(number, in: keySpace) { genres.append(.string(name)) }
    case .list(let values):
      for value in values { append(value, in: keySpace, &genres) }
    case .record:
      if let text = value[part: "text"] { append(text, in: keySpace, &genres) }
    default: break
    }
  }

  /// Returns the name for a number: `gnre` starts at 1, ID3v1 at 0.
  private static func name(_ number: Int64, in keySpace: KeySpace) -> String? {
    guard let number = Int(exactly: number) else { return nil }
    return keySpace == .iTunes ? Genre.name(gnre: number) : Genre.id3v1Name(number)
  }
}
