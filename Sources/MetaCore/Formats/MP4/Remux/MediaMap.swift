/// Which stretches of a file's media go into a new file, and where they are in it.
///
/// They keep their order, or get one by time where they are of several files; what two tracks share is taken once. New media come after them;
/// their offsets count from the end of the old files on.
struct MediaMap: Sendable {
  /// The stretches of the old file, in order, none touching the next.
  private(set) var stretches: [Range<Int64>] = []
  /// Where each begins, counted from the first.
  private var starts: [Int64] = []
  /// The numbers of the stretches in the order in which they are written; nil where it is that of their addresses.
  private var order: [Int]?
  /// The size of the old file.
  private let oldSize: Int64
  /// Media that the old file does not have.
  let new: ByteSlice
  /// How many bytes all have.
  private(set) var size: Int64 = 0

  /// `ranges` are the stretches that are wanted, in any order; none reaches past the end of the file.
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

  /// A stretch that is wanted, and when it is played.
  struct Timed {
    let range: Range<Int64>
    /// When its first sample is decoded, in seconds of the movie.
    let time: Double
  }

  /// The same in the order of their times; stretches that overlap stay together.
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

  /// Puts all of them here.
  func write(into plan: inout RewritePlan) throws(ParseError) {
    if let order {
      for index in order { try plan.keep(stretches[index]) }
    } else {
      for stretch in stretches { try plan.keep(stretch) }
    }
    plan.write(new)
  }

  /// Where the byte at an old offset comes to stand, counted from the first byte of all media; nil when it is not taken.
  func place(of offset: Int64) -> Int64? {
    guard offset < oldSize else {
      let distance = offset - oldSize
      return distance < Int64(new.count) ? size - Int64(new.count) + distance : nil
    }
    let index = stretches.partitioningIndex { $0.upperBound > offset }
    guard index < stretches.count, stretches[index].contains(offset) else { return nil }
    return starts[index] + offset - stretches[index].lowerBound
  }
}
