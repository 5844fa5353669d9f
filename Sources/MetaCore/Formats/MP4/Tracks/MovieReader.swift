/// Reads the tracks of one movie file into a ``Movie``: `moov`, its fragments, and its chapter and
/// timecode tracks, to the extent that the options request them.
///
/// It describes the media, but does not decode it. The work is done by ``TrackReader``,
/// ``FragmentReader``, ``ChapterReader``, ``TimecodeReader`` and ``FirstFrameReader``. In a file
/// without `moov`, only the duration in a segment index is read.
struct MovieReader {
  /// The window with `moov`, which is not the window of the file if the movie atom was compressed.
  let movieWindow: SourceWindow
  /// The window of the file, with samples and fragments.
  let window: SourceWindow

  init(_ window: SourceWindow, movieWindow: SourceWindow? = nil) {
    self.window = window
    self.movieWindow = movieWindow ?? window
  }

  /// Reads the movie of a file with the top-level atoms `top`; `moov` is nil if the file has no
  /// movie atom, such as a stream segment.
  ///
  /// Errors become findings.
  func read(
    _ moov: Atom?, top: [Atom], options: ReadOptions, log: inout DiagnosticLog
  ) -> Movie {
    var movie = Movie()
    movie.isFragmented = moov?.child(.mvex) != nil || top.first(.moof) != nil
    guard let moov else {
      movie.duration = indexedDuration(top, &log)
      return movie
    }
    let header = movieHeader(moov, &log)
    if let header { readHeader(header, into: &movie) }
    let isOnlyTrack =
      moov.children.count { $0.type == .trak } == 1
      && hasMediaOfTracksOnly(top, isFragmented: movie.isFragmented, log)
    var tracks = readTracks(
      moov, movie.timescale, isOnlyTrack: isOnlyTrack, options, &log)
    if movie.isFragmented, options.tracks || options.chapters {
      addFragments(top, moov, to: &tracks, &log)
    }
    if isOnlyTrack, tracks.count == 1 {
      countMedia(top, of: &tracks[0], isFragmented: movie.isFragmented)
    }
    movie.duration =
      duration(header, moov, tracks, isFragmented: movie.isFragmented, &log)
      ?? indexedDuration(top, &log)
    if options.chapters {
      var reader = ChapterReader(tables: movieWindow, samples: window)
      (movie.chapters, movie.chapterImages) = reader.read(tracks, log: &log)
    }
    movie.tracks = tracks.map(\.description)
    return movie
  }

  private func movieHeader(
    _ moov: Atom, _ log: inout DiagnosticLog
  ) -> MovieHeaderAtom? {
    guard let atom = moov.child(.mvhd) else { return nil }
    do {
      return try MovieHeaderAtom.parse(try atom.payload(in: movieWindow, limit: 4096))
    } catch {
      log.add(error.inside(.mvhd).inside(.moov))
      return nil
    }
  }

  private func readHeader(_ header: MovieHeaderAtom, into movie: inout Movie) {
    movie.timescale = header.timescale > 0 ? header.timescale : nil
    movie.creationDate = header.created == 0 ? nil : MetadataDate(macEpoch: header.created)
    movie.modificationDate = header.changed == 0 ? nil : MetadataDate(macEpoch: header.changed)
  }

  /// Reads the tracks up to the limit; timecodes and first frames, which require samples, are read
  /// only on request.
  private func readTracks(
    _ moov: Atom, _ timescale: UInt32?, isOnlyTrack: Bool, _ options: ReadOptions,
    _ log: inout DiagnosticLog
  ) -> [MovieTrack] {
    let limits = options.limits
    let reader = TrackReader(
      window: movieWindow, movieTimescale: timescale, isOnlyTrack: isOnlyTrack)
    let timecodes = TimecodeReader(tables: movieWindow, samples: window)
    let frames = FirstFrameReader(tables: movieWindow, samples: window)
    var tracks: [MovieTrack] = []
    for trak in moov.children where trak.type == .trak {
      guard tracks.count < limits.tracks else {
        log.note(
          .limitExceeded, StructurePath(["moov"]), at: trak.offset,
          "more than \(limits.tracks) tracks")
        break
      }
      var track = reader.read(trak, number: UInt32(clamping: tracks.count + 1), log: &log)
      if options.tracks {
        timecodes.read(&track, log: &log)
        frames.read(&track, of: trak, log: &log)
      }
      tracks.append(consume track)
    }
    return tracks
  }

