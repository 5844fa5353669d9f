internal import SystemPackage

/// Writes a fragmented movie, which can be read up to its last complete fragment at any time, and
/// converts it to a regular movie at the end.
///
/// While it is being written:
///
///     ftyp | free (room) | moov without samples, mvex | free, for later tracks | moof, mdat | moof, mdat | …
///
/// When it is finished, the earlier structures become the content of `mdat`:
///
///     ftyp | moov | free | mdat
///     ftyp | mdat | moov                 if the room is too small
///
/// New structures are first written where readers ignore them: into a `free` atom or after the end
/// of the file. A single write of at most 16 bytes then makes them visible and hides the old ones,
/// so the file is readable no matter when its writer crashes.
struct FragmentedMovieFile: Sendable {
  /// Writes bytes at an offset in the file.
  typealias Write = @Sendable (ArraySlice<UInt8>, Int64) throws(Errno) -> Void

  private let write: Write
  /// The `free` atom that follows `ftyp`.
  private let reserve: Range<Int64>
  /// The visible movie atom; nil before the first fragment.
  private var movie: PublishedMovie?
  /// The offset of the next fragment.
  private(set) var size: Int64
  private var sequence: UInt32 = 0
  /// Media that is not in a fragment yet.
  private var heldMedia: [UInt8] = []
  /// The offset of the first held byte within all media.
  private var heldStart: Int64 = 0

  /// The position of the visible movie atom, as byte offsets in the file.
  private struct PublishedMovie: Sendable {
    let position: Int64
    let size: Int64
    /// The end of the `free` atom that follows the movie atom.
    let end: Int64
  }

  private static let headerSize: Int64 = 8

  /// Writes the structures before the movie.
  ///
  /// - Throws: `Errno` if a system call fails.
  init(_ write: @escaping Write, brands: [UInt8], room requestedSize: Int64) throws(Errno) {
    self.write = write
    let start = Int64(brands.count)
    reserve = start..<(start + max(MovieFileWriter.mediaHeaderSize, requestedSize))
    size = reserve.upperBound
    try write(brands[...], 0)
    try write(
      MovieFileWriter.header(of: .free, Int64(reserve.count))[...], start)
  }

  /// Whether there is a fragment, which makes the file readable.
  var hasFragments: Bool { sequence > 0 }

  // MARK: Media

  /// The number of bytes held for the next fragment.
  var heldSize: Int { heldMedia.count }

  /// Holds a chunk for the next fragment; returns its offset within all media.
  mutating func hold(_ bytes: [UInt8]) -> Int64 {
    let offset = heldStart + Int64(heldMedia.count)
    heldMedia += bytes
    return offset
  }

  /// Returns held bytes, given as ranges within all media.
  private func bytes(of stretches: [Range<Int64>]) -> [UInt8] {
    var bytes: [UInt8] = []
    for stretch in stretches {
      let range = stretch.clamped(to: heldStart..<(heldStart + Int64(heldMedia.count)))
      bytes += heldMedia[Int(range.lowerBound - heldStart)..<Int(range.upperBound - heldStart)]
    }
    return bytes
  }

  /// Writes all held chunks: those in `shown` as a fragment, those in `hidden`, whose tracks are
  /// not in the movie yet, as plain media data; the chunks then have file offsets.
  ///
  /// - Throws: `Errno` if a system call fails, ``ParseError`` if a fragment would be too large.
  mutating func write(shown: inout [NewFragment.TrackPart], hidden: inout [NewFragment.TrackPart])
    throws
  {
    if !hidden.isEmpty {
      let media = bytes(of: hidden.media)
      let header = MovieFileWriter.mediaHeader(of: Int64(media.count))
      try write((header + media)[...], size)
      hidden.assignOffsets(from: size + Int64(header.count))
      size += Int64(header.count + media.count)
    }
    if !shown.isEmpty {
      let fragment = try NewFragment(shown, sequence: sequence + 1)
      let media = bytes(of: fragment.media)
      let start = size + Int64(fragment.head.count)
      // The fragment remains a `free` atom until it is complete.
      let header = Int(FragmentedMovieFile.headerSize)
      let atomSize = Int64(fragment.head.count + media.count)
      try write(
        (MovieFileWriter.header(of: .free, atomSize) + fragment.head[header...] + media)[...], size)
      try write(fragment.head[..<header], size)
      shown.assignOffsets(from: start)
      size = start + Int64(media.count)
      sequence += 1
    }
    heldStart += Int64(heldMedia.count)
    heldMedia.removeAll(keepingCapacity: true)
  }

  // MARK: The movie

  /// Replaces the movie atom with one without samples; `spare` is the space for tracks that are
  /// added later.
  ///
  /// Returns false if there is not enough space.
  ///
  /// - Throws: `Errno` if a system call fails.
  mutating func show(_ bytes: [UInt8], spare: Int64) throws(Errno) -> Bool {
    let count = Int64(bytes.count)
    guard let old = movie else {
      let rest = max(FragmentedMovieFile.headerSize, spare)
      try write((bytes + MovieFileWriter.header(of: .free, rest))[...], size)
      movie = PublishedMovie(position: size, size: count, end: size + count + rest)
      size += count + rest
      return true
    }
    let position = old.position + old.size + FragmentedMovieFile.headerSize
    let rest = old.end - position - count
    guard rest >= FragmentedMovieFile.headerSize else { return false }
    try write((bytes + MovieFileWriter.header(of: .free, rest))[...], position)
    try write(
      MovieFileWriter.header(of: .free, position - old.position)[...], old.position)
    movie = PublishedMovie(position: position, size: count, end: old.end)
    return true
  }

  /// Finishes the file as a regular movie, whose samples have file offsets.
  ///
  /// - Throws: `Errno` if a system call fails.
  func finish(_ movie: [UInt8]) throws(Errno) {
    let rest = Int64(reserve.count) - Int64(movie.count) - MovieFileWriter.mediaHeaderSize
    guard rest == 0 || rest >= FragmentedMovieFile.headerSize else { return try append(movie) }
    let header = MovieFileWriter.mediaHeader(of: size - reserve.upperBound)
    try write(header[...], reserve.upperBound - Int64(header.count))
    let movieEnd = reserve.lowerBound + Int64(movie.count)
    if rest > 0 { try write(MovieFileWriter.header(of: .free, rest)[...], movieEnd) }
    let start = Int(FragmentedMovieFile.headerSize)
    try write(movie[start...], reserve.lowerBound + FragmentedMovieFile.headerSize)
    try write(movie[..<start], reserve.lowerBound)
  }

  /// Appends the movie atom after all fragments, first inside a `free` atom, whose header then
  /// becomes that of `mdat`.
  private func append(_ movie: [UInt8]) throws(Errno) {
    let header = MovieFileWriter.header(
      of: .free, Int64(movie.count) + FragmentedMovieFile.headerSize)
    try write((header + movie)[...], size)
    let content =
      size + FragmentedMovieFile.headerSize - reserve.lowerBound - MovieFileWriter.mediaHeaderSize
    try write(MovieFileWriter.wideMediaHeader(of: content)[...], reserve.lowerBound)
  }
}
