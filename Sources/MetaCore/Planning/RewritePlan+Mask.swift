extension RewritePlan {
  /// The number of bytes compared at a time.
  private static let piece: Int64 = 65536

  /// Returns the same plan, with the kept bytes under a mask replaced with those of the mask;
  /// blocks that are already equal are kept.
  ///
  /// The plan must be ordered.
  ///
  /// - Throws: Errors from reading.
  func masked(by mask: ByteMask, of source: any ByteSource) throws(ParseError) -> RewritePlan {
    guard !mask.stretches.isEmpty else { return self }
    var plan = RewritePlan(oldSize: oldSize)
    for segment in segments {
      switch segment {
      case .write(let bytes): plan.write(bytes)
      case .fill(let count): plan.fill(count)
      case .keep(let range):
        var position = range.lowerBound
        for stretch in mask.replacements(in: range) {
          let part = stretch.range.clamped(to: range)
          try plan.keep(position..<part.lowerBound)
          try plan.append(stretch, part, of: source)
          position = part.upperBound
        }
        try plan.keep(position..<range.upperBound)
      }
    }
    return plan
  }

  /// Appends a range of the old file, replacing each block that differs from the mask with the
  /// bytes of the mask.
  private mutating func append(
    _ stretch: ByteMask.Replacement, _ range: Range<Int64>, of source: any ByteSource
  ) throws(ParseError) {
    var start = range.lowerBound
    while start < range.upperBound {
      let part = start..<min(range.upperBound, start + RewritePlan.piece)
      let old = try source.read(at: start, count: part.count)
      let new = stretch.bytes(part)
      if old == new {
        try keep(part)
      } else if case .byte(0) = stretch.content {
        fill(Int64(part.count))
      } else {
        write(new)
      }
      start = part.upperBound
    }
  }
}
