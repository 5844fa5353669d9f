/// Uncompressed audio with its format; the counterpart of Core Audio's `AudioBufferList`.
///
/// A buffer is immutable: any thread may read it, and copies share its bytes.
public struct AudioBuffer: Sendable {
  /// The format of the samples.
  public let format: AudioFormat
  /// The number of samples in each channel.
  public let frameCount: Int
  package let storage: any PlaneStorage
  /// The index of the buffer's first sample in the storage.
  package let start: Int

  /// Creates a buffer over the bytes of `storage`: one plane per channel, or a single plane if
  /// interleaved.
  package init(
    _ format: AudioFormat, frameCount: Int, storage: any PlaneStorage, start: Int = 0
  ) {
    self.format = format
    self.frameCount = frameCount
    self.storage = storage
    self.start = start
  }

  /// Creates a buffer from bytes: one array per channel, or a single array if the format is
  /// interleaved.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` if the bytes do not form complete samples of
  ///   all channels.
  public init(_ format: AudioFormat, bytes planes: [[UInt8]]) throws(MetaError) {
    let width = format.pcm.bytesPerSample * (format.pcm.isInterleaved ? format.channels : 1)
    guard format.pcm.isValid, format.channels > 0, format.sampleRate > 0,
      planes.count == (format.pcm.isInterleaved ? 1 : format.channels),
      let size = planes.first?.count, size % width == 0, planes.allSatisfy({ $0.count == size })
    else {
      throw MetaError(
        .invalidAttributes,
        reason:
          "\(planes.map(\.count)) bytes are not whole samples of \(format.channels) channels in "
          + format.pcm.name)
    }
    self.init(format, frameCount: size / width, storage: AudioMemory(planes))
  }

  /// Creates a buffer from planes already laid out in its format.
  init(_ format: AudioFormat, frameCount: Int, planes: [[UInt8]]) {
    self.init(format, frameCount: frameCount, storage: AudioMemory(planes))
  }

  /// The largest silent buffer that is delivered at once, in samples.
  static let longestSilence: Int64 = 1 << 16

  /// Creates a silent buffer.
  package init(silence frameCount: Int, _ format: AudioFormat) {
    let planes = format.pcm.isInterleaved ? 1 : format.channels
    let size = frameCount * format.pcm.bytesPerSample * (format.channels / max(1, planes))
    let zero: UInt8 = format.pcm.isSigned || format.pcm.isFloat ? 0 : 0x80
    let plane = [UInt8](repeating: zero, count: size)
    self.init(
      format, frameCount: frameCount, storage: AudioMemory(.init(repeating: plane, count: planes)))
  }

  /// Returns the samples in a range, clamped to the buffer, without copying.
  public subscript(range: Range<Int>) -> AudioBuffer {
    let range = range.clamped(to: 0..<frameCount)
    return AudioBuffer(
      format, frameCount: range.count, storage: storage, start: start + range.lowerBound)
  }

  /// The number of planes: one, or one per channel.
  public var planeCount: Int { format.pcm.isInterleaved ? 1 : format.channels }

  /// Calls `body` with the bytes of a plane, or with an empty span if the plane does not exist.
  public func withBytes<Result, Failure: Error>(
    ofPlane plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let width = format.pcm.bytesPerSample * (format.pcm.isInterleaved ? format.channels : 1)
    let (from, to) = (start * width, (start + frameCount) * width)
    return try storage.withPlane(plane) { (span) throws(Failure) -> Result in
      try body(span.extracting(min(from, span.byteCount)..<min(to, span.byteCount)))
    }
  }

  /// Calls `body` with the samples of a channel, integers scaled to ±1, or with an empty span if
  /// the channel does not exist.
  public func withSamples<Result, Failure: Error>(
    ofChannel channel: Int, _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard (0..<format.channels).contains(channel) else { return try body(Span()) }
    let pcm = format.pcm
    if !pcm.isInterleaved || format.channels == 1, pcm.isFloat, pcm.bits == 32, !pcm.isBigEndian {
      return try withBytes(ofPlane: channel) { (span) throws(Failure) -> Result in
        try span.withValues(of: Float.self, body)
      }
    }
    return try body(samples(ofChannel: channel).span)
  }

