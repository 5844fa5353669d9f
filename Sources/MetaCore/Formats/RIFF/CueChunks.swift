/// Cue points (`cue `) and what an associated data list (`LIST` of type `adtl`) says about them; together they are chapters.
///
///     cue      4  count, then of each:  4 id  4 play order  4 chunk  4 chunk start  4 block start  4 sample
///     labl     4  cue id, then a text ended by a zero
///     ltxt     4  cue id  4 length in samples  4 purpose  2 country  2 language  2 dialect  2 code page  text
struct CueChunks: Sendable {
  /// The samples at which cue points stand, by their id, in file order.
  private var points: [(id: UInt32, sample: UInt32)] = []
  private var labels: [UInt32: String] = [:]
  private var lengths: [UInt32: UInt32] = [:]

  private static let pointSize = 24

  var isEmpty: Bool { points.isEmpty || labels.isEmpty }

  /// Reads a `cue ` chunk, as many points as are there, whatever its count says.
  mutating func parsePoints(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let count = try? reader.littleU32() else { return }
    var left = min(Int(count), reader.remaining / CueChunks.pointSize)
    while left > 0, let id = try? reader.littleU32(), (try? reader.skip(16)) != nil,
      let sample = try? reader.littleU32()
    {
      points.append((id, sample))
      left -= 1
    }
  }

  /// Reads a `labl` chunk; the first of several for one point counts.
  mutating func parseLabel(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let id = try? reader.littleU32() else { return }
    let text = StoredText.decode(reader.takeRest().withoutTrailingZeros, otherwise: .windows1252)
    if labels[id] == nil { labels[id] = text.0 }
  }

  /// Reads an `ltxt` chunk for the length of a region.
  mutating func parseLength(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard let id = try? reader.littleU32(), let length = try? reader.littleU32(), length > 0
    else { return }
    lengths[id] = length
  }

  /// The cue points that have a label, in order of time.
  func chapters(timescale: UInt32) -> [Chapter] {
    var chapters: [Chapter] = []
    for point in points.sorted(by: { $0.sample < $1.sample }) {
      guard let label = labels[point.id],
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
