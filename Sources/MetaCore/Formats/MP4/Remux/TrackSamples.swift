/// The samples of one track in decoding order, in memory: sizes, times, locations and other
/// properties; the samples in the tables are followed by those in the fragments.
///
/// This is the common form for reading (tables or fragments), changing (cuts, replacements) and
/// writing (tables or fragments). Equal values are stored once, so that an hour of uncompressed
/// audio needs little memory.
struct TrackSamples: Sendable {
  /// Samples that are contiguous in the file and share one description.
  struct Chunk: Sendable, Hashable {
    /// The offset in the file, or the address if samples come from several files.
    var offset: Int64
    /// The size in bytes.
    var size: Int64
    /// The index of its first sample, from 0.
    var first: Int
    /// The number of samples.
    var count: Int
    /// The description number of its samples, from 1.
    var description: UInt32

    /// The range in the file.
    var range: Range<Int64> { MediaSample.range(offset, size) }
    /// The indexes of its samples.
    var samples: Range<Int> { first..<(first + count) }
  }

  /// The duration of each sample in media time.
  var durations = Runs<UInt32>()
  /// The composition offset of each sample (presentation time minus decoding time) in media time;
  /// empty if all are zero.
  var compositions = Runs<Int32>()
  /// The size of each sample.
  var sizes = SampleSizes()
  /// The chunks, in the order of their samples; a chunk may be empty.
  var chunks: [Chunk] = []
  /// The indexes of sync samples, from 0; nil if all samples are sync samples.
  var sync: [Int]?
  /// The indexes of QuickTime's partial sync samples, from 0; nil if there is no such table.
  var partialSync: [Int]?
  /// The flags of each sample in fragments; for tables, the dependencies of samples, which are read
  /// only if the tables are rewritten.
  var flags = Runs<UInt32>()
  /// The sample groups.
  var groups: [SampleGroup] = []
  /// The auxiliary information.
  var auxiliary: [SampleAuxiliary] = []

  /// The flag, in fragments, of a sample that is not a sync sample (ISO/IEC 14496-12 §8.8.3.1).
  static let notSync: UInt32 = 0x10000

  /// The number of samples.
  var count: Int { sizes.count }

  /// The total duration in media time.
  var duration: Int64 {
    durations.runs.reduce(0) { $0.plus(Int64($1.count).times(Int64($1.value))) }
  }
}

/// The sizes of the samples of a track in bytes, as in `stsz`: one size for all, or a list.
///
/// Tables of uncompressed audio claim one size for hundreds of millions of samples, which are never
/// listed.
struct SampleSizes: Sendable, Hashable {
  /// The size of every sample in the table, if all are equal.
  private(set) var uniform: UInt32?
  /// The individual sizes, if they differ.
  private var list: [UInt32] = []
  /// The number of samples.
  private(set) var count = 0
  /// The packet size of old QuickTime audio, which overrides the table.
  var packet: QuickTimeAudioPacket?

  /// Creates sizes without samples.
  init() {}

  /// Creates sizes for `count` samples of the same size.
  init(uniform: UInt32, count: Int) {
    self.uniform = uniform
    self.count = count
  }

  /// Creates individual sizes from a list.
  init(_ list: [UInt32]) {
    self.list = list
    count = list.count
  }

  /// The size of a sample in the table.
  subscript(index: Int) -> UInt32 { uniform ?? list[index] }

  /// The individual sizes for a table; nil if there is one size for all.
  var table: [UInt32]? { uniform == nil ? list : nil }

  /// Whether the sizes are individual, rather than determined by one size or by a packet size.
  var isListed: Bool { uniform == nil && packet == nil }

  /// The atom for the sizes, in which a uniform size of 0 means individual sizes.
  var atom: SampleSizeAtom {
    if let uniform, uniform > 0 {
      return SampleSizeAtom(uniformSize: uniform, count: UInt32(clamping: count))
    }
    return SampleSizeAtom(sizes: table ?? [UInt32](repeating: 0, count: count))
  }

  /// Appends a sample; a different size converts a uniform size to a list.
  mutating func append(_ size: UInt32) {
    if count == 0 { uniform = size }
    if let same = uniform, same != size {
      list = [UInt32](repeating: same, count: count)
      uniform = nil
    }
    if uniform == nil { list.append(size) }
    count += 1
  }

  /// Returns the total size in bytes of a range of samples.
  func sum(_ range: Range<Int>) -> Int64 {
    if let packet { return packet.size(of: range.count) }
    if let uniform { return Int64(clamping: UInt64(uniform) * UInt64(range.count)) }
    return list[range].reduce(0) { $0 + Int64($1) }
  }

  /// Returns the sizes of a range of samples.
  func part(_ range: Range<Int>) -> SampleSizes {
    var part =
      uniform.map { SampleSizes(uniform: $0, count: range.count) }
      ?? SampleSizes(Array(list[range]))
    part.packet = packet
    return part
  }
}

extension TrackSamples {
  /// Returns the samples in a range.
  func part(_ range: Range<Int>) -> TrackSamples {
    var cursor = Cursor(self)
    _ = cursor.nextSamples(range.lowerBound)
    return cursor.nextSamples(range.count)
  }

  /// Returns a range of samples, extended to complete packets of old QuickTime audio, which cannot
  /// be divided; every chunk starts with a packet.
  func wholePackets(around range: Range<Int>) -> Range<Int> {
    guard let packet = sizes.packet, packet.samples > 1, !range.isEmpty else { return range }
    /// Returns the chunk that contains a sample.
    func chunk(of sample: Int) -> Chunk? {
      let index = chunks.partitioningIndex { $0.samples.upperBound > sample }
      return index < chunks.count ? chunks[index] : nil
    }
    guard let first = chunk(of: range.lowerBound), let last = chunk(of: range.upperBound - 1) else {
      return range
    }
    let lower = range.lowerBound - (range.lowerBound - first.first) % packet.samples
    let rest = (range.upperBound - last.first) % packet.samples
    let upper = rest == 0 ? range.upperBound : range.upperBound + packet.samples - rest
    return lower..<min(upper, last.samples.upperBound)
  }

  /// Completes the times and flags of samples for which the tables end early: the last duration
  /// continues, and composition offsets and flags are 0.
  mutating func fill() {
    durations.append(durations.runs.last?.value ?? 0, count: count - durations.count)
    compositions.append(0, count: count - compositions.count)
    flags.append(0, count: count - flags.count)
  }

  /// Replaces the bytes of the first sample with the same number of new bytes, which are at the
  /// given offset.
  mutating func replaceFirst(with bytes: [UInt8], at offset: Int64) {
    guard let chunk = chunks.first, chunk.count > 0 else { return }
    let replacement = Chunk(
      offset: offset, size: Int64(bytes.count), first: 0, count: 1,
      description: chunk.description)
    var rest = chunk
    rest.offset += replacement.size
    rest.size -= replacement.size
    rest.first += 1
    rest.count -= 1
    chunks.replaceSubrange(0..<1, with: rest.count > 0 ? [replacement, rest] : [replacement])
  }
}
