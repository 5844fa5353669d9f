extension PlayedParts {
  /// Returns the parts that are played in a time range of the movie, shortened to that range and
  /// without empty edits at the end.
  func part(_ range: Range<ExactTime>) -> PlayedParts {
    var result: [PlayedSegment] = []
    var start = ExactTime.zero
    for part in parts {
      guard start < range.upperBound, let end = start.plus(part.duration) else { break }
      let lower = max(start, range.lowerBound)
      let upper = min(end, range.upperBound)
      // The part of the entry inside the range, and the time that is skipped at its start.
      if lower < upper, let duration = upper.minus(lower), let skipped = lower.minus(start) {
        var clipped = part
        clipped.duration = duration
        if let time = part.mediaTime {
          clipped.mediaTime = time.plus(
            part.mediaLength(of: skipped.units(mediaTimescale, .nearest)))
        }
        result.append(clipped)
      }
      start = end
    }
    // Trailing empty edits have no effect.
    while let last = result.last, last.mediaTime == nil { result.removeLast() }
    return PlayedParts(result, mediaTimescale: mediaTimescale)
  }

  /// The smallest range that contains all of the media that is played, in media time; nil if no
  /// media is played.
  var mediaRange: Range<Int64>? {
    var range: Range<Int64>?
    for part in parts {
      guard let time = part.mediaTime else { continue }
      let used = part.mediaLength(of: part.duration.units(mediaTimescale, .up))
      let next = time..<time.plus(max(1, used))
      range =
        range.map {
          min($0.lowerBound, next.lowerBound)..<max($0.upperBound, next.upperBound)
        } ?? next
    }
    return range
  }

  /// Returns the parts for the media without its first `start` units, or with more units before it
  /// if `start` is negative.
  func shifted(by start: Int64) -> PlayedParts {
    PlayedParts(
      parts.map { part in
        var part = part
        part.mediaTime = part.mediaTime.map { max(0, $0.minus(start)) }
        return part
      }, mediaTimescale: mediaTimescale)
  }
}

extension PlayedParts.PlayedSegment {
  /// Returns the length of the media that is played in `units` of the media timescale: it is longer
  /// at a higher rate, and zero at rate zero, which repeats one frame.
  fileprivate func mediaLength(of units: Int64) -> Int64 {
    guard rate != 0x10000 else { return units }
    return Int64(min(max(0, Double(units) * Double(rate) / 65536), 0x1p60))
  }
}
