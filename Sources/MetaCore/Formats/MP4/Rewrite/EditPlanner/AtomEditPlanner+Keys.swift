extension AtomEditPlanner {
  /// The `keys` table of one `meta` atom (QTFF "Metadata Item Keys Atom") before and after the
  /// edit.
  ///
  /// Entries in `ilst` refer to keys by number, so new keys are appended and old keys are never
  /// removed.
  struct KeyTable {
    /// The `meta` atom, preceded by the atoms that enclose it.
    let chain: [Atom]
    /// The table in the file; nil if the atom has none.
    let old: KeysAtom?
    /// The table including the keys of new entries.
    var new: KeysAtom?
  }

  /// Rejects QuickTime items for a list without keys that has iTunes items.
  func checkKeys(
    _ entry: DocumentEdit.Entry, _ parents: [Atom]
  ) throws(ParseError) {
    guard entry.items.first?.keySpace == .quickTimeMetadata, let list = parents.last,
      parents.dropLast().last?.child(.keys) == nil, !(try tree.entries(of: list)).isEmpty
    else { return }
    throw ParseError(
      .notRepresentable, at: list.offset, "the list has iTunes items but no keys")
  }

  /// Calls `body` with the keys of the `meta` atom at the end of `chain`, and stores any added
  /// keys.
  mutating func withKeys(
    of chain: some BidirectionalCollection<Atom>,
    _ body: (EntryEncoder, inout KeysAtom?) throws(ParseError) -> [UInt8]
  ) throws(ParseError) -> [UInt8] {
    guard let meta = chain.last, meta.type == .meta else {
      var none: KeysAtom?
      return try body(encoder, &none)
    }
    var table: KeyTable
    if let known = keys[meta.offset] {
      table = known
    } else {
      table = try readKeys(of: meta, Array(chain))
    }
    let bytes = try body(encoder, &table.new)
    keys[meta.offset] = table
    return bytes
  }

  /// Reads the key table of a `meta` atom.
  ///
  /// - Throws: `unsupported` when the table is damaged, because entries refer to keys by number.
  private func readKeys(of meta: Atom, _ chain: [Atom]) throws(ParseError) -> KeyTable {
    guard let atom = meta.child(.keys) else { return KeyTable(chain: chain, old: nil, new: nil) }
    var log = DiagnosticLog()
    let table = try KeysAtom.parse(
      try atom.payload(in: tree.window, limit: limits.table), log: &log)
    guard log.diagnostics.isEmpty else {
      throw ParseError(.unsupported, at: atom.offset, "the `keys` table is damaged")
    }
    return KeyTable(chain: chain, old: table, new: table)
  }

  /// Adds the splices for all key tables to which keys were added.
  ///
  /// - Throws: `unsupported` when a table or a list does not match the declared number of keys.
  mutating func finishKeys() throws(ParseError) {
    // The tables are visited in file order, because a dictionary is unordered.
    for (_, table) in keys.sorted(by: { $0.key < $1.key }) {
      guard let new = table.new, let meta = table.chain.last,
        new.keys.count > (table.old?.keys.count ?? 0)
      else { continue }
      guard let atom = meta.child(.keys), let old = table.old else {
        try addKeys(new, to: meta, table.chain)
        continue
      }
      try refuseKeyless(in: meta, after: old.keys.count)
      var writer = ByteWriter()
      for key in new.keys.dropFirst(old.keys.count) { KeysAtom.encode(key, into: &writer) }
      let end = atom.payloadOffset + 8 + old.keys.reduce(0) { $0 + Int64($1.name.count) + 8 }
      guard end == atom.end else {
        throw ParseError(
          .unsupported, at: end,
          "\(atom.end - end) bytes follow the last key, so no key can be added")
      }
      append(end..<end, writer.bytes, table.chain + [atom])
      patches.patch(UInt64(new.keys.count), width: 4, at: atom.payloadOffset + 4)
    }
  }

  /// Rejects entries that refer to missing keys, because they would then refer to the new keys.
  private func refuseKeyless(in meta: Atom, after count: Int) throws(ParseError) {
    guard let list = meta.child(.ilst) else { return }
    for entry in try tree.entries(of: list) where entry.type.rawValue > count {
      throw ParseError(
        .unsupported, at: entry.offset,
        "an entry refers to key \(entry.type.rawValue), but the table has only \(count) keys, so no key can be added"
      )
    }
  }

  /// Adds a key table before a list that has none.
  private mutating func addKeys(
    _ keys: KeysAtom, to meta: Atom, _ chain: [Atom]
  ) throws(ParseError) {
    guard let list = meta.child(.ilst) else { return }
    var writer = ByteWriter()
    keys.encode(into: &writer)
    append(list.offset..<list.offset, writer.bytes, chain)
  }
}
