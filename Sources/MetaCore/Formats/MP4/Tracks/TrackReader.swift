/// Reads the tracks of one movie, turning each `trak` atom into a ``MovieTrack`` with its
/// description.
///
/// Errors become findings, and the other parts of the track are used. Only the first sample
/// description is read. Of the sample tables, only the headers and first entries are read, and
/// small tables of sample sizes, which are added up for the bit rate.
struct TrackReader {
  let window: SourceWindow
  /// The number of time units per second of the movie; nil if its header is missing or damaged, or
  /// contains zero.
  let movieTimescale: UInt32?
  /// Whether all media in the file belongs to one track, so that its bit rate can be computed
  /// without adding up sizes.
  let isOnlyTrack: Bool

  /// The maximum size in bytes of sample descriptions that are read.
  private static let largestDescription = 1 << 20

  /// Reads a track; `number` becomes its ID if its header is missing or damaged.
  func read(_ trak: Atom, number: UInt32, log: inout DiagnosticLog) -> MovieTrack {
    let media = trak.child(.mdia)
    let header = parse(trak.child(.tkhd), &log, TrackHeaderAtom.parse)
    let handler = parse(media?.child(.hdlr), in: .mdia, &log, MediaHandlerAtom.parse)?.handler
    let stbl = media?.first(.minf, .stbl)
    let format = sampleFormat(stbl, handler: handler ?? guessedHandler(media), &log)
    let type = mediaType(handler ?? guessedHandler(media), format)
    var track = MovieTrack(
      description: TrackDescription(id: header?.trackID ?? number, mediaType: type),
      handler: handler, sampleTable: stbl, format: format)
    readHeader(header, into: &track.description)
    readMediaHeader(media, into: &track, &log)
    readFormat(into: &track.description, format)
    track.description.edits = edits(trak, track.description.timescale, &log)
    track.description.references = references(trak, &log)
    readUserData(trak, into: &track.description, &log)
    track.description.duration = duration(track, header)
    readSamples(of: &track, &log)
    return track
  }

  /// Parses an atom; returns nil if it does not exist, or, with a finding, if it is damaged.
  private func parse<Value>(
    _ atom: Atom?, in parent: FourCC? = nil, limit: Int = Limits.standard.value,
    _ log: inout DiagnosticLog, _ parse: (ByteSlice) throws(ParseError) -> Value
  ) -> Value? {
    guard let atom else { return nil }
    do {
      return try parse(try atom.payload(in: window, limit: limit))
    } catch {
      let inside = parent.map { error.inside(atom.type).inside($0) } ?? error.inside(atom.type)
      log.add(inside.inside(.trak).inside(.moov))
      return nil
    }
  }

  // MARK: Headers

  /// Sets the properties that `tkhd` specifies; for video, these include the display size and the
  /// matrix.
  private func readHeader(_ header: TrackHeaderAtom?, into track: inout TrackDescription) {
    guard let header else { return }
    track.isEnabled = header.isEnabled
    if header.alternateGroup != 0 { track.alternateGroup = Int(header.alternateGroup) }
    track.creationDate = header.created == 0 ? nil : MetadataDate(macEpoch: header.created)
    track.modificationDate = header.changed == 0 ? nil : MetadataDate(macEpoch: header.changed)
    guard track.mediaType == .video else { return }
    var video = VideoDescription(width: 0, height: 0)
    if header.width > 0, header.height > 0 {
      video.displayWidth = Double(header.width) / 65536
      video.displayHeight = Double(header.height) / 65536
    }
    video.rotation = header.matrix.rotation
    video.isMirrored = header.matrix.isMirrored
    if header.matrix != .identity { video.matrix = header.matrix.numbers }
    track.video = video
  }

  /// Sets the timescale and language of the media; a language tag in `elng` has priority.
  private func readMediaHeader(
    _ media: Atom?, into track: inout MovieTrack, _ log: inout DiagnosticLog
  ) {
    guard let header = parse(media?.child(.mdhd), in: .mdia, &log, MediaHeaderAtom.parse) else {
      return
    }
    track.description.timescale = header.timescale > 0 ? header.timescale : nil
    track.mediaDuration = header.knownDuration ?? 0
    track.languageCode = header.language
    track.description.language = LanguageTag(packedQuickTime: header.language)
    let extended = parse(media?.child(.elng), in: .mdia, &log, ExtendedLanguageAtom.parse)
    if let extended, !extended.language.isEmpty {
      track.description.language = LanguageTag(rawValue: extended.language)
    }
  }

  /// Returns the handler that the media information header implies, for tracks without `hdlr`.
  private func guessedHandler(_ media: Atom?) -> FourCC? {
    guard let info = media?.child(.minf) else { return nil }
    if info.child(.vmhd) != nil { return .vide }
    return info.child(.smhd) != nil ? .soun : nil
  }

