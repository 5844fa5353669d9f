/// What the library of other programs reads in a file, under its own names.
package struct ForeignReading: Sendable {
  /// A library that other programs read files with.
  package enum Reader: String, Sendable {
    /// TagLib: VLC, Strawberry, Elisa.
    case tagLib = "TagLib"
    /// libavformat: mpv, Kodi, Jellyfin.
    case libavformat
  }

  /// A property; a name with several values occurs several times.
  package struct Property: Sendable {
    /// The name as the library has it.
    package var name: String
    /// The text as the library gives it.
    package var value: String

    /// Makes one.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Whose it is.
  package var reader: Reader
  /// The values, in the library's order.
  package var properties: [Property] = []
  /// The number of pictures.
  package var pictures = 0
  /// The reason why the library does not read the file; nil when it does.
  package var refusal: String?

  /// Makes an empty reading.
  package init(_ reader: Reader) { self.reader = reader }

  /// The values under a name, without regard to case.
  package func values(named name: String) -> [String] {
    let wanted = name.lowercased()
    return properties.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}
