/// Finds private data outside the metadata items of an MP4, QuickTime or HEIF file, for `clear
/// --private`: positions, device names, purchase data, private XML and `uuid` atoms, and old bytes
/// in free space.
///
/// Examines the atoms of a file and returns ``PrivateTraces``: a mask of the bytes to overwrite, a
/// list of the data that is removed, and a list of the data that remains because it is not
/// inspected or is still needed.
struct MovieTraces {
  /// The atoms of the file.
  private let tree: AtomTree
  /// The document for the file, which describes its tracks.
  private let document: Document
  /// The findings so far.
  private var traces = PrivateTraces()
  /// The ranges of free space in the file, which may nevertheless contain samples.
  private var free: [Range<Int64>] = []
  /// Descriptions of the content of tracks whose samples contain positions, by track ID.
  private let trackContents: [UInt32: String]

  init(_ tree: AtomTree, of document: Document) {
    self.tree = tree
    self.document = document
    let tracks = document.tracks.compactMap { track in
      PrivateAtoms.mayContainPositions(track)
        ? PrivateAtoms.words(for: track).map { (track.id, $0) } : nil
    }
    trackContents = Dictionary(tracks) { first, _ in first }
  }

  /// A function that visits all samples in the file.
  typealias SampleVisit = (_ visit: (MediaSample) throws(ParseError) -> Void) throws(ParseError)
    -> Void

  /// Returns the findings, including the free space that contains no samples; `visitSamples` visits
  /// the locations of all samples.
  ///
  /// - Throws: `unsupported` when the file has neither a movie nor an image list, or `io`.
  consuming func privateTraces(visitSamples: SampleVisit) throws(ParseError) -> PrivateTraces {
    var search = self
    guard try search.hasKnownRoot() else {
      throw ParseError(
        .unsupported, at: 0,
        "the file has neither a movie nor an image list, and nothing else is inspected")
    }
    for atom in search.tree.top { try search.add(atom, at: []) }
    try search.addItems()
    if search.tree.end < search.tree.window.length {
      let count = search.tree.window.length - search.tree.end
      search.traces.leave("", "\(count) bytes after the last atom")
    }
    try search.protectSamples(visitSamples)
    try search.addPlaces(visitSamples)
    search.addMedia()
    return search.traces
  }

  /// Returns whether a movie or an image list describes the content of the file.
  private func hasKnownRoot() throws(ParseError) -> Bool {
    if tree.movie != nil { return true }
    return tree.top.contains { $0.type == .meta && $0.child(.iloc) != nil }
  }

  /// Removes private data among the items of top-level `meta` atoms and of those in the movie atom,
  /// and protects the free space that contains items.
  private mutating func addItems() throws(ParseError) {
    let media = tree.top.filter { $0.type == .mdat }.map(\.payload)
    for meta in tree.top + (tree.movie?.children ?? []) where meta.child(.iloc) != nil {
      guard meta.type == .meta else { continue }
      let items = try ItemTraces.find(
        in: meta.payload, media: media, of: window, place: "meta/iinf")
      for extent in items.extents { traces.mask.uncover(extent) }
      traces.mask.add(items.mask)
      traces.report = traces.report + items.report
    }
  }

  /// Protects free space that sample tables refer to; if sample locations cannot be read, all free
  /// space is protected.
  private mutating func protectSamples(_ visitSamples: SampleVisit) throws(ParseError) {
    guard !free.isEmpty else { return }
    let free = free
    var mask = traces.mask
    do {
      try visitSamples { sample in
        if free.contains(where: { $0.overlaps(sample.range) }) { mask.uncover(sample.range) }
      }
    } catch {
      guard error.code != .io else { throw error }
      for range in free { mask.uncover(range) }
      traces.leave("free", "free space, because the sample locations cannot be read")
    }
    traces.mask = mask
  }

  private var window: SourceWindow { tree.window }

  // MARK: Atoms

  /// Inspects an atom and the atoms inside it; `path` contains the types of the enclosing atoms.
  private mutating func add(_ atom: Atom, at path: [FourCC]) throws(ParseError) {
    let place = (path + [atom.type]).map(\.description).joined(separator: "/")
    switch atom.type {
    case .free, .skip, .wide: try addFree(atom)
    case .uuid: try addUserType(atom, place)
    case .iinf where path != [.meta] && path != [.moov, .meta]:
      traces.leave(place, "items, which are not inspected at this location")
    case .iinf, .iprp, .iref, .iloc: break
    case .xmp, PrivateAtoms.xml: try traces.addXML(atom.payload, place, in: window)
    case .hdlr: try addHandler(atom, place)
    case .stsd: try addDescriptions(atom, place)
    case .mdat, .ilst: break
    default:
      if let kind = PrivateAtoms.kind(of: atom.type, in: path.last) {
        retire(atom, kind, place)
      } else if !PrivateAtoms.isKnown(atom.type, in: path.last) {
        traces.leave(place, "\(atom.size) bytes of unknown content")
      } else {
        for child in atom.children { try add(child, at: path + [atom.type]) }
      }
    }
  }

