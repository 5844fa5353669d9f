extension PlayedParts {
  /// What is played from one moment of the movie to another.
  func part(_ range: Range<ExactTime>) -> PlayedParts {
    var result: [Part] = []
    var start = ExactTime.zero
    for part in parts {
      guard start < range.upperBound, let end = start.plus(part.duration) else { break }
      let lower = max(start, range.lowerBound)
      let upper = min(end, range.upperBound)
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
    // At the end nothing has to be waited for.
    while let last = result.last, last.mediaTime == nil { result.removeLast() }
    return PlayedParts(result, mediaTimescale: mediaTimescale)
  }

  /// From when to when media are played, in units of the media; nil where none are.
  var mediaRange: Range<Int64>? {
    var range: Range<Int64>?
    for part in parts {
      guard let time = part.mediaTime else { continue }
      // Media that are played at another speed take up more or less than they last.
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

  /// The same for media that begin later by so many units.
  func shifted(by start: Int64) -> PlayedParts {
    PlayedParts(
      parts.map { part in
        var part = part
        part.mediaTime = part.mediaTime.map { max(0, $0.minus(start)) }
        return part
      }, mediaTimescale: mediaTimescale)
  }
}
