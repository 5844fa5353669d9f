import Testing

@testable import MetaCore

@Suite struct ByteSliceTests {
  @Test(arguments: [0, 1, 3, 4, 5, 7, 8, 11, 12]) func numbersAreAddedUp(count: Int) {
    let bytes = (0..<14).map { UInt8(200 + $0) }
    let part = ByteSlice(bytes).clamped(from: 2, count: count)
    var reader = ByteReader(part)
    var sum: UInt64 = 0
    while let number = try? reader.u32() { sum += UInt64(number) }
    #expect(part.sum == sum)
    #expect((sum > 0) == (count >= 4))
  }
}
