/// A frame of AC-3 or E-AC-3 (ETSI TS 102 366 §4.4.1, E.1.2).
///
///     AC-3     u16 0B77, u16 crc1, 2 bits rate, 6 bits size, 5 bits bsid …; crc1 over the first 5/8 behind the sync word, crc2 over all of it
///     E-AC-3   u16 0B77, 2 bits type, 3 bits substream, 11 bits size in words less 1 … bsid at bit 40; the checksum over all of it
package struct DolbyFrame: Sendable, Hashable {
  /// How many bytes it has.
  package let size: Int
  private let hasEarlyChecksum: Bool

  /// The most bytes that a frame has.
  package static let longest = 4096

  /// Kilobits per second, for each two size codes.
  private static let rates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  /// The frame that begins with these bytes, of which six are needed; nil where none does.
  package init?(_ bytes: ByteSlice) {
    guard bytes[0] == 0x0B, bytes[1] == 0x77, let second = bytes[2], let third = bytes[3],
      let fourth = bytes[4], let fifth = bytes[5]
    else { return nil }
    hasEarlyChecksum = fifth >> 3 <= 10
    if !hasEarlyChecksum {
      guard fifth >> 3 <= 16 else { return nil }
      size = ((Int(second) & 7) << 8 | Int(third)) * 2 + 2
      return
    }
    let (rate, code) = (fourth >> 6, Int(fourth & 63))
    guard rate < 3, code / 2 < DolbyFrame.rates.count else { return nil }
    let kilobits = DolbyFrame.rates[code / 2]
    // Words of 1536 samples; those of 44.1 kHz do not come out even.
    switch rate {
    case 0: size = kilobits * 4
    case 1: size = (kilobits * 1536 * 1000 / 44_100 / 16 + code % 2) * 2
    default: size = kilobits * 6
    }
  }

  /// Whether the checksums are those of the frame's bytes.
  package func isSound(_ bytes: ByteSlice) -> Bool {
    guard bytes.count >= size, size >= 6 else { return false }
    let checksum = CyclicChecksum.polynomial8005
    let frame = bytes.clamped(from: 0, count: size)
    if hasEarlyChecksum {
      let words = size / 2
      let early = (words / 2 + words / 8) * 2
      guard checksum.of(frame.clamped(from: 2, count: early - 2).bytes) == 0 else { return false }
    }
    return checksum.of(frame.clamped(from: 2).bytes) == 0
  }
}

extension IntegrityReport {
  /// Checks frames of AC-3 or E-AC-3 that follow each other in bytes and fill them.
  package mutating func checkDolbyFrames(
    _ bytes: ByteSlice, _ path: StructurePath, at offset: Int64
  ) {
    var place = 0
    while place < bytes.count {
      let rest = bytes.clamped(from: place)
      guard let frame = DolbyFrame(rest), frame.size <= rest.count, frame.size >= 6 else {
        return fail(
          .dolbyFrames, path, at: offset + Int64(place),
          "\(rest.count) bytes that are no whole frame")
      }
      judge(
        .dolbyFrames, path, at: offset + Int64(place),
        frame.isSound(rest) ? nil : "a checksum of the frame is not that of its bytes")
      place += frame.size
    }
  }
}
