/// The versions of ID3v2, whose frames differ in the form of id, size and flags.
enum ID3Version: UInt8, Sendable, Hashable, CaseIterable {
  case v22 = 2
  case v23 = 3
  case v24 = 4

  /// The name of a tag of this version in paths and containers.
  var name: String {
    switch self {
    case .v22: "ID3v2.2"
    case .v23: "ID3v2.3"
    case .v24: "ID3v2.4"
    }
  }

  /// The size of a frame header: id, size and, but for 2.2, flags.
  var frameHeaderSize: Int { self == .v22 ? 6 : 10 }
}
