/// Version-dependent properties: the tag name, and the size of a frame header.
extension ID3Version {
  /// The name of a tag with this version in paths and containers.
  var name: String {
    switch self {
    case .v22: "ID3v2.2"
    case .v23: "ID3v2.3"
    case .v24: "ID3v2.4"
    }
  }

  /// The size of a frame header: ID, size and, except in 2.2, flags.
  var frameHeaderSize: Int { self == .v22 ? 6 : 10 }
}
