import Testing

@testable import MetaCore

/// Names that are not in the tables, in a long-lived process.
@Suite struct InternedNameTests {
  @Test func namesRoundTrip() {
    var table = InternedName.Table()
    let numbers = ["a", "b", "a", "unknown"].map { table.number(of: $0) }
    #expect(numbers.map { table.text(of: $0) } == ["a", "b", "a", "unknown"])
    #expect(numbers[0] == numbers[2])
    #expect(table.text(of: 7) == "")
  }

  @Test func fullTableDoesNotGrow() {
    var table = InternedName.Table()
    let first = table.number(of: "first")
    let last = (0..<20_000).map { table.number(of: "name \($0)") }.last ?? 0
    #expect(table.text(of: last) == "unknown")
    #expect(table.number(of: "first") == first)
    let early = table.number(of: "name 7")
    #expect(table.text(of: early) == "name 7")
  }

  @Test func longNamesFillTheTableSooner() {
    var table = InternedName.Table()
    let long = (0..<3).map { table.number(of: String(repeating: "\($0)", count: 600_000)) }
    #expect(table.text(of: long[0]).utf8.count == 600_000)
    #expect(long[1] == long[2])
    #expect(table.text(of: long[1]) == "unknown")
    let short = table.number(of: "short")
    #expect(table.text(of: short) == "short")
  }
}
