/// Converts an atom tree to the structure nodes that are displayed to the user, with name, offset,
/// size and, for the most informative atoms, a short summary of their value.
///
/// Damaged atoms never cause an error; they have no summary.
struct AtomOutline {
  private let window: SourceWindow

  init(_ window: SourceWindow) { self.window = window }

  /// Returns the nodes for the given atoms and everything below them.
  ///
  /// - Throws: Only `io`.
  func nodes(_ atoms: [Atom], of parent: FourCC? = nil) throws(ParseError) -> [StructureNode] {
    var nodes: [StructureNode] = []
    nodes.reserveCapacity(atoms.count)
    for atom in atoms {
      nodes.append(
        StructureNode(
          name: name(atom.type, in: parent), offset: atom.offset, size: atom.size,
          headerSize: atom.headerSize, summary: try summary(atom, in: parent),
          children: try self.nodes(atom.children, of: atom.type)))
    }
    return nodes
  }

  /// Returns the name of an atom; items of a list with keys are named by their key number.
  private func name(_ type: FourCC, in parent: FourCC?) -> String {
    parent == .ilst && type.rawValue < 1 << 24 ? "#\(type.rawValue)" : type.description
  }

  /// Reads the first `count` bytes of the payload, or all of a shorter payload.
  private func head(_ atom: Atom, _ count: Int64 = 64) throws(ParseError) -> ByteReader {
    ByteReader(
      try window.bytes(at: atom.payloadOffset, upTo: Int(min(count, atom.payloadSize))))
  }

  /// Returns the summary of an atom, from the first bytes of its payload; nil if its type has no
  /// summary, or the payload is damaged.
  private func summary(_ atom: Atom, in parent: FourCC?) throws(ParseError) -> String? {
    switch atom.type {
    case .ftyp, .styp: brands(try head(atom, 256))
    case .hdlr: handler(try head(atom))
    // The prefix and the beginning of a string, of which at most 60 characters are shown.
    case .data: value(try head(atom, 8 + 80), of: atom)
    case .mean, .name: text(try head(atom, 84).rest)
    case .uuid: atom.userType?.description
    case .keys: count(try head(atom), "key")
    case .movieHeader: duration(try head(atom))
    case _ where atom.type.rawValue >> 24 == 0xA9 && atom.children.isEmpty:
      international(try head(atom, 84))
    case _ where parent == .udta: userData(atom.type, try head(atom, 84))
    default: nil
    }
  }

  private func brands(_ reader: ByteReader) -> String? {
    guard let atom = try? FileTypeAtom.parse(reader.rest) else { return nil }
    let others = atom.compatibleBrands.map(\.description).joined(separator: " ")
    return "\(atom.majorBrand) \(atom.minorVersion) [\(others)]"
  }

  private func handler(_ reader: ByteReader) -> String? {
    var reader = reader
    return (try? reader.skip(8)).flatMap { (try? reader.fourCC())?.description }
  }

  /// Returns the value of a `data` atom if it is text or a number, otherwise its type and size in
  /// bytes.
  private func value(_ reader: ByteReader, of atom: Atom) -> String? {
    var reader = reader
    guard let prefix = try? DataAtom.parsePrefix(&reader) else { return nil }
    let type = DataType(code: prefix.type)
    let size = atom.payloadSize - Int64(DataAtom.prefix)
    guard !QuickTimeValue.isBinary(prefix.type) else { return "\(type), \(size) bytes" }
    switch QuickTimeValue.parse(reader.rest, type: prefix.type) {
    case .string(let text): return AtomOutline.short(text)
    case .integer(let number): return "\(number)"
    case .unsigned(let number): return "\(number)"
    case .real(let number): return "\(number)"
    default: return "\(type), \(size) bytes"
    }
  }

  /// Returns the summary of text that has no header or follows version and flags; nil if the bytes
  /// are not text.
  private func text(_ bytes: ByteSlice) -> String? {
    let bytes = bytes.starts(with: [0, 0, 0, 0]) ? bytes.clamped(from: 4) : bytes
    guard bytes.isText, !bytes.isEmpty else { return nil }
    return AtomOutline.short(TextEncoding.utf8.decode(bytes))
  }

  /// Returns the first string of QuickTime international text: u16 size, u16 language, text.
  private func international(_ reader: ByteReader) -> String? {
    var reader = reader
    guard let size = try? reader.u16(), let language = try? reader.u16() else { return nil }
    let bytes = reader.rest.clamped(from: 0, count: Int(size))
    return AtomOutline.short(TextEncoding.decodeQuickTime(bytes, languageCode: language))
  }

  /// Returns the summary of a user data atom with 3GPP text or plain text; nil for other layouts.
  private func userData(_ type: FourCC, _ reader: ByteReader) -> String? {
    switch UserDataLayout.of(type, inQuickTime: false).layout {
    case .assetText, .album:
      (try? AssetTextAtom.parse(reader.rest)).map { AtomOutline.short($0.text.string) }
    case .text: text(reader.rest)
    default: nil
    }
  }

  private func count(_ reader: ByteReader, _ noun: String) -> String? {
    var reader = reader
    guard (try? reader.skip(4)) != nil, let count = try? reader.u32() else { return nil }
    return count.counted(noun)
  }

  /// Returns the duration and timescale from `mvhd`, in which they follow two dates of 32 or 64
  /// bits.
  private func duration(_ reader: ByteReader) -> String? {
    var reader = reader
    guard let version = try? reader.u8(), (try? reader.skip(version == 1 ? 19 : 11)) != nil,
      let timescale = try? reader.u32(), timescale > 0,
      let duration = try? reader.unsigned(width: version == 1 ? 8 : 4)
    else { return nil }
    return "\(duration)/\(timescale) s"
  }

  /// Returns the first line of a string in quotation marks, truncated to 60 characters.
  private static func short(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline && $0 != "\0" }
    return line.count > 60 ? "\"\(line.prefix(60))…\"" : "\"\(line)\""
  }
}

extension FourCC {
  fileprivate static let movieHeader = FourCC("m", "v", "h", "d")
}
