extension AudioBuffer {
  /// Returns the audio in the given sample format, without copying if it already has that format.
  ///
  /// The results match those of libswresample: integers are narrowed by dropping their lower bits;
  /// floating-point samples are rounded half to even and clipped; 24-bit integers are the upper
  /// bits of 32-bit ones.
  package func converted(to pcm: PCMFormat) -> AudioBuffer {
    guard pcm != format.pcm else { return self }
    var new = format
    new.pcm = pcm
    let planes: [[UInt8]]
    if !format.pcm.isFloat, !pcm.isFloat {
      planes = PCMEncoder.planes(of: leftAligned(), frameCount: frameCount, pcm)
    } else if format.pcm.isFloat, !pcm.isFloat, pcm.bits == 24 {
      let wide = PCMFormat(bits: 32, isInterleaved: format.pcm.isInterleaved)
      return converted(to: wide).converted(to: pcm)
    } else {
      let samples = (0..<format.channels).map { doubles(ofChannel: $0) }
      planes = PCMEncoder.planes(of: samples, frameCount: frameCount, pcm)
    }
    return AudioBuffer(new, frameCount: frameCount, planes: planes)
  }

  /// Returns the samples of a channel as fractions of full scale, exact for every format.
  private func doubles(ofChannel channel: Int) -> [Double] {
    let pcm = format.pcm
    if pcm.isFloat, pcm.bits == 32, !pcm.isBigEndian {
      return withSamples(ofChannel: channel) { span in span.indices.map { Double(span[$0]) } }
    }
    return values(ofChannel: channel) { bits in
      if pcm.isFloat {
        return pcm.bits == 64
          ? Double(bitPattern: bits)
          : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      }
      return Double(AudioBuffer.signed(bits, pcm)) / 0x1p31
    }
  }

  /// Returns the samples of all channels as left-aligned 32-bit integers.
  private func leftAligned() -> [[Int32]] {
    let pcm = format.pcm
    return (0..<format.channels).map { channel in
      values(ofChannel: channel) { AudioBuffer.signed($0, pcm) }
    }
  }

  /// Returns a stored sample as a signed, left-aligned 32-bit integer.
  private static func signed(_ bits: UInt64, _ pcm: PCMFormat) -> Int32 {
    let aligned = UInt32(truncatingIfNeeded: bits) << UInt32(32 - pcm.bits)
    return Int32(bitPattern: pcm.isSigned ? aligned : aligned ^ 0x8000_0000)
  }

  /// Returns the samples of a channel, each converted from its stored bits in either byte order.
  private func values<Value>(ofChannel channel: Int, _ value: (UInt64) -> Value) -> [Value] {
    let pcm = format.pcm
    let width = pcm.bytesPerSample
    let stride = pcm.isInterleaved ? width * format.channels : width
    let first = pcm.isInterleaved ? width * channel : 0
    return withBytes(ofPlane: pcm.isInterleaved ? 0 : channel) { span in
      (0..<frameCount).map { index in
        var bits: UInt64 = 0
        for byteIndex in 0..<width {
          let offset =
            first + index * stride + (pcm.isBigEndian ? byteIndex : width - 1 - byteIndex)
          bits = bits << 8 | UInt64(span.byte(at: offset))
        }
        return value(bits)
      }
    }
  }
}