  /// Returns a copy of a channel's samples as fractions of full scale; signed 16-bit and 32-bit
  /// little-endian integers avoid the slower general conversion.
  private func samples(ofChannel channel: Int) -> [Float] {
    let pcm = format.pcm
    let plane = pcm.isInterleaved ? 0 : channel
    let width = pcm.bytesPerSample
    let stride = pcm.isInterleaved ? width * format.channels : width
    let first = pcm.isInterleaved ? width * channel : 0
    return withBytes(ofPlane: plane) { span in
      if !pcm.isBigEndian, pcm.isSigned, pcm.bits == 16 {
        return AudioBuffer.every(stride / 2, first / 2, frameCount, of: Int16.self, in: span) {
          Float($0) / 0x1p15
        }
      }
      if !pcm.isBigEndian, pcm.isSigned, !pcm.isFloat, pcm.bits == 32 {
        return AudioBuffer.every(stride / 4, first / 4, frameCount, of: Int32.self, in: span) {
          Float($0) / 0x1p31
        }
      }
      return (0..<frameCount).map { index in
        PCMSample.value(in: span, at: first + index * stride, pcm)
      }
    }
  }

  /// Returns `count` values of the given type, or all that exist, from the index `first` in steps
  /// of `step`, converted to samples.
  @inline(__always)
  private static func every<Value: BitwiseCopyable & FixedWidthValue>(
    _ step: Int, _ first: Int, _ count: Int, of type: Value.Type, in span: RawSpan,
    _ sample: (Value) -> Float
  ) -> [Float] {
    span.withValues(of: type) { values in
      var samples: [Float] = []
      samples.reserveCapacity(count)
      var index = first
      while samples.count < count, index < values.count {
        samples.append(sample(values[index]))
        index += step
      }
      return samples
    }
  }

  /// Returns the average of all channels.
  func mixedSamples() -> [Float] {
    var sum = withSamples(ofChannel: 0) { first in first.indices.map { first[$0] } }
    for channel in 1..<max(1, format.channels) {
      withSamples(ofChannel: channel) { samples in
        for index in 0..<min(sum.count, samples.count) { sum[index] += samples[index] }
      }
    }
    let factor = 1 / Float(max(1, format.channels))
    for index in sum.indices { sum[index] *= factor }
    return sum
  }

  /// Returns all bytes, interleaved.
  package func interleavedBytes() -> [UInt8] {
    guard !format.pcm.isInterleaved, format.channels > 1 else { return copyBytes() }
    let width = format.pcm.bytesPerSample
    let stride = width * format.channels
    var bytes = [UInt8](repeating: 0, count: frameCount * stride)
    for channel in 0..<format.channels {
      withBytes(ofPlane: channel) { span in
        var target = channel * width
        for source in Swift.stride(from: 0, to: span.byteCount - width + 1, by: width) {
          for byteIndex in 0..<width {
            bytes[target + byteIndex] = span.byte(at: source + byteIndex)
          }
          target += stride
        }
      }
    }
    return bytes
  }

  /// Returns all bytes: interleaved, or one channel after another.
  public func copyBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    for plane in 0..<planeCount { withBytes(ofPlane: plane) { bytes.append(copying: $0) } }
    return bytes
  }
}

/// Audio bytes in memory, one array per plane.
private final class AudioMemory: PlaneStorage {
  private let planes: [[UInt8]]

  init(_ planes: [[UInt8]]) { self.planes = planes }

  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard planes.indices.contains(plane) else { return try body(RawSpan()) }
    return try planes[plane].withBytes(planes[plane].indices, body)
  }
}

/// Reads single samples in any PCM format from bytes.
enum PCMSample {
  /// Returns a sample as a fraction of full scale; 0 after the end.
  static func value(in span: RawSpan, at offset: Int, _ format: PCMFormat) -> Float {
    let width = format.bytesPerSample
    guard offset >= 0, offset + width <= span.byteCount else { return 0 }
    var bits: UInt64 = 0
    for index in 0..<width {
      let byteIndex = format.isBigEndian ? index : width - 1 - index
      bits = bits << 8 | UInt64(span.byte(at: offset + byteIndex))
    }
    if format.isFloat {
      return format.bits == 64
        ? Float(Double(bitPattern: bits)) : Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    }
    let range = Int64(1) << Int64(format.bits - 1)
    var value = Int64(bits)
    if !format.isSigned { value -= range } else if value >= range { value -= 2 * range }
    return Float(Double(value) / Double(range))
  }
}