  /// Returns whether, judging by the top-level atoms, all media data in the file belongs to its
  /// tracks.
  ///
  /// If there are items, as in HEIF, some media data belongs to them. In a truncated file, some is
  /// missing, and one of several `mdat` in a movie without fragments may be left over from an
  /// earlier edit.
  private func hasMediaOfTracksOnly(
    _ top: [Atom], isFragmented: Bool, _ log: DiagnosticLog
  ) -> Bool {
    guard top.first(.meta) == nil, let first = top.firstIndex(where: { $0.type == .mdat }) else {
      return false
    }
    let isOnly = isFragmented || !top[(first + 1)...].contains { $0.type == .mdat }
    return isOnly && !log.hasTruncated(top.last)
  }

  /// Computes the bit rate of a single audio or video track whose sizes were not added up, or whose
  /// samples are in fragments, from the size of all media data in the file.
  private func countMedia(_ top: [Atom], of track: inout MovieTrack, isFragmented: Bool) {
    guard !track.isRateCounted || isFragmented, let timescale = track.description.timescale,
      [.audio, .video].contains(track.description.mediaType)
    else { return }
    let media = Double(track.mediaDuration) / Double(timescale)
    let seconds = isFragmented ? track.description.duration?.seconds ?? 0 : media
    var bytes = 0.0
    for index in top.indices where top[index].type == .mdat {
      bytes += Double(top[index].payloadSize)
    }
    guard seconds > 0, bytes > 0 else { return }
    let rate = Int64(exactly: (bytes * 8 / seconds).rounded())
    track.description.bitRate = rate ?? track.description.bitRate
  }

  // MARK: Fragments

  /// Adds the durations and sample counts of all fragments to the tracks; if there are several
  /// tracks, also the bytes.
  private func addFragments(
    _ top: [Atom], _ moov: Atom, to tracks: inout [MovieTrack], _ log: inout DiagnosticLog
  ) {
    var reader = FragmentReader(
      window, defaults: extensions(moov.child(.mvex), &log), countsBytes: tracks.count > 1)
    for index in top.indices where top[index].type == .moof {
      reader.add(top[index], log: &log)
      if tracks.count > 1 { reader.endFragment(index + 1 < top.count ? top[index + 1] : nil) }
    }
    reader.finish(log: &log)
    for index in tracks.indices {
      let id = tracks[index].description.id
      guard let total = reader.totals[id] else { continue }
      tracks[index].add(total, bytes: reader.bytes?.totals?[id])
    }
  }

  /// Returns the default properties of samples in fragments, by track.
  private func extensions(
    _ mvex: Atom?, _ log: inout DiagnosticLog
  ) -> [UInt32: TrackExtendsAtom] {
    var extensions: [UInt32: TrackExtendsAtom] = [:]
    for atom in mvex?.children ?? [] where atom.type == .trex {
      do {
        let trex = try TrackExtendsAtom.parse(try atom.payload(in: movieWindow, limit: 64))
        extensions[trex.trackID] = trex
      } catch { log.add(error.inside(.trex).inside(.mvex).inside(.moov)) }
    }
    return extensions
  }

  // MARK: Duration

  /// Returns the duration of the movie according to ``Movie/duration``, without the segment index;
  /// nil if it is unknown.
  private func duration(
    _ header: MovieHeaderAtom?, _ moov: Atom, _ tracks: [MovieTrack], isFragmented: Bool,
    _ log: inout DiagnosticLog
  ) -> MediaTime? {
    var duration: MediaTime?
    if let header, let known = header.knownDuration, known > 0 {
      duration = MediaTime(value: Int64(clamping: known), timescale: header.timescale)
    }
    if duration != nil, !isFragmented { return duration }
    for track in tracks {
      guard let length = track.description.duration, length.value > 0 else { continue }
      if duration.map({ $0.seconds < length.seconds }) ?? true { duration = length }
    }
    // The duration in `mehd` is often longer than the file, so existing fragments have priority.
    return duration ?? extendedDuration(header, moov.child(.mvex), &log)
  }

