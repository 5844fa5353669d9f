/// The location of metadata items in the atom tree, such as `moov/udta`: as a path of atom types
/// for findings, and as the container name that items have in the document.
struct ItemContainer {
  let path: [FourCC]
  let container: MetadataContainer

  init(_ path: [FourCC]) {
    self.path = path
    container = MetadataContainer(rawValue: ItemContainer.text(path))
  }

  private static func text(_ path: [FourCC]) -> String {
    // Nearly all items are in these locations, for which no string is created.
    switch path {
    case [.moov, .udta, .meta, .ilst]: "moov/udta/meta/ilst"
    case [.moov, .udta]: "moov/udta"
    default: path.map(\.description).joined(separator: "/")
    }
  }

  /// Returns the path of an atom in this location.
  func structure(_ type: FourCC) -> StructurePath {
    StructurePath(path.map(\.description) + [type.description])
  }
}

extension ParseError {
  /// Returns the same error with a path of atoms prepended.
  func inside(_ path: [FourCC]) -> ParseError { path.reversed().reduce(self) { $0.inside($1) } }
}
