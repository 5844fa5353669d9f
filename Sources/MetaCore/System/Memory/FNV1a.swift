/// The 64-bit FNV-1a hash of a sequence of bytes; unlike that of `Hasher`, it is the same in every
/// run, so that tables sorted by it can be generated.
struct FNV1a {
  private(set) var value: UInt64

  /// Starts a hash; a different seed produces a different hash of the same bytes.
  init(seed: UInt64 = 0) { value = 0xCBF2_9CE4_8422_2325 ^ seed }

  mutating func add(_ byte: UInt8) {
    // The hash requires the product to wrap around.
    value = (value ^ UInt64(byte)).multipliedReportingOverflow(by: 0x100_0000_01B3).partialValue
  }
}