  private func mediaType(_ handler: FourCC?, _ format: SampleFormat?) -> MediaType {
    guard let handler else { return MediaType(rawValue: "unknown") }
    return TrackReader.mediaTypes.first { $0.handler == handler }?.type
      ?? MediaType(rawValue: handler.description)
  }

  /// The media types of handlers (ISO/IEC 14496-12 §12, QTFF "Handler Reference Atoms").
  private static let mediaTypes: [(handler: FourCC, type: MediaType)] = [
    (.soun, .audio), (.vide, .video), (FourCC("a", "u", "x", "v"), .video),
    (FourCC("p", "i", "c", "t"), .video), (.text, .text),
    (FourCC("s", "b", "t", "l"), .subtitle), (FourCC("s", "u", "b", "t"), .subtitle),
    (FourCC("s", "u", "b", "p"), .subtitle), (FourCC("c", "l", "c", "p"), .closedCaption),
    (.tmcd, .timecode), (.meta, .metadata), (FourCC("h", "i", "n", "t"), .hint),
  ]

  // MARK: Samples

  private func sampleFormat(
    _ stbl: Atom?, handler: FourCC?, _ log: inout DiagnosticLog
  ) -> SampleFormat? {
    let limit = TrackReader.largestDescription
    let table = parse(stbl?.child(.stsd), in: .stbl, limit: limit, &log) {
      (payload: ByteSlice) throws(ParseError) -> SampleDescriptionAtom in
      try SampleDescriptionAtom.parse(payload, limit: 1)
    }
    return table.flatMap { SampleFormat.read($0, handler: handler, log: &log) }
  }

  private func readFormat(into track: inout TrackDescription, _ format: SampleFormat?) {
    format?.describe(&track)
  }

  // MARK: Times

  /// Returns the edit list of the track as segments; empty if the track has no readable edit list,
  /// or the movie timescale is unknown.
  private func edits(
    _ trak: Atom, _ timescale: UInt32?, _ log: inout DiagnosticLog
  ) -> [TrackSegment] {
    guard let edts = trak.child(.edts), let movieTimescale,
      let list = parse(edts.child(.elst), in: .edts, &log, EditListAtom.parse)
    else { return [] }
    return list.entries.compactMap { entry in
      guard
        let duration = MediaTime(value: Int64(clamping: entry.duration), timescale: movieTimescale)
      else { return nil }
      let start =
        entry.mediaTime < 0
        ? nil : timescale.flatMap { MediaTime(value: entry.mediaTime, timescale: $0) }
      return TrackSegment(duration: duration, mediaStart: start, rate: Double(entry.rate) / 65536)
    }
  }

  /// Returns the duration of the track: that of its edits, or else that of its media, or else the
  /// duration in its header.
  private func duration(_ track: MovieTrack, _ header: TrackHeaderAtom?) -> MediaTime? {
    let edited = track.description.edits.reduce(Int64(0)) {
      $0.addingReportingOverflow($1.duration.value).partialValue
    }
    if edited > 0, let movieTimescale {
      return MediaTime(value: edited, timescale: movieTimescale)
    }
    if track.mediaDuration > 0, let timescale = track.description.timescale {
      return MediaTime(value: Int64(clamping: track.mediaDuration), timescale: timescale)
    }
    guard let known = header?.knownDuration, known > 0, let movieTimescale else { return nil }
    return MediaTime(value: Int64(clamping: known), timescale: movieTimescale)
  }

  // MARK: References and user data

  private func references(_ trak: Atom, _ log: inout DiagnosticLog) -> [TrackReference] {
    guard let tref = trak.child(.tref) else { return [] }
    var references: [TrackReference] = []
    for kind in tref.children {
      guard let atom = parse(kind, in: .tref, &log, TrackReferenceAtom.parse) else { continue }
      references.append(
        TrackReference(type: kind.type.description, trackIDs: atom.trackIDs))
    }
    return references
  }

  /// Reads the name and the tagged characteristics of the track.
  private func readUserData(
    _ trak: Atom, into track: inout TrackDescription, _ log: inout DiagnosticLog
  ) {
    guard let udta = trak.child(.udta) else { return }
    for atom in udta.children {
      switch atom.type {
      case .tagc: if let text = text(atom, skipping: 0, &log) { track.characteristics.append(text) }
      case .name: track.name = text(atom, skipping: 0, &log) ?? track.name
      // The 3GPP TS 26.244 form: version, flags and language precede the text.
      case .tnam: track.name = track.name ?? text(atom, skipping: 6, &log)
      default: continue
      }
    }
  }

  /// Returns the text of a user data atom after its first `count` bytes; nil if it is empty or
  /// unreadable.
  private func text(_ atom: Atom, skipping count: Int, _ log: inout DiagnosticLog) -> String? {
    guard
      let bytes = parse(
        atom, in: .udta, limit: 1 << 16, &log,
        { (payload: ByteSlice) throws(ParseError) in payload })
    else { return nil }
    let text = TextEncoding.decodeQuickTime(bytes.clamped(from: count), languageCode: 0)
    return text.isEmpty ? nil : text
  }
}
