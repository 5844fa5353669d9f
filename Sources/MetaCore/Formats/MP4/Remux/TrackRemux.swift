/// A track that is converted from a source movie to a new one: its headers, descriptions, samples
/// and edit list, each in the form for the new movie.
///
/// There is one instance per track, read from `trak`; the steps of ``MovieRemux`` (joining
/// fragments, cutting, replacing samples) change it, and ``TrackWriter`` writes it.
struct TrackRemux {
  /// The `trak` atom in the movie that the track comes from.
  let trak: Atom
  /// The `tkhd` atom of the new track.
  var header: TrackHeaderAtom
  /// The `mdhd` atom of the new track.
  var mediaHeader: MediaHeaderAtom
  /// The `hdlr` atom of the new track.
  private(set) var handler: MediaHandlerAtom
  /// The sample descriptions.
  var descriptions: SampleDescriptionAtom
  /// The samples in the new movie.
  var samples: TrackSamples
  /// Whether the track's sample tables are unchanged, except for offsets.
  var keepsTables = true
  /// The new content of the first sample, if it was rewritten.
  var firstSample: [UInt8]?
  /// The locations of the auxiliary information, as addresses in ``MediaMap``.
  var auxiliaryOffsets: [Int64] = []
  /// The old edit list.
  let oldEdits: EditListAtom?
  /// Whether tables with sample numbers are omitted.
  var dropsNumbering = false
  /// Whether the track's samples are written to fragments.
  var isStreamed = false
  /// The new edit list, without entries if the whole track is played; nil to keep the old list.
  var edits: EditListAtom?
  /// The address range of the file with its samples (``JoinedLayout``).
  var bounds: Range<Int64> = 0..<0
  /// The edit list of samples from another movie; nil for the track's own samples.
  private(set) var joinedParts: PlayedParts?
  /// The number of the movie that the track itself comes from: 0 is the source movie, and other
  /// movies follow in the order of the request.
  private(set) var origin = 0
  /// Whether the track's handler differs from its handler in the source movie.
  private(set) var hasNewKind = false

  /// The track ID.
  var id: UInt32 { header.trackID }

  /// Whether the track's samples come from another movie.
  var isJoined: Bool { joinedParts != nil }
  /// Whether everything except the track's samples comes from the source movie.
  var isReplaced: Bool { isJoined && origin == 0 }

