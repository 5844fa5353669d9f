/// The 64-bit hash FNV-1a of a sequence of bytes: the same in every run, unlike that of `Hasher`,
/// so that tables which are sorted by it can be generated.
struct FNV1a {
  private(set) var value: UInt64

  /// Starts a hash; a different seed gives a different hash of the same bytes.
  init(seed: UInt64 = 0) { value = 0xCBF2_9CE4_8422_2325 ^ seed }

  mutating func add(_ byte: UInt8) {
    // The hash requires the product to wrap around.
    value = (value ^ UInt64(byte)).multipliedReportingOverflow(by: 0x100_0000_01B3).partialValue
  }
}
