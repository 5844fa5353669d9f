/// MD5 (RFC 1321), over bytes that come in pieces; for the sums that files hold, not against anybody.
package struct MD5: Sendable {
  private var state: (UInt32, UInt32, UInt32, UInt32) =
    (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  /// The whole part of 2^32 times the sine of 1 to 64 (RFC 1321 §3.4).
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]

  /// The sum of nothing yet.
  package init() {}

  /// Counts more bytes in.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    count = count.addingReportingOverflow(UInt64(bytes.count)).partialValue
    var bytes = bytes
    if !rest.isEmpty {
      let wanted = min(64 - rest.count, bytes.count)
      rest += bytes.prefix(wanted)
      bytes = bytes.dropFirst(wanted)
      guard rest.count == 64 else { return }
      blocks(rest[...])
      rest = []
    }
    let whole = bytes.count / 64 * 64
    blocks(bytes.prefix(whole))
    rest += bytes.dropFirst(whole)
  }

  /// The sixteen bytes of the sum.
  package consuming func finish() -> [UInt8] {
    let bits = count.multipliedReportingOverflow(by: 8).partialValue
    var end: [UInt8] = [0x80]
    end += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
    end += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) }
    append(end[...])
    let (a, b, c, d) = state
    return [a, b, c, d].flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32($0 * 8)) }
    }
  }

  private mutating func blocks(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe MD5.sines.withUnsafeBufferPointer { sines in
        unsafe MD5.shifts.withUnsafeBufferPointer { shifts in
          var offset = 0
          while offset + 64 <= buffer.count {
            unsafe block(
              UnsafeRawBufferPointer(rebasing: buffer[offset..<(offset + 64)]), sines, shifts)
            offset += 64
          }
        }
      }
    }
  }

  private mutating func block(
    _ words: UnsafeRawBufferPointer, _ sines: UnsafeBufferPointer<UInt32>,
    _ shifts: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = state
    for step in 0..<64 {
      let round = step >> 4
      let mixed: UInt32
      let place: Int
      switch round {
      case 0: (mixed, place) = (b & c | ~b & d, step)
      case 1: (mixed, place) = (d & b | ~d & c, (5 * step + 1) & 15)
      case 2: (mixed, place) = (b ^ c ^ d, (3 * step + 5) & 15)
      default: (mixed, place) = (c ^ (b | ~d), 7 * step & 15)
      }
      let word = UInt32(
        littleEndian: unsafe words.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self))
      let sum = MD5.sum(MD5.sum(a, mixed), MD5.sum(unsafe sines[step], word))
      let shift = unsafe shifts[round << 2 | step & 3]
      (a, d, c, b) = (d, c, b, MD5.sum(b, sum << shift | sum >> (32 - shift)))
    }
    state = (
      MD5.sum(state.0, a), MD5.sum(state.1, b), MD5.sum(state.2, c), MD5.sum(state.3, d)
    )
  }

  @inline(__always)
  private static func sum(_ one: UInt32, _ other: UInt32) -> UInt32 {
    one.addingReportingOverflow(other).partialValue
  }
}