  /// Adds the content of free space, which may contain old versions of any data.
  private mutating func addFree(_ atom: Atom) throws(ParseError) {
    guard atom.payloadSize > 0 else { return }
    traces.mask.cover(atom.payload)
    free.append(atom.payload)
  }

  /// Converts an atom to free space: its type becomes `free`, and its content is overwritten.
  ///
  /// No size changes, so nothing moves.
  private mutating func retire(
    _ atom: Atom, _ kind: PrivateData.Kind, _ place: String, _ name: String = "atom"
  ) {
    traces.mask.replace(FourCC.free.bytes, at: atom.offset + 4)
    traces.remove((atom.offset + Int64(atom.plainHeaderSize))..<atom.end, kind, place, name)
  }

  /// Inspects a `uuid` atom according to its user type; unknown types are listed as remaining.
  private mutating func addUserType(_ atom: Atom, _ place: String) throws(ParseError) {
    guard let type = atom.userType else { return }
    if type == .xmp { return try traces.addXML(atom.payload, place, in: window) }
    if let kind = PrivateAtoms.userTypes[type.description] {
      let isClaim = type.description == PrivateAtoms.claims
      retire(atom, kind, "\(place) \(type)", isClaim ? "C2PA" : "atom")
    } else if !PrivateAtoms.harmlessUserTypes.contains(type.description) {
      traces.leave("\(place) \(type)", "\(atom.size) bytes of unknown content")
    }
  }

  // MARK: Names in headers

  /// Removes device names, which cameras write into handlers; lists handlers of more than 4 KiB as
  /// remaining.
  private mutating func addHandler(_ atom: Atom, _ place: String) throws(ParseError) {
    // The name follows the version, the flags, two types and 12 reserved bytes (ISO/IEC 14496-12
    // §8.4.3).
    let start = atom.payloadOffset + 24
    guard start < atom.end else { return }
    guard atom.payloadSize <= 4096 else {
      return traces.leave(place, "a handler of \(atom.size) bytes, whose name is not inspected")
    }
    try addName(start..<atom.end, place)
  }

  /// Overwrites a string that contains the name of a camera maker with spaces; a length prefix and
  /// a terminating zero are kept.
  private mutating func addName(_ range: Range<Int64>, _ place: String) throws(ParseError) {
    let bytes = try window.bytes(at: range.lowerBound, upTo: range.count)
    let text = TextEncoding.latin1.decode(bytes)
    guard PrivateAtoms.makers.contains(where: { text.lowercased().contains($0) }),
      let first = bytes.bytes.firstIndex(where: { $0 >= 0x20 }),
      let last = bytes.bytes.lastIndex(where: { $0 >= 0x20 })
    else { return }
    // A length prefix of 32 or more looks like a character.
    let begin = bytes.bytes.startIndex
    let isCounted = Int(bytes.bytes[begin]) == bytes.count - 1
    let start = range.lowerBound + Int64(max(first - begin, isCounted ? 1 : 0))
    let end = range.lowerBound + Int64(last - begin + 1)
    guard start < end else { return }
    traces.remove(start..<end, with: 0x20, .device, place, "name")
  }

  /// Removes purchase data (`pinf`) and device names from sample descriptions; lists an `stsd` that
  /// is damaged or larger than the limit for values as remaining.
  private mutating func addDescriptions(_ atom: Atom, _ place: String) throws(ParseError) {
    guard atom.payloadSize > 8 else { return }
    guard atom.payloadSize <= Limits.standard.value else {
      return traces.leave(
        place, "sample descriptions of \(atom.size) bytes, which are not inspected")
    }
    var log = DiagnosticLog(limit: 1)
    var cursor = AtomCursor(
      window, from: atom.payloadOffset + 8, to: atom.end, parent: .stsd)
    while let entry = try cursor.next(at: [.stsd], log: &log) {
      let bytes = try entry.payload(in: window)
      try addCompressor(entry, bytes, place)
      addPurchase(bytes, "\(place)/\(entry.type)")
    }
    if !log.diagnostics.isEmpty {
      traces.leave(place, "damaged sample descriptions, which are not inspected completely")
    }
  }

  /// Overwrites the compressor name of a visual entry with spaces if it contains the name of a
  /// camera maker.
  ///
  /// The name follows the first 42 bytes of the entry, in 32 bytes; the first of these is the
  /// length (ISO/IEC 14496-12 §12.1.3).
  private mutating func addCompressor(
    _ entry: Atom, _ bytes: ByteSlice, _ place: String
  ) throws(ParseError) {
    let name = bytes.clamped(from: 42, count: 32)
    guard name.count == 32, let length = name[0], length > 0, length < 32 else { return }
    let start = entry.payloadOffset + 43
    try addName(start..<(start + Int64(length)), "\(place)/\(entry.type)")
  }

