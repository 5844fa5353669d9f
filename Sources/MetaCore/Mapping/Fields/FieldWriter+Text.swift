// Writing of text and numbers in the forms of the key spaces.

extension FieldWriter {
  // MARK: Texts

  /// Writes the strings in a value in the form of the key.
  mutating func writeTexts(_ value: MetadataValue, _ key: FieldKey) {
    let texts = ValueForm.texts(value).filter { !$0.isEmpty }
    guard let first = texts.first else {
      return addLoss(.wrongType, "\(field.name) must be text")
    }
    switch (field.form, keySpace) {
    case (.uniqueID, .id3):
      add(key, .data(.bytes(ByteSlice(Array(first.utf8)))), .raw)
    case (.mediaKind, .iTunes), (.advisory, .iTunes): writeNumber(of: first, key)
    case (.genre, .id3v1) where converter.textLimit ?? 0 <= LimitedText.id3v1:
      writeGenreNumber(texts, key)
    case (.genre, .iTunes) where key.wholeKey == "gnre": writeStoredGenre(texts, key)
    case (.genre, .id3): add(key, list(texts.map(Genre.encodeID3)))
    case (.location, .isoUserData): writePlace(first, key)
    case (.keyword, .isoUserData): add(key, .list(texts.map { .string($0) }))
    case (.keyword, .iTunes), (.keyword, .quickTimeMetadata), (.keyword, .quickTimeUserData),
      (.keyword, .riff), (.keyword, .id3):
      add(key, .string(texts.joined(separator: ",")))
    default: writePlain(texts, key)
    }
  }

  /// Writes strings in the form that the key space uses for several: a list in one item, separate
  /// items, or only the first string.
  private mutating func writePlain(_ texts: [String], _ key: FieldKey) {
    if SubKey(rawValue: key.ordinal) == .role || (keySpace == .id3 && field.form == .performer) {
      return add(key, .list(texts.map { ValueForm.person($0, role: String(key.name), field.form) }))
    }
    if keySpace == .isoUserData, key.part == .name, field.form != .location, texts.count == 1 {
      return writePart(texts[0], key)
    }
    switch keySpace {
    case .id3, .ape, .xmp: add(key, list(texts))
    case .iTunes, .iTunesLong, .quickTimeMetadata, .vorbis, .asf, .matroska:
      for text in texts { add(key, .string(text)) }
    default:
      guard let only = texts.first else { return }
      if texts.count > 1 {
        addLoss(.oneValueOnly, "\(key.wholeKey) in \(keySpace) can hold only one value")
      }
      writeLimited(only, key)
    }
  }

  /// Writes a name into a composite value: `albm` stores the album as its text; in `loci` the name
  /// is only a part.
  private mutating func writePart(_ text: String, _ key: FieldKey) {
    guard key.wholeKey == "albm" else {
      return addLoss(
        .partOfAnother, "\(key.wholeKey) requires coordinates, not only the name of the place")
    }
    add(key, .record([.init("name", .string(text))]))
  }

  /// Writes a string, truncated if the converter has a limit; without one, a string that does not
  /// fit in the 30 bytes of Latin-1 of an ID3v1 field is a loss.
  private mutating func writeLimited(_ text: String, _ key: FieldKey) {
    if let limit = converter.textLimit {
      return add(key, .string(LimitedText.fit(text, limit: limit)))
    }
    guard keySpace == .id3v1 else { return add(key, .string(text)) }
    let isLatin = text.unicodeScalars.allSatisfy { $0.value < 0x100 }
    guard isLatin, text.unicodeScalars.count <= 30 else {
      return addLoss(.outOfRange, "ID3v1 can hold at most 30 Latin-1 characters")
    }
    add(key, .string(text))
  }

  /// Returns a single string as a string, and several as a list.
  private func list(_ texts: [String]) -> MetadataValue {
    texts.count == 1 ? .string(texts[0]) : .list(texts.map { .string($0) })
  }

  /// Writes the number that iTunes stores for a word.
  private mutating func writeNumber(of word: String, _ key: FieldKey) {
    guard let number = EnumerationConverter.number(word, field.form) ?? Int64(word) else {
      return addLoss(.outOfRange, "\(key.wholeKey) has no number for “\(word)”")
    }
    writeInteger(number, key)
  }

  /// Writes the ID3v1 number of the first genre.
  private mutating func writeGenreNumber(_ genres: [String], _ key: FieldKey) {
    guard let first = genres.first, let number = Genre.id3v1Number(first) else {
      return addLoss(.outOfRange, "ID3v1 has no number for “\(genres.first ?? "")”")
    }
    if genres.count > 1 { addLoss(.oneValueOnly, "ID3v1 can hold only one genre") }
    add(key, .integer(Int64(number)))
  }

  /// Writes a genre as a `gnre` number; these numbers count the ID3v1 genres starting from 1.
  private mutating func writeStoredGenre(_ genres: [String], _ key: FieldKey) {
    guard let first = genres.first, genres.count == 1, let number = Genre.id3v1Number(first) else {
      return addLoss(.outOfRange, "gnre has no number for “\(genres.joined(separator: ", "))”")
    }
    add(key, .integer(Int64(number) + 1), DataType(name: "uint16", code: 0))
  }

