/// Another movie file that provides samples for existing tracks of the new movie, or additional
/// tracks (``TrackReplacements``).
///
/// There is one instance per file in the request.
struct JoinedMovie {
  /// The bytes that contain its movie atom.
  let tables: SourceWindow
  /// Whether the movie has the QuickTime form.
  let wasQuickTime: Bool
  /// The size of its movie atom in bytes.
  let size: Int64
  /// The start address of its file (``JoinedLayout``).
  let base: Int64
  /// Maps the IDs of its tracks to their IDs in the new movie.
  var ids: [UInt32: UInt32] = [:]
}

/// A track of another movie that replaces the samples of a track, or is added to the new movie.
///
/// The chunk offsets of its samples are addresses (``JoinedLayout``), which are unique across all
/// files.
struct JoinedTrack {
  /// The track.
  let track: TrackRemux
  /// The played parts of its media.
  let parts: PlayedParts
  /// The address range of its file.
  let bounds: Range<Int64>
  /// The number of its movie, from 1.
  let movie: Int
  /// Whether its frames are positioned as in their own movie; otherwise, they keep the rotation and
  /// mirroring of the track that they replace.
  var isPlaced = false
}

/// The tracks from other movies that become part of a new movie: those that replace samples in the
/// source movie's tracks, and those that are added.
struct JoinedTracks {
  /// The replacements, by the ID of the source movie's track that gets the samples.
  var replacements: [UInt32: JoinedTrack] = [:]
  /// The tracks that are added as new tracks.
  var additions: [JoinedTrack] = []
}

extension MovieRemux {
  /// Reads the other movies.
  ///
  /// - Throws: Errors from reading one of the movies; `unsupported` for a missing track, or for a
  ///   track with two replacements.
  mutating func joinMovies() throws(ParseError) -> JoinedTracks {
    var result = JoinedTracks()
    for (index, movie) in request.replacements.enumerated() {
      do throws(ParseError) {
        try join(movie, index + 1, into: &result)
      } catch {
        throw ParseError(
          error.code, at: error.offset, "in the movie with replacement samples: \(error.reason)",
          path: error.path)
      }
    }
    return result
  }

  /// Reads another movie, and adds its requested tracks to `result`; movies are numbered from 1.
  private mutating func join(
    _ movie: TrackReplacements, _ number: Int, into result: inout JoinedTracks
  ) throws(ParseError) {
    let window = SourceWindow(movie.source)
    var inner = RemuxRequest(target.isQuickTime ? .quickTimeMovie : .mp4)
    inner.tracks = Set(movie.tracks.values).union(movie.additions)
    let document = try MP4Format().inspect(window, options: ReadOptions())
    var remux = try MovieRemux(window, document: document, inner)
    var tracks: [UInt32: JoinedTrack] = [:]
    for track in try remux.tracks() {
      tracks[track.id] = try remux.joined(track, at: layout.ranges[number], movie: number)
    }
    func track(_ id: UInt32) throws(ParseError) -> JoinedTrack {
      guard let track = tracks[id] else {
        throw ParseError(.unsupported, at: remux.moov.offset, "there is no track \(id)")
      }
      return track
    }
    var ids: [UInt32: UInt32] = [:]
    for (old, new) in movie.tracks.sorted(by: { $0.key < $1.key }) {
      guard result.replacements[old] == nil else {
        throw ParseError(.unsupported, at: 0, "track \(old) has several replacements")
      }
      var track = try track(new)
      track.isPlaced = movie.placed.contains(old)
      result.replacements[old] = track
      ids[new] = old
    }
    for id in movie.additions { result.additions.append(try track(id)) }
    losses += remux.losses
    joined.append(
      JoinedMovie(
        tables: remux.tables, wasQuickTime: remux.wasQuickTime, size: remux.moov.size,
        base: layout.ranges[number].lowerBound, ids: ids))
  }

  /// Returns a track of this movie for another remux, in which its file has the addresses in
  /// `bounds`.
  private mutating func joined(
    _ track: TrackRemux, at bounds: Range<Int64>, movie: Int
  ) throws(ParseError) -> JoinedTrack {
    var track = track
    try track.readSampleProperties(in: tables)
    dropNumberedTables(of: &track)
    let parts = track.played(movieTimescale: header.timescale)
    for index in track.samples.chunks.indices {
      let chunk = track.samples.chunks[index]
      guard chunk.size == 0 || chunk.offset >= 0 else {
        throw ParseError(
          .malformed, at: chunk.offset, "samples are located before the start of the file")
      }
      track.samples.chunks[index].offset = chunk.offset.plus(bounds.lowerBound)
    }
    return JoinedTrack(track: track, parts: parts, bounds: bounds, movie: movie)
  }

  /// Selects the requested tracks, and adds tracks from other movies.
  ///
  /// - Throws: `unsupported` when the movie does not have a track to replace, `limitExceeded` when
  ///   no track ID is left.
  mutating func add(
    _ others: JoinedTracks, to tracks: inout [TrackRemux]
  ) throws(ParseError) {
    for id in others.replacements.keys.sorted() where !tracks.contains(where: { $0.id == id }) {
      throw ParseError(
        .unsupported, at: moov.offset, "there is no track \(id) to replace")
    }
    var lastID = tracks.map(\.id).max() ?? 0
    if let requestedIDs = request.tracks { tracks.removeAll { !requestedIDs.contains($0.id) } }
    for other in others.additions {
      guard lastID < UInt32.max - 1 else {
        throw ParseError(
          .limitExceeded, at: moov.offset, "no unused track ID remains for a new track")
      }
      lastID += 1
      tracks.append(TrackRemux(adding: other, id: lastID))
      joined[other.movie - 1].ids[other.track.id] = lastID
      header.nextTrackID = max(header.nextTrackID, lastID + 1)
    }
  }

  /// Sets the edit lists and durations of tracks with samples from other movies, and a movie
  /// timescale that represents all of these times exactly.
  mutating func setJoinedTimes(_ tracks: inout [TrackRemux]) {
    guard isJoined, request.range == nil else { return }
    var times = MovieTimes(timescale: header.timescale)
    for track in tracks {
      if let parts = track.joinedParts {
        times.set(exactly: parts, of: track)
      } else {
        times.keep(track)
      }
    }
    for index in tracks.indices { times.setTimes(&tracks[index]) }
    header = times.header(header)
    let audioTrack = tracks.first { $0.handler.handler == .soun }
    guard let audioTrack, let parts = audioTrack.joinedParts else { return }
    gapless = audioTrack.samples.gapless(parts)
  }

  /// Returns the writer for a track of another movie.
  func joinedWriter(
    of track: TrackRemux, among tracks: [TrackRemux], offsetWidth: Int
  ) -> TrackWriter {
    let movie = joined[track.origin - 1]
    let present = Set(tracks.map(\.id))
    return TrackWriter(
      window: movie.tables, target: target, wasQuickTime: movie.wasQuickTime,
      offsetWidth: offsetWidth, trackIDs: movie.ids.filter { present.contains($0.value) },
      base: movie.base)
  }
}

extension TrackSamples {
  /// Returns the gapless playback information of newly encoded audio.
  ///
  /// Decoders output the whole last packet, even if its duration is shortened to the part that is
  /// played.
  func gapless(_ parts: PlayedParts) -> GaplessInfo? {
    var gapless = TrackCut.Result(samples: self, parts: parts).gapless
    if let last = durations.runs.last, last.count == 1,
      let previous = durations.runs.dropLast().last,
      previous.value > last.value
    {
      gapless?.following += Int64(previous.value - last.value)
    }
    return gapless
  }
}
