/// One track on its way into a new movie.
struct TrackRemux {
  /// The track as it stands in the old movie.
  let trak: Atom
  var header: TrackHeaderAtom
  var mediaHeader: MediaHeaderAtom
  let handler: MediaHandlerAtom
  /// What each sample description is like.
  var descriptions: SampleDescriptionAtom
  /// The samples that it has in the new movie.
  var samples: TrackSamples
  /// Whether the tables of its samples stay what they are, but for places.
  var keepsTables = true
  /// What the first sample becomes, where it was written anew.
  var firstSample: [UInt8]?
  /// Where what decoders need beside the samples stands, as ``MediaMap`` counts.
  var auxiliaryOffsets: [Int64] = []
  /// What the old list says is played when.
  let oldEdits: EditListAtom?
  /// Whether samples were left out.
  var isCut = false
  /// What is played when; without entries where all is, nil where the old list stays.
  var edits: EditListAtom?

  var id: UInt32 { header.trackID }

  /// Reads a track with its tables.
  ///
  /// - Throws: what makes a part unreadable without which there is no track.
  init(_ trak: Atom, in window: SourceWindow) throws(ParseError) {
    self.trak = trak
    guard let tkhd = trak.child(.tkhd), let mdia = trak.child(.mdia),
      let mdhd = mdia.child(.mdhd), let minf = mdia.child(.minf), let stbl = minf.child(.stbl)
    else { throw ParseError(.malformed, at: trak.offset, "a track without headers or tables") }
    header = try TrackHeaderAtom.parse(try tkhd.payload(in: window, limit: 4096))
    mediaHeader = try MediaHeaderAtom.parse(try mdhd.payload(in: window, limit: 4096))
    handler =
      try mdia.child(.hdlr).map { (atom) throws(ParseError) in
        try MediaHandlerAtom.parse(try atom.payload(in: window))
      } ?? MediaHandlerAtom(handler: minf.child(.vmhd) != nil ? .vide : .soun)
    descriptions =
      try stbl.child(.stsd).map { (atom) throws(ParseError) in
        try SampleDescriptionAtom.parse(
          try atom.payload(in: window, limit: Limits.standard.table))
      } ?? SampleDescriptionAtom([])
    samples = try TrackSamples(tables: stbl, in: window)
    oldEdits = try trak.first(.edts, .elst).map { (atom) throws(ParseError) in
      try EditListAtom.parse(try atom.payload(in: window, limit: Limits.standard.table))
    }
  }

  /// What is played when, as the track stands now.
  func played(movieTimescale: UInt32) -> PlayedParts {
    PlayedParts(
      edits ?? oldEdits, movieTimescale: movieTimescale, mediaTimescale: mediaHeader.timescale,
      mediaEnd: samples.shown.upperBound)
  }

  /// Reads what else the tables say of each sample, so that they can be written anew.
  mutating func loosenTables(in window: SourceWindow) throws(ParseError) {
    guard keepsTables, let stbl = trak.first(.mdia, .minf, .stbl) else { return }
    keepsTables = false
    if let compact = stbl.child(.csgp) {
      throw ParseError(.unsupported, at: compact.offset, "compact groups of samples")
    }
    samples.flags = try TrackSamples.dependencies(of: stbl, in: window).part(0..<samples.count)
    try samples.groups.add(stbl.children, in: window, before: 0, count: samples.count)
    let reader = AuxiliaryReader(window: window, base: 0, vectorSize: vectorSize)
    let auxiliary = try reader.read(stbl.children + trak.children(.senc))
    samples.auxiliary.add(auxiliary, before: 0, count: samples.count)
  }

  /// The size of the vectors that `tenc` gives encrypted samples (ISO/IEC 23001-7 §8.2); 8 where nothing says it.
  var vectorSize: Int {
    for entry in descriptions.entries {
      let fields = handler.handler == .soun ? 20 : 70
      var list = SliceAtoms(entry.fields.clamped(from: fields))
      while let sinf = list.next() {
        guard sinf.type == .sinf else { continue }
        if let size = TrackRemux.vectorSize(in: sinf.payload) { return size }
      }
    }
    return 8
  }

  private static func vectorSize(in sinf: ByteSlice) -> Int? {
    var list = SliceAtoms(sinf)
    while let schi = list.next() {
      guard schi.type == .schi else { continue }
      var inside = SliceAtoms(schi.payload)
      while let tenc = inside.next() {
        if tenc.type == .tenc, let size = tenc.payload[7] { return Int(size) }
      }
    }
    return nil
  }
}

extension FourCC {
  fileprivate static let tenc = FourCC("t", "e", "n", "c")
}
