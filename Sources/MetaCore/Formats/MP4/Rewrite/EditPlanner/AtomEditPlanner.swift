/// Converts an edit to an MP4 or QuickTime file to byte changes, before anything is laid out.
///
/// Input: the atoms of the file and a ``DocumentEdit``. Output: ``splices`` (structural changes
/// inside containers, including the creation of missing ones), ``patches`` (replacements of the
/// same length, such as dates), and ``media`` (samples of chapter tracks). ``MP4Rewriter`` uses it
/// once per edit; extensions handle headers, chapters, and atoms with several entries.
struct AtomEditPlanner {
  /// The atoms of the file to edit.
  let tree: AtomTree
  /// The encoder for entries in the form that this file uses.
  let encoder: EntryEncoder
  /// Whether the file is a QuickTime movie, in which `meta` has no version or flags.
  let isQuickTime: Bool
  /// The limits for reading old entries and tables into memory.
  let limits: Limits
  /// The requested layout; here, it determines the version of ID3 tags.
  let shape: LayoutConstraints
  /// Notes about additional changes.
  var notes: [Diagnostic] = []
  /// The structural changes, in the order in which they were added.
  private(set) var splices: [AtomSplice] = []
  /// The changes to individual values that do not change any size.
  var patches = BytePatches()
  /// The bytes of the new samples for chapter tracks, which become an `mdat` at the end of the
  /// file.
  var media: [UInt8] = []
  /// The old offsets of the chunk offset tables that are replaced or removed.
  var replacedTables: Set<Int64> = []
  /// The key tables of the `meta` atoms examined so far, by the offset of the `meta` atom.
  var keys: [Int64: KeyTable] = [:]
  /// The containers to create.
  private var newContainers: [NewContainer] = []

  /// A path of containers that the file lacks, such as `udta/meta/ilst`, with the entries for the
  /// innermost one.
  ///
  /// New containers are collected first, so that several new entries share one container.
  private struct NewContainer {
    /// The existing enclosing atoms, outermost first.
    let parents: [Atom]
    /// The types to create, outermost first.
    let missing: [FourCC]
    /// The encoded entries.
    var entries: [[UInt8]] = []
    /// The key table of a new `meta` atom; nil if no entry has a key.
    var keys: KeysAtom?
  }

  init(
    _ tree: AtomTree, isQuickTime: Bool, limits: Limits, shape: LayoutConstraints
  ) {
    self.tree = tree
    self.shape = shape
    self.isQuickTime = isQuickTime
    self.limits = limits
    encoder = EntryEncoder(source: tree.window.source, isQuickTime: isQuickTime)
  }

  /// Adds the splices and patches for an edit.
  mutating func add(_ edit: DocumentEdit, of document: Document) throws(ParseError) {
    var compounds = CompoundChanges()
    for change in edit.changes where !compounds.accept(change) {
      do {
        switch change {
        case .replace(let location, let entry): try replace(location, entry)
        case .remove(let location): try replace(location, nil)
        case .add(let insertionPoint, let entry):
          if change.isPacket {
            try add(packet: entry, to: insertionPoint)
          } else {
            try add(entry, to: insertionPoint)
          }
        }
      }
    }
    try addCompounds(compounds)
    try changeHeaders(edit)
    if let chapters = edit.chapters, !document.chapters.isEquivalent(chapters) {
      try changeChapters(to: chapters, of: document, erasing: edit.erasesFreed)
    }
    try finishKeys()
    try makeContainers()
  }

  // MARK: Existing entries

  /// Replaces the entry at a location, or removes it if `entry` is nil.
  private mutating func replace(
    _ location: ItemLocation, _ entry: DocumentEdit.Entry?
  ) throws(ParseError) {
    let range = location.offset..<(location.offset + location.size)
    let chain = try chain(to: location)
    guard let entry else {
      append(range, [], chain)
      return
    }
    let old = try oldBytes(range)
    let new: [UInt8]
    if chain.last?.type == .ilst {
      new = try withKeys(of: chain.dropLast()) { encoder, keys throws(ParseError) in
        try encoder.itemListEntry(entry, replacing: old, keys: &keys)
      }
    } else {
      new = try encoder.userDataEntry(entry, replacing: old)
    }
    if old?.bytes.elementsEqual(new) != true { append(range, new, chain) }
  }

  /// Returns the containers around an entry, which has to start at the given offset.
  private func chain(to location: ItemLocation) throws(ParseError) -> [Atom] {
    let range = location.offset..<(location.offset + location.size)
    var chain = tree.chain(to: range)
    let type = location.container.rawValue.split(separator: "/").last.flatMap { FourCC($0) }
    if chain.last?.offset == range.lowerBound { chain.removeLast() }
    let header = try tree.window.bytes(at: range.lowerBound, upTo: AtomHeader.longest)
    var reader = ByteReader(header)
    let size = try AtomHeader.parse(&reader).size
    guard let parent = chain.last, parent.type == type, location.size >= 8 else {
      throw ParseError(
        .unsupported, at: location.offset,
        "there is no entry of \(location.size) bytes at this offset")
    }
    guard size == location.size else {
      throw ParseError(
        .unsupported, at: location.offset,
        OverrunGuard.message(claim: size, size: location.size),
        path: StructurePath([parent.type.description]))
    }
    return chain
  }

