/// Genres: names, the numbers of ID3v1, and numbers that iTunes counts from 1.
enum GenreConverter {
  static func append(_ input: FieldInput, _ genres: inout [String]) {
    switch input.value {
    case .string(let text):
      if text.isEmpty { return }
      if input.item.keySpace == .id3 {
        genres.append(contentsOf: Genre.parseID3(text))
      } else {
        genres.append(text)
      }
    case .integer(let number):
      if let name = name(number, in: input.item.keySpace) { genres.append(name) }
    case .list(let values):
      for value in values {
        append(FieldInput(item: input.item, value: value, part: input.part), &genres)
      }
    case .record: if let text = input.value[part: "text"]?.stringValue { genres.append(text) }
    default: break
    }
  }

  /// The name of a number: `gnre` counts from 1, ID3v1 from 0.
  private static func name(_ number: Int64, in keySpace: KeySpace) -> String? {
    guard let number = Int(exactly: number) else { return nil }
    return keySpace == .iTunes ? Genre.name(gnre: number) : Genre.id3v1Name(number)
  }
}
