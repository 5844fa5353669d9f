/// A range of bytes that an edit has rewritten at a different offset: undo data refers to its
/// location in the new file instead of storing the bytes.
///
///     old    [ title ][ cover            ][ free ]
///     new    [ longer title ][ cover            ]
struct MovedRange: Sendable, Hashable {
  /// The offset in the old file.
  let old: Int64
  /// The offset in the new file.
  let new: Int64
  let count: Int64
}

extension JournalRecord {
  /// Returns the same record without the old bytes that were found in `plan`; nil if none were
  /// found.
  func compacted(by plan: RewritePlan) -> JournalRecord? {
    let stretches = inverse.moved(in: plan)
    guard !stretches.isEmpty,
      let short = try? inverse.replacing(stretches, by: { $0.fill($1.count) })
    else { return nil }
    var compact = self
    (compact.moved, compact.inverse) = (stretches, short)
    return compact
  }

  /// Returns the plan that converts the new file back into the old one, including moved bytes.
  ///
  /// - Throws: `truncated` if the file is not the new one, and errors from reading.
  func wholeInverse(in file: any ByteSource) throws(ParseError) -> RewritePlan {
    try inverse.replacing(moved) { (plan, stretch) throws(ParseError) in
      let bytes = try file.read(at: stretch.new, count: Int(clamping: stretch.count))
      guard bytes.count == stretch.count else {
        throw ParseError(.truncated, at: stretch.new, "the file has been truncated")
      }
      plan.write(bytes)
    }
  }
}

extension RewritePlan {
  /// Returns the same plan with ranges of new bytes replaced, in order.
  fileprivate func replacing(
    _ stretches: [MovedRange],
    by replace: (inout RewritePlan, MovedRange) throws(ParseError) -> Void
  ) throws(ParseError) -> RewritePlan {
    var plan = RewritePlan(oldSize: oldSize)
    var rest = stretches[...]
    for place in places {
      var done: Int64 = 0
      let end = place.offset + place.segment.count
      while let next = rest.first, next.old >= place.offset + done, next.old + next.count <= end {
        try plan.append(part: done..<(next.old - place.offset), of: place.segment)
        try replace(&plan, next)
        done = next.old + next.count - place.offset
        rest.removeFirst()
      }
      try plan.append(part: done..<place.segment.count, of: place.segment)
    }
    return plan
  }

  private mutating func append(part: Range<Int64>, of segment: Segment) throws(ParseError) {
    switch segment {
    case .keep(let range):
      try keep((range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
    case .write(let bytes): write(bytes.clamped(from: Int(part.lowerBound), count: part.count))
    case .fill: fill(Int64(part.count))
    }
  }

  /// Returns the new bytes of this plan that are also in another plan, near the same offset.
  fileprivate func moved(in other: RewritePlan) -> [MovedRange] {
    let new = other.longPlaces
    var result: [MovedRange] = []
    for old in longPlaces {
      let end = old.offset + Int64(old.bytes.count)
      let first = new.partitioningIndex { $0.offset + Int64($0.bytes.count) > old.offset }
      let overlapping = new[first...].prefix { $0.offset < end }
      guard let largest = overlapping.max(by: { $0.bytes.count < $1.bytes.count }) else { continue }
      result += MovedRangeSearch(
        old: old.bytes, new: largest.bytes, lead: old.offset - largest.offset
      )
      .stretches.map {
        MovedRange(old: old.offset + $0.old, new: largest.offset + $0.new, count: $0.count)
      }
    }
    return result
  }

  /// The runs of new bytes that are long enough to contain a moved range.
  private var longPlaces: [(offset: Int64, bytes: ByteSlice)] {
    places.compactMap { place in
      guard case .write(let bytes) = place.segment, bytes.count >= MovedRangeSearch.least else {
        return nil
      }
      return (place.offset, bytes)
    }
  }
}

/// Finds the ranges of old bytes of an edit that also occur in its new bytes, at an offset that
/// differs by at most 4096 bytes; gives up after several failed searches.
private struct MovedRangeSearch {
  let old: ByteSlice
  let new: ByteSlice
  /// The offset that the first old byte would have in the new bytes if nothing had moved.
  let lead: Int64

  /// The minimum length of a range that is worth an entry in the record.
  static let least = 512
  /// The maximum distance of a match from the expected offset, in bytes.
  private static let maxDistance = 4096
  /// The number of failed searches since the last range found after which the remaining bytes count
  /// as new.
  private static let maxMisses = 6

  /// The ranges found, in order, by their offsets in the old and the new bytes.
  var stretches: [MovedRange] {
    var result: [MovedRange] = []
    var (done, position, misses) = (0, 0, 0)
    while position + 8 <= old.count, misses < MovedRangeSearch.maxMisses {
      guard let match = matchOffset(of: position) else {
        // Skip ahead instead of comparing entirely new bytes one at a time.
        position += MovedRangeSearch.least << misses
        misses += 1
        continue
      }
      let preceding = old.clamped(from: done, count: position - done)
        .commonSuffix(with: new.clamped(from: 0, count: match))
      let following = old.clamped(from: position).commonPrefix(with: new.clamped(from: match))
      if preceding + following >= MovedRangeSearch.least {
        result.append(
          MovedRange(
            old: Int64(position - preceding), new: Int64(match - preceding),
            count: Int64(preceding + following)))
        (done, misses) = (position + following, 0)
      }
      position += max(following, MovedRangeSearch.least)
    }
    return result
  }

  /// Returns the offset in the new bytes of the eight old bytes at a position: the nearest to the
  /// expected offset; nil if they are not within ``maxDistance``.
  private func matchOffset(of position: Int) -> Int? {
    guard let value = BigEndian.u64(old.storage, at: old.lower + position) else { return nil }
    let start = Int(clamping: lead) + position
    for distance in 0...MovedRangeSearch.maxDistance {
      if has(value, at: start + distance) { return start + distance }
      if has(value, at: start - distance) { return start - distance }
    }
    return nil
  }

  private func has(_ word: UInt64, at offset: Int) -> Bool {
    offset >= 0 && offset + 8 <= new.count
      && BigEndian.u64(new.storage, at: new.lower + offset) == word
  }
}