  /// Reads a track with its tables; if `others` contains samples for the ID of the track, reads
  /// only the parts that do not describe samples.
  ///
  /// - Throws: `malformed` when a required atom is missing, or errors from reading one.
  init(
    _ trak: Atom, in window: SourceWindow, samplesOf others: [UInt32: JoinedTrack] = [:]
  ) throws(ParseError) {
    self.trak = trak
    guard let tkhd = trak.child(.tkhd), let mdia = trak.child(.mdia),
      let mdhd = mdia.child(.mdhd), let minf = mdia.child(.minf), let stbl = minf.child(.stbl)
    else {
      throw ParseError(.malformed, at: trak.offset, "a track lacks a header or a sample table")
    }
    header = try TrackHeaderAtom.parse(try tkhd.payload(in: window, limit: 4096))
    mediaHeader = try MediaHeaderAtom.parse(try mdhd.payload(in: window, limit: 4096))
    handler =
      try mdia.child(.hdlr).map { (atom) throws(ParseError) in
        try MediaHandlerAtom.parse(try atom.payload(in: window))
      } ?? MediaHandlerAtom(handler: minf.child(.vmhd) != nil ? .vide : .soun)
    if let other = others[header.trackID] {
      (descriptions, samples, oldEdits) = (SampleDescriptionAtom([]), TrackSamples(), nil)
      adopt(other, insteadOf: TrackRemux.apertures(stbl, in: window))
      return
    }
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

  /// Returns the display sizes in the first sample description of a track; nil if it has none, or
  /// if they are damaged.
  private static func apertures(_ stbl: Atom, in window: SourceWindow) -> TrackApertures? {
    guard let stsd = stbl.child(.stsd),
      let payload = try? stsd.payload(in: window, limit: Limits.standard.table),
      let entry = try? SampleDescriptionAtom.parse(payload).entries.first
    else { return nil }
    return TrackApertures(entry.fields)
  }

  /// Adopts the samples of another track, and everything that they require.
  ///
  /// Video of the same size as the old video keeps the old presentation; otherwise, the display
  /// size is that of the new video, and the matrix keeps the rotation and mirroring of the old
  /// track. If the other track is placed, both come from that track.
  private mutating func adopt(_ other: JoinedTrack, insteadOf old: TrackApertures?) {
    let new = other.track
    (descriptions, samples, bounds) = (new.descriptions, new.samples, other.bounds)
    (keepsTables, dropsNumbering, joinedParts) = (false, true, other.parts)
    mediaHeader.timescale = new.mediaHeader.timescale
    if handler.handler != new.handler.handler { (handler, hasNewKind) = (new.handler, true) }
    if other.isPlaced { header.matrix = new.header.matrix }
    guard new.header.width > 0, new.header.height > 0 else { return }
    if !other.isPlaced, let old, header.width > 0, header.height > 0,
      new.descriptions.entries.first.flatMap({ TrackApertures($0.fields) }) == old
    {
      return
    }
    if !other.isPlaced {
      header.matrix = header.matrix.placing(
        (new.header.width, new.header.height), insteadOf: (header.width, header.height))
    }
    (header.width, header.height) = (new.header.width, new.header.height)
  }

  /// Creates a track of this movie from a track of another movie, with an unused ID.
  init(adding other: JoinedTrack, id: UInt32) {
    self = other.track
    header.trackID = id
    (bounds, joinedParts, origin) = (other.bounds, other.parts, other.movie)
    (edits, dropsNumbering) = (nil, true)
  }

  /// Appends the first sample, if it was rewritten, to the `new` bytes, whose offsets follow the
  /// end of the source files.
  mutating func placeFirstSample(following end: Int64, _ new: inout [UInt8]) {
    guard let firstSample else { return }
    samples.replaceFirst(with: firstSample, at: end + Int64(new.count))
    new += firstSample
  }

  /// Delays presentation so that no sample is presented before it is decoded; the edit list
  /// compensates for the delay.
  ///
  /// Tables may have negative offsets (ISO/IEC 14496-12 §8.6.1.3), but in fragments, FFmpeg
  /// interprets them as a delay of the track.
  ///
  /// - Throws: `notRepresentable` when a composition offset is out of range.
  mutating func showLater(movieTimescale: UInt32) throws(ParseError) {
    let shift = samples.compositions.runs.reduce(Int64(0)) { min($0, Int64($1.value)) }
    guard shift < 0 else { return }
    let parts = played(movieTimescale: movieTimescale).shifted(by: shift)
    edits = parts.list(movieTimescale: movieTimescale)
    var later = Runs<Int32>()
    for run in samples.compositions.runs {
      guard let value = Int32(exactly: Int64(run.value) - shift) else {
        throw ParseError(
          .notRepresentable, at: 0, "a composition offset is out of range")
      }
      later.append(value, count: run.count)
    }
    samples.compositions = later
  }

  /// Returns the expected content of the track in the new file.
  func promise(movieTimescale: UInt32) -> PromisedTrack {
    PromisedTrack(
      id: id, samples: samples.count, bytes: samples.chunks.reduce(0) { $0.plus($1.size) },
      seconds: played(movieTimescale: movieTimescale).duration.seconds)
  }

  /// Removes all samples from the tables, because they are in fragments; the sample group
  /// descriptions, to which fragments refer, are kept.
  mutating func removeSamples() {
    var empty = TrackSamples()
    empty.groups = samples.groups
    for index in empty.groups.indices { empty.groups[index].members = Runs() }
    samples = empty
    header.setDuration(0)
    mediaHeader.setDuration(0)
  }

  /// Returns the parts in the current edit list of the track, or all of the media if it has none.
  func played(movieTimescale: UInt32) -> PlayedParts {
    if edits == nil, let joinedParts { return joinedParts }
    return PlayedParts(
      edits ?? oldEdits, movieTimescale: movieTimescale, mediaTimescale: mediaHeader.timescale,
      mediaEnd: samples.shown.upperBound)
  }

  /// Reads the remaining properties of the samples, so that the tables can be rewritten; does
  /// nothing if that has been done.
  mutating func readSampleProperties(in window: SourceWindow) throws(ParseError) {
    guard keepsTables, let stbl = trak.first(.mdia, .minf, .stbl) else { return }
    keepsTables = false
    samples.flags = try TrackSamples.dependencies(of: stbl, in: window).prefix(samples.count)
    try samples.groups.add(stbl.children, in: window, before: 0, count: samples.count)
    let reader = AuxiliaryReader(window: window, base: 0, vectorSize: vectorSize)
    let auxiliary = try reader.read(
      stbl.children + trak.children(.senc), runs: samples.chunks.map(\.count))
    samples.auxiliary.add(auxiliary, before: 0, count: samples.count)
  }

  /// The size in bytes of the initialisation vectors of encrypted samples, from `tenc` (ISO/IEC
  /// 23001-7 §8.2); 8 by default.
  var vectorSize: Int {
    for entry in descriptions.entries {
      // The size of the fixed fields of version 0 audio entries or of video entries, which precede
      // the extension atoms.
      let fields = handler.handler == .soun ? 20 : 70
      var list = SliceAtoms(entry.fields.clamped(from: fields))
      while let sinf = list.next() {
        guard sinf.type == .sinf else { continue }
        if let size = TrackRemux.vectorSize(in: sinf.payload) { return size }
      }
    }
    return 8
  }

  /// Returns the size stored in the `schi/tenc` of a protection scheme (`sinf`); nil if there is no
  /// `tenc`.
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
