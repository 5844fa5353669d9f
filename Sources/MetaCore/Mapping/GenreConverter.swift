/// Genres: names, the numbers of ID3v1, and numbers that iTunes counts from 1.
enum GenreConverter {
  static func append(_ input: FieldInput, _ genres: inout [String]) {
    switch input.value {
    case .string(let text):
      if !text.isEmpty { genres.append(text) }
    case .list(let values):
      for value in values {
        append(FieldInput(item: input.item, value: value, part: input.part), &genres)
      }
    case .record: if let text = input.value[part: "text"]?.stringValue { genres.append(text) }
    default: break
    }
  }
}
