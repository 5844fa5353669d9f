/// The items of an atom file, in file order: those of the movie, of its tracks, and of other
/// top-level atoms.
extension ItemReader {
  /// Reads everything below a movie atom; `path` is the path of its parent.
  mutating func readMovie(_ moov: Atom, at path: [FourCC] = []) throws(ParseError) {
    let path = path + [.moov]
    for atom in moov.children {
      switch atom.type {
      case .udta: try readUserData(atom, at: path)
      case .meta: try readMeta(atom, at: path)
      case .trak: try readTrack(atom, at: path)
      case .uuid: try readUserType(atom, at: path)
      case .id32: try readID32(atom, ItemContainer(path))
      default: break
      }
    }
  }

  /// Reads the user data and the `meta` atom of a track; their items belong to the track.
  private mutating func readTrack(_ trak: Atom, at path: [FourCC]) throws(ParseError) {
    guard trak.children.contains(where: { $0.type == .udta || $0.type == .meta }) else { return }
    trackID = try trackID(of: trak)
    defer { trackID = nil }
    let path = path + [.trak]
    for atom in trak.children {
      switch atom.type {
      case .udta: try readUserData(atom, at: path)
      case .meta: try readMeta(atom, at: path)
      default: break
      }
    }
  }

  /// Returns the track ID, which follows version, flags and two dates of `tkhd` (ISO/IEC 14496-12
  /// §8.3.2); nil if the atom is missing or truncated.
  private func trackID(of trak: Atom) throws(ParseError) -> UInt32? {
    guard let tkhd = trak.child(.trackHeader) else { return nil }
    let head = try window.bytes(at: tkhd.payloadOffset, upTo: Int(min(tkhd.payloadSize, 24)))
    var reader = ByteReader(head)
    guard let version = try? reader.u8() else { return nil }
    try? reader.skip(version == 1 ? 19 : 11)
    return try? reader.u32()
  }

  /// Reads a top-level atom other than the movie atom.
  mutating func readTop(_ atom: Atom) throws(ParseError) {
    switch atom.type {
    case .meta: try readMeta(atom, at: [])
    case .udta: try readUserData(atom, at: [])
    case .uuid: try readUserType(atom, at: [])
    default: break
    }
  }

  private mutating func readUserType(_ atom: Atom, at path: [FourCC]) throws(ParseError) {
    switch atom.userType {
    case .xmp: try readXMP(atom, ItemContainer(path))
    case .contentCredentials: try readContentCredentials(atom, ItemContainer(path))
    default: break
    }
  }

  /// Reads a `meta` atom according to its children, because writers often set the wrong handler.
  mutating func readMeta(_ meta: Atom, at path: [FourCC]) throws(ParseError) {
    if meta.child(.ilst) != nil { try readItemList(meta, at: path) }
    for atom in meta.children where atom.type == .id32 {
      try readID32(atom, ItemContainer(path + [.meta]))
    }
  }
}

extension FourCC {
  fileprivate static let trackHeader = FourCC("t", "k", "h", "d")
}
