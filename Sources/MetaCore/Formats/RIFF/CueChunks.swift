/// Collects the cue points of a WAV file (`cue `) with their associated data list (`LIST` of type
/// `adtl`), and converts them to chapters.
///
/// Labelled cue points are chapters, except for points that a sampler (`smpl`) or a playlist
/// (`plst`) repeats, and points named like loop points (Microsoft "New Multimedia Data Types" 3.0).
/// The numbers are sizes in bytes.
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
  /// The looped samples, by the ID of the loop's cue point.
  private var loops: [UInt32: [ClosedRange<UInt32>]] = [:]
  private var repeated: Set<UInt32> = []

  private let order: ByteOrder

  /// The size of a cue point in bytes.
  private static let pointSize = 24
  /// The maximum number of loops kept for one ID, because a cue point is compared with each of its
  /// loops.
  private static let maxLoops = 1024

  init(_ order: ByteOrder = .little) { self.order = order }

  var isEmpty: Bool { points.isEmpty || labels.isEmpty }

  /// Parses a `cue ` chunk, up to the declared count or the end of the chunk.
  mutating func parsePoints(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let count = try? reader.u32(order) else { return }
    var remaining = min(Int(count), reader.remaining / CueChunks.pointSize)
    while remaining > 0, let id = try? reader.u32(order), (try? reader.skip(16)) != nil,
      let sample = try? reader.u32(order)
    {
      points.append((id, sample))
      remaining -= 1
    }
  }

  /// Parses a `labl` chunk; if a point has several labels, the first is used.
  mutating func parseLabel(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let id = try? reader.u32(order) else { return }
    let text = StoredText.decode(reader.takeRest().withoutTrailingZeros, otherwise: .windows1252)
    if labels[id] == nil { labels[id] = text.0 }
  }

  /// Parses the length of a region from an `ltxt` chunk.
  mutating func parseLength(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let id = try? reader.u32(order), let length = try? reader.u32(order), length > 0
    else { return }
    lengths[id] = length
  }

  /// Parses the loops of a `smpl` chunk, up to the declared count or the end of the chunk.
  mutating func parseSampler(_ body: ByteSlice) {
    var reader = ByteReader(body.clamped(from: 28))
    guard var remaining = try? reader.u32(order), (try? reader.skip(4)) != nil else { return }
    while remaining > 0, let id = try? reader.u32(order), (try? reader.skip(4)) != nil,
      let first = try? reader.u32(order), let last = try? reader.u32(order),
      (try? reader.skip(8)) != nil
    {
      if first <= last, loops[id, default: []].count < CueChunks.maxLoops {
        loops[id, default: []].append(first...last)
      }
      remaining -= 1
    }
  }

  /// Parses the cue points that a `plst` chunk plays more than once.
  mutating func parsePlaylist(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard var remaining = try? reader.u32(order) else { return }
    while remaining > 0, let id = try? reader.u32(order), (try? reader.skip(4)) != nil,
      let times = try? reader.u32(order)
    {
      if times > 1 { repeated.insert(id) }
      remaining -= 1
    }
  }

  /// Whether a playlist repeats the point, or a loop refers to it and includes its sample, which is
  /// compared because many samplers give all loops the ID 0.
  private func isLoop(_ point: (id: UInt32, sample: UInt32)) -> Bool {
    repeated.contains(point.id) || loops[point.id]?.contains { $0.contains(point.sample) } == true
  }

  /// Returns the labelled cue points that are not loop points, in order of time.
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
