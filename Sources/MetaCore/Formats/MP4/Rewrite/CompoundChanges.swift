/// Changes inside atoms whose entries are not atoms: attributes in `Xtra`, frames in `ID32`, and
/// packets in `XMP_` and `uuid`.
///
/// The changes of an edit are passed in one by one; those with the same container path and track
/// form a group, because each atom is encoded only once, with all its changes. The addition of a
/// complete packet is not included.
struct CompoundChanges {
  /// The collected changes, grouped by container and track.
  private(set) var groups: [(insertionPoint: InsertionPoint, changes: [DocumentEdit.Change])] = []

  /// The types of atoms that contain entries other than atoms.
  private static let types: [FourCC] = [.windowsAttributes, .id32, .xmp, .uuid]

  /// Returns whether a container has entries other than atoms.
  static func isCompound(_ container: MetadataContainer) -> Bool {
    type(of: container).map { types.contains($0) } ?? false
  }

  /// Accepts a change if its container is compound, unless it adds a complete packet, and returns
  /// whether it was accepted.
  mutating func accept(_ change: DocumentEdit.Change) -> Bool {
    let container: MetadataContainer
    var trackID: UInt32?
    switch change {
    case .replace(let location, _), .remove(let location): container = location.container
    case .add(let insertionPoint, _):
      container = insertionPoint.container
      trackID = insertionPoint.trackID
      // A complete packet is an atom of its own, which is added like other entries.
      if change.isPacket { return false }
    }
    guard CompoundChanges.isCompound(container) else { return false }
    let insertionPoint = InsertionPoint(container, [], trackID: trackID)
    if let index = groups.firstIndex(where: { $0.insertionPoint == insertionPoint }) {
      groups[index].changes.append(change)
    } else {
      groups.append((insertionPoint, [change]))
    }
    return true
  }

  /// Returns the type of the innermost atom in the path of a container.
  static func type(of container: MetadataContainer) -> FourCC? {
    container.rawValue.split(separator: "/").last.flatMap { FourCC($0) }
  }
}

extension DocumentEdit.Change {
  /// Whether the change adds a complete packet: an `XMP_` or `uuid` atom, or the XMP text for one.
  var isPacket: Bool {
    guard case .add(let insertionPoint, let entry) = self,
      let type = CompoundChanges.type(of: insertionPoint.container), type == .xmp || type == .uuid
    else { return false }
    return entry.bytes != nil || entry.items.first?.isXMPPacket == true
  }
}

extension AtomEditPlanner {
  /// Adds the splices for changes inside compound atoms.
  mutating func addCompounds(_ compounds: CompoundChanges) throws(ParseError) {
    for group in compounds.groups {
      for (atom, changes) in try atoms(of: group.insertionPoint, try restore(of: group)) {
        switch atom.last?.type {
        case .windowsAttributes: try changeAttributes(atom, changes)
        case .xmp, .uuid: try changePacket(atom, changes)
        case .id32: try changeTag(atom, changes)
        default:
          throw ParseError(
            .unsupported, at: atom.last?.offset ?? 0,
            "entries of \(group.insertionPoint.container.rawValue) cannot be changed")
        }
      }
    }
  }

  /// Restores attributes whose atom no longer exists, and returns the changes of existing
  /// attributes; returns all changes if the atom exists.
  private mutating func restore(
    of group: (insertionPoint: InsertionPoint, changes: [DocumentEdit.Change])
  ) throws(ParseError) -> [DocumentEdit.Change] {
    let path = group.insertionPoint.container.rawValue.split(separator: "/").compactMap {
      FourCC($0)
    }
    guard path.last == .windowsAttributes else { return group.changes }
    let place = try locate(path, trackID: group.insertionPoint.trackID)
    guard !place.missing.isEmpty else { return group.changes }
    for case .add(_, let entry) in group.changes {
      try add(encoder.attribute(entry, like: nil), to: place.parents, missing: place.missing)
    }
    return group.changes.filter { $0.location != nil }
  }

  /// Adds a packet, which is a complete atom: at its position among the children of its container,
  /// or after the last top-level atom.
  mutating func add(
    packet entry: DocumentEdit.Entry, to insertionPoint: InsertionPoint
  ) throws(ParseError) {
    let atom = try packet(entry, in: insertionPoint)
    let path = insertionPoint.container.rawValue.split(separator: "/").dropLast().compactMap {
      FourCC($0)
    }
    guard !path.isEmpty else { return append(tree.end..<tree.end, atom, []) }
    let place = try locate(path, trackID: insertionPoint.trackID)
    guard let container = place.parents.last, place.missing.isEmpty else {
      return try add(atom, to: place.parents, missing: place.missing)
    }
    var outer = insertionPoint
    outer.container = MetadataContainer(rawValue: path.map(\.description).joined(separator: "/"))
    let offset = try newOffset(in: container, outer)
    append(offset..<offset, atom, place.parents)
  }

