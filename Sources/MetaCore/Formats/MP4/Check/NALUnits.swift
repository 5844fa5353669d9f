/// Checks the structure of an AVC, HEVC or VVC video sample, which consists of NAL units, each
/// preceded by its size (ISO/IEC 14496-15 §4.3.3).
///
/// Only sizes, headers and forbidden bytes are examined; nothing is decoded.
struct NALUnits: Sendable, Hashable {
  /// The codecs that use NAL units, with different unit headers.
  enum Codec: Sendable, Hashable { case avc, hevc, vvc }

  /// The codec of the samples.
  let codec: Codec
  /// The number of bytes in each size field, from the decoder configuration.
  let sizeBytes: Int

  /// Returns the problem with a sample's units; nil if they are complete, fill the sample, and have
  /// valid headers and no forbidden bytes.
  func problem(in sample: ByteSlice) -> String? {
    var place = 0
    while place < sample.count {
      guard let size = size(at: place, in: sample) else {
        return "\(sample.count - place) bytes after the last NAL unit"
      }
      let start = place + sizeBytes
      guard size > 0, size <= sample.count - start else {
        return "a NAL unit is \(size) bytes long, but only \(sample.count - start) remain"
      }
      if let problem = problem(ofUnit: start..<(start + size), in: sample) { return problem }
      place = start + size
    }
    return nil
  }

  /// Reads the size field at an offset; returns nil if the sample ends within the field.
  private func size(at place: Int, in sample: ByteSlice) -> Int? {
    guard sample.count - place >= sizeBytes else { return nil }
    var size = 0
    for index in place..<(place + sizeBytes) { size = size << 8 | Int(sample[index] ?? 0) }
    return size
  }

  /// Returns the problem with one unit, which is an invalid header or a forbidden byte sequence;
  /// nil if there is none.
  private func problem(ofUnit unit: Range<Int>, in sample: ByteSlice) -> String? {
    guard let first = sample[unit.lowerBound], first & 0x80 == 0 else {
      return "the forbidden bit of a NAL unit is set"
    }
    if codec == .avc, first & 0x1F == 0 { return "a NAL unit has type 0" }
    if codec != .avc, let second = sample[unit.lowerBound + 1], second & 7 == 0 {
      return "the `nuh_temporal_id_plus1` of a NAL unit is 0"
    }
    return forbiddenBytes(unit, in: sample).map {
      "forbidden bytes at offset \($0 - unit.lowerBound) of a NAL unit"
    }
  }

  /// Returns the offset in the sample of the first three bytes that must not occur in a NAL unit,
  /// which are 000000, 000001, 000002, and 000003 before a byte above 3 (ISO/IEC 14496-10 §7.4.1,
  /// 23008-2 §7.4.2); nil if there are none.
  ///
  /// Trailing zeros that some programs leave from start codes are ignored.
  private func forbiddenBytes(_ unit: Range<Int>, in sample: ByteSlice) -> Int? {
    let bytes = sample.storage
    let end = sample.lower + unit.upperBound
    var index = sample.lower + unit.lowerBound
    while let found = ByteSearch.firstZeroPair(in: bytes, index..<end), found + 2 < end {
      let third = bytes[found + 2]
      if third < 3 {
        let isEnd = bytes[found..<end].allSatisfy { $0 == 0 }
        return isEnd ? nil : found - sample.lower
      }
      if third == 3, found + 3 < end, bytes[found + 3] > 3 { return found - sample.lower }
      index = found + 2
    }
    return nil
  }
}

/// Checks the structure of an AV1 sample, which consists of open bitstream units (AV1 §5.3).
///
///     1 bit forbidden, 4 bits type, 1 bit extension flag, 1 bit size flag, 1 bit reserved
///     extension (1 byte, if flagged)
///     size in 7 bits per byte, lowest first (if flagged)
enum OpenBitstreamUnits {
  /// Returns the problem with a sample's units; nil if they fill the sample and no forbidden bit is
  /// set.
  static func problem(in sample: ByteSlice) -> String? {
    var place = 0
    while let head = sample[place] {
      guard head & 0x80 == 0 else { return "the forbidden bit of an OBU is set" }
      place += head & 4 == 0 ? 1 : 2
      // The size of the last unit is optional.
      guard head & 2 != 0 else { return place <= sample.count ? nil : "an OBU is truncated" }
      guard let size = size(&place, in: sample), size <= sample.count - place else {
        return "an OBU extends past the end of the sample"
      }
      place += size
    }
    return place == sample.count ? nil : "an OBU is truncated"
  }

  /// Reads a size in LEB128 and moves `place` to the byte after it; returns nil if the size is
  /// incomplete or longer than 8 bytes.
  private static func size(_ place: inout Int, in sample: ByteSlice) -> Int? {
    var size = 0
    for shift in 0..<8 {
      guard let byte = sample[place] else { return nil }
      place += 1
      size |= Int(byte & 0x7F) << (shift * 7)
      if byte & 0x80 == 0 { return size }
    }
    return nil
  }
}
