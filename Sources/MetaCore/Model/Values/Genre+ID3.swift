/// Parsing and encoding of the text in an ID3 `TCON` frame and its references to genre numbers.
///
///     17   (17)   (17)Rock   (9)Metalcore   (51)(39)   (4)Eurodisco   RX   (CR)   ((not a reference)
///
/// In ID3v2.3 §4.2.1, references are in parentheses with an optional refinement after them; in
/// ID3v2.4 §4.2.3, they are a bare number or `RX`/`CR` as a separate value. Both are read in every
/// version, because writers mix them.
extension Genre {
  /// Returns the genres in one value of the frame; values that are separated by zero bytes are
  /// passed one at a time.
  ///
  /// A refinement that only repeats the genre is dropped. An unassigned number is not a reference.
  package static func parseID3(_ text: String) -> [String] {
    guard let first = text.utf8.first else { return [] }
    if first == 0x28 { return parseReferences(text) }
    if first > 0x39 && first != 0x52 && first != 0x43 { return [text] }
    return [reference(Substring(text)) ?? text]
  }

  /// Returns a genre as it is written in the frame, escaped so that a leading parenthesis is not
  /// read as a reference.
  package static func encodeID3(_ name: String) -> String {
    name.utf8.first == 0x28 ? "(" + name : name
  }

  /// Parses references in parentheses, and the text after them.
  private static func parseReferences(_ text: String) -> [String] {
    var genres: [String] = []
    var rest = Substring(text).utf8
    while rest.first == 0x28, rest.dropFirst().first != 0x28 {
      guard let end = rest.firstIndex(of: 0x29) else { break }
      let inner = rest[..<end].dropFirst()
      let after = rest[end...].dropFirst()
      if let name = reference(Substring(inner)) {
        if !genres.contains(name) { genres.append(name) }
        rest = after
        continue
      }
      // In "(255)Tekkno", the unassigned number adds nothing to the text after it.
      let isNumber = !inner.isEmpty && inner.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      if isNumber, !after.isEmpty { rest = after }
      break
    }
    if rest.first == 0x28, rest.dropFirst().first == 0x28 { rest = rest.dropFirst() }
    if rest.isEmpty { return genres }
    let refinement = String(Substring(rest))
    if !repeats(refinement, genres) { genres.append(refinement) }
    return genres
  }

  /// Whether a refinement repeats one of the genres before it, possibly in a different spelling.
  private static func repeats(_ text: String, _ genres: [String]) -> Bool {
    if genres.isEmpty || genres.contains(text) { return !genres.isEmpty }
    guard let number = id3v1Number(text), let name = id3v1Name(number) else { return false }
    return genres.contains(name)
  }

  /// Returns the genre for an assigned number such as `17`, or for `RX` or `CR`; nil for other
  /// text.
  private static func reference(_ text: Substring) -> String? {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 3 else { return nil }
    if first == 0x52 || first == 0x43 {
      return text == "RX" ? "Remix" : text == "CR" ? "Cover" : nil
    }
    var number = 0
    for digit in bytes {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return id3v1Name(number)
  }
}
