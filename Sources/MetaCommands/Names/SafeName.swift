internal import MetaCore

/// What names of files may have in them.
struct SafeName: Sendable, Hashable {
  /// Whether the name is to do on Windows, too.
  var isForWindows = false

  /// How many bytes a name may have on the usual file systems.
  private static let longest = 255

  /// One folder's or file's name, while it is put together.
  struct Component: Sendable, Hashable {
    private var text = ""
    private var hasValue = false

    var isEmpty: Bool { text.isEmpty && !hasValue }

    /// A text of the template.
    mutating func append(text: String, _ safety: SafeName) {
      for scalar in text.unicodeScalars { append(scalar, safety) }
    }

    /// The value of a field: it begins no folder, and has nothing that a terminal or a file system
    /// takes for something else.
    mutating func append(value: String, _ safety: SafeName) {
      hasValue = true
      for scalar in value.unicodeScalars { append(scalar, safety) }
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ safety: SafeName) {
      text.unicodeScalars.append(safety.replacement(scalar))
    }

    /// The name in the encoding of ``RawArguments``, followed by `ending`; nil when it would be
    /// empty.
    func name(_ safety: SafeName, ending: String = "") -> String? {
      // `..` of the template itself is meant.
      if !hasValue, [".", ".."].contains(text), ending.isEmpty { return text }
      return safety.name(text, ending: ending)
    }
  }

  private static let dot = UInt8(ascii: ".")

  /// The character that a name has for one of a value.
  func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "/": "-"
    case _ where scalar.properties.generalCategory == .control: " "
    case "\u{2028}", "\u{2029}": " "
    case "<", ">", ":", "\"", "\\", "|", "?", "*": isForWindows ? "_" : scalar
    default: scalar
    }
  }

  private func name(_ text: String, ending: String) -> String? {
    var name = text[...]
    while let first = name.first, first.isWhitespace { name.removeFirst() }
    name = SafeName.trimmed(name)
    guard !name.isEmpty else { return nil }
    // Together with a mark, a dot is another character, but not for the file system.
    if name.utf8.first == SafeName.dot { name = "_" + Substring(name.unicodeScalars.dropFirst()) }
    if isForWindows, SafeName.isDevice(name) { name = "_" + name }
    let cut = SafeName.cut(name, ending: ending)
    return cut.isEmpty ? nil : RawArguments.spelling(of: cut) + ending
  }

  /// Without the blanks and dots at the end that Windows drops, and people do not see.
  private static func trimmed(_ name: Substring) -> Substring {
    var name = name
    while let last = name.last, last.isWhitespace || last == "." { name.removeLast() }
    return name
  }

  /// As much of a name as there is room for, in whole characters; of a first one that is too long,
  /// what fits.
  private static func cut(_ name: Substring, ending: String) -> String {
    let room = longest - RawArguments.bytes(of: ending).count
    guard name.utf8.count > room else { return String(name) }
    var short = name
    while short.utf8.count > room, !short.isEmpty { short.removeLast() }
    if short.isEmpty {
      var left = room
      short = Substring(
        name.unicodeScalars.prefix { scalar in
          left -= UTF8.width(scalar)
          return left >= 0
        })
    }
    return String(trimmed(short))
  }

  /// Names that Windows keeps for devices, with whatever extension.
  private static func isDevice(_ name: Substring) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && ("1"..."9").contains(stem.suffix(1))
  }
}
