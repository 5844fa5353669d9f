extension MovieRemux {
  // MARK: From fragments

  /// Adds the samples of all fragments to the tracks, as if they were in the sample tables, and
  /// sets durations and edit lists accordingly.
  mutating func addFragments(to tracks: inout [TrackRemux]) throws(ParseError) {
    let fragments = top.filter { $0.type == .moof }
    guard !fragments.isEmpty else { return }
    // Joined tracks already have the samples of all fragments of their own movie.
    let unjoined = tracks.indices.filter { !tracks[$0].isJoined }
    var extras: [UInt32: FragmentExtras.Track] = [:]
    for index in unjoined {
      try tracks[index].readSampleProperties(in: tables)
      let samples = tracks[index].samples
      extras[tracks[index].id] = FragmentExtras.Track(
        groups: samples.groups, auxiliary: samples.auxiliary, count: samples.count,
        vectorSize: tracks[index].vectorSize)
    }
    var joinedExtras = FragmentExtras(window, extras)
    // There are two passes over the fragments: one for sample groups and decryption data, and one
    // for sizes and times.
    for moof in fragments { try joinedExtras.add(moof) }
    protections = joinedExtras.protections
    var joined = FragmentTables(
      Dictionary(
        unjoined.map { (tracks[$0].id, tracks[$0].samples) },
        uniquingKeysWith: { first, _ in first }))
    let movie = MovieSamples(window, top: top, moov: moov, limits: .standard)
    var passed = MovieSamples.SamplesBeforeFragments()
    for index in unjoined { passed.times[tracks[index].id] = tracks[index].samples.duration }
    try movie.visitFragmentSamples(passed) { (sample) throws(ParseError) in try joined.add(sample) }
    var times = MovieTimes(timescale: header.timescale)
    for index in unjoined {
      let oldCount = tracks[index].samples.count
      guard let samples = joined.samples(of: tracks[index].id) else { continue }
      tracks[index].samples = samples
      if let extras = joinedExtras.tracks[tracks[index].id] {
        tracks[index].samples.groups = extras.groups
        tracks[index].samples.auxiliary = extras.auxiliary
      }
      let shown = samples.shown
      let start = joined.starts[tracks[index].id] ?? 0
      let parts = PlayedParts(
        tracks[index].oldEdits, movieTimescale: header.timescale,
        mediaTimescale: tracks[index].mediaHeader.timescale, mediaEnd: shown.upperBound.plus(start)
      ).rebased(
        on: start, mediaEnd: shown.upperBound, extends: oldCount > 0 && samples.count > oldCount)
      guard let parts else {
        throw ParseError(
          .unsupported, at: tracks[index].trak.offset, "an edit list is out of range")
      }
      times.set(
        parts.isIdentity(of: shown) ? parts : parts.beginning(with: shown.lowerBound),
        for: tracks[index].id)
    }
    for index in unjoined { times.setTimes(&tracks[index]) }
    header = times.header(header)
  }

  // MARK: Into fragments

  /// Returns the plan for a movie atom without samples, followed by an index and the samples in
  /// fragments.
  mutating func fragmented(
    _ tracks: inout [TrackRemux], every interval: ExactTime, _ promised: inout [PromisedTrack]
  ) throws(ParseError) -> RewritePlan {
    // The IDs of chapter and timecode tracks.
    var referred: Set<UInt32> = []
    for track in tracks { referred.formUnion(try chapterAndTimecodeTracks(track)) }
    for index in tracks.indices
    where !referred.contains(tracks[index].id) && tracks[index].firstSample == nil {
      try prepareForFragments(&tracks[index])
    }
    let media = try media(of: &tracks)
    promised = tracks.map { $0.promise(movieTimescale: header.timescale) }
    var fragments = try MovieFragments(of: tracks.filter(\.isStreamed), every: interval)
    // All fragments are created before the index, which contains their sizes and precedes them.
    let fragmentList = try fragments.all(atMost: layout.length)
    let movie = try emptied(&tracks)
    // Fragments interleave the tracks, so ranges are not in file order.
    var plan = RewritePlan(oldSize: layout.length, isOrdered: false)
    plan.write(head())
    let others = try others()
    let box = media.size > 0 ? mediaHeader(media.size) : []
    let start = plan.newSize
    let mediaStart = start + Int64(movie.count + others.count + box.count)
    plan.write(try movie.finished(at: start, media: media, from: mediaStart))
    plan.write(others)
    plan.write(box)
    try media.write(into: &plan)
    if let sidx = SegmentIndexAtom(of: fragmentList, in: fragments) {
      var writer = ByteWriter()
      writer.atom(.sidx) { sidx.encode(into: &$0) }
      plan.write(writer.bytes)
    }
    for fragment in fragmentList { try fragment.write(into: &plan) }
    return plan
  }

  /// Returns the movie atom with sample tables only for tracks whose samples are not in fragments.
  mutating func emptied(_ tracks: inout [TrackRemux]) throws(ParseError) -> MovieBytes {
    let duration = header.knownDuration ?? 0
    for index in tracks.indices where tracks[index].isStreamed { tracks[index].removeSamples() }
    header.setDuration(tracks.compactMap(\.header.knownDuration).max() ?? 0)
    return try movieBytes(tracks, offsetWidth: 8, extends: duration)
  }

  /// Returns the IDs of the chapter and timecode tracks of a track, whose samples stay in sample
  /// tables because players look for them there.
  func chapterAndTimecodeTracks(_ track: TrackRemux) throws(ParseError) -> [UInt32] {
    try references(of: track, .chap) + references(of: track, .tmcd)
  }

  /// Prepares a track for fragments, which contain all sample properties.
  mutating func prepareForFragments(_ track: inout TrackRemux) throws(ParseError) {
    track.isStreamed = true
    try dropMissingSamples(&track)
    try track.readSampleProperties(in: tables)
    try listPackets(of: &track)
    if let partial = track.samples.partialSync, !partial.isEmpty {
      addLoss(track.trak, "the partial sync sample table of track \(track.id)")
    }
    if !track.dropsNumbering { dropNumberedTables(of: &track) }
    track.samples.fill()
    try track.showLater(movieTimescale: header.timescale)
  }
}
