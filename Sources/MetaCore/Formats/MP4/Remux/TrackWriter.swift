/// Writes the `trak` atoms of an exported movie: headers and changed tables are re-encoded in the
/// form of the target, and most other atoms are copied from the old bytes.
///
/// Tracks of the source movie share one writer; a track that is added from another movie gets its
/// own, because its bytes, form and IDs are those of that movie. The writer also copies other atoms
/// of the movie, and converts its `meta` atom.
struct TrackWriter {
  /// The bytes that contain the source movie atom.
  let window: SourceWindow
  /// The type of the new file.
  let target: MovieTarget
  /// Whether the source movie has the QuickTime form.
  let wasQuickTime: Bool
  /// The size of a chunk offset in bytes.
  let offsetWidth: Int
  /// Maps track IDs in the source movie to those in the new movie; references to other tracks are
  /// dropped.
  let trackIDs: [UInt32: UInt32]
  /// The start address of the file with the source movie (``JoinedLayout``).
  var base: Int64 = 0

  /// Whether atoms have to be converted between the QuickTime and MP4 forms.
  private var changesForm: Bool { target.isQuickTime != wasQuickTime }

  /// Writes a track.
  func write(_ track: TrackRemux, into bytes: inout MovieBytes) throws(ParseError) {
    try bytes.atom(.trak) { (bytes) throws(ParseError) in
      for atom in track.trak.children {
        switch atom.type {
        case .tkhd:
          bytes.write { $0.atom(.tkhd) { track.header.encode(into: &$0) } }
          if let edits = track.edits { write(edits, into: &bytes) }
        case .edts where track.edits != nil: break
        case .senc where !track.keepsTables: break
        case .tapt where track.isReplaced: try writeApertures(atom, track, into: &bytes)
        case .tref: try writeReferences(atom, into: &bytes)
        case .mdia: try writeMedia(atom, track, into: &bytes)
        case .meta where changesForm: try writeMetadata(atom, into: &bytes)
        default: try copy(atom, into: &bytes)
        }
      }
    }
  }

  /// Copies an atom; a declared size that differs from its actual size is corrected.
  func copy(_ atom: Atom, into bytes: inout MovieBytes) throws(ParseError) {
    let head = try window.bytes(at: atom.offset, count: atom.headerSize)
    var reader = ByteReader(head)
    let header = try AtomHeader.parse(&reader)
    guard header.size != atom.size else {
      return bytes.copy(try all(of: atom.offset..<atom.end), from: base + atom.offset)
    }
    let body = try all(of: atom.payloadOffset..<atom.end)
    bytes.atom(atom.type) { bytes in
      if atom.type == .uuid {
        bytes.copy(head.clamped(from: head.count - 16), from: base + atom.payloadOffset - 16)
      }
      bytes.copy(body, from: base + atom.payloadOffset)
    }
  }

  /// Reads all bytes in a range.
  private func all(of range: Range<Int64>) throws(ParseError) -> ByteSlice {
    try window.bytes(
      at: range.lowerBound, count: Int(clamping: range.upperBound - range.lowerBound))
  }

  /// Writes `edts` with an edit list, unless the list is empty.
  private func write(_ edits: EditListAtom, into bytes: inout MovieBytes) {
    guard !edits.entries.isEmpty else { return }
    bytes.write { $0.atom(.edts) { $0.atom(.elst) { edits.encode(into: &$0) } } }
  }

  /// Writes `tref`, which contains track references (ISO/IEC 14496-12 §8.3.3), with the new track
  /// IDs and without references to omitted tracks; nothing is written if none remain.
  private func writeReferences(_ tref: Atom, into bytes: inout MovieBytes) throws(ParseError) {
    var references: [(type: FourCC, ids: [UInt32])] = []
    for atom in tref.children {
      var reader = ByteReader(try atom.payload(in: window))
      var ids: [UInt32] = []
      while reader.remaining >= 4 {
        let id = try reader.u32()
        // An ID of 0 means that there is no reference.
        if let new = id == 0 ? 0 : trackIDs[id] { ids.append(new) }
      }
      if !ids.isEmpty { references.append((atom.type, ids)) }
    }
    guard !references.isEmpty else { return }
    bytes.write { writer in
      writer.atom(.tref) { writer in
        for reference in references {
          writer.atom(reference.type) { for id in reference.ids { $0.u32(id) } }
        }
      }
    }
  }

  /// Writes the `meta` atom of a movie or a track, without version and flags in QuickTime and with
  /// them in MP4.
  func writeMetadata(_ meta: Atom, into bytes: inout MovieBytes) throws(ParseError) {
    let body = try all(of: meta.payloadOffset..<meta.end)
    let isPlain = AtomContainer.isPlainMeta(body, payloadSize: meta.payloadSize)
    bytes.atom(.meta) { bytes in
      if target.isQuickTime, !isPlain {
        bytes.copy(body.clamped(from: 4), from: base + meta.payloadOffset + 4)
      } else {
        if !target.isQuickTime, isPlain { bytes.write { $0.u32(0) } }
        bytes.copy(body, from: base + meta.payloadOffset)
      }
    }
  }

  // MARK: Media

  /// Writes `mdia`, with `mdhd` and, if the form or the handler changes, `hdlr` in the form of the
  /// target.
  private func writeMedia(
    _ mdia: Atom, _ track: TrackRemux, into bytes: inout MovieBytes
  ) throws(ParseError) {
    try bytes.atom(.mdia) { (bytes) throws(ParseError) in
      for atom in mdia.children {
        switch atom.type {
        case .mdhd:
          let header = form.media(track.mediaHeader)
          bytes.write { $0.atom(.mdhd) { header.encode(into: &$0) } }
        case .hdlr where changesForm || track.hasNewKind:
          let handler = form.handler(track.handler)
          bytes.write { $0.atom(.hdlr) { handler.encode(into: &$0) } }
        case .minf: try writeInformation(atom, track, into: &bytes)
        default: try copy(atom, into: &bytes)
        }
      }
    }
  }

