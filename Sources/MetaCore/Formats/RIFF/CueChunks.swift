/// Cue points (`cue `) with their associated data list (`LIST` of type `adtl`).
///
/// They are chapters, except for those that a sampler (`smpl`) or a playlist (`plst`) repeats, or
/// with names of loop points (Microsoft "New Multimedia Data Types" 3.0).
///
///     cue      4  count, then for each:  4 id  4 play order  4 chunk  4 chunk start  4 block start  4 sample
///     labl     4  cue id, then a zero-terminated text
///     ltxt     4  cue id  4 length in samples  4 purpose  2 country  2 language  2 dialect  2 code page  text
///     smpl    36  …, at 28: 4 count of loops, then for each:  4 cue id  4 type  4 first sample  4 last sample  4 fraction  4 play count
///     plst    4  count, then for each:  4 cue id  4 length in samples  4 repetitions
struct CueChunks: Sendable {
  /// The sample positions of cue points, by ID, in file order.
  private var points: [(id: UInt32, sample: UInt32)] = []
  private var labels: [UInt32: String] = [:]
  private var lengths: [UInt32: UInt32] = [:]
  /// The samples that are played in a loop, by the cue point that names it.
  private var loops: [UInt32: [ClosedRange<UInt32>]] = [:]
  private var repeated: Set<UInt32> = []

  private let order: ByteOrder

  private static let pointSize = 24
  /// The most loops that are read for one cue point.
  private static let mostLoops = 1024

  init(_ order: ByteOrder = .little) { self.order = order }

  var isEmpty: Bool { points.isEmpty || labels.isEmpty }

  /// Parses a `cue ` chunk, as many points as there are, whatever its count is.
  mutating func parsePoints(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let count = try? reader.u32(order) else { return }
    var left = min(Int(count), reader.remaining / CueChunks.pointSize)
    while left > 0, let id = try? reader.u32(order), (try? reader.skip(16)) != nil,
      let sample = try? reader.u32(order)
    {
      points.append((id, sample))
      left -= 1
    }
  }

  /// Parses a `labl` chunk; the first of several for one point is used.
  mutating func parseLabel(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let id = try? reader.u32(order) else { return }
    let text = StoredText.decode(reader.takeRest().withoutTrailingZeros, otherwise: .windows1252)
    if labels[id] == nil { labels[id] = text.0 }
  }

  /// Reads an `ltxt` chunk for the length of a region.
  mutating func parseLength(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let id = try? reader.u32(order), let length = try? reader.u32(order), length > 0
    else { return }
    lengths[id] = length
  }

  /// Parses the loops of a `smpl` chunk, as many as there are, whatever its count is.
  mutating func parseSampler(_ body: ByteSlice) {
    var reader = ByteReader(body.clamped(from: 28))
    guard var left = try? reader.u32(order), (try? reader.skip(4)) != nil else { return }
    while left > 0, let id = try? reader.u32(order), (try? reader.skip(4)) != nil,
      let first = try? reader.u32(order), let last = try? reader.u32(order),
      (try? reader.skip(8)) != nil
    {
      if first <= last, loops[id, default: []].count < CueChunks.mostLoops {
        loops[id, default: []].append(first...last)
      }
      left -= 1
    }
  }

  /// Reads which cue points a `plst` chunk plays more than once.
  mutating func parsePlaylist(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard var left = try? reader.u32(order) else { return }
    while left > 0, let id = try? reader.u32(order), (try? reader.skip(4)) != nil,
      let times = try? reader.u32(order)
    {
      if times > 1 { repeated.insert(id) }
      left -= 1
    }
  }

  /// Whether a loop names the point and includes its sample: many samplers name all loops 0.
  private func isLoop(_ point: (id: UInt32, sample: UInt32)) -> Bool {
    repeated.contains(point.id) || loops[point.id]?.contains { $0.contains(point.sample) } == true
  }

  /// The cue points that have a label and are not of a loop, in order of time.
  func chapters(timescale: UInt32) -> [Chapter] {
    var chapters: [Chapter] = []
    for point in points.sorted(by: { $0.sample < $1.sample }) {
      guard let label = labels[point.id], !isLoop(point), !LoopName.isLoop(label),
        let start = MediaTime(value: Int64(point.sample), timescale: timescale)
      else { continue }
      let end = lengths[point.id].flatMap {
        MediaTime(value: Int64(point.sample) + Int64($0), timescale: timescale)
      }
      chapters.append(Chapter(start: start, end: end, title: label, source: "cue"))
    }
    return chapters
  }
}
