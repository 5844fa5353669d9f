import TestSupport
import Testing

@testable import MetaCore

/// The checksums of media formats, compared with their published check values.
@Suite struct ChecksumTests {
  private let digits = Array("123456789".utf8)

  @Test("Each polynomial gives its published check value, in one piece and in many")
  func checkValues() {
    let rows: [(CyclicChecksum, start: UInt32, value: UInt32)] = [
      (.flacHeader, 0, 0xF4), (.polynomial8005, 0, 0xFEE8), (.polynomial8005, 0xFFFF, 0xAEE7),
      (.tak, 0xB7_04CE, 0x21_CF02), (.ogg, 0, 0x89A1_897F), (.lame, 0, 0xBB3D),
    ]
    for (checksum, start, value) in rows {
      #expect(checksum.of(digits[...], after: start) == value)
      let long = (0..<100).flatMap { _ in digits }
      let whole = checksum.of(long[...], after: start)
      for cut in [1, 7, 8, 9, 450, 899] {
        let head = checksum.of(long[..<cut], after: start)
        #expect(checksum.of(long[cut...], after: head) == whole)
      }
    }
  }

  @Test("MD5 gives the values of RFC 1321, in one piece and in many")
  func md5() {
    let long = String(repeating: "1234567890", count: 8)
    let rows = [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      (long, "57edf4a22be3c955ac49da2e2107b67a"),
    ]
    for (text, value) in rows {
      for size in [1, 3, 63, 64, 65, 1000] {
        var sum = MD5()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          sum.append(rest.prefix(size))
          rest = rest.dropFirst(size)
        }
        #expect(sum.finish().map { hex($0) }.joined() == value)
      }
    }
  }

  private func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  @Test("Two consecutive zeros are found anywhere")
  func zeroPairs() {
    for count in [2, 8, 9, 17, 40] {
      for place in 0..<(count - 1) {
        var bytes = [UInt8](repeating: 1, count: count)
        (bytes[place], bytes[place + 1]) = (0, 0)
        #expect(ByteSearch.firstZeroPair(in: bytes, 0..<count) == place)
        #expect(ByteSearch.firstZeroPair(in: bytes, 0..<(place + 1)) == nil)
      }
      var alone = [UInt8](repeating: 1, count: count)
      for place in stride(from: 0, to: count, by: 2) { alone[place] = 0 }
      #expect(ByteSearch.firstZeroPair(in: alone, 0..<count) == nil)
    }
  }
}
