/// The samples of a chapter track (titles or images) and the tables that describe them (QTFF
/// "Chapter Lists").
///
/// Converts chapters with start times in seconds, and one sample each, to bytes, sizes and
/// durations. The samples are contiguous and form a single chunk; a delay before the first chapter
/// is left to the edit list.
struct ChapterSamples {
  /// The concatenated samples.
  private(set) var bytes: [UInt8] = []
  /// The size of each sample in bytes.
  private var sizes: [UInt32] = []
  /// The duration of each sample in units of ``timescale``.
  private var durations: [UInt32] = []
  /// The timescale of the track, in units per second.
  let timescale: UInt32
  /// The start of the first chapter, in seconds on the movie timeline.
  private(set) var start = 0.0

  /// The total duration in the timescale of the track.
  var duration: UInt64 { durations.reduce(0) { $0 + UInt64($1) } }

  /// Creates the samples for `chapters`, which are sorted by time; `samples` contains the bytes of
  /// each.
  ///
  /// The last chapter ends at its own end time, or else at `movieEnd` (in seconds).
  ///
  /// - Throws: `notRepresentable` when a duration is out of range for the track.
  init(
    _ chapters: [Chapter], _ samples: [[UInt8]], timescale: UInt32, movieEnd: Double
  ) throws(ParseError) {
    self.timescale = timescale
    start = chapters.first?.start.seconds ?? 0
    let starts = chapters.map { ($0.start.seconds - start) * Double(timescale) }
    let end = (chapters.last?.end?.seconds ?? max(movieEnd, 0)) - start
    var position: Int64 = 0
    for (index, sample) in samples.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : end * Double(timescale)
      // Positions are rounded rather than durations, so that rounding errors do not accumulate.
      // They are limited to 2^53, because larger integers are not exact in a `Double`.
      let rounded = Int64(min(max(0, next), 0x1p53).rounded())
      // The last sample has a duration of at least one unit.
      let least = position + (index + 1 == samples.count ? 1 : 0)
      guard let duration = UInt32(exactly: max(rounded, least) - position) else {
        throw ParseError(.notRepresentable, at: 0, "a chapter duration is out of range for a track")
      }
      durations.append(duration)
      position += Int64(duration)
      sizes.append(UInt32(clamping: sample.count))
      bytes += sample
    }
  }

  /// Returns the `stts`, `stsc` or `stsz` table for a single chunk.
  func table(_ type: FourCC) -> [UInt8] {
    var writer = ByteWriter()
    writer.atom(type) { body in
      body.u32(0)
      switch type {
      case .stts:
        body.u32(UInt32(clamping: durations.count))
        for duration in durations {
          body.u32(1)
          body.u32(duration)
        }
      case .stsc:
        body.u32(1)
        for number in [1, UInt32(clamping: sizes.count), 1] { body.u32(number) }
      default:
        body.u32(0)
        body.u32(UInt32(clamping: sizes.count))
        for size in sizes { body.u32(size) }
      }
    }
    return writer.bytes
  }

  /// Returns a chunk offset table (`stco`, or `co64` for 8 bytes) with a single offset of `width`
  /// bytes, which is zero.
  ///
  /// The offset is at the end of the table, so the caller can drop it and append the actual offset.
  static func offsetTable(width: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.atom(width == 8 ? .co64 : .stco) { body in
      body.u32(0)
      body.u32(1)
      body.unsigned(0, width: width)
    }
    return writer.bytes
  }

  /// The total duration in seconds.
  var seconds: Double { Double(duration) / Double(timescale) }

  /// Converts a time in seconds to units of a timescale.
  ///
  /// - Throws: `notRepresentable` when the time is negative, or does not fit in 64 bits.
  static func units(_ seconds: Double, _ timescale: UInt32) throws(ParseError) -> UInt64 {
    guard let units = UInt64(exactly: (seconds * Double(timescale)).rounded()) else {
      throw ParseError(.notRepresentable, at: 0, "a chapter time is out of range for a track")
    }
    return units
  }

  /// Returns an `edts` atom with an empty edit up to the first chapter, if that does not start at
  /// zero, followed by all of the media.
  ///
  /// - Throws: `notRepresentable` when a time is out of range for the list.
  func edits(movieTimescale: UInt32) throws(ParseError) -> [UInt8] {
    let delay = try ChapterSamples.units(start, movieTimescale)
    let length = try ChapterSamples.units(seconds, movieTimescale)
    var list = EditListAtom([])
    if delay > 0 { list.entries.append(.init(duration: delay, mediaTime: -1)) }
    list.entries.append(.init(duration: length, mediaTime: 0))
    if delay > UInt64(UInt32.max) || length > UInt64(UInt32.max) {
      list.header = FullAtomHeader(version: 1)
    }
    var writer = ByteWriter()
    writer.atom(.edts) { $0.atom(.elst) { list.encode(into: &$0) } }
    return writer.bytes
  }
}

