/// The text of an ID3 `TCON` frame and its references to numbers.
///
///     17   (17)   (17)Rock   (9)Metalcore   (51)(39)   (4)Eurodisco   RX   (CR)   ((not a reference)
///
/// ID3v2.3 §4.2.1 writes references in parentheses with an optional refinement after them, ID3v2.4 §4.2.3 a bare number
/// or `RX`/`CR` as a value of its own. Both are read in every version, because writers mix them.
extension Genre {
  /// The genres that one value of the frame names; values that a zero byte separates are given one by one.
  ///
  /// A refinement that only repeats the genre is left out. A number that no genre has is no reference.
  public static func parseID3(_ text: String) -> [String] {
    guard let first = text.utf8.first else { return [] }
    if first == 0x28 { return parseReferences(text) }
    if first > 0x39 && first != 0x52 && first != 0x43 { return [text] }
    return [reference(Substring(text)) ?? text]
  }

  /// A genre as it must stand in the frame, so that its parenthesis is not taken for a reference.
  public static func encodeID3(_ name: String) -> String {
    name.utf8.first == 0x28 ? "(" + name : name
  }

  private static func parseReferences(_ text: String) -> [String] {
    var genres: [String] = []
    var rest = Substring(text)
    while rest.hasPrefix("("), !rest.hasPrefix("((") {
      guard let end = rest.firstIndex(of: ")") else { break }
      let inner = rest[rest.index(after: rest.startIndex)..<end]
      guard let name = reference(inner) else {
        // "(255)Tekkno": a number without a genre says nothing beside a text that does.
        let after = rest[rest.index(after: end)...]
        if inner.allSatisfy(\.isNumber), !inner.isEmpty, !after.isEmpty { rest = after }
        break
      }
      if !genres.contains(name) { genres.append(name) }
      rest = rest[rest.index(after: end)...]
    }
    if rest.hasPrefix("((") { rest = rest.dropFirst() }
    if !rest.isEmpty, !repeats(String(rest), genres) { genres.append(String(rest)) }
    return genres
  }

  /// Whether a refinement is one of the genres before it, perhaps in another spelling.
  private static func repeats(_ text: String, _ genres: [String]) -> Bool {
    if genres.contains(text) { return true }
    guard let number = id3v1Number(text), let name = id3v1Name(number) else { return false }
    return genres.contains(name)
  }

  /// What `17`, `RX` or `CR` stands for.
  private static func reference(_ text: Substring) -> String? {
    switch text {
    case "RX": return "Remix"
    case "CR": return "Cover"
    default:
      guard text.utf8.count <= 3, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        return nil
      }
      return Int(text).flatMap { id3v1Name($0) }
    }
  }
}