  /// Writes a location as a `loci` box with an empty name.
  private mutating func writePlace(_ text: String, _ key: FieldKey) {
    guard let place = Location(iso6709: text) else {
      return addLoss(.wrongType, "loci can hold only coordinates in ISO 6709 form")
    }
    add(
      key,
      .record([
        .init("name", .string("")), .init("role", .integer(0)),
        .init("longitude", .real(place.longitude)), .init("latitude", .real(place.latitude)),
        .init("altitude", .real(place.altitude ?? 0)), .init("body", .string("")),
        .init("notes", .string("")),
      ]))
  }

  // MARK: Numbers

  /// Records that the key cannot hold a number, in which case no other key is used instead.
  mutating func refuse(_ text: String) {
    addLoss(.outOfRange, text)
    refusesNumber = true
  }

  /// Writes an integer, a number, a flag or a rating in the form of the key.
  mutating func writeScalar(_ value: MetadataValue, _ key: FieldKey) {
    let input = FieldInput(value: value, keySpace: .common, part: .whole)
    let form: Field.Form = field.form == .rating ? .integer : field.form
    guard let scalar = ScalarConverter.value(form, input) else {
      return addLoss(
        .wrongType,
        "\(field.name) must be \(field.jsonType == "boolean" ? "true or false" : "a number")"
      )
    }
    switch field.form {
    case .boolean, .podcast: writeFlag(scalar.integerValue == 1, key)
    case .rating: writeRating(scalar, key)
    case .number: writeNumber(scalar, key)
    default:
      guard let number = scalar.integerValue else {
        return addLoss(.wrongType, "\(field.name) must be a whole number")
      }
      writeInteger(number, key)
    }
  }

  /// Writes a flag as 0 or 1; in ID3, the podcast flag is a frame that is only written if it is
  /// set.
  private mutating func writeFlag(_ flag: Bool, _ key: FieldKey) {
    if keySpace == .id3, field.form == .podcast {
      // The presence of the frame is the flag.
      if flag { add(key, .integer(0)) }
      return
    }
    writeInteger(flag ? 1 : 0, key)
  }

  /// Writes an integer as a number or as text, as the key space requires.
  private mutating func writeInteger(_ number: Int64, _ key: FieldKey) {
    switch (keySpace, key.part) {
    case (.iTunes, _),
      (.quickTimeMetadata, _) where field.kind != .number:
      addInteger(number, key)
    case (_, .count): add(key, .string("/\(number)"))
    case (.id3, .plays):
      addLoss(.partOfAnother, "POPM stores the play count together with the rating")
    case (.id3, _) where ["PCNT", "CNT"].contains(key.wholeKey): add(key, .integer(number))
    default: add(key, .string(String(number)))
    }
  }

  /// Adds an integer; iTunes atoms other than `plID` hold at most 32 bits.
  private mutating func addInteger(_ number: Int64, _ key: FieldKey) {
    // The album IDs of the store have 64 bits (facts/itunes_atoms.tsv).
    let isNarrow = keySpace == .iTunes && key.wholeKey != "plID"
    let range: ClosedRange<Int64> = isNarrow ? -0x8000_0000...0xFFFF_FFFF : .min ... .max
    guard range.contains(number) else {
      return refuse(
        "\(key.wholeKey) can hold only whole numbers from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    add(key, .integer(number), DataType(code: 21))
  }

  /// Writes a number; iTunes keys hold only integers, while other keys hold text.
  private mutating func writeNumber(_ value: MetadataValue, _ key: FieldKey) {
    // Text contains all digits of a number, because players do not read exponents.
    guard let number = ScalarConverter.number(value), abs(number) < 0x1p53 else {
      return refuse("\(key.wholeKey) can hold only numbers of up to 15 digits")
    }
    if keySpace == .iTunes {
      guard let integer = Int64(exactly: number.rounded()) else { return }
      if number != number.rounded() { addLoss(.lessPrecise, "\(key.wholeKey) holds whole numbers") }
      return addInteger(integer, key)
    }
    add(key, .string(ValueForm.text(number, of: field)))
  }

  /// Writes a rating, given in percent, in the scale of the key space.
  private mutating func writeRating(_ value: MetadataValue, _ key: FieldKey) {
    guard let percent = value.integerValue, (0...100).contains(percent) else {
      return addLoss(.outOfRange, "a rating must be between 0 and 100")
    }
    let (stored, isExact) = RatingConverter.stored(percent, in: keySpace)
    if !isExact {
      let lowest =
        keySpace == .id3 ? "none, half a star (10) and one star (20)" : "none and one star (20)"
      addLoss(
        .lessPrecise, "\(key.wholeKey) cannot store \(percent): it has no rating between \(lowest)")
    }
    switch keySpace {
    case .id3:
      add(
        key,
        .record([
          .init("rating", .integer(Int64(stored))), .init("count", .integer(0)),
        ]))
    case .iTunes: add(key, .string(String(percent)))
    case .quickTimeMetadata: add(key, .real(stored), DataType(code: 23))
    case .isoUserData: add(key, .integer(Int64(stored.rounded())))
    default: add(key, .string(NumberText.text(stored)))
    }
  }
}
