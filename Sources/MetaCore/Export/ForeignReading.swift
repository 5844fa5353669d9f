/// The metadata that a library used by other programs reads from a file, under its own names, for
/// comparison with MetaCore's reading (the verb `readers`).
package struct ForeignReading: Sendable {
  /// A library with which other programs read files.
  package enum Reader: String, Sendable {
    /// TagLib, used by VLC, Strawberry and Elisa.
    case tagLib = "TagLib"
    /// libavformat, used by mpv, Kodi and Jellyfin.
    case libavformat
  }

  /// One property that the library returns; a name with several values occurs several times.
  package struct Property: Sendable {
    /// The library's name for the property.
    package var name: String
    /// The string that the library returns.
    package var value: String

    /// Creates a property.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The library.
  package var reader: Reader
  /// The properties, in the library's order.
  package var properties: [Property] = []
  /// The number of pictures.
  package var pictures = 0
  /// The reason why the library cannot read the file; nil if it can.
  package var refusal: String?

  /// Creates an empty reading.
  package init(_ reader: Reader) { self.reader = reader }

  /// Returns the values with the given name, ignoring case.
  package func values(named name: String) -> [String] {
    let lowercased = name.lowercased()
    return properties.filter { $0.name.lowercased() == lowercased }.map(\.value)
  }
}
