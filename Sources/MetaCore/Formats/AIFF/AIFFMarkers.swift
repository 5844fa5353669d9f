/// Collects the markers of an AIFF file (`MARK`) and converts them to chapters.
///
/// Markers with a name are chapters, except for the loop points of an instrument (`INST`) and
/// markers named like loop points. The numbers are sizes in bytes.
///
///     MARK    2  count, then for each:  2  id  4  sample frame  1  length of the name  …  name, padded so that both are even
///     INST    8  …  sustain loop:  2  play mode  2  begin  2  end   release loop: the same
struct AIFFMarkers: Sendable {
  private var markers: [(id: UInt16, frame: UInt32, name: String)] = []
  private var loopIDs: Set<UInt16> = []

  /// Parses a `MARK` chunk, up to the declared count or the end of the chunk.
  mutating func parseMarkers(_ body: ByteSlice) {
    var reader = ByteReader(body)
    guard var remaining = try? reader.u16() else { return }
    while remaining > 0, let id = try? reader.u16(), let frame = try? reader.u32(),
      let size = try? reader.u8(), let name = try? reader.bytes(Int(size))
    {
      if size % 2 == 0 { try? reader.skip(1) }
      markers.append((id, frame, StoredText.decode(name, otherwise: .macRoman).0))
      remaining -= 1
    }
  }

  /// Parses the marker IDs of the two loops in an `INST` chunk.
  mutating func parseInstrument(_ body: ByteSlice) {
    var reader = ByteReader(body.clamped(from: 8))
    for _ in 0..<2 {
      guard (try? reader.skip(2)) != nil, let begin = try? reader.u16(),
        let end = try? reader.u16()
      else { return }
      // The play mode is ignored: the markers of a disabled loop are not chapters either.
      loopIDs.formUnion([begin, end])
    }
  }

  /// Returns the named markers in time order, without loop points.
  func chapters(timescale: UInt32) -> [Chapter] {
    var chapters: [Chapter] = []
    for marker in markers.sorted(by: { $0.frame < $1.frame })
    where !marker.name.isEmpty && !loopIDs.contains(marker.id) && !LoopName.isLoop(marker.name) {
      guard let start = MediaTime(value: Int64(marker.frame), timescale: timescale) else {
        continue
      }
      chapters.append(Chapter(start: start, title: marker.name, source: "MARK"))
    }
    return chapters
  }
}
