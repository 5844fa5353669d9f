extension PlayedParts {
  /// Returns the parts that are played in a time range of the movie, shortened to it.
  func part(_ range: Range<ExactTime>) -> PlayedParts {
    var result: [PlayedSegment] = []
    var start = ExactTime.zero
    for part in parts {
      guard start < range.upperBound, let end = start.plus(part.duration) else { break }
      let lower = max(start, range.lowerBound)
      let upper = min(end, range.upperBound)
      // The part of this entry inside the range, and the time that is skipped at its start.
      if lower < upper, let duration = upper.minus(lower), let skipped = lower.minus(start) {
        var kept = part
        kept.duration = duration
        if let time = part.mediaTime, part.rate != 0 {
          let more = skipped.units(mediaTimescale, .nearest)
          kept.mediaTime = time.plus(more)
        }
        result.append(kept)
      }
      start = end
    }
    // Trailing empty edits have no effect.
    while let last = result.last, last.mediaTime == nil { result.removeLast() }
    return PlayedParts(result, mediaTimescale: mediaTimescale)
  }

  /// The range of the media that is played, in media time; nil if nothing is played.
  var mediaRange: Range<Int64>? {
    var range: Range<Int64>?
    for part in parts {
      guard let time = part.mediaTime else { continue }
      // At another rate, the media take more or less time than their duration.
      let length = part.duration.units(mediaTimescale, .up)
      let scaled = Double(length) * Double(part.rate) / 65536
      let used = max(1, part.rate == 0x10000 ? length : Int64(min(max(0, scaled), 0x1p60)))
      let next = time..<time.plus(used)
      range =
        range.map {
          min($0.lowerBound, next.lowerBound)..<max($0.upperBound, next.upperBound)
        } ?? next
    }
    return range
  }

  /// Returns the parts for media without their first `start` units.
  func shifted(by start: Int64) -> PlayedParts {
    PlayedParts(
      parts.map { part in
        var part = part
        part.mediaTime = part.mediaTime.map { max(0, $0.minus(start)) }
        return part
      }, mediaTimescale: mediaTimescale)
  }
}
