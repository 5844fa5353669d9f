/// Shortens text for containers whose fields have a maximum length: ID3v1, `TAG+` and Lyrics3.
enum LimitedText {
  /// The maximum length of an ID3v1 text field, in Latin-1 characters.
  static let id3v1 = 30

  /// Returns the maximum length of text in a container, in Latin-1 characters; nil if it is not
  /// limited.
  static func limit(of keySpace: KeySpace, _ container: MetadataContainer) -> Int? {
    switch keySpace {
    // The enhanced tag provides another 60 characters.
    case .id3v1: container.rawValue == "TAG+" ? id3v1 + 60 : id3v1
    // The size field has five digits.
    case .lyrics3: 99_999
    default: nil
    }
  }

  /// Returns the longest prefix that fits in `limit` Latin-1 characters, without splitting a
  /// character and without trailing spaces.
  ///
  /// A character outside Latin-1 is replaced with its base letter if it is an ASCII letter with a
  /// combining accent, otherwise with `?`.
  static func fit(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    // Unicode scalars have to be counted one by one.
    var count = 0
    for character in text {
      let scalars = latin1(character)
      count += scalars.count
      if count > limit { break }
      result.append(contentsOf: scalars)
    }
    // Trailing spaces are padding.
    while result.last == " " { result.removeLast() }
    return String(result)
  }

  /// Returns the scalars of a character: composed if it is decomposed; if some are outside Latin-1,
  /// its base letter if that is in ASCII, otherwise `?`.
  private static func latin1(_ character: Character) -> [Unicode.Scalar] {
    let scalars = Array(character.unicodeScalars)
    if scalars.allSatisfy({ $0.value < 0x100 }) { return scalars }
    if let scalar = accentedLetters.first(where: { Character($0) == character }) { return [scalar] }
    guard let base = scalars.first, base.value < 0x80, base.properties.isAlphabetic else {
      return ["?"]
    }
    return [base]
  }

  private static let accentedLetters = (UInt8(0xC0)...0xFF).map { Unicode.Scalar($0) }
}