  /// The converter of media headers to the form of the target.
  private var form: HeaderForm { HeaderForm(isQuickTime: target.isQuickTime) }

  /// Writes `minf`; if the form changes, the media information header, the data reference and the
  /// data handler are converted.
  private func writeInformation(
    _ minf: Atom, _ track: TrackRemux, into bytes: inout MovieBytes
  ) throws(ParseError) {
    try bytes.atom(.minf) { (bytes) throws(ParseError) in
      if track.hasNewKind { bytes.append(form.informationHeader(of: track.handler.handler)) }
      for atom in minf.children {
        switch atom.type {
        case _ where track.hasNewKind && TrackWriter.informationHeaders.contains(atom.type): break
        case .gmhd where changesForm && !target.isQuickTime && track.handler.handler != .text:
          if minf.child(.nmhd) == nil { bytes.append(HeaderForm.nullHeader) }
          try copy(atom, into: &bytes)
        case .nmhd where target.isQuickTime, .sthd where target.isQuickTime:
          if minf.child(.gmhd) == nil { bytes.append(HeaderForm.baseHeader) }
        case .hdlr where !target.isQuickTime: break
        case .dinf where changesForm:
          if target.isQuickTime, minf.child(.hdlr) == nil { bytes.append(HeaderForm.dataHandler) }
          bytes.append(HeaderForm.sameFile)
        case .dinf where track.isReplaced: bytes.append(HeaderForm.sameFile)
        case .stbl: try writeTables(atom, track, into: &bytes)
        default: try copy(atom, into: &bytes)
        }
      }
    }
  }

  /// The headers that are specific to one media type (ISO/IEC 14496-12 §12, QTFF "Media Information
  /// Atoms").
  private static let informationHeaders: Set<FourCC> = [
    .vmhd, .smhd, .gmhd, .nmhd, .sthd, FourCC("h", "m", "h", "d"),
  ]

  /// Writes `tapt`, which contains the display sizes (QTFF "Track Aperture Mode Dimensions Atoms"),
  /// from the sample description, because replacement samples may have changed these.
  private func writeApertures(
    _ tapt: Atom, _ track: TrackRemux, into bytes: inout MovieBytes
  ) throws(ParseError) {
    guard track.handler.handler == .vide, let entry = track.descriptions.entries.first,
      let apertures = TrackApertures(entry.fields)
    else { return try copy(tapt, into: &bytes) }
    bytes.write { $0.atom(.tapt) { apertures.encode(into: &$0) } }
  }

  // MARK: Tables

  /// Writes `stbl`: sample descriptions and chunk offsets are re-encoded; other tables are copied
  /// if the samples are unchanged, and otherwise written by ``SampleTableWriter``.
  private func writeTables(
    _ stbl: Atom, _ track: TrackRemux, into bytes: inout MovieBytes
  ) throws(ParseError) {
    try bytes.atom(.stbl) { (bytes) throws(ParseError) in
      if track.isReplaced {
        bytes.write { $0.atom(.stsd) { track.descriptions.encode(into: &$0) } }
      }
      for atom in stbl.children {
        switch atom.type {
        case .stsd where track.isReplaced: break
        case .stsd: bytes.write { $0.atom(.stsd) { track.descriptions.encode(into: &$0) } }
        case _ where !track.keepsTables && SampleTableWriter.types.contains(atom.type): break
        case .uuid where !track.keepsTables && atom.userType == .sampleEncryption: break
        case _ where track.dropsNumbering && SampleTableWriter.numbering.contains(atom.type): break
        case .stco, .co64: writeOffsets(track.samples.chunks, into: &bytes)
        case .saio: try writeAuxiliaryOffsets(atom, into: &bytes)
        default: try copy(atom, into: &bytes)
        }
      }
      guard !track.keepsTables else { return }
      SampleTableWriter(track.samples, auxiliaryOffsets: track.auxiliaryOffsets)
        .write(into: &bytes)
      writeOffsets(track.samples.chunks, into: &bytes)
    }
  }

  /// Writes `stco` or `co64`; a chunk without bytes gets the offset of the first media byte.
  private func writeOffsets(_ chunks: [TrackSamples.Chunk], into bytes: inout MovieBytes) {
    bytes.atom(offsetWidth == 8 ? .co64 : .stco) { bytes in
      bytes.write {
        $0.u32(0)
        $0.u32(UInt32(clamping: chunks.count))
      }
      bytes.point(to: chunks.map { $0.size > 0 ? $0.offset : -1 }, width: offsetWidth)
    }
  }

  /// Writes `saio`, which contains the locations of auxiliary sample information (ISO/IEC 14496-12
  /// §8.7.9) in the media or in an atom of the movie.
  private func writeAuxiliaryOffsets(
    _ saio: Atom, into bytes: inout MovieBytes
  ) throws(ParseError) {
    let fields = try AuxiliaryOffsets(saio, in: window, .standard).fields
    guard let first = fields.first else { return try copy(saio, into: &bytes) }
    let head = try all(of: saio.payloadOffset..<first.offset)
    bytes.atom(.saio) { bytes in
      bytes.copy(head, from: base + saio.payloadOffset)
      bytes.point(to: fields.map { Int64(clamping: $0.value) }, width: first.width)
    }
  }
}

extension FourCC {
  static let nmhd = FourCC("n", "m", "h", "d")
  static let sthd = FourCC("s", "t", "h", "d")
}