  /// Returns the duration in `mehd`, which includes all fragments.
  private func extendedDuration(
    _ header: MovieHeaderAtom?, _ mvex: Atom?, _ log: inout DiagnosticLog
  ) -> MediaTime? {
    guard let header, let atom = mvex?.child(.mehd) else { return nil }
    do {
      let extended = try MovieExtendsHeaderAtom.parse(try atom.payload(in: movieWindow, limit: 64))
      guard let known = extended.header.known(extended.duration), known > 0 else { return nil }
      return MediaTime(value: Int64(clamping: known), timescale: header.timescale)
    } catch {
      log.add(error.inside(.mehd).inside(.mvex).inside(.moov))
      return nil
    }
  }

  /// Returns the duration in a segment index, which may be the only duration in the file.
  private func indexedDuration(
    _ top: [Atom], _ log: inout DiagnosticLog
  ) -> MediaTime? {
    guard let atom = top.first(.sidx) else { return nil }
    do {
      let index = try SegmentIndexAtom.parse(try atom.payload(in: window))
      guard index.duration > 0 else { return nil }
      return MediaTime(value: Int64(clamping: index.duration), timescale: index.timescale)
    } catch {
      log.add(error.inside(.sidx))
      return nil
    }
  }
}

extension MovieTrack {
  /// Adds the totals of the fragments to those of `moov`.
  mutating func add(_ total: FragmentReader.TrackTotals, bytes: Int64?) {
    let first = description.sampleCount ?? 0
    description.sampleCount = first.addingReportingOverflow(total.sampleCount).partialValue
    // The sizes in `moov` do not represent all samples.
    if total.sampleCount > 0 { description.bitRateMode = format?.bitRateMode }
    guard let timescale = description.timescale else { return }
    // Times are relative to the start of the movie, or to that of the first fragment if all samples
    // are in fragments.
    var length = total.end
    if first > 0 {
      if total.start == nil { length = length.addingReportingOverflow(mediaDuration).partialValue }
    } else if let start = total.start {
      length = total.end >= start ? total.end - start : 0
    }
    guard length > mediaDuration || first == 0, length > 0 else { return }
    let fullDuration = MediaTime(value: Int64(clamping: length), timescale: timescale)
    // If the edits determine the end of the track, its duration is already correct; in a movie atom
    // with samples, this requires edits that are longer than these samples.
    let isPlayed = editsEnd(within: fullDuration)
    let covers = first == 0 || editedSeconds > Double(mediaDuration) / Double(timescale) + 0.001
    if !isPlayed || !covers { description.duration = fullDuration }
    if let bytes, first == 0 {
      let rate = Double(bytes) * 8 * Double(timescale) / Double(length)
      description.bitRate = Int64(exactly: rate.rounded()) ?? description.bitRate
    }
    if description.video != nil, total.sampleCount > 0 {
      let count = Double(description.sampleCount ?? 0)
      description.video?.frameRate = count * Double(timescale) / Double(length)
    }
  }

  /// Returns whether the edits play no more than this media, and no edit continues through all
  /// fragments.
  private func editsEnd(within media: MediaTime?) -> Bool {
    guard let media, !description.edits.isEmpty,
      !description.edits.contains(where: { $0.duration.value <= 0 })
    else { return false }
    return editedSeconds <= media.seconds
  }

  /// The duration of the media that the edits play.
  private var editedSeconds: Double {
    description.edits.reduce(0) { $0 + ($1.mediaStart == nil ? 0 : $1.duration.seconds) }
  }
}

extension DiagnosticLog {
  /// Returns whether a finding reports that the end of an atom is missing.
  fileprivate func hasTruncated(_ atom: Atom?) -> Bool {
    guard let atom else { return false }
    return diagnostics.contains { $0.code == .truncated && $0.offset == atom.offset }
  }
}
