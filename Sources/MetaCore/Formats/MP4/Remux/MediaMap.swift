/// The media layout of a new movie file: the ranges of the source file (or files) that are copied
/// into its `mdat`, their order, and the new location of each byte.
///
/// There is one instance per new file. Ranges keep their order, or are ordered by time if they come
/// from several files; bytes shared by two tracks are copied once. New media follows; its old
/// offsets start at the end of the source files. Samples that are written in fragments are not
/// included.
struct MediaMap: Sendable {
  /// The ranges of the source file, or of the address range of all source files, sorted by offset,
  /// without overlap.
  private(set) var stretches: [Range<Int64>] = []
  /// The start of each range in the new file, in bytes from the first byte of all media.
  private var starts: [Int64] = []
  /// The indexes of the ranges in writing order; nil if they are written in address order.
  private var order: [Int]?
  /// The size in bytes of the source file, or of the address range of all source files.
  private let oldSize: Int64
  /// Media that is not in the source file.
  let new: ByteSlice
  /// The total size of all media in bytes, including the new media.
  private(set) var size: Int64 = 0

  /// Creates a map of the required ranges, given in any order; no range may extend beyond the end
  /// of the file.
  init(_ ranges: [Range<Int64>], of oldSize: Int64, new: [UInt8]) {
    self.oldSize = oldSize
    self.new = ByteSlice(new)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = stretches.last, range.lowerBound <= last.upperBound {
        let end = max(last.upperBound, range.upperBound)
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else {
        stretches.append(range)
      }
    }
    starts.reserveCapacity(stretches.count)
    for stretch in stretches {
      starts.append(size)
      size += stretch.upperBound - stretch.lowerBound
    }
    size += Int64(new.count)
  }

  /// A range of a source file to copy, usually a chunk, with the time that determines its position.
  struct Timed {
    let range: Range<Int64>
    /// The time in the movie, in seconds, at which the decoding time of its first sample is played.
    let time: Double
  }

  /// Creates a map that orders ranges by time; overlapping ranges stay together.
  init(interleaving ranges: [Timed], of oldSize: Int64, new: [UInt8]) {
    self.oldSize = oldSize
    self.new = ByteSlice(new)
    var times: [Double] = []
    for timed in ranges.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where !timed.range.isEmpty {
      if let last = stretches.last, timed.range.lowerBound < last.upperBound {
        let end = max(last.upperBound, timed.range.upperBound)
        stretches[stretches.count - 1] = last.lowerBound..<end
        times[times.count - 1] = min(times[times.count - 1], timed.time)
      } else {
        stretches.append(timed.range)
        times.append(timed.time)
      }
    }
    let order = stretches.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    starts = [Int64](repeating: 0, count: stretches.count)
    for index in order {
      starts[index] = size
      size += stretches[index].upperBound - stretches[index].lowerBound
    }
    self.order = order
    size += Int64(new.count)
  }

  /// Writes all media.
  func write(into plan: inout RewritePlan) throws(ParseError) {
    if let order {
      for index in order { try plan.keep(stretches[index]) }
    } else {
      for stretch in stretches { try plan.keep(stretch) }
    }
    plan.write(new)
  }

  /// Returns the new location of the byte at an old offset, relative to the first byte of all
  /// media; nil if the byte is not copied.
  func newOffset(of offset: Int64) -> Int64? {
    guard offset < oldSize else {
      let distance = offset - oldSize
      return distance < Int64(new.count) ? size - Int64(new.count) + distance : nil
    }
    let index = stretches.partitioningIndex { $0.upperBound > offset }
    guard index < stretches.count, stretches[index].contains(offset) else { return nil }
    return starts[index] + offset - stretches[index].lowerBound
  }
}
