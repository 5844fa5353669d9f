import Testing
import TestSupport

@testable import MetaCore

@Suite("Plans over several files")
struct JoinedSourceTests {
  private func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  @Test("Each file begins at a multiple of 64 KiB, the first at zero; gaps have no parts")
  func layout() {
    let layout = JoinedLayout([70000, 10, 0, 65536])
    #expect(layout.ranges == [0..<70000, 131072..<131082, 196608..<196608, 196608..<262144])
    #expect(layout.length == 262144)
    #expect(JoinedLayout([70000]).ranges == [0..<70000])
    #expect(JoinedLayout([]).length == 0)
    let parts = layout.parts(of: 69990..<196610)
    #expect(parts.map(\.file) == [0, 1, 3])
    #expect(parts.map(\.range) == [69990..<70000, 0..<10, 0..<2])
    #expect(parts.map(\.offset) == [0, 61082, 126618])
    #expect(layout.parts(of: 70000..<131072).isEmpty)
    #expect(layout.parts(of: 262144..<300000).isEmpty)
  }

  @Test("Reading returns the bytes of each file at its addresses, and zeros in between")
  func reading() throws {
    var generator = SeededGenerator(seed: 3)
    let files = [70, 65536, 9].map { random($0, &generator) }
    let source = JoinedSource(files.map(DataSource.init))
    var all = [UInt8](repeating: 0, count: Int(source.length))
    for (range, file) in zip(source.layout.ranges, files) {
      all.replaceSubrange(Int(range.lowerBound)..<Int(range.upperBound), with: file)
    }
    for _ in 0..<200 {
      let start = Int.random(in: 0...all.count, using: &generator)
      let count = Int.random(in: 0...200_000, using: &generator)
      let wanted = Array(all.dropFirst(start).prefix(count))
      #expect(try source.read(at: Int64(start), count: count) == wanted)
    }
    #expect(try source.read(at: -1, count: 4) == [])
  }

  @Test("A plan over several files is an ordinary value without an inverse")
  func plans() throws {
    let source = JoinedSource([DataSource(Array("old file".utf8)), DataSource(Array("new".utf8))])
    let other = source.layout.ranges[1].lowerBound
    var plan = RewritePlan(oldSize: source.length, isOrdered: false)
    try plan.keep(other..<(other + 3))
    plan.write([0x20])
    try plan.keep(4..<8)
    let planned = PlannedSource(plan, of: source)
    #expect(try planned.read(at: 0, count: 100) == Array("new file".utf8))
    #expect(throws: ParseError.self) { try plan.inverse(of: source) }
    #expect(throws: ParseError.self) { try plan.keep(other..<(other + 4)) }
    var edit = RewritePlan(oldSize: planned.length)
    edit.write(Array("a ".utf8))
    try edit.keep(0..<planned.length)
    let both = PlannedSource(try edit.applied(after: plan), of: source)
    #expect(try both.read(at: 0, count: 100) == Array("a new file".utf8))
  }

  @Test("Media in time order: every byte once, at its offset in the map")
  func interleaving() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let old = random(200, &generator)
      let ranges = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        let start = Int64.random(in: 0..<200, using: &generator)
        return MediaMap.Timed(
          range: start..<Int64.random(in: start...min(200, start + 30), using: &generator),
          time: Double(Int.random(in: 0...4, using: &generator)))
      }
      let map = MediaMap(interleaving: ranges, of: 200, new: [1, 2])
      var plan = RewritePlan(oldSize: 200, isOrdered: false)
      try map.write(into: &plan)
      let media = RewritePlanTests.result(of: plan, on: old)
      #expect(Int64(media.count) == map.size)
      let wanted = Set(ranges.flatMap { Array($0.range) })
      #expect(media.count == wanted.count + 2)
      for offset in 0..<Int64(200) {
        let place = map.newOffset(of: offset)
        #expect((place != nil) == wanted.contains(offset))
        if let place { #expect(media[Int(place)] == old[Int(offset)]) }
      }
      #expect(map.newOffset(of: 201) == map.size - 1)
      #expect(map.newOffset(of: 202) == nil)
      let distinct = ranges.filter { one in
        !one.range.isEmpty
          && ranges.allSatisfy { $0.range == one.range || !$0.range.overlaps(one.range) }
      }
      for (one, other) in zip(distinct, distinct.dropFirst()) where one.time < other.time {
        guard let first = map.newOffset(of: one.range.lowerBound),
          let second = map.newOffset(of: other.range.lowerBound), one.range != other.range
        else { continue }
        let earliest = { (range: Range<Int64>) in
          ranges.filter { $0.range == range }.map(\.time).min() ?? 0
        }
        if earliest(one.range) < earliest(other.range) { #expect(first < second) }
      }
    }
  }
}