  /// Returns the bytes of an entry, unless it is very large.
  private func oldBytes(_ range: Range<Int64>) throws(ParseError) -> ByteSlice? {
    let count = range.upperBound - range.lowerBound
    guard count <= limits.table else { return nil }
    return try tree.window.bytes(at: range.lowerBound, count: Int(count))
  }

  mutating func append(
    _ range: Range<Int64>, _ bytes: some Collection<UInt8>, _ parents: [Atom]
  ) {
    splices.append(
      AtomSplice(
        range: range, content: .bytes(ByteSlice(Array(bytes))), parents: parents,
        rank: splices.count))
  }

  /// Appends a splice for the file offset of the media that is added next, which follows the header
  /// of the new media atom.
  mutating func appendMediaOffset(at offset: Int64, width: Int, _ parents: [Atom]) {
    splices.append(
      AtomSplice(
        range: offset..<offset, content: .mediaOffset(Int64(media.count) + 8, width: width),
        parents: parents, rank: splices.count))
  }

  // MARK: New entries

  /// Adds a new entry to its container, which may have to be created.
  private mutating func add(
    _ entry: DocumentEdit.Entry, to insertionPoint: InsertionPoint
  ) throws(ParseError) {
    let path = insertionPoint.container.rawValue.split(separator: "/").compactMap { FourCC($0) }
    let (parents, missing) = try locate(path, trackID: insertionPoint.trackID)
    guard let container = parents.last, missing.isEmpty else {
      try addToNewContainer(entry, parents, missing)
      return
    }
    guard container.type == .ilst || container.type == .udta else {
      throw ParseError(
        .unsupported, at: container.offset,
        "entries cannot be added to `\(insertionPoint.container.rawValue)`")
    }
    let bytes: [UInt8]
    if container.type == .ilst {
      try checkKeys(entry, parents)
      bytes = try withKeys(of: parents.dropLast()) { encoder, keys throws(ParseError) in
        try encoder.itemListEntry(entry, keys: &keys)
      }
    } else {
      bytes = try encoder.userDataEntry(entry)
    }
    let offset = try newOffset(in: container, insertionPoint)
    append(offset..<offset, bytes, parents)
  }

  /// Returns the offset for a new entry, which is before its first successor, or else at the end of
  /// the container.
  func newOffset(in container: Atom, _ insertionPoint: InsertionPoint) throws(ParseError) -> Int64 {
    let depth = insertionPoint.container.rawValue.split(separator: "/").count
    let types = insertionPoint.successors.compactMap { successor -> FourCC? in
      let path = successor.rawValue.split(separator: "/")
      guard path.count > depth,
        successor.rawValue.hasPrefix(insertionPoint.container.rawValue + "/")
      else {
        return nil
      }
      return FourCC(path[depth])
    }
    if let next = container.children.first(where: { types.contains($0.type) }) {
      return next.offset
    }
    return try tree.newChildOffset(in: container)
  }

  /// Returns the existing atoms on a path, and the types of the missing ones.
  ///
  /// If several sibling atoms have the same type, the one with the longest existing path is used.
  func locate(
    _ path: [FourCC], trackID: UInt32?
  ) throws(ParseError) -> (parents: [Atom], missing: [FourCC]) {
    var best: [Atom] = []
    func descend(_ atoms: [Atom], _ chain: [Atom]) throws(ParseError) {
      if chain.count > best.count { best = chain }
      guard chain.count < path.count else { return }
      let type = path[chain.count]
      for atom in atoms where atom.type == type {
        if type == .trak, let trackID, tree.trackID(of: atom) != trackID { continue }
        if type == .meta, path.last == .ilst, try !mayHoldList(atom) { continue }
        try descend(atom.children, chain + [atom])
        // Only the first movie atom is valid.
        if type == .moov { break }
      }
    }
    try descend(tree.top, [])
    // The movie atom itself is never created.
    guard !best.isEmpty || path.count == 1, path.first == .moov || path.count <= 3,
      best.count > 0 || path.first != .moov
    else {
      throw ParseError(.notRepresentable, at: 0, "the file has no movie atom to hold metadata")
    }
    if let trackID, path.count > 1, path[1] == .trak, best.count < 2 {
      throw ParseError(.notRepresentable, at: 0, "there is no track \(trackID)")
    }
    return (best, Array(path.dropFirst(best.count)))
  }

  /// Returns whether a `meta` atom is intended for items, according to its list or its handler.
  private func mayHoldList(_ meta: Atom) throws(ParseError) -> Bool {
    if meta.child(.ilst) != nil { return true }
    guard let hdlr = meta.child(.hdlr) else { return true }
    let head = try tree.window.bytes(at: hdlr.payloadOffset, upTo: Int(min(12, hdlr.payloadSize)))
    var reader = ByteReader(head.clamped(from: 8))
    let handler = try? reader.fourCC()
    return handler == .mdir || handler == .mdta
  }

