import MetaCore
import Testing

@testable import MetaCommands

@Suite struct ValueTextTests {
  @Test func pairsAreWrittenNaturally() {
    #expect(ValueText.line(.pair(NumberPair(number: 8, count: 10))) == "8/10")
    #expect(ValueText.line(.pair(NumberPair(number: nil, count: nil, label: "A1"))) == "A1")
  }
}
