/// Changes to chapters: a Nero list, and one QuickTime text track per language, whose samples are
/// new media at the end of the file.
extension AtomEditPlanner {
  /// Replaces the chapters of the movie in every form in which they are stored: the Nero list
  /// (`udta/chpl`), one text track per language, and the video track with the chapter images.
  ///
  /// Existing chapter tracks are reused, so that their IDs and the references to them stay valid;
  /// the samples are written to a new `mdat` at the end of the file.
  ///
  /// If `erasing` is true, the bytes of the old samples are overwritten with zeros.
  mutating func changeChapters(
    to chapters: [Chapter], of document: Document, erasing: Bool
  ) throws(ParseError) {
    guard let movie = tree.movie else {
      throw ParseError(.notRepresentable, at: 0, "the file has no movie atom to hold chapters")
    }
    let chapters = chapters.sorted { $0.start.seconds < $1.start.seconds }
    try changeList(chapters, in: movie)
    var free = ChapterTracks(document, tree).texts
    var lists = AtomEditPlanner.byLanguage(chapters)
    // Tracks in the same language are reused first, then any remaining tracks.
    for index in lists.indices {
      let match = free.firstIndex { $0.track.language == lists[index].language }
      if let match { lists[index].track = free.remove(at: match) }
    }
    for index in lists.indices where lists[index].track == nil && !free.isEmpty {
      lists[index].track = free.removeFirst()
    }
    var newIDs: [UInt32] = []
    for list in lists {
      guard let track = list.track else {
        newIDs.append(try addTrack(list, document, movie, number: newIDs.count))
        continue
      }
      try replaceSamples(of: track, list, document, movie, erasing: erasing)
    }
    let pictures = try changePictures(of: chapters, document, movie, number: newIDs.count)
    newIDs += pictures.added
    // `next_track_ID`, the last field of `mvhd`, has to be larger than all IDs (ISO/IEC 14496-12
    // §8.2.2).
    if let last = newIDs.last, let mvhd = movie.child(.mvhd) {
      patches.patch(UInt64(last) + 1, width: 4, at: mvhd.end - 4)
    }
    try remove(free, from: movie, erasing: erasing)
    let removedIDs = Set(free.map(\.track.id)).union(pictures.removed)
    try changeReferences(adding: newIDs, removing: removedIDs, document, movie)
  }

  /// The chapters in one language, and the text track that stores them as its samples.
  struct ChapterList {
    /// The language of the chapters; nil if they have none.
    let language: LanguageTag?
    var chapters: [Chapter]
    /// The existing track to reuse; nil if a new track has to be added.
    var track: ChapterTracks.Text?
  }

  /// Groups chapters by language, in the order in which the languages first occur.
  private static func byLanguage(_ chapters: [Chapter]) -> [ChapterList] {
    var lists: [ChapterList] = []
    for chapter in chapters {
      if let index = lists.firstIndex(where: { $0.language == chapter.language }) {
        lists[index].chapters.append(chapter)
      } else {
        lists.append(ChapterList(language: chapter.language, chapters: [chapter]))
      }
    }
    return lists
  }

  // MARK: Nero list

  /// Replaces, adds or removes `chpl`, which stores only the chapters in the first language.
  ///
  /// The version of an existing list is kept, unless there are too many chapters for the 8-bit
  /// count of version 0.
  private mutating func changeList(_ chapters: [Chapter], in movie: Atom) throws(ParseError) {
    let udta = movie.children.first { $0.child(.chpl) != nil } ?? movie.child(.udta)
    let old = udta?.child(.chpl)
    guard !chapters.isEmpty else {
      if let old, let udta { append(old.offset..<old.end, [], [movie, udta]) }
      return
    }
    let version = try old.map { (atom) throws(ParseError) in
      try tree.window.bytes(at: atom.payloadOffset, count: 1)[0] ?? 1
    }
    let first = chapters.filter { $0.language == chapters.first?.language }.count
    let list = try NeroChapterList(chapters, version: first > 255 ? 1 : version ?? 1)
    var writer = ByteWriter()
    writer.atom(.chpl) { list.encode(into: &$0) }
    if let old, let udta {
      append(old.offset..<old.end, writer.bytes, [movie, udta])
    } else {
      try add(
        writer.bytes, to: [movie] + (udta.map { [$0] } ?? []), missing: udta == nil ? [.udta] : [])
    }
  }

  // MARK: Text tracks

