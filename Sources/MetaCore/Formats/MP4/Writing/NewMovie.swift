/// The movie atom (`moov`) and the file type atom of a movie file that `AssetWriter` creates.
///
/// Encodes tracks with their samples; the media is already in the file or has known offsets.
struct NewMovie: Sendable {
  /// The type of the file.
  let target: MovieTarget
  /// The creation date in seconds since 1904.
  var created: UInt64 = 0
  /// The timescale of the movie, in units per second.
  var timescale: UInt32 = NewMovie.standardTimescale
  /// The tracks, in file order.
  var tracks: [NewTrack] = []
  /// Whether the samples of the movie are in fragments that follow the movie atom.
  var isFragmented = false
  /// The complete atoms with its metadata.
  var metadata: [UInt8] = []

  /// The standard movie timescale in QuickTime and most programs.
  static let standardTimescale: UInt32 = 600

  /// Creates a movie without tracks.
  init(_ target: MovieTarget) { self.target = target }

  /// Whether any chunk offset exceeds 32 bits.
  var hasWideOffsets: Bool {
    tracks.contains { $0.samples.chunks.contains { $0.offset > Int64(UInt32.max) } }
  }

  /// Chooses a timescale in which all edits and tracks have integral durations, if these fit in 32
  /// bits, or else the highest timescale of any track; it is doubled until it is at least
  /// ``standardTimescale``.
  mutating func chooseTimescale() {
    let lengths = tracks.map(\.parts.duration)
    let longest = lengths.map(\.seconds).max() ?? 0
    var common: UInt32? = 1
    for time in tracks.flatMap(\.parts.parts).map(\.duration) + lengths {
      common = common.flatMap { time.timescale(multipleOf: $0) }
    }
    let finest = tracks.map(\.timescale).max() ?? NewMovie.standardTimescale
    var chosen = finest
    if let common, Double(common) * longest < Double(UInt32.max) { chosen = common }
    // Some programs assume that a movie with a low timescale has no exact times, and then use whole
    // units.
    while chosen < NewMovie.standardTimescale { chosen *= 2 }
    timescale = chosen
  }

  /// Returns the `ftyp` atom, with a brand for fragments if the movie has any.
  func brands() -> [UInt8] {
    var atom = FileTypeAtom(
      majorBrand: target.majorBrand, minorVersion: target.minorVersion,
      compatibleBrands: target.compatibleBrands)
    if isFragmented { atom.addFragments() }
    var writer = ByteWriter()
    writer.atom(.ftyp) { atom.encode(into: &$0) }
    return writer.bytes
  }

  /// Returns the `moov` atom.
  func encoded() -> [UInt8] {
    var header = MovieHeaderAtom(timescale: timescale, duration: 0)
    (header.created, header.changed) = (created, created)
    header.nextTrackID = (tracks.map(\.id).max() ?? 0) + 1
    header.setDuration(
      tracks.reduce(0) { max($0, UInt64(max(0, $1.parts.duration.units(timescale, .up)))) })
    var bytes = MovieBytes()
    bytes.atom(.moov) { bytes in
      bytes.write { $0.atom(.mvhd) { header.encode(into: &$0) } }
      for track in tracks { track.write(into: &bytes, self) }
      if isFragmented {
        bytes.write { TrackExtendsAtom.encode(all: tracks.map(\.id), 0, into: &$0) }
      }
      bytes.append(metadata)
    }
    return bytes.writer.bytes
  }
}
