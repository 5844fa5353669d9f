@testable import MetaCore

/// The bytes that the indexes of a file refer to, which edits preserve even if they move.
enum MoviePointers {
  /// The 16 bytes at every place that `sidx`, `tfra`, `saio` or `iloc` names.
  static func targets(of source: any ByteSource) throws -> [String] {
    let window = SourceWindow(source)
    var log = DiagnosticLog()
    var walker = AtomWalker(window, depth: .complete)
    var result: [String] = []
    func note(_ atom: Atom, _ offset: Int64) throws {
      result.append("\(atom.type) \(try source.read(at: offset, count: 12))")
    }
    func go(_ atoms: [Atom], base: Int64) throws {
      var base = base
      for atom in atoms {
        switch atom.type {
        case .sidx: try index(atom, window, note)
        case .tfra:
          for entry in try FragmentRandomAccessAtom.parse(atom.payload(in: window)).entries {
            try note(atom, Int64(entry.offset))
          }
        case .tfhd:
          let header = try TrackFragmentHeaderAtom.parse(atom.payload(in: window))
          base = header.baseDataOffset.map { Int64($0) } ?? base
        case .saio:
          for field in try AuxiliaryOffsets(atom, in: window, .standard).fields {
            try note(atom, base + Int64(field.value))
          }
        case FourCC("i", "l", "o", "c"): try items(atom, window, note)
        default: try go(atom.children, base: atom.type == .moof ? atom.offset : base)
        }
      }
    }
    try go(walker.walk(log: &log), base: 0)
    return result
  }

  private static func index(
    _ atom: Atom, _ window: SourceWindow, _ note: (Atom, Int64) throws -> Void
  ) throws {
    let index = try SegmentIndexAtom.parse(atom.payload(in: window))
    var position = atom.end + Int64(index.firstOffset)
    for entry in index.entries {
      try note(atom, position)
      position += Int64(entry.size & 0x7FFF_FFFF)
    }
  }

  /// The form that the fixtures have: version 0, numbers of four bytes.
  private static func items(
    _ atom: Atom, _ window: SourceWindow, _ note: (Atom, Int64) throws -> Void
  ) throws {
    var reader = ByteReader(try atom.payload(in: window))
    guard try reader.u32() == 0, try reader.u16() == 0x4440 else { return }
    for _ in 0..<(try reader.u16()) {
      try reader.skip(4)
      let base = try reader.u32()
      for _ in 0..<(try reader.u16()) {
        try note(atom, Int64(base) + Int64(try reader.u32()))
        try reader.skip(4)
      }
    }
  }
}