  /// A sufficient width in bytes for the offset of the new samples, which follow all old bytes.
  ///
  /// It is chosen before the layout is known, so a margin of 256 MiB below the 32-bit limit is left
  /// for growth.
  private var offsetWidth: Int { tree.window.length > Int64(UInt32.max) - (1 << 28) ? 8 : 4 }

  /// Replaces all samples of an existing chapter track, together with its sample tables, durations
  /// and edit list, and its language if that has changed.
  private mutating func replaceSamples(
    of text: ChapterTracks.Text, _ list: ChapterList, _ document: Document, _ movie: Atom,
    erasing: Bool
  ) throws(ParseError) {
    guard let media = text.trak.child(.mdia), let minf = media.child(.minf),
      let stbl = minf.child(.stbl), let timescale = text.track.timescale,
      ChunkOrigins(minf, in: tree.window).hasOwn
    else {
      throw ParseError(.unsupported, at: text.trak.offset, "the chapter track cannot be rewritten")
    }
    let bytes = try list.chapters.map { (chapter) throws(ParseError) in
      try text.sample(of: chapter, tree.window)
    }
    let samples = try ChapterSamples(
      list.chapters, bytes, timescale: timescale, movieEnd: document.duration?.seconds ?? 0)
    let parents = [movie, text.trak, media, minf, stbl]
    for atom in stbl.children { try replaceTable(atom, samples, parents) }
    self.media += samples.bytes
    try changeDurations(of: text.trak, media, samples, document, movie)
    if let language = list.language, language != text.track.language {
      var edit = TrackEdit(trackID: text.track.id)
      edit.language = language
      try change(edit)
    }
    if erasing { erase(text) }
  }

  /// Replaces one sample table of a chapter track with the table for the new samples, which form a
  /// single chunk.
  private mutating func replaceTable(
    _ atom: Atom, _ samples: ChapterSamples, _ parents: [Atom]
  ) throws(ParseError) {
    let range = atom.offset..<atom.end
    switch atom.type {
    case .stts, .stsc, .stsz: append(range, samples.table(atom.type), parents)
    case .stz2: append(range, samples.table(.stsz), parents)
    case .stco, .co64:
      replacedTables.insert(atom.offset)
      // The table without its offset is followed by the offset itself, which is not known until the
      // layout is complete.
      let table = ChapterSamples.offsetTable(width: offsetWidth)
      append(range, table.dropLast(offsetWidth), parents)
      appendMediaOffset(at: range.upperBound, width: offsetWidth, parents)
    // Properties of individual old samples do not apply to the new samples.
    case .ctts, .stss, .sdtp, .sbgp: append(range, [], parents)
    default: break
    }
  }

  /// Writes the durations to `mdhd` and `tkhd`, and an edit list that delays the samples until the
  /// first chapter.
  private mutating func changeDurations(
    of trak: Atom, _ media: Atom, _ samples: ChapterSamples, _ document: Document, _ movie: Atom
  ) throws(ParseError) {
    guard let scale = try movieHeader(movie)?.timescale, scale > 0, let tkhd = trak.child(.tkhd),
      let mdhd = media.child(.mdhd)
    else { return }
    try patchDuration(samples.duration, following: (16, 24), of: mdhd)
    let shown = try ChapterSamples.units(samples.start + samples.seconds, scale)
    try patchDuration(shown, following: (20, 28), of: tkhd)
    let edits = trak.child(.edts)
    guard edits != nil || samples.start > 0 else { return }
    let range = edits.map { $0.offset..<$0.end } ?? media.offset..<media.offset
    append(range, try samples.edits(movieTimescale: scale), [movie, trak])
  }

  private func movieHeader(_ movie: Atom) throws(ParseError) -> MovieHeaderAtom? {
    guard let mvhd = movie.child(.mvhd) else { return nil }
    return try MovieHeaderAtom.parse(try mvhd.payload(in: tree.window, limit: 4096))
  }

  /// Adds a title track for the chapters in one language, and returns its ID.
  private mutating func addTrack(
    _ list: ChapterList, _ document: Document, _ movie: Atom, number: Int
  ) throws(ParseError) -> UInt32 {
    let bytes = try list.chapters.map { (chapter) throws(ParseError) -> [UInt8] in
      var writer = ByteWriter()
      try TextSample(chapter).encode(into: &writer)
      return writer.bytes
    }
    let samples = try ChapterSamples(
      list.chapters, bytes, timescale: 1000, movieEnd: document.duration?.seconds ?? 0)
    return try addTrack(samples, language: list.language, document, movie, number: number)
  }