  /// Removes `pinf`, which contains the buyer's name and account; lists `sinf` as remaining.
  ///
  /// They follow the fixed part of the entry, which has three forms for audio and one for video.
  private mutating func addPurchase(_ bytes: ByteSlice, _ place: String) {
    for fixed in [28, 44, 64, 78] {
      var offset = fixed
      while let size = bytes.size(at: offset), size >= 8, offset + size <= bytes.count {
        let type = bytes.clamped(from: offset + 4, count: 4)
        guard let code = type.code, code.isPrintable else { break }
        let start = bytes.fileOffset + Int64(offset)
        if code == PrivateAtoms.purchase {
          traces.mask.replace(FourCC.free.bytes, at: start + 4)
          traces.remove((start + 8)..<(start + Int64(size)), .purchase, place, "pinf")
          return
        }
        if code == .sinf {
          return traces.leave("\(place)/sinf", "information required for decryption")
        }
        offset += size
      }
    }
  }

  // MARK: Positions

  /// Removes the samples of tracks with positions: their bytes are overwritten with zeros, except
  /// for bytes that other tracks use, and their times are kept.
  private mutating func addPlaces(_ visitSamples: SampleVisit) throws(ParseError) {
    guard !trackContents.isEmpty else { return }
    var (trackIDs, ranges): (Set<UInt32>, [Range<Int64>]) = ([], [])
    do {
      try visitSamples { sample throws(ParseError) in
        guard trackContents[sample.trackID] != nil, sample.size > 0, sample.offset >= 0,
          sample.range.upperBound <= window.length
        else { return }
        // Samples that contain only zeros have nothing left to remove.
        guard try window.contentEnd(in: sample.range) != nil else { return }
        trackIDs.insert(sample.trackID)
        ranges.append(sample.range)
      }
      for range in ranges { traces.mask.cover(range) }
      try protectOtherTracks(ranges, visitSamples)
    } catch {
      guard error.code != .io else { throw error }
      for (id, words) in trackContents { traces.leave("track \(id)", words) }
      return
    }
    for (id, words) in trackContents.sorted(by: { $0.key < $1.key }) where trackIDs.contains(id) {
      traces.report.removed.append(PrivateData.Finding(.location, "track \(id)", words))
    }
  }

  /// Protects samples of tracks without positions that overlap the given ranges.
  private mutating func protectOtherTracks(
    _ ranges: [Range<Int64>], _ visitSamples: SampleVisit
  ) throws(ParseError) {
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    var mask = traces.mask
    try visitSamples { sample in
      guard trackContents[sample.trackID] == nil, sample.size > 0 else { return }
      let next = sorted.partitioningIndex { $0.upperBound > sample.range.lowerBound }
      guard next < sorted.count, sorted[next].overlaps(sample.range) else { return }
      mask.uncover(sample.range)
    }
    traces.mask = mask
  }

  // MARK: Media

  /// Lists the tracks whose samples are kept and may contain private data.
  private mutating func addMedia() {
    let chapters = document.chapterTracks
    for track in document.tracks where trackContents[track.id] == nil {
      if track.mediaType == .video, chapters.contains(track.id) {
        traces.leave("track \(track.id)", "chapter images, which are not inspected")
      } else if let words = PrivateAtoms.words(for: track) {
        traces.leave("track \(track.id)", words)
      }
    }
    let coded = document.tracks.filter { [.audio, .video].contains($0.mediaType) }
    guard !coded.isEmpty else { return }
    let numbers = coded.map { String($0.id) }.joined(separator: ", ")
    traces.leave(
      coded.count == 1 ? "track \(numbers)" : "tracks \(numbers)", PrivateTraces.samples)
  }
}

extension MP4Format {
  /// Returns the private data in a file outside its metadata items; JPEG 2000 files have image
  /// segments instead of a movie.
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    let tree = try AtomTree(window)
    if document.container.kind == "jp2" {
      var traces = PrivateTraces()
      traces.add(
        try PictureTraces.find(
          in: 0..<window.length, of: window, place: "jp2", isPicture: true))
      return traces
    }
    return try MovieTraces(tree, of: document).privateTraces { visit throws(ParseError) in
      try visitMedia(window, limits: .standard, visit)
    }
  }
}

extension Atom {
  fileprivate var payload: Range<Int64> { payloadOffset..<max(payloadOffset, end) }

  /// The size of the header without the user type.
  fileprivate var plainHeaderSize: Int { headerSize - (userType == nil ? 0 : 16) }
}

extension ByteSlice {
  /// Returns the size of the atom that starts at the given offset; nil if the bytes end before or
  /// within the size.
  fileprivate func size(at offset: Int) -> Int? {
    var reader = ByteReader(clamped(from: offset, count: 4))
    return (try? reader.u32()).map { Int($0) }
  }

  /// The four-character code at the start; nil if there are fewer than four bytes.
  fileprivate var code: FourCC? {
    var reader = ByteReader(self)
    return try? reader.fourCC()
  }
}
