extension MovieRemux {
  // MARK: Tracks

  /// Returns the tracks of the new movie: the requested tracks from the source movie and from other
  /// movies, with their samples from tables and fragments, cut to the requested range and converted
  /// to the target's form.
  ///
  /// - Throws: `unsupported` when no tracks remain, when the target does not support a track, or
  ///   when several tracks have the same ID, and errors from reading the tables.
  mutating func tracks() throws(ParseError) -> [TrackRemux] {
    let others = try joinMovies()
    var tracks: [TrackRemux] = []
    for trak in moov.children where trak.type == .trak {
      do {
        var track = try TrackRemux(trak, in: tables, samplesOf: others.replacements)
        if !track.isJoined { track.bounds = layout.ranges[0] }
        tracks.append(track)
      } catch { throw error.inside(.trak).inside(.moov) }
    }
    try add(others, to: &tracks)
    if target.isAudioOnly {
      try checkAudioOnly(tracks)
      tracks.removeAll { unsupportedTracks.contains($0.id) }
    }
    guard !tracks.isEmpty else {
      throw ParseError(.unsupported, at: moov.offset, "no tracks remain")
    }
    try checkNumbers(tracks)
    try addFragments(to: &tracks)
    if let range = request.range { tracks = try cut(tracks, to: range) }
    setJoinedTimes(&tracks)
    for index in tracks.indices where !tracks[index].isJoined {
      guard !request.encoded.contains(tracks[index].id) else { continue }
      try convert(&tracks[index])
    }
    return tracks
  }

  /// Rejects tracks with the same ID, which references and fragments cannot distinguish.
  func checkNumbers(_ tracks: [TrackRemux]) throws(ParseError) {
    var known: Set<UInt32> = []
    for track in tracks where !known.insert(track.id).inserted {
      throw ParseError(
        .unsupported, at: track.trak.offset, "several tracks have the ID \(track.id)")
    }
  }

  /// Rejects video that an audio file cannot contain, and omits other tracks that it cannot contain
  /// as losses; audio, and chapters with their images, are allowed.
  mutating func checkAudioOnly(_ tracks: [TrackRemux]) throws(ParseError) {
    var chapters: Set<UInt32> = []
    for track in tracks { chapters.formUnion(try references(of: track, .chap)) }
    for track in tracks where !chapters.contains(track.id) && track.handler.handler != .soun {
      guard track.handler.handler != .vide else {
        throw ParseError(
          .unsupported, at: track.trak.offset,
          "track \(track.id) is video, which an audio file cannot contain; use --tracks to omit it"
        )
      }
      addLoss(track.trak, "track \(track.id) (`\(track.handler.handler)`)")
      unsupportedTracks.insert(track.id)
    }
  }

  /// Returns the IDs, in the new movie, of the tracks in a track reference of the given type.
  func references(of track: TrackRemux, _ type: FourCC) throws(ParseError) -> [UInt32] {
    guard let atom = track.trak.first(.tref, type) else { return [] }
    // The references of an added track contain IDs from its own movie.
    let movie = track.origin > 0 ? joined[track.origin - 1] : nil
    var reader = ByteReader(try atom.payload(in: movie?.tables ?? tables))
    var ids: [UInt32] = []
    while reader.remaining >= 4 { ids.append(try reader.u32()) }
    return movie.map { movie in ids.compactMap { movie.ids[$0] } } ?? ids
  }

  /// Keeps the parts of tracks that are played in a time range; tracks that play nothing in the
  /// range are omitted.
  ///
  /// - Throws: `unsupported` when the range is empty or contains no samples.
  mutating func cut(
    _ tracks: [TrackRemux], to range: MediaTimeRange
  ) throws(ParseError) -> [TrackRemux] {
    let (start, end) = (ExactTime(range.start), ExactTime(range.end))
    guard start < end else { throw ParseError(.unsupported, at: 0, "the range is empty") }
    var times = MovieTimes(timescale: header.timescale)
    var result: [TrackRemux] = []
    for track in tracks {
      if let parts = track.joinedParts {
        // The samples are already limited to the range.
        times.set(exactly: parts, of: track)
        if gapless == nil, track.handler.handler == .soun {
          gapless = track.samples.gapless(parts)
        }
        result.append(track)
        continue
      }
      var track = track
      try track.readSampleProperties(in: tables)
      let cut = TrackCut(
        track: track, window: window,
        parts: track.played(movieTimescale: header.timescale).part(start..<end))
      guard let cutResult = try cut.result() else { continue }
      track.samples = cutResult.samples
      track.firstSample = cutResult.firstSample
      dropNumberedTables(of: &track)
      times.set(cutResult.parts, for: track.id)
      if gapless == nil, track.handler.handler == .soun { gapless = cutResult.gapless }
      result.append(track)
    }
    guard !result.isEmpty else {
      throw ParseError(.unsupported, at: 0, "the range contains no samples")
    }
    for index in result.indices { times.setTimes(&result[index]) }
    header = times.header(header)
    // The preview, poster and selection refer to times in the source movie.
    header.preview = ByteSlice([UInt8](repeating: 0, count: header.preview.count))
    return result
  }

  /// Drops the tables whose sample numbers are not valid in the new movie, and reports them as
  /// lost.
  mutating func dropNumberedTables(of track: inout TrackRemux) {
    track.dropsNumbering = true
    for atom in track.trak.first(.mdia, .minf, .stbl)?.children ?? []
    where SampleTableWriter.numbering.contains(atom.type) {
      addLoss(atom, "the `\(atom.type)` data of track \(track.id)")
    }
  }

  /// Converts the sample descriptions of a track, if the form changes.
  mutating func convert(_ track: inout TrackRemux) throws(ParseError) {
    guard changesForm else { return }
    let form = DescriptionForm(
      isQuickTime: target.isQuickTime, handler: track.handler.handler)
    do {
      track.descriptions = try form.converted(track.descriptions)
    } catch {
      throw ParseError(
        .unsupported, at: track.trak.offset, "track \(track.id) cannot be kept: \(error.reason)")
    }
    // In MP4, tables must list the actual packets.
    if !target.isQuickTime { try listPackets(of: &track) }
  }

  /// Sets the actual sample size of old QuickTime audio from its description, because its tables
  /// declare one byte per sample.
  ///
  /// - Throws: `unsupported` when a packet contains several samples.
  func listPackets(of track: inout TrackRemux) throws(ParseError) {
    guard let packet = track.samples.sizes.packet else { return }
    guard packet.samples == 1 else {
      throw ParseError(
        .unsupported, at: track.trak.offset,
        "track \(track.id) cannot be kept: its sample table does not list the packets of its audio")
    }
    track.samples.sizes = SampleSizes(
      uniform: UInt32(clamping: packet.bytes), count: track.samples.count)
    try track.readSampleProperties(in: tables)
  }
}