  /// Adds a track of titles, or of images with the properties in `picture`, and returns its ID.
  mutating func addTrack(
    _ samples: ChapterSamples, language: LanguageTag? = nil, picture: ImageInfo? = nil,
    _ document: Document, _ movie: Atom, number: Int
  ) throws(ParseError) -> UInt32 {
    guard let header = try movieHeader(movie), header.timescale > 0,
      let last = movie.children.last(where: { $0.type == .trak })
    else {
      throw ParseError(
        .notRepresentable, at: movie.offset, "the movie has no track that chapters could belong to")
    }
    let known = document.tracks.map(\.id).max() ?? 0
    // The ID is unused even if `next_track_ID` is too low; `number` counts the tracks added by this
    // edit.
    let next = max(UInt64(header.nextTrackID), UInt64(known) + 1) + UInt64(number)
    guard let id = UInt32(exactly: next), id < .max else {
      throw ParseError(
        .unsupported, at: movie.offset, "no unused track ID remains for another track")
    }
    let track = NewChapterTrack(
      id: id, samples: samples, language: language, picture: picture,
      movieTimescale: header.timescale, isQuickTime: isQuickTime)
    let width = offsetWidth
    append(last.end..<last.end, try track.encoded(width: width).dropLast(width), [movie])
    appendMediaOffset(at: last.end, width: width, [movie])
    media += samples.bytes
    return id
  }

  /// Removes the chapter tracks for languages that no longer have chapters.
  private mutating func remove(
    _ tracks: [ChapterTracks.Text], from movie: Atom, erasing: Bool
  ) throws(ParseError) {
    for text in tracks {
      remove(text.trak, from: movie)
      if erasing { erase(text) }
    }
  }

  /// Removes a track; its samples stay in the file.
  mutating func remove(_ trak: Atom, from movie: Atom) {
    append(trak.offset..<trak.end, [], [movie])
    for atom in trak.first(.mdia, .minf, .stbl)?.children ?? []
    where atom.type == .stco || atom.type == .co64 {
      replacedTables.insert(atom.offset)
    }
  }

  /// Fills unreferenced samples with zeros.
  private mutating func erase(_ text: ChapterTracks.Text) {
    for old in text.old {
      patches.patch([UInt8](repeating: 0, count: old.bytes.count), at: old.offset)
    }
  }

  // MARK: References

  /// Updates the `chap` references of all tracks: adds new chapter tracks, and removes deleted
  /// ones.
  ///
  /// References to new tracks are added only to the main track (``ChapterTracks/main``); references
  /// to removed tracks are removed everywhere.
  private mutating func changeReferences(
    adding newIDs: [UInt32], removing removedIDs: Set<UInt32>, _ document: Document, _ movie: Atom
  ) throws(ParseError) {
    guard !newIDs.isEmpty || !removedIDs.isEmpty else { return }
    let main = ChapterTracks(document, tree).main
    for trak in movie.children where trak.type == .trak {
      guard let id = tree.trackID(of: trak), !removedIDs.contains(id) else { continue }
      let tref = trak.child(.tref)
      let chap = tref?.child(.chap)
      var ids: [UInt32] = []
      if let chap {
        ids = try TrackReferenceAtom.parse(try chap.payload(in: tree.window, limit: 4096)).trackIDs
      }
      let changedIDs = ids.filter { !removedIDs.contains($0) } + (id == main ? newIDs : [])
      guard changedIDs != ids else { continue }
      var writer = ByteWriter()
      if !changedIDs.isEmpty {
        writer.atom(.chap) { TrackReferenceAtom(trackIDs: changedIDs).encode(into: &$0) }
      }
      try changeReference(writer.bytes, trak, tref, chap, movie)
    }
  }

  /// Replaces the `chap` atom of a track with `bytes`, or removes it if `bytes` is empty; creates
  /// `tref` if the track has none, and removes it if it would become empty.
  private mutating func changeReference(
    _ bytes: [UInt8], _ trak: Atom, _ tref: Atom?, _ chap: Atom?, _ movie: Atom
  ) throws(ParseError) {
    guard let tref else {
      var writer = ByteWriter()
      writer.atom(.tref) { $0.append(bytes) }
      guard let media = trak.child(.mdia) else { return }
      append(media.offset..<media.offset, writer.bytes, [movie, trak])
      return
    }
    if bytes.isEmpty, tref.children.count == 1 {
      append(tref.offset..<tref.end, [], [movie, trak])
    } else {
      let range = chap.map { $0.offset..<$0.end } ?? tref.end..<tref.end
      append(range, bytes, [movie, trak, tref])
    }
  }
}

