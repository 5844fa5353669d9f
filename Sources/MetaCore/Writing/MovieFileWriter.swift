internal import SystemPackage

/// Writes the media of an ``AssetWriter``'s movie as it is appended, and the movie atom at the end;
/// for a movie in fragments, a ``FragmentedMovieFile`` writes both.
///
///     ftyp | free, room for moov | wide, mdat: chunks in the order in which they come | moov, if the room is too small
struct MovieFileWriter: Sendable {
  private let file: FileSink
  /// The space reserved for the movie atom; empty if it follows the media.
  private let reserve: Range<Int64>
  /// The offset of the next chunk.
  private(set) var size: Int64
  /// The fragmented file, if the movie is written in fragments.
  var fragments: FragmentedMovieFile?

  /// The size of the headers of `wide` and `mdat`.
  static let mediaHeaderSize: Int64 = 16
  /// The size of the header of `free`.
  private static let freeHeaderSize: Int64 = 8

  /// Writes the structures before the media.
  ///
  /// - Throws: `Errno` if a system call fails.
  init(_ file: FileSink, brands: [UInt8], room requestedSize: Int64) throws(Errno) {
    self.file = file
    let start = Int64(brands.count)
    let reserveSize = requestedSize > 0 ? max(MovieFileWriter.freeHeaderSize, requestedSize) : 0
    reserve = start..<(start + reserveSize)
    size = reserve.upperBound + MovieFileWriter.mediaHeaderSize
    try file.write(brands[...], at: 0)
    if reserveSize > 0 {
      try file.write(MovieFileWriter.header(of: .free, reserveSize)[...], at: start)
    }
    try writeMediaHeader()
  }

  /// Creates a writer for a fragmented file.
  init(_ fragments: FragmentedMovieFile, in file: FileSink) {
    self.file = file
    self.fragments = fragments
    reserve = 0..<0
    size = 0
  }

  /// Writes a chunk of media; returns its offset.
  ///
  /// - Throws: `Errno` if a system call fails.
  mutating func write(_ bytes: [UInt8]) throws(Errno) -> Int64 {
    if fragments != nil { return fragments?.hold(bytes) ?? 0 }
    let offset = size
    try file.write(bytes[...], at: offset)
    size += Int64(bytes.count)
    return offset
  }

  /// Writes the movie atom: into the reserved space, or after the media.
  ///
  /// - Throws: `Errno` if a system call fails.
  func finish(_ movie: [UInt8]) throws(Errno) {
    if let fragments { return try fragments.finish(movie) }
    try writeMediaHeader()
    let rest = Int64(reserve.count) - Int64(movie.count)
    guard rest == 0 || rest >= MovieFileWriter.freeHeaderSize else {
      return try file.write(movie[...], at: size)
    }
    try file.write(movie[...], at: reserve.lowerBound)
    guard rest > 0 else { return }
    try file.write(
      MovieFileWriter.header(of: .free, rest)[...], at: reserve.upperBound - rest)
  }

  /// Writes the header of `mdat` with the size of all media; above 4 GiB, the size replaces `wide`
  /// (QTFF "Wide Atom").
  private func writeMediaHeader() throws(Errno) {
    let media = size - reserve.upperBound - MovieFileWriter.mediaHeaderSize
    try file.write(MovieFileWriter.mediaHeader(of: media)[...], at: reserve.upperBound)
  }

  /// Returns `wide` and the header of an `mdat` for the given number of bytes of media, or a header
  /// with a 64-bit size: 16 bytes.
  static func mediaHeader(of media: Int64) -> [UInt8] {
    guard let short = UInt32(exactly: media + freeHeaderSize) else {
      return wideMediaHeader(of: media)
    }
    var writer = ByteWriter()
    writer.atom(.wide) { _ in }
    writer.u32(short)
    writer.fourCC(.mdat)
    return writer.bytes
  }

  /// Returns the header of an `mdat` with a 64-bit size: 16 bytes.
  static func wideMediaHeader(of media: Int64) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(1)
    writer.fourCC(.mdat)
    writer.u64(UInt64(max(0, media + mediaHeaderSize)))
    return writer.bytes
  }

  /// Returns the header of an atom with the given size.
  static func header(of type: FourCC, _ size: Int64) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(clamping: size))
    writer.fourCC(type)
    return writer.bytes
  }
}