  /// Adds an entry to a container that the file lacks, and its key to the key table of that
  /// container.
  private mutating func addToNewContainer(
    _ entry: DocumentEdit.Entry, _ parents: [Atom], _ missing: [FourCC]
  ) throws(ParseError) {
    let index = indexOfNewContainer(parents, missing)
    let bytes: [UInt8]
    if missing == [.ilst], parents.last?.child(.keys) != nil {
      bytes = try withKeys(of: parents) { encoder, keys throws(ParseError) in
        try encoder.itemListEntry(entry, keys: &keys)
      }
    } else if missing.last == .ilst {
      bytes = try encoder.itemListEntry(entry, keys: &newContainers[index].keys)
    } else {
      bytes = try encoder.userDataEntry(entry)
    }
    newContainers[index].entries.append(bytes)
  }

  /// Adds an atom to a container, which is created if it is missing.
  mutating func add(
    _ bytes: [UInt8], to parents: [Atom], missing: [FourCC]
  ) throws(ParseError) {
    guard missing.isEmpty, let container = parents.last else {
      newContainers[indexOfNewContainer(parents, missing)].entries.append(bytes)
      return
    }
    let offset = try tree.newChildOffset(in: container)
    append(offset..<offset, bytes, parents)
  }

  /// Returns the index of the new container for this path, which is added if necessary.
  private mutating func indexOfNewContainer(_ parents: [Atom], _ missing: [FourCC]) -> Int {
    let known = newContainers.firstIndex {
      $0.parents.last?.offset == parents.last?.offset && $0.missing == missing
    }
    if let known { return known }
    newContainers.append(NewContainer(parents: parents, missing: missing))
    return newContainers.count - 1
  }

  // MARK: New containers

  /// Adds the splices that create all missing containers.
  private mutating func makeContainers() throws(ParseError) {
    // `udta` may be created for text values and for a list at the same time; both go into one atom.
    var rest = newContainers[...]
    while let first = rest.popFirst() {
      var inside = body(of: first)
      let outer = first.missing.first
      rest =
        rest.filter { other in
          guard outer == .udta, other.missing.first == outer,
            other.parents.last?.offset == first.parents.last?.offset
          else { return true }
          inside += body(of: other)
          return false
        }[...]
      try append(container: outer ?? .free, inside, below: first.parents, keys: first.keys)
    }
  }

  /// Adds a splice with a new container, at the end of its parent.
  ///
  /// A list in an existing `meta` atom also gets the handler and the keys that the atom lacks.
  private mutating func append(
    container type: FourCC, _ body: [UInt8], below parents: [Atom], keys: KeysAtom?
  ) throws(ParseError) {
    let offset: Int64
    if let parent = parents.last {
      offset = try tree.newChildOffset(in: parent)
    } else {
      offset = tree.end
    }
    var writer = ByteWriter()
    if type == .ilst, let meta = parents.last {
      if meta.child(.hdlr) == nil {
        writer.append(handler(hasKeys: keys != nil || meta.child(.keys) != nil))
      }
      keys?.encode(into: &writer)
    }
    writer.atom(type) { $0.append(body) }
    append(offset..<offset, writer.bytes, parents)
  }

  /// Returns the payload of the outermost new container.
  private func body(of container: NewContainer) -> [UInt8] {
    var body: [UInt8] = []
    for (depth, type) in container.missing.enumerated().reversed() {
      if depth == container.missing.count - 1 { body = container.entries.flatMap { $0 } }
      if type == .meta { body = metaBody(body, container.keys) }
      guard depth > 0 else { break }
      var writer = ByteWriter()
      writer.atom(type) { $0.append(body) }
      body = writer.bytes
    }
    return body
  }

  /// Returns the payload of a new `meta` atom: plain in QuickTime, with version and flags in other
  /// formats.
  private func metaBody(_ list: [UInt8], _ keys: KeysAtom?) -> [UInt8] {
    var writer = ByteWriter()
    if !isQuickTime { writer.u32(0) }
    writer.append(handler(hasKeys: keys != nil))
    keys?.encode(into: &writer)
    writer.append(list)
    return writer.bytes
  }

  /// Returns the handler for a list: `mdta` if the list has keys, otherwise the iTunes handler.
  private func handler(hasKeys: Bool) -> [UInt8] {
    var handler = MediaHandlerAtom(handler: hasKeys ? .mdta : .mdir)
    if !hasKeys { handler.manufacturer = FourCC("a", "p", "p", "l").rawValue }
    handler.nameBytes = ByteSlice([0])
    var writer = ByteWriter()
    writer.atom(.hdlr) { handler.encode(into: &$0) }
    return writer.bytes
  }
}

extension FourCC {
  static let mdir = FourCC("m", "d", "i", "r")
}