extension [Chapter] {
  /// Returns whether two lists of chapters are equivalent, regardless of where they were read from.
  func isEquivalent(_ others: [Chapter]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { mine, other in
        mine.title.hasSameBytes(as: other.title) && mine.language == other.language
          && mine.url.hasSameBytes(as: other.url)
          && abs(mine.start.seconds - other.start.seconds) < 0.0005
          && abs((mine.end ?? mine.start).seconds - (other.end ?? mine.end ?? mine.start).seconds)
            < 0.0005
      }
  }
}

/// The chapter title tracks of a movie before an edit, and the ID of the main track, whose `chap`
/// reference points to them.
///
/// It is created from the document and the atoms of the file; ``AtomEditPlanner`` changes these
/// tracks. Tracks with chapter images are not included.
struct ChapterTracks {
  /// An existing text track with chapter titles, and its samples as stored.
  struct Text {
    /// The description of the track.
    let track: TrackDescription
    /// The `trak` atom of the track.
    let trak: Atom
    /// The existing samples of the track.
    let old: [StoredChapter]

    /// A title sample as stored in the file.
    struct StoredChapter {
      /// The start in seconds on the movie timeline, including the delay from the edit list.
      let start: Double
      /// The offset of the sample in the file.
      let offset: Int64
      /// The bytes of the sample.
      let bytes: ByteSlice
    }

    /// Returns the sample for a chapter, which is the existing sample if that is equivalent.
    func sample(of chapter: Chapter, _ window: SourceWindow) throws(ParseError) -> [UInt8] {
      let existing = old.first { abs($0.start - chapter.start.seconds) < 0.0005 }
      if let existing, let sample = try? TextSample.parse(existing.bytes) {
        let text = TextEncoding.decodeQuickTime(
          sample.text, languageCode: track.language?.packedQuickTime ?? 0)
        if text.hasSameBytes(as: chapter.title ?? ""), sample.url.hasSameBytes(as: chapter.url) {
          return Array(existing.bytes.bytes)
        }
      }
      var writer = ByteWriter()
      try TextSample(chapter).encode(into: &writer)
      return writer.bytes
    }
  }

  /// The title tracks, in movie order.
  let texts: [Text]
  /// The ID of the track with the `chap` reference.
  ///
  /// If no track has one, it is the ID of the first video track, or else of the first audio track,
  /// or else of the first track of any type; that track gets the reference to new chapter tracks.
  let main: UInt32?

  /// Finds the text tracks that any track of `document` references as chapters.
  init(_ document: Document, _ tree: AtomTree) {
    let chapterIDs = document.chapterTracks
    var texts: [Text] = []
    for trak in tree.movie?.children(.trak) ?? [] {
      guard let id = tree.trackID(of: trak), chapterIDs.contains(id),
        let track = document.tracks.first(where: { $0.id == id }),
        track.mediaType == .text || track.mediaType == .subtitle
      else { continue }
      texts.append(Text(track: track, trak: trak, old: ChapterTracks.samples(trak, track, tree)))
    }
    self.texts = texts
    let media = document.tracks.filter { !chapterIDs.contains($0.id) }
    let referring = media.first { $0.references.contains { $0.type == "chap" } }
    main =
      (referring ?? media.first { $0.mediaType == .video }
      ?? media.first { $0.mediaType == .audio } ?? media.first)?.id
  }

  /// Returns the existing samples, or an empty array if they cannot be read.
  private static func samples(
    _ trak: Atom, _ track: TrackDescription, _ tree: AtomTree
  ) -> [Text.StoredChapter] {
    guard let stbl = trak.first(.mdia, .minf, .stbl), let timescale = track.timescale,
      var samples = try? SampleTable(stbl, in: tree.window).samples()
    else { return [] }
    // Only the edits up to the first one that plays media matter, because chapter samples are
    // contiguous.
    var delay = 0.0
    for edit in track.edits {
      if let start = edit.mediaStart {
        delay -= start.seconds
        break
      }
      delay += edit.duration.seconds
    }
    var result: [Text.StoredChapter] = []
    while let sample = try? samples.next(), result.count < Limits.standard.chapters {
      guard sample.size <= 1 << 17,
        let bytes = try? tree.window.bytes(at: sample.offset, count: Int(sample.size))
      else { continue }
      result.append(
        Text.StoredChapter(
          start: Double(sample.time) / Double(timescale) + delay, offset: sample.offset,
          bytes: bytes))
    }
    return result
  }
}
