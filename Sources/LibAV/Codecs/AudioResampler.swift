internal import CLibAV

/// Converts decoded audio frames to one sample format, sample rate and number of channels with
/// libswresample; the format of its input may change from frame to frame.
///
/// If the sample rate is converted, the number of samples returned by one call differs from that of
/// the frame; ``flush()`` returns the rest.
@safe package final class AudioResampler {
  /// The format of the converted audio.
  package struct Target: Sendable, Hashable {
    /// libavutil's name for the sample format, such as `s16` or `fltp`.
    package var sampleFormat: String
    /// The sample rate; nil to use that of the first frame.
    package var sampleRate: Int?
    /// The number of channels; nil to use that of the first frame.
    package var channels: Int?

    /// Creates a target.
    package init(sampleFormat: String, sampleRate: Int? = nil, channels: Int? = nil) {
      self.sampleFormat = sampleFormat
      self.sampleRate = sampleRate
      self.channels = channels
    }
  }

  private let target: Target
  private let format: AVSampleFormat
  private var context: OpaquePointer?
  /// The input format for which the context is set up.
  private var source: DecodedAudioFormat?
  /// The channel layout of the output.
  private var layout = unsafe AVChannelLayout()
  /// The output sample rate; nil before the first frame.
  package private(set) var sampleRate: Int?
  /// The number of output channels; nil before the first frame.
  package private(set) var channels: Int?

  /// Creates a converter, which is set up when it receives the first frame.
  ///
  /// - Throws: ``LibAVError`` for an unknown sample format.
  package init(to target: Target) throws(LibAVError) {
    self.target = target
    format = unsafe av_get_sample_fmt(target.sampleFormat)
    guard format != AV_SAMPLE_FMT_NONE else {
      throw LibAVError(LibAVError.invalidArgument, "converting audio to \(target.sampleFormat)")
    }
  }

  deinit {
    unsafe swr_free(&context)
    unsafe av_channel_layout_uninit(&layout)
  }

  /// Converts a frame and returns the bytes of each channel, or of all channels interleaved if the
  /// format is not planar.
  ///
  /// - Throws: ``LibAVError`` if the conversion fails.
  package func convert(_ frame: MediaFrame) throws(LibAVError) -> [[UInt8]] {
    let inputFormat = frame.audioFormat
    var planes: [[UInt8]] = []
    if source != inputFormat {
      planes = try flush()
      try setUp(inputFormat, frame)
    }
    let more = try unsafe run(frame.pointer.pointee.extended_data, Int32(frame.sampleCount))
    extendLifetime(frame)
    return AudioResampler.joined(planes, more)
  }

  /// Returns the audio that the converter still holds.
  package func flush() throws(LibAVError) -> [[UInt8]] {
    guard unsafe context != nil else { return [] }
    var planes: [[UInt8]] = []
    while true {
      let more = try unsafe run(nil, 0)
      guard more.contains(where: { !$0.isEmpty }) else { return planes }
      planes = AudioResampler.joined(planes, more)
    }
  }

  private static func joined(_ first: [[UInt8]], _ second: [[UInt8]]) -> [[UInt8]] {
    guard first.count == second.count, !first.isEmpty else {
      return first.isEmpty ? second : first
    }
    return zip(first, second).map { $0 + $1 }
  }

  /// Creates the converter for the format of a frame; the output keeps the format that the first
  /// frame determined.
  private func setUp(_ inputFormat: DecodedAudioFormat, _ frame: MediaFrame) throws(LibAVError) {
    let action = "converting audio"
    if channels == nil {
      if let targetChannels = target.channels, targetChannels != inputFormat.channels {
        unsafe av_channel_layout_default(&layout, Int32(clamping: targetChannels))
      } else {
        try LibAVError.check(
          unsafe av_channel_layout_copy(&layout, &frame.pointer.pointee.ch_layout), action)
      }
      channels = Int(unsafe layout.nb_channels)
      sampleRate = target.sampleRate ?? inputFormat.sampleRate
    }
    unsafe swr_free(&context)
    try LibAVError.check(
      unsafe swr_alloc_set_opts2(
        &context, &layout, format, Int32(clamping: sampleRate ?? 0),
        &frame.pointer.pointee.ch_layout, AVSampleFormat(frame.pointer.pointee.format),
        frame.pointer.pointee.sample_rate, 0, nil), action)
    try LibAVError.check(unsafe swr_init(context), action)
    source = inputFormat
  }

  /// Converts samples; without input, returns samples that the converter still holds.
  private func run(
    _ input: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: Int32
  ) throws(LibAVError) -> [[UInt8]] {
    let capacity = unsafe swr_get_out_samples(context, count)
    try LibAVError.check(capacity, "converting audio")
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let channels = channels ?? 0
    let width = Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
    let planes = isPlanar ? channels : 1
    var bytes = [UInt8](repeating: 0, count: Int(capacity) * width * planes)
    let stride = Int(capacity) * width
    let converted = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
      var outputs: [UnsafeMutablePointer<UInt8>?] = unsafe (0..<planes).map { plane in
        unsafe buffer.baseAddress.map { unsafe $0 + plane * stride }
      }
      return unsafe outputs.withUnsafeMutableBufferPointer { outputs in
        guard let input = unsafe input, let first = unsafe UnsafeRawPointer(input) as Optional
        else { return unsafe swr_convert(context, outputs.baseAddress, capacity, nil, 0) }
        let inputs = unsafe UnsafeMutableRawPointer(mutating: first)
          .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        return unsafe swr_convert(context, outputs.baseAddress, capacity, inputs, count)
      }
    }
    try LibAVError.check(converted, "converting audio")
    let size = Int(converted) * width
    if planes == 1 {
      bytes.removeLast(bytes.count - size)
      return [bytes]
    }
    return (0..<planes).map { Array(bytes[($0 * stride)..<($0 * stride + size)]) }
  }
}
