/// The bytes of a new movie atom (`moov`) while it is being written, with offsets that are filled
/// in at the end.
///
/// The location of the media is unknown until the atom is complete, because the atom may precede
/// the media. Writers append bytes and specify the targets of offsets as locations in the source
/// file; the result is the bytes for a given location of the atom and of the media.
struct MovieBytes {
  private(set) var writer = ByteWriter()
  /// The positions and targets of the offsets.
  private var pointers: [Pointers] = []
  /// The copied ranges of the source movie atom, with their positions in the new atom; offsets may
  /// refer to them, as `saio` refers to decryption data in `senc`.
  private var copies: [(old: Range<Int64>, new: Int)] = []

  /// Consecutive offsets, such as the entries of a chunk offset table.
  private struct Pointers {
    /// The position of the first offset in the new atom.
    let position: Int
    /// The size of each offset in bytes.
    let width: Int
    /// The targets as offsets in the source file; -1 means that there is no target.
    let old: [Int64]
  }

  /// The number of bytes written so far.
  var count: Int { writer.count }

  /// Writes an atom with a 32-bit size, whose payload is written by `body`.
  mutating func atom<Failure: Error>(
    _ type: FourCC, _ body: (inout MovieBytes) throws(Failure) -> Void
  ) throws(Failure) {
    let start = writer.count
    writer.u32(0)
    writer.fourCC(type)
    try body(&self)
    writer.overwrite(UInt32(truncatingIfNeeded: writer.count - start), at: start)
  }

  /// Appends new bytes.
  mutating func append(_ bytes: [UInt8]) { writer.append(bytes) }

  /// Appends the bytes that `body` writes.
  mutating func write(_ body: (inout ByteWriter) -> Void) { body(&writer) }

  /// Appends bytes from a source file; `offset` is their address (``JoinedLayout``).
  mutating func copy(_ bytes: ByteSlice, from offset: Int64) {
    copies.append((offset..<(offset + Int64(bytes.count)), writer.count))
    writer.append(bytes)
  }

  /// Appends offsets to targets in the source file, `width` bytes each; -1 means that there is no
  /// target, and is replaced with the offset of the first byte of all media.
  mutating func point(to old: [Int64], width: Int) {
    pointers.append(Pointers(position: writer.count, width: width, old: old))
    writer.append([UInt8](repeating: 0, count: old.count * width))
  }

  /// Returns all bytes, with every offset replaced by the new location of its target: in the media,
  /// which starts at `mediaStart`, or in the movie atom, which starts at `start`.
  ///
  /// - Throws: `unsupported` when the target of an offset is in neither the copied media nor the
  ///   copied ranges of the movie atom.
  consuming func finished(
    at start: Int64, media: MediaMap, from mediaStart: Int64
  ) throws(ParseError) -> [UInt8] {
    let sorted = copies.sorted { $0.old.lowerBound < $1.old.lowerBound }
    var writer = writer
    for pointer in pointers {
      var numbers: [UInt64] = []
      numbers.reserveCapacity(pointer.old.count)
      for old in pointer.old {
        if old < 0 {
          numbers.append(UInt64(mediaStart))
        } else if let place = media.newOffset(of: old) {
          numbers.append(UInt64(mediaStart + place))
        } else if let copy = sorted.last(where: { $0.old.contains(old) }) {
          numbers.append(UInt64(start + Int64(copy.new) + old - copy.old.lowerBound))
        } else {
          throw ParseError(
            .unsupported, at: old, "the target of an offset in the movie is not in the new file")
        }
      }
      writer.overwrite(BigEndian.bytes(of: numbers, width: pointer.width), at: pointer.position)
    }
    return writer.bytes
  }
}
