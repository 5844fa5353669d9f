internal import Synchronization
internal import SystemPackage

/// The settings for writing a fragmented movie, and the movie atom that the file has so far.
struct FragmentSettings: Sendable {
  /// The minimum duration of fragments; nil means no fragments.
  var interval: MediaTime?
  /// The duration of the first fragment; nil means that of the other fragments.
  var initialInterval: MediaTime?
  /// The current movie atom, without metadata.
  var movieAtom: [UInt8] = []
  /// The tracks in the movie atom, each with the number of its sample descriptions; 0 for a track
  /// whose later samples must remain hidden.
  var shownTracks: [UInt32: UInt32] = [:]

  /// The maximum amount of media held for a fragment, in bytes; a fragment is written early if this
  /// amount is exceeded.
  static let maxHeldMedia = 64 << 20
  /// The space reserved after the movie atom for each input without samples in it, and once more
  /// for other changes, in bytes.
  static let reservePerInput: Int64 = 32 << 10

  /// Returns the duration of the next fragment; nil means no fragments.
  func length(isFirst: Bool) -> ExactTime? {
    (isFirst ? initialInterval ?? interval : interval).map { ExactTime($0) }
  }
}

/// Fragmented movies.
extension AssetWriter {
  /// The interval at which appended samples become readable; nil, the default, means that the file
  /// appears at the end.
  ///
  /// With an interval, the file has its name from the start and can be read up to its last complete
  /// fragment even if the program crashes. A fragment contains the media of all tracks and is
  /// written once one track has enough media, or all tracks together have 64 MiB. The movie atom is
  /// written with the first fragment, for the tracks that have samples; other tracks are added with
  /// their first fragment. A finished file has a single movie atom and no visible fragments (a
  /// hybrid file). After a failure, the complete fragments remain; ``cancelWriting()`` removes the
  /// file.
  public var movieFragmentInterval: MediaTime? { state.withLock { $0.fragments.interval } }

  /// Sets the interval at which appended samples become readable.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started, `invalidAttributes` for an
  ///   interval that is not positive.
  public func setMovieFragmentInterval(_ interval: MediaTime?) throws(MetaError) {
    try check(interval)
    try configure("set the fragment interval") { $0.fragments.interval = interval }
  }

  /// The duration of the first fragment; nil, the default, means ``movieFragmentInterval``.
  ///
  /// If that is nil, this property has no effect.
  public var initialMovieFragmentInterval: MediaTime? {
    state.withLock { $0.fragments.initialInterval }
  }

  /// Sets the duration of the first fragment.
  ///
  /// - Throws: ``MetaError``, as for ``setMovieFragmentInterval(_:)``.
  public func setInitialMovieFragmentInterval(_ interval: MediaTime?) throws(MetaError) {
    try check(interval)
    try configure("set the fragment interval") { $0.fragments.initialInterval = interval }
  }

  /// Rejects an interval that is not positive.
  private func check(_ interval: MediaTime?) throws(MetaError) {
    guard let interval else { return }
    guard interval.isNumeric, interval > .zero else {
      throw MetaError(
        .invalidAttributes, file: path, reason: "the fragment interval must be positive")
    }
  }

  // MARK: Writing

  /// Writes a fragment if the given track has enough media for one.
  func writeFragmentIfDue(_ index: Int, of state: inout State) throws(MetaError) {
    guard let size = state.file?.fragments?.heldSize,
      let isFirst = state.file?.fragments.map({ !$0.hasFragments }),
      let length = state.fragments.length(isFirst: isFirst),
      state.tracks[index].heldDuration >= length || size >= FragmentSettings.maxHeldMedia,
      var writer = state.file
    else { return }
    // This avoids a copy of the file's contents.
    state.file = nil
    defer { state.file = writer }
    do {
      try writeFragment(to: &writer, of: &state)
    } catch { throw MetaError(editing: path, error) }
  }

  /// Writes the held media of all tracks as a fragment.
  func writeFragment(to file: inout MovieFileWriter, of state: inout State) throws {
    var parts: [NewFragment.TrackPart] = []
    for index in state.tracks.indices {
      if let part = try state.tracks[index].takeFragment(from: &file) { parts.append(part) }
    }
    guard !parts.isEmpty else { return }
    try showMovie(in: &file, of: &state)
    let shown = state.fragments.shownTracks
    // The movie atom must contain the track and all sample descriptions of the part.
    let isShown = { (part: NewFragment.TrackPart) in
      let highest = part.samples.chunks.map(\.description).max() ?? 1
      return shown[part.trackID].map { highest <= $0 } ?? false
    }
    var (seen, hidden) = (parts.filter(isShown), parts.filter { !isShown($0) })
    // Samples after hidden ones remain hidden as well, because fragments have no gaps.
    for part in hidden { state.fragments.shownTracks[part.trackID] = 0 }
    try file.fragments?.write(shown: &seen, hidden: &hidden)
    for part in seen + hidden {
      state.tracks[Int(part.trackID) - 1].addFragmented(part.samples)
    }
  }

  /// Writes a movie atom for the tracks that have samples, if the previous one differs, for example
  /// because it lacks a track or has an outdated edit list, and if there is enough space.
  private func showMovie(in file: inout MovieFileWriter, of state: inout State) throws {
    var movie = NewMovie(target)
    movie.isFragmented = true
    movie.tracks = state.tracks.compactMap { $0.forFragments(state.sessions) }
    state.relations.apply(to: &movie)
    movie.chooseTimescale()
    // Movies are compared without the creation time, which always differs, and the metadata, which
    // is constant.
    let signature = movie.encoded()
    guard signature != state.fragments.movieAtom else { return }
    movie.created = AssetWriter.now
    try MovieMetadata(state.metadata, tracks: state.tracks.map(\.input)).add(to: &movie)
    let missing = Int64(state.tracks.count - movie.tracks.count)
    let spare = FragmentSettings.reservePerInput + missing * FragmentSettings.reservePerInput
    guard try file.fragments?.show(movie.encoded(), spare: spare) ?? false else { return }
    state.fragments.movieAtom = signature
    for track in movie.tracks where state.fragments.shownTracks[track.id] != 0 {
      state.fragments.shownTracks[track.id] = track.descriptions.count
    }
  }
}

extension MovieFileWriter {
  /// Creates a fragmented file, which gets its name immediately, so that it can be read while it is
  /// written.
  ///
  /// - Throws: `Errno` if a system call fails, `fileExists` if another file has that name.
  init(
    named path: FilePath, _ output: OutputFile, brands: [UInt8], room reserve: Int64
  ) throws(Errno) {
    let file = output.file
    let fragments = try FragmentedMovieFile(
      { (bytes, offset) throws(Errno) in try file.write(bytes, at: offset) }, brands: brands,
      room: reserve)
    do throws(Errno) {
      try output.takeName(path, replacing: false)
    } catch {
      output.discard()
      throw error
    }
    self.init(fragments, in: output.file)
  }
}

extension OutputFile {
  /// Removes the file under the name it was given, unless another file has replaced it.
  func removeNamed(_ path: FilePath) {
    guard let original = try? file.status().identity,
      let current = try? FileStatus(of: path, following: false).identity,
      current.isSameFile(as: original)
    else { return }
    try? FileNames.remove(path)
  }
}
