internal import SystemPackage

/// Writes the media of a movie as they are appended, and the movie atom at the end.
///
///     ftyp | free, room for moov | wide, mdat: chunks in the order in which they come | moov, where the room was too small
struct MovieFileWriter: Sendable {
  private let file: FileSink
  /// The space for the movie atom; empty if there is none.
  private let room: Range<Int64>
  /// The offset of the next chunk.
  private(set) var size: Int64
  /// The file when the movie is written in fragments; otherwise nil.
  var fragments: FragmentedMovieFile?

  /// The headers of `wide` and of `mdat`.
  static let mediaHeaderSize: Int64 = 16
  /// The header of `free`.
  private static let roomHeaderSize: Int64 = 8

  /// Writes the structures before the media.
  ///
  /// - Throws: `Errno` when the system fails.
  init(_ file: FileSink, brands: [UInt8], room: Int64) throws(Errno) {
    self.file = file
    let start = Int64(brands.count)
    let room = room > 0 ? max(MovieFileWriter.roomHeaderSize, room) : 0
    self.room = start..<(start + room)
    size = self.room.upperBound + MovieFileWriter.mediaHeaderSize
    try file.write(brands[...], at: 0)
    if room > 0 { try file.write(MovieFileWriter.header(of: .free, room)[...], at: start) }
    try writeMediaHeader()
  }

  /// Writes through a file in fragments.
  init(_ fragments: FragmentedMovieFile, in file: FileSink) {
    self.file = file
    self.fragments = fragments
    room = 0..<0
    size = 0
  }

  /// Writes a chunk of media; where it is.
  ///
  /// - Throws: `Errno` when the system refuses.
  mutating func write(_ bytes: [UInt8]) throws(Errno) -> Int64 {
    if fragments != nil { return fragments?.hold(bytes) ?? 0 }
    let offset = size
    try file.write(bytes[...], at: offset)
    size += Int64(bytes.count)
    return offset
  }

  /// Writes the movie atom: into the space for it, or after the media.
  ///
  /// - Throws: `Errno` when the system fails.
  func finish(_ movie: [UInt8]) throws(Errno) {
    if let fragments { return try fragments.finish(movie) }
    try writeMediaHeader()
    let rest = Int64(room.count) - Int64(movie.count)
    guard rest == 0 || rest >= MovieFileWriter.roomHeaderSize else {
      return try file.write(movie[...], at: size)
    }
    try file.write(movie[...], at: room.lowerBound)
    guard rest > 0 else { return }
    try file.write(
      MovieFileWriter.header(of: .free, rest)[...], at: room.upperBound - rest)
  }

  /// Writes `mdat` with the size of all media; above 4 GiB, the size replaces `wide` (QTFF "Wide
  /// Atom").
  private func writeMediaHeader() throws(Errno) {
    let media = size - room.upperBound - MovieFileWriter.mediaHeaderSize
    try file.write(MovieFileWriter.mediaHeader(of: media)[...], at: room.upperBound)
  }

  /// `wide` and the header of `mdat` of this many bytes of media, or a header with a wide size: 16
  /// bytes.
  static func mediaHeader(of media: Int64) -> [UInt8] {
    guard let short = UInt32(exactly: media + roomHeaderSize) else {
      return wideMediaHeader(of: media)
    }
    var writer = ByteWriter()
    writer.atom(.wide) { _ in }
    writer.u32(short)
    writer.fourCC(.mdat)
    return writer.bytes
  }

  /// The header of `mdat` with a size of 64 bits: 16 bytes.
  static func wideMediaHeader(of media: Int64) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(1)
    writer.fourCC(.mdat)
    writer.u64(UInt64(max(0, media + mediaHeaderSize)))
    return writer.bytes
  }

  /// The header of an atom of this size.
  static func header(of type: FourCC, _ size: Int64) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(clamping: size))
    writer.fourCC(type)
    return writer.bytes
  }
}