/// A new chapter track, for titles or for images, in the form that QuickTime movies and iTunes
/// audiobooks use.
///
/// Encodes a complete `trak` atom with the tables for its samples, which are stored separately; the
/// track is disabled, and the main track refers to it with `chap`.
struct NewChapterTrack {
  /// The track ID.
  let id: UInt32
  /// The samples with their times.
  let samples: ChapterSamples
  /// The language of the titles; nil if it is undetermined.
  let language: LanguageTag?
  /// The properties of the images; nil for a title track.
  var picture: ImageInfo?
  /// The timescale of the movie, in units per second, for the header and the edit list.
  let movieTimescale: UInt32
  /// Whether the file is a QuickTime movie, whose handlers have a component type.
  let isQuickTime: Bool

  /// Returns the complete `trak`, with a chunk offset of `width` zero bytes at its end.
  ///
  /// - Throws: `notRepresentable` when a time is out of range for the movie.
  func encoded(width: Int) throws(ParseError) -> [UInt8] {
    let length = samples.seconds + samples.start
    var header = TrackHeaderAtom(
      trackID: id, duration: try ChapterSamples.units(length, movieTimescale))
    let edits = try samples.edits(movieTimescale: movieTimescale)
    // The track is in the movie, the preview and the poster, but not enabled.
    header.header = FullAtomHeader(
      version: header.duration > UInt64(UInt32.max) ? 1 : 0, flags: 0xE)
    if let picture {
      header.width = UInt32(UInt16(clamping: picture.width ?? 0)) << 16
      header.height = UInt32(UInt16(clamping: picture.height ?? 0)) << 16
    }
    var writer = ByteWriter()
    writer.atom(.trak) { trak in
      trak.atom(.tkhd) { header.encode(into: &$0) }
      trak.append(edits)
      trak.atom(.mdia) { media(into: &$0, width) }
    }
    return writer.bytes
  }

  /// Writes the content of `mdia`; the chunk offset table is last, so that its offset is at the end
  /// of the track.
  private func media(into body: inout ByteWriter, _ width: Int) {
    var header = MediaHeaderAtom(timescale: samples.timescale, duration: samples.duration)
    header.language = language?.packedQuickTime ?? MediaHeaderAtom.undetermined
    if header.duration > UInt64(UInt32.max) { header.header = FullAtomHeader(version: 1) }
    var handler = MediaHandlerAtom(handler: picture == nil ? .text : .vide)
    if isQuickTime { handler.componentType = FourCC("m", "h", "l", "r") }
    handler.nameBytes = ByteSlice([0])
    body.atom(.mdhd) { header.encode(into: &$0) }
    body.atom(.hdlr) { handler.encode(into: &$0) }
    body.atom(.minf) { minf in
      minf.append(HeaderForm(isQuickTime: isQuickTime).informationHeader(of: handler.handler))
      minf.atom(.dinf) { $0.atom(.dref) { $0.append(NewChapterTrack.references) } }
      minf.atom(.stbl) { stbl in
        let description = picture.map(NewChapterTrack.description) ?? NewChapterTrack.text
        stbl.atom(.stsd) { description.encode(into: &$0) }
        for type in [FourCC.stts, .stsc, .stsz] { stbl.append(samples.table(type)) }
        stbl.append(ChapterSamples.offsetTable(width: width))
      }
    }
  }

  /// The payload of `gmin`: version and flags, dither copy as the graphics mode, a grey colour, the
  /// balance, and two reserved bytes.
  static let baseHeader: [UInt8] = [
    0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0,
  ]

  /// The payload of a `dref` with a reference to the file itself.
  static let references: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12, 0x75, 0x72, 0x6C, 0x20, 0, 0, 0, 1,
  ]

  /// A description of QuickTime text that is not displayed (QTFF "Text Sample Description"):
  /// centred, with all other fields zero.
  private static let text = SampleDescriptionAtom([
    SampleDescriptionAtom.Entry(
      format: .text,
      fields: ByteSlice([0, 0, 0, 1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 36)))
  ])

  /// Returns the sample description for images of the given type and size (QTFF "Video Sample
  /// Description"): 72 dpi, one frame per sample, 24 bits, no colour table.
  private static func description(_ picture: ImageInfo) -> SampleDescriptionAtom {
    var fields = ByteWriter()
    fields.append([UInt8](repeating: 0, count: 16))
    fields.u16(UInt16(clamping: picture.width ?? 0))
    fields.u16(UInt16(clamping: picture.height ?? 0))
    fields.u32(72 << 16)
    fields.u32(72 << 16)
    fields.u32(0)
    fields.u16(1)
    fields.append([UInt8](repeating: 0, count: 32))
    fields.u16(24)
    fields.u16(0xFFFF)
    let format =
      picture.mime == "image/png" ? FourCC("p", "n", "g", " ") : FourCC("j", "p", "e", "g")
    return SampleDescriptionAtom([
      SampleDescriptionAtom.Entry(format: format, fields: ByteSlice(fields.bytes))
    ])
  }
}

extension FourCC {
  static let gmin = FourCC("g", "m", "i", "n")
}
