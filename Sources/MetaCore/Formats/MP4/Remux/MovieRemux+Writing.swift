extension MovieRemux {
  // MARK: Media

  /// Lays out the media of all tracks whose samples are not written to fragments: the chunks of the
  /// source files, followed by new bytes (auxiliary information and rewritten timecode samples).
  ///
  /// Samples that the source file lacks are dropped first.
  mutating func media(of tracks: inout [TrackRemux]) throws(ParseError) -> MediaMap {
    var ranges: [Range<Int64>] = []
    var new: [UInt8] = []
    for index in tracks.indices where !tracks[index].isStreamed {
      try dropMissingSamples(&tracks[index])
    }
    if isJoined { try splitChunks(of: &tracks) }
    for index in tracks.indices where !tracks[index].keepsTables && !tracks[index].isStreamed {
      for auxiliary in tracks[index].samples.auxiliary {
        tracks[index].auxiliaryOffsets.append(layout.length + Int64(new.count))
        if auxiliary.ownFlags == nil { new += auxiliary.bytes }
      }
      tracks[index].placeFirstSample(following: layout.length, &new)
    }
    guard !isJoined else {
      return MediaMap(interleaving: timedRanges(of: tracks), of: layout.length, new: new)
    }
    for track in tracks where !track.isStreamed {
      for chunk in track.samples.chunks where chunk.size > 0 && chunk.offset < layout.length {
        ranges.append(chunk.range)
      }
    }
    return MediaMap(ranges, of: layout.length, new: new)
  }

  // MARK: Writing

  /// Returns the plan for a movie with sample tables: `ftyp`, other atoms and media, with the movie
  /// atom after `ftyp` if the request is for fast start, or else at the end.
  mutating func rewrite(
    _ tracks: [TrackRemux], _ media: MediaMap
  ) throws(ParseError) -> RewritePlan {
    var plan = RewritePlan(oldSize: layout.length, isOrdered: !isJoined)
    let head = head()
    let size = joined.reduce(moov.size) { $0.plus($1.size) }
    let wideOffset = Int64(UInt32.max) - 16
    // This is only an estimate, because the size of the movie atom depends on the offset width, and
    // tables for fragments or cut tracks are new.
    let isWide = media.size.plus(size.times(4)) > Int64(UInt32.max) - (1 << 20)
    var movie = try movieBytes(tracks, offsetWidth: isWide ? 8 : 4)
    let box = mediaHeader(media.size)
    let others = try others()
    // The written tables are larger than estimated.
    if !isWide, media.size.plus(Int64(head.count + movie.count + others.count)) > wideOffset {
      movie = try movieBytes(tracks, offsetWidth: 8)
    }
    let movieSize = Int64(movie.count)
    plan.write(head)
    let start = plan.newSize
    if request.isFastStart {
      let mediaStart = start + movieSize + Int64(others.count + box.count)
      plan.write(try movie.finished(at: start, media: media, from: mediaStart))
    }
    plan.write(others)
    plan.write(box)
    let mediaStart = plan.newSize
    try media.write(into: &plan)
    if !request.isFastStart {
      plan.write(try movie.finished(at: plan.newSize, media: media, from: mediaStart))
    }
    return plan
  }

  /// Returns the other top-level atoms, copied, and reports those that cannot be kept: `meta` atoms
  /// with file offsets, events (`emsg`) whose times would change, and atoms larger than
  /// ``largestOther``.
  mutating func others() throws(ParseError) -> [UInt8] {
    var bytes: [UInt8] = []
    for atom in top where !MovieRemux.structure.contains(atom.type) {
      let isPlaced = atom.type == .meta && AtomTree.containsItemOffsets(atom, in: window)
      // The times of version 0 events are relative to the following fragment; those of version 1
      // events are relative to the start of the presentation.
      let version =
        atom.type == .emsg ? try window.bytes(at: atom.payloadOffset, upTo: 1)[0] : nil
      let isMoved = version == 0 || version != nil && request.range != nil
      guard !isPlaced, !isMoved, atom.size <= MovieRemux.largestOther else {
        addLoss(atom, "the top-level atom `\(atom.type)`")
        continue
      }
      var copy = MovieBytes()
      try writer(for: [], offsetWidth: 4, in: window).copy(atom, into: &copy)
      bytes += copy.writer.bytes
    }
    return bytes
  }

  /// The atoms that are regenerated for the new file, or that apply only to the source file.
  static let structure: Set<FourCC> = [
    .ftyp, .moov, .mdat, .moof, .mfra, .sidx, .ssix, .styp, .free, .skip, .wide, .prft,
    FourCC("p", "d", "i", "n"), FourCC("p", "n", "o", "t"),
  ]

  /// The size in bytes above which other atoms are not considered metadata.
  static let largestOther: Int64 = 16 << 20

  /// Returns the `ftyp` atom, with a brand for fragments if the new file has any.
  func head() -> [UInt8] {
    var writer = ByteWriter()
    var brands = target.brands(brands, ofKind: kind)
    if request.fragmentInterval != nil { brands.addFragments() }
    writer.atom(.ftyp) { brands.encode(into: &$0) }
    return writer.bytes
  }

  /// Returns the `mdat` header, with a 64-bit size if necessary.
  func mediaHeader(_ size: Int64) -> [UInt8] {
    var writer = ByteWriter()
    let short = UInt32(exactly: size + 8)
    writer.u32(short ?? 1)
    writer.fourCC(.mdat)
    if short == nil { writer.u64(UInt64(size + 16)) }
    return writer.bytes
  }

  /// Returns the writer for tracks of the source movie; it drops references to tracks that are not
  /// in `tracks`.
  func writer(
    for tracks: [TrackRemux], offsetWidth: Int, in window: SourceWindow
  ) -> TrackWriter {
    let ids = tracks.filter { $0.origin == 0 }.map { ($0.id, $0.id) }
    return TrackWriter(
      window: window, target: target, wasQuickTime: wasQuickTime, offsetWidth: offsetWidth,
      trackIDs: Dictionary(ids, uniquingKeysWith: { first, _ in first }))
  }

  /// Returns the movie atom; if `duration` is not nil, the movie continues in fragments with this
  /// total duration.
  mutating func movieBytes(
    _ tracks: [TrackRemux], offsetWidth: Int, extends duration: UInt64? = nil
  ) throws(ParseError) -> MovieBytes {
    let writer = writer(for: tracks, offsetWidth: offsetWidth, in: self.tables)
    var bytes = MovieBytes()
    var rest = tracks[...]
    try bytes.atom(.moov) { (bytes) throws(ParseError) in
      for atom in moov.children {
        switch atom.type {
        case .mvhd: bytes.write { $0.atom(.mvhd) { header.encode(into: &$0) } }
        case .trak:
          guard let track = rest.first, track.origin == 0, track.trak.offset == atom.offset
          else { continue }
          rest.removeFirst()
          try writer.write(track, into: &bytes)
        case .mvex, .free, .skip, .wide: break
        case .meta where changesForm: try writer.writeMetadata(atom, into: &bytes)
        default: try writer.copy(atom, into: &bytes)
        }
      }
      for track in rest where track.origin > 0 {
        try joinedWriter(of: track, among: tracks, offsetWidth: offsetWidth)
          .write(track, into: &bytes)
      }
      for atom in protections { bytes.append(Array(atom.bytes)) }
      if let duration {
        bytes.write { TrackExtendsAtom.encode(all: tracks.map(\.id), duration, into: &$0) }
      }
    }
    return bytes
  }
}
