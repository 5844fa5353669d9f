/// Encodes audio samples, one array of numbers per channel, as the bytes of a PCM format, in any
/// width and byte order, interleaved or not.
///
/// For integer formats, floating-point samples are rounded half to even and clipped to the range of
/// the format.
enum PCMEncoder {
  /// Encodes samples, given as fractions of full scale in one array per channel, and returns one
  /// plane if the format is interleaved, otherwise one plane per channel.
  static func planes(
    of samples: [[Double]], frameCount: Int, _ format: PCMFormat
  ) -> [[UInt8]] {
    let isInterleaved = format.isInterleaved
    let width = format.bytesPerSample
    let stride = isInterleaved ? width * samples.count : width
    let empty = [UInt8](repeating: 0, count: max(0, frameCount) * stride)
    var planes = [[UInt8]](repeating: empty, count: isInterleaved ? 1 : samples.count)
    for (channel, values) in samples.enumerated() {
      let count = min(frameCount, values.count)
      planes[isInterleaved ? 0 : channel].withMutableBytes(0..<empty.count) { span in
        let layout = ChannelLayoutInBytes(
          first: isInterleaved ? channel * width : 0, stride: stride)
        store(values.span.extracting(0..<count), format, into: &span, layout)
      }
    }
    return planes
  }

  /// Encodes 32-bit integers; narrower formats keep the upper bits.
  static func planes(
    of samples: [[Int32]], frameCount: Int, _ format: PCMFormat
  ) -> [[UInt8]] {
    let width = format.bytesPerSample
    let stride = format.isInterleaved ? width * samples.count : width
    let empty = [UInt8](repeating: 0, count: max(0, frameCount) * stride)
    var planes = [[UInt8]](repeating: empty, count: format.isInterleaved ? 1 : samples.count)
    let flipped: UInt32 = format.isSigned ? 0 : 0x8000_0000
    for (channel, values) in samples.enumerated() {
      planes[format.isInterleaved ? 0 : channel].withMutableBytes(0..<empty.count) { span in
        var offset = format.isInterleaved ? channel * width : 0
        for value in values.prefix(frameCount) {
          let bits = UInt32(bitPattern: value) ^ flipped
          for byteIndex in 0..<width {
            let shift = UInt32(
              format.isBigEndian ? 24 - 8 * byteIndex : 32 - 8 * (width - byteIndex))
            span.storeBytes(
              of: UInt8(truncatingIfNeeded: bits >> shift), toByteOffset: offset + byteIndex,
              as: UInt8.self)
          }
          offset += stride
        }
      }
    }
    return planes
  }

  /// The positions of one channel's samples in a plane: the offset of the first sample and the
  /// distance between adjacent samples, in bytes.
  private struct ChannelLayoutInBytes {
    let first: Int
    let stride: Int
  }

  /// Writes samples given as fractions of full scale to their positions in a plane.
  private static func store(
    _ values: Span<Double>, _ format: PCMFormat, into span: inout MutableRawSpan,
    _ layout: ChannelLayoutInBytes
  ) {
    let isBig = format.isBigEndian
    if format.isFloat {
      guard format.bits == 32 else {
        return each(values, isBig, into: &span, layout) { $0.bitPattern }
      }
      return each(values, isBig, into: &span, layout) { Float($0).bitPattern }
    }
    let range = Double(1 << (format.bits - 1))
    // Unsigned formats use offset binary.
    let zero = format.isSigned ? 0 : Int64(1) << Int64(format.bits - 1)
    switch format.bits {
    case 8:
      each(values, isBig, into: &span, layout) {
        UInt8(truncatingIfNeeded: rounded($0, range) + zero)
      }
    case 16:
      each(values, isBig, into: &span, layout) {
        UInt16(truncatingIfNeeded: rounded($0, range) + zero)
      }
    case 32:
      each(values, isBig, into: &span, layout) {
        UInt32(truncatingIfNeeded: rounded($0, range) + zero)
      }
    default:
      store24(values, isBig, zero, into: &span, layout)
    }
  }

  @inline(__always)
  private static func each<Word: FixedWidthInteger & BitwiseCopyable>(
    _ values: Span<Double>, _ isBig: Bool, into span: inout MutableRawSpan,
    _ layout: ChannelLayoutInBytes,
    _ encode: (Double) -> Word
  ) {
    var offset = layout.first
    for index in values.indices {
      let word = encode(values[index])
      span.storeBytes(
        of: isBig ? word.bigEndian : word.littleEndian, toByteOffset: offset, as: Word.self)
      offset += layout.stride
    }
  }

  /// Writes 24-bit integers byte by byte, because no integer type has this width.
  private static func store24(
    _ values: Span<Double>, _ isBig: Bool, _ zero: Int64, into span: inout MutableRawSpan,
    _ layout: ChannelLayoutInBytes
  ) {
    var offset = layout.first
    for index in values.indices {
      let number = rounded(values[index], 0x1p23) + zero
      for byte in 0..<3 {
        let shift = Int64(8 * (isBig ? 2 - byte : byte))
        span.storeBytes(
          of: UInt8(truncatingIfNeeded: number >> shift), toByteOffset: offset + byte,
          as: UInt8.self)
      }
      offset += layout.stride
    }
  }

  /// Returns a fraction of full scale as an integer from `-range` to `range - 1`; 0 for NaN.
  @inline(__always)
  private static func rounded(_ value: Double, _ range: Double) -> Int64 {
    let scaled = value * range
    guard scaled == scaled else { return 0 }
    let clipped = scaled < -range ? -range : scaled > range - 1 ? range - 1 : scaled
    // Doubles of 2^52 or more have no fractional part, so the sum rounds half to even.
    return Int64((clipped + 0x1.8p52) - 0x1.8p52)
  }
}

extension AudioBuffer {
  /// Creates a buffer from samples given as fractions of full scale, one array per channel; integer
  /// formats round and clip.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` if the format is invalid or its channel count
  ///   does not match.
  package init(
    _ format: AudioFormat, samples: [[Double]], frameCount: Int
  ) throws(MetaError) {
    guard format.pcm.isValid, samples.count == format.channels else {
      throw MetaError(
        .invalidAttributes,
        reason: "\(samples.count) arrays of samples for \(format.channels) channels")
    }
    try self.init(
      format, bytes: PCMEncoder.planes(of: samples, frameCount: frameCount, format.pcm))
  }
}
