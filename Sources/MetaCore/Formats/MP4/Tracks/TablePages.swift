/// Iterates over the entries of a table atom, read one page at a time, so that a table of many
/// megabytes is never loaded completely; the caller parses each entry with ``reader``.
struct TablePages {
  /// The maximum size of a page in bytes.
  static let pageSize = 4096

  private let window: SourceWindow
  private let entrySize: Int
  private var next: Int64
  private(set) var remaining: Int
  /// A reader positioned at the entry selected by ``advance()``.
  var reader = ByteReader(.empty)

  /// Creates pages of the entries that `atom` declares and contains; there are no pages if it
  /// declares none.
  init(_ atom: Atom, _ layout: TableLayout, in window: SourceWindow) throws(ParseError) {
    guard atom.payloadSize >= Int64(layout.headerSize) else {
      self.init(atom, entrySize: layout.entrySize, from: 0, claimed: 0, in: window)
      return
    }
    let head = try window.bytes(at: atom.payloadOffset, count: layout.headerSize)
    var reader = ByteReader(head)
    try reader.skip(layout.headerSize - 4)
    self.init(
      atom, entrySize: layout.entrySize, from: layout.headerSize, claimed: try reader.u32(),
      in: window)
  }

  /// Creates pages without entries.
  init(in window: SourceWindow) {
    (self.window, entrySize, next, remaining) = (window, 1, 0, 0)
  }

  /// Creates pages of the entries of `atom`, starting at byte `start` of its payload; `claimed` is
  /// the number of entries that it declares.
  init(
    _ atom: Atom, entrySize: Int, from start: Int, claimed: UInt32, in window: SourceWindow
  ) {
    self.window = window
    self.entrySize = entrySize
    next = atom.payloadOffset + Int64(start)
    let available = max(0, atom.payloadSize - Int64(start)) / Int64(entrySize)
    remaining = Int(min(Int64(claimed), available))
  }

  /// Moves to the next entry; returns false at the end.
  mutating func advance() throws(ParseError) -> Bool {
    guard remaining > 0 else { return false }
    if reader.remaining < entrySize {
      let count = min(remaining, TablePages.pageSize / entrySize) * entrySize
      reader = ByteReader(try window.bytes(at: next, count: count))
      next += Int64(count)
    }
    remaining -= 1
    return true
  }

  /// Skips entries, at most to the end.
  mutating func skip(_ count: Int) throws(ParseError) {
    let count = min(count, remaining)
    let inPage = min(count, reader.remaining / entrySize)
    try reader.skip(inPage * entrySize)
    next += Int64((count - inPage) * entrySize)
    remaining -= count
  }
}
