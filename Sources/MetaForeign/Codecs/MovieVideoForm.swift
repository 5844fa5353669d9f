internal import MetaCore

/// Converts the H.264, HEVC and AV1 packets of ``LibAVVideoEncoder`` to the form in which movies
/// store samples.
///
/// Lengths replace the start codes of NAL units (ISO/IEC 14496-15 §4.3), HEVC parameter sets are
/// removed, and AV1 loses its temporal delimiters and other OBUs that files do not store ("Codec
/// Encapsulation of AV1 in ISO Base Media").
enum MovieVideoForm {
  /// Replaces the start codes of NAL units (ISO/IEC 14496-10 annex B) with four-byte lengths.
  ///
  /// HEVC parameter sets are omitted: they are in the sample description (`hvc1`).
  static func lengthPrefixed(_ bytes: [UInt8], isHEVC: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    var start = startCode(in: bytes, from: 0)?.upperBound
    while let first = start {
      let next = startCode(in: bytes, from: first)
      var end = next?.lowerBound ?? bytes.count
      // Zeros before a start code are not part of a NAL unit (`trailing_zero_8bits`).
      while end > first, bytes[end - 1] == 0 { end -= 1 }
      if end > first, !(isHEVC && isParameterSet(bytes[first])) {
        let count = UInt32(clamping: end - first)
        for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: count >> shift)) }
        result += bytes[first..<end]
      }
      start = next?.upperBound
    }
    return result
  }

  /// Returns whether a NAL unit with this first byte is a VPS, SPS or PPS (ISO/IEC 23008-2 table
  /// 7-1).
  private static func isParameterSet(_ byte: UInt8) -> Bool { (32...34).contains(byte >> 1 & 0x3F) }

  /// Returns the range of the next start code, `00 00 01`; nil if there is none.
  private static func startCode(in bytes: [UInt8], from first: Int) -> Range<Int>? {
    var place = first + 2
    while place < bytes.count {
      let byte = bytes[place]
      if byte > 1 {
        place += 3
      } else if byte == 1, bytes[place - 1] == 0, bytes[place - 2] == 0 {
        return (place - 2)..<(place + 1)
      } else {
        place += 1
      }
    }
    return nil
  }

  /// Removes the AV1 OBUs that are not stored in files: temporal delimiters, padding, tile lists,
  /// redundant frame headers.
  ///
  /// Returns nil for data that is not a sequence of OBUs with size fields.
  static func withoutDelimiters(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let header = bytes[place]
      let headerSize = header & 4 != 0 ? 2 : 1
      guard header & 2 != 0, let size = leb128(bytes, at: place + headerSize) else { return nil }
      let end = size.end + size.value
      guard end <= bytes.count else { return nil }
      // OBU types, AV1 §6.2.2.
      if ![2, 7, 8, 15].contains(header >> 3 & 15) { result += bytes[place..<end] }
      place = end
    }
    return result
  }

  /// Returns a number stored as seven bits per byte, lowest first (AV1 §4.10.5), and the offset
  /// after it; nil if it is incomplete, longer than eight bytes, or greater than 2^40.
  private static func leb128(_ bytes: [UInt8], at start: Int) -> (value: Int, end: Int)? {
    var value = 0
    for index in 0..<8 {
      guard start + index < bytes.count else { return nil }
      let byte = bytes[start + index]
      value |= Int(byte & 0x7F) << (7 * index)
      // The limit prevents overflow when an offset is added.
      guard byte & 0x80 != 0 else { return value <= 1 << 40 ? (value, start + index + 1) : nil }
    }
    return nil
  }
}
