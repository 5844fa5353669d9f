package import MetaCore

/// Pseudo-random plans that are reproducible by their seed.
package enum RandomPlan {
  /// How far kept bytes move.
  package enum Shape: String, Sendable, CaseIterable {
    /// Not at all.
    case still
    /// By whole blocks of 4096 bytes, further away.
    case blocks
    /// Within one page, nothing moves.
    case page
    /// Somehow.
    case free
  }

  /// The plan of a seed for a file of this size, at least 64 KiB.
  package static func make(_ shape: Shape, size: Int64, seed: UInt64) throws -> RewritePlan {
    var generator = SeededGenerator(seed: seed)
    var plan = RewritePlan(oldSize: size)
    switch shape {
    case .page:
      let start = Int64.random(in: 0..<(size / 4096 - 1), using: &generator) * 4096
      let offset = start + Int64.random(in: 0..<2000, using: &generator)
      let count = Int64.random(in: 1...2000, using: &generator)
      try plan.keep(0..<offset)
      plan.write(bytes(count, &generator))
      try plan.keep((offset + count)..<size)
    case .still: try still(&plan, 0..<size, &generator)
    case .blocks: try blocks(&plan, size, &generator)
    case .free: try free(&plan, size, &generator)
    }
    return plan
  }

  /// Some patches of unchanged length; at the end of the file more or fewer bytes.
  private static func still(
    _ plan: inout RewritePlan, _ range: Range<Int64>, _ generator: inout SeededGenerator
  ) throws {
    let last = try patches(&plan, range, &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: try plan.keep(last..<range.upperBound)
    case 1: try plan.keep(last..<Int64.random(in: last...range.upperBound, using: &generator))
    case 2:
      try plan.keep(last..<range.upperBound)
      plan.write(bytes(Int64.random(in: 1...20000, using: &generator), &generator))
      plan.fill(Int64.random(in: 0...9000, using: &generator))
    default:
      let cut = Int64.random(in: last...range.upperBound, using: &generator)
      try plan.keep(last..<cut)
      plan.fill(Int64.random(in: 0...9000, using: &generator))
      plan.write(bytes(Int64.random(in: 1...20000, using: &generator), &generator))
    }
  }

  private static func patches(
    _ plan: inout RewritePlan, _ range: Range<Int64>, _ generator: inout SeededGenerator
  ) throws -> Int64 {
    var offset = range.lowerBound
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let available = (range.upperBound - offset) / 4
      guard available > 8 else { break }
      let start = offset + Int64.random(in: 0...available, using: &generator)
      let count = Int64.random(in: 1...min(available, 6000), using: &generator)
      try plan.keep(offset..<start)
      if Bool.random(using: &generator) {
        plan.write(bytes(count, &generator))
      } else {
        plan.fill(count)
      }
      offset = start + count
    }
    return offset
  }

  private static func blocks(
    _ plan: inout RewritePlan, _ size: Int64, _ generator: inout SeededGenerator
  ) throws {
    let point = try patches(&plan, 0..<(size / 4), &generator)
    let still = Int64.random(in: point...(size / 4), using: &generator)
    try plan.keep(point..<still)
    let dropped = Int64.random(in: 0...8000, using: &generator)
    let more = dropped + 4096 * Int64.random(in: 1...4, using: &generator)
    let fill = Int64.random(in: 0...more, using: &generator)
    plan.write(bytes(more - fill, &generator))
    plan.fill(fill)
    let last = try patches(&plan, (still + dropped)..<size, &generator)
    try plan.keep(last..<size)
  }

  private static func free(
    _ plan: inout RewritePlan, _ size: Int64, _ generator: inout SeededGenerator
  ) throws {
    var offset: Int64 = 0
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let start = Int64.random(in: offset...size, using: &generator)
      try plan.keep(offset..<start)
      plan.write(bytes(Int64.random(in: 0...9000, using: &generator), &generator))
      offset = min(size, start + Int64.random(in: 0...9000, using: &generator))
    }
    try plan.keep(offset..<size)
    plan.fill(Int64.random(in: 0...100, using: &generator))
  }

  /// Bytes of a seed.
  package static func bytes(_ count: Int64, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return bytes(count, &generator)
  }

  private static func bytes(_ count: Int64, _ generator: inout SeededGenerator) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(Int(count) + 8)
    while result.count < count {
      let number = generator.next()
      for shift in 0..<8 { result.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
    }
    return Array(result.prefix(Int(count)))
  }
}

extension RewritePlan {
  /// The result of the plan for these bytes.
  package func applied(to old: [UInt8]) -> [UInt8] {
    segments.flatMap { segment -> [UInt8] in
      switch segment {
      case .keep(let range): Array(old[Int(range.lowerBound)..<Int(range.upperBound)])
      case .write(let bytes): Array(bytes.bytes)
      case .fill(let count): [UInt8](repeating: 0, count: Int(count))
      }
    }
  }
}
