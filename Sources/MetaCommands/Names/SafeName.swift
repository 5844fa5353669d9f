internal import MetaCore

/// The rules for creating file names from field values: the characters that are replaced, the names
/// that are reserved, and the maximum length.
struct SafeName: Sendable, Hashable {
  /// Whether names must be valid on Windows.
  var isForWindows = false

  /// The maximum length of a name in bytes on common file systems.
  private static let longest = 255

  /// The name of one folder or file in a new path, while it is built from template text and field
  /// values.
  struct Component: Sendable, Hashable {
    private var text = ""
    private var hasValue = false

    var isEmpty: Bool { text.isEmpty && !hasValue }

    /// Appends text of the template.
    mutating func append(text: String, _ safety: SafeName) {
      for scalar in text.unicodeScalars { append(scalar, safety) }
    }

    /// Appends the value of a field, which cannot begin a new folder or contain characters special
    /// to terminals and file systems.
    mutating func append(value: String, _ safety: SafeName) {
      hasValue = true
      for scalar in value.unicodeScalars { append(scalar, safety) }
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ safety: SafeName) {
      text.unicodeScalars.append(safety.replacement(scalar))
    }

    /// Returns the name in the encoding of ``FileNameEncoding`` with `ending` appended, or nil if
    /// it would be empty.
    func name(_ safety: SafeName, ending: String = "") -> String? {
      // `.` and `..` in the template are intentional.
      if !hasValue, [".", ".."].contains(text), ending.isEmpty { return text }
      return safety.name(text, ending: ending)
    }
  }

  private static let dot = UInt8(ascii: ".")

  /// Returns a safe replacement for a character.
  func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    // A value must not lead to a different folder.
    case "/": "-"
    case _ where scalar.properties.generalCategory == .control: " "
    case "\u{2028}", "\u{2029}": " "
    case "<", ">", ":", "\"", "\\", "|", "?", "*": isForWindows ? "_" : scalar
    default: scalar
    }
  }

  /// Returns the whole name, with the extension and within the maximum length, or nil if nothing
  /// remains.
  ///
  /// White space at both ends and dots at the end are removed, and a leading dot becomes an
  /// underscore.
  private func name(_ text: String, ending: String) -> String? {
    var name = text[...]
    while let first = name.first, first.isWhitespace { name.removeFirst() }
    name = SafeName.trimmed(name)
    guard !name.isEmpty else { return nil }
    // A dot with a combining mark is a different character, but not for the file system.
    if name.utf8.first == SafeName.dot { name = "_" + Substring(name.unicodeScalars.dropFirst()) }
    if isForWindows, SafeName.isDevice(name) { name = "_" + name }
    let cut = SafeName.cut(name, ending: ending)
    return cut.isEmpty ? nil : FileNameEncoding.spelling(of: cut) + ending
  }

  /// Removes trailing white space and dots, which Windows drops and users overlook.
  private static func trimmed(_ name: Substring) -> Substring {
    var name = name
    while let last = name.last, last.isWhitespace || last == "." { name.removeLast() }
    return name
  }

  /// Truncates a name to the maximum length at a character boundary, or within the first character
  /// if that is too long.
  private static func cut(_ name: Substring, ending: String) -> String {
    let available = longest - FileNameEncoding.bytes(of: ending).count
    guard name.utf8.count > available else { return String(name) }
    var short = name
    while short.utf8.count > available, !short.isEmpty { short.removeLast() }
    if short.isEmpty {
      var remaining = available
      short = Substring(
        name.unicodeScalars.prefix { scalar in
          remaining -= UTF8.width(scalar)
          return remaining >= 0
        })
    }
    return String(trimmed(short))
  }

  /// Returns whether Windows reserves a name for a device, with any extension.
  private static func isDevice(_ name: Substring) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && ("1"..."9").contains(stem.suffix(1))
  }
}