  /// Returns the atom for a packet: its stored bytes, or an atom created from its text and
  /// properties.
  private func packet(
    _ entry: DocumentEdit.Entry, in insertionPoint: InsertionPoint
  ) throws(ParseError) -> [UInt8] {
    if let bytes = entry.bytes { return Array(bytes.bytes) }
    let isExtension = CompoundChanges.type(of: insertionPoint.container) == .uuid
    let packet = try XMPEditor.packet(items: entry.items)
    var writer = ByteWriter()
    writer.atom(isExtension ? .uuid : .xmp) { body in
      if isExtension {
        body.unsigned(UserType.xmp.high, width: 8)
        body.unsigned(UserType.xmp.low, width: 8)
      }
      body.append(packet)
    }
    return writer.bytes
  }

  /// Returns the atoms to change, each with the atoms that enclose it and its changes.
  ///
  /// - Throws: `unsupported` when an atom does not exist.
  private func atoms(
    of insertionPoint: InsertionPoint, _ changes: [DocumentEdit.Change]
  ) throws(ParseError) -> [([Atom], [DocumentEdit.Change])] {
    var result: [([Atom], [DocumentEdit.Change])] = []
    for change in changes {
      let chain: [Atom]
      if let location = change.location {
        chain = tree.chain(to: location.offset..<(location.offset + location.size))
        // Masking private data has already converted the atom to free space.
        if case .remove = change, chain.last?.type == .free,
          CompoundChanges.type(of: insertionPoint.container) == .uuid
        {
          continue
        }
      } else {
        let path = insertionPoint.container.rawValue.split(separator: "/").compactMap { FourCC($0) }
        let place = try locate(path, trackID: insertionPoint.trackID)
        chain = place.missing.isEmpty ? place.parents : []
      }
      guard let atom = chain.last, atom.type == CompoundChanges.type(of: insertionPoint.container)
      else {
        throw ParseError(
          .unsupported, at: change.location?.offset ?? 0,
          "there is no \(insertionPoint.container.rawValue) to change")
      }
      if let index = result.firstIndex(where: { $0.0.last?.offset == atom.offset }) {
        result[index].1.append(change)
      } else {
        result.append((chain, [change]))
      }
    }
    return result
  }

  /// Encodes `Xtra` with its changed attributes.
  private mutating func changeAttributes(
    _ chain: [Atom], _ changes: [DocumentEdit.Change]
  ) throws(ParseError) {
    guard let atom = chain.last else { return }
    let payload = try atom.payload(in: tree.window, limit: limits.value)
    replacePayload(of: chain, payload, try encoder.windowsAttributes(payload, changes))
  }

  /// Removes or replaces an XMP packet, which is the whole content of `XMP_` or of a `uuid` atom.
  ///
  /// - Throws: `unsupported` for several changes, for an addition, and for new text in content
  ///   credentials.
  private mutating func changePacket(
    _ chain: [Atom], _ changes: [DocumentEdit.Change]
  ) throws(ParseError) {
    guard let atom = chain.last, let change = changes.first, changes.count == 1 else {
      throw ParseError(
        .unsupported, at: chain.last?.offset ?? 0, "several changes affect the same XMP packet")
    }
    switch change {
    case .remove: append(atom.offset..<atom.end, [], Array(chain.dropLast()))
    case .add:
      throw ParseError(.unsupported, at: atom.offset, "nothing can be added to an XMP packet")
    case .replace(_, let entry) where entry.bytes != nil:
      append(
        atom.offset..<atom.end, try EntryEncoder.bytes(of: entry), Array(chain.dropLast()))
    case .replace where atom.userType == .contentCredentials:
      throw ContentCredentials.refusal(at: atom.offset)
    case .replace(_, let entry):
      let payload = try atom.payload(in: tree.window, limit: limits.value)
      replacePayload(of: chain, payload, try XMPEditor.packet(payload, items: entry.items))
    }
  }

  /// Changes the frames of a tag, which follows the version, flags and language in its atom.
  private mutating func changeTag(
    _ chain: [Atom], _ changes: [DocumentEdit.Change]
  ) throws(ParseError) {
    guard let atom = chain.last else { return }
    let payload = try atom.payload(in: tree.window, limit: limits.table)
    // The atom has exactly the size of the tag: free space for later edits is in `free` atoms.
    var shape = shape
    shape.padding = 0
    var tag = try ID3TagRewriter(
      at: atom.payloadOffset + 6, upTo: atom.end, number: 1, in: tree.window, shape: shape)
    for change in changes { try tag.apply(change) }
    var bytes = ByteWriter()
    let image = try tag.image()
    for piece in try image.pieces(padding: 0) {
      switch piece {
      case .keep(let range), .media(let range):
        let count = Int(clamping: range.upperBound - range.lowerBound)
        bytes.append(try tree.window.bytes(at: range.lowerBound, count: count))
      case .write(let new): bytes.append(new)
      case .fill(let count): bytes.append([UInt8](repeating: 0, count: Int(clamping: count)))
      }
    }
    // A tag with non-standard frame sizes might be read differently after the change.
    try image.prove(at: 0, in: DataSource(bytes.bytes))
    notes += tag.notes.diagnostics
    replacePayload(of: chain, payload, EntryEncoder.id32(tag: bytes.bytes, replacing: payload))
  }

  /// Replaces the payload of the last atom in a chain, unless it is unchanged.
  private mutating func replacePayload(of chain: [Atom], _ old: ByteSlice, _ new: [UInt8]) {
    guard let atom = chain.last, !old.bytes.elementsEqual(new) else { return }
    append(atom.payloadOffset..<atom.end, new, chain)
  }
}
