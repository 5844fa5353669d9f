internal import CLibAV

/// A picture, or a block of uncompressed audio, with its time: owns a libavutil frame.
///
/// Decoders return frames, and encoders, converters and filters take them, without copying their
/// bytes. A picture that is stored bottom-up, and a frame created from a buffer of MetaCore, are
/// copied once.
///
/// A frame is immutable, so any thread can read it.
@safe package final class MediaFrame: @unchecked Sendable {
  /// The maximum number of pixels in a decoded picture, about twice that of 8K.
  static let maxPixels: Int64 = 67_108_864

  let pointer: UnsafeMutablePointer<AVFrame>
  /// The unit of the frame's times, in seconds.
  package let timeBase: Fraction

  /// Moves the content out of `frame`, which is empty afterwards; a picture that is stored
  /// bottom-up is copied.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  init(moving frame: UnsafeMutablePointer<AVFrame>, timeBase: Fraction) throws(LibAVError) {
    guard let pointer = unsafe av_frame_alloc() else {
      throw LibAVError(LibAVError.noMemory, "keeping a frame")
    }
    unsafe self.pointer = unsafe pointer
    self.timeBase = timeBase
    if try unsafe !MediaFrame.copyUpright(frame, to: pointer) {
      unsafe av_frame_move_ref(pointer, frame)
    }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = unsafe self.pointer
    unsafe av_frame_free(&pointer)
  }

  // MARK: Times

  /// The presentation time, in units of ``timeBase``; nil if unknown.
  package var time: Int64? { StreamInfo.time(unsafe pointer.pointee.best_effort_timestamp) }

  /// The duration, in units of ``timeBase``; nil if unknown.
  package var duration: Int64? { StreamInfo.positive(unsafe pointer.pointee.pkt_duration) }

  /// Whether the frame is a key frame.
  package var isKeyFrame: Bool { unsafe pointer.pointee.key_frame != 0 }

  /// Whether the decoder reported errors in the frame.
  package var isDamaged: Bool {
    unsafe pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  // MARK: Audio

  /// The number of samples per channel; 0 for video.
  package var sampleCount: Int { max(0, Int(unsafe pointer.pointee.nb_samples)) }

  /// The format of the frame's audio.
  package var audioFormat: DecodedAudioFormat { unsafe DecodedAudioFormat(pointer) }

  /// Returns whether another audio frame has the same format.
  package func hasAudioFormat(of other: MediaFrame) -> Bool {
    unsafe pointer.pointee.format == other.pointer.pointee.format
      && pointer.pointee.sample_rate == other.pointer.pointee.sample_rate
      && av_channel_layout_compare(&pointer.pointee.ch_layout, &other.pointer.pointee.ch_layout)
        == 0
  }

  /// Whether the frame's audio is planar.
  private var isPlanar: Bool {
    av_sample_fmt_is_planar(AVSampleFormat(unsafe pointer.pointee.format)) != 0
  }

  private var channels: Int { max(0, Int(unsafe pointer.pointee.ch_layout.nb_channels)) }

  // MARK: Video

  /// The width in pixels.
  package var width: Int { Int(unsafe pointer.pointee.width) }
  /// The height in pixels.
  package var height: Int { Int(unsafe pointer.pointee.height) }
  /// libavutil's name for the frame's pixel format, such as `yuv420p`; nil for a format without a
  /// name.
  package var pixelFormat: String? {
    unsafe av_get_pix_fmt_name(AVPixelFormat(pointer.pointee.format)).map { unsafe text($0) }
  }
  /// The width of a pixel relative to its height; the numerator is 0 if it is unknown.
  package var pixelAspect: Fraction { Fraction(unsafe pointer.pointee.sample_aspect_ratio) }
  /// Colour primaries, transfer function and matrix as ISO/IEC 23091-2 numbers; 2 is "unspecified".
  package var colors: [Int] {
    unsafe [
      Int(pointer.pointee.color_primaries.rawValue), Int(pointer.pointee.color_trc.rawValue),
      Int(pointer.pointee.colorspace.rawValue),
    ]
  }
  /// Whether values use the full range; nil if unknown.
  package var isFullRange: Bool? {
    switch unsafe pointer.pointee.color_range {
    case AVCOL_RANGE_JPEG: true
    case AVCOL_RANGE_MPEG: false
    default: nil
    }
  }

  // MARK: Bytes

  /// The number of planes.
  package var planeCount: Int {
    if sampleCount > 0 { return isPlanar ? channels : 1 }
    return max(0, Int(unsafe av_pix_fmt_count_planes(AVPixelFormat(pointer.pointee.format))))
  }

  /// Returns the distance between the rows of a plane, in bytes; 0 for audio, and for a plane that
  /// does not exist.
  package func bytesPerRow(ofPlane plane: Int) -> Int {
    guard sampleCount == 0, plane >= 0, plane < 4 else { return 0 }
    return max(
      0,
      Int(
        unsafe withUnsafeBytes(of: pointer.pointee.linesize) {
          unsafe $0.load(fromByteOffset: plane * 4, as: Int32.self)
        }))
  }

  /// Passes the bytes of a plane to `body`; passes no bytes for a plane that does not exist.
  package func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe bytes(ofPlane: plane)
    let span = unsafe RawSpan(_unsafeBytes: bytes)
    defer { extendLifetime(self) }
    return try body(span)
  }

  private func bytes(ofPlane plane: Int) -> UnsafeRawBufferPointer {
    guard plane >= 0, plane < planeCount, let planes = unsafe pointer.pointee.extended_data,
      let start = unsafe planes[plane]
    else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    return unsafe UnsafeRawBufferPointer(start: start, count: size(ofPlane: plane))
  }

  private func size(ofPlane plane: Int) -> Int {
    guard sampleCount > 0 else { return pictureSize(ofPlane: plane) }
    let width = Int(av_get_bytes_per_sample(AVSampleFormat(unsafe pointer.pointee.format)))
    return sampleCount * width * (isPlanar ? 1 : channels)
  }
}

/// The format of the audio in a ``MediaFrame``: the rate, the channels and the sample format.
package struct DecodedAudioFormat: Sendable, Hashable {
  /// The sample rate.
  package let sampleRate: Int
  /// The number of channels.
  package let channels: Int
  /// The name of the channel layout, such as `stereo` or `5.1(side)`, or the number of channels.
  package let layout: String
  /// libavutil's name for the sample format, such as `fltp`.
  package let sampleFormat: String
  /// The number of bytes per sample in one channel.
  package let bytesPerSample: Int
  /// Whether each channel has its own plane.
  package let isPlanar: Bool

  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    let format = AVSampleFormat(unsafe frame.pointee.format)
    sampleRate = Int(unsafe frame.pointee.sample_rate)
    channels = max(0, Int(unsafe frame.pointee.ch_layout.nb_channels))
    layout = unsafe DecodedAudioFormat.name(of: &frame.pointee.ch_layout)
    sampleFormat = unsafe text(av_get_sample_fmt_name(format))
    bytesPerSample = Int(av_get_bytes_per_sample(format))
    isPlanar = av_sample_fmt_is_planar(format) != 0
  }

  static func name(of layout: UnsafePointer<AVChannelLayout>) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    let size = buffer.count
    let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe av_channel_layout_describe(layout, buffer.baseAddress, size)
    }
    guard count > 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension MediaFrame {
  /// Returns a range of samples of an audio frame, limited to those that exist, without copying.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  package func samples(_ range: Range<Int>) throws(LibAVError) -> MediaFrame {
    let range = range.clamped(to: 0..<sampleCount)
    guard range != 0..<sampleCount else { return self }
    var reference = unsafe av_frame_clone(pointer)
    defer { unsafe av_frame_free(&reference) }
    guard let part = unsafe reference, let planes = unsafe part.pointee.extended_data else {
      throw LibAVError(LibAVError.noMemory, "cutting a frame")
    }
    let format = audioFormat
    let width = format.bytesPerSample * (format.isPlanar ? 1 : format.channels)
    for plane in 0..<planeCount {
      unsafe planes[plane] = planes[plane].map { unsafe $0 + range.lowerBound * width }
    }
    unsafe part.pointee.nb_samples = Int32(clamping: range.count)
    return try unsafe MediaFrame(moving: part, timeBase: timeBase)
  }

  /// Creates an audio frame from bytes, with the given channel layout or, if there is none or it
  /// does not match the number of channels, the default one for that number.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory or the format is invalid.
  package convenience init(
    sampleFormat: String, sampleRate: Int, channels: Int, sampleCount: Int, layout: String?,
    planes: (Int, (RawSpan) -> Void) -> Void
  ) throws(LibAVError) {
    var frame = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&frame) }
    guard let audioFrame = unsafe frame else {
      throw LibAVError(LibAVError.noMemory, "creating an audio frame")
    }
    let format = unsafe av_get_sample_fmt(sampleFormat)
    unsafe audioFrame.pointee.format = format.rawValue
    unsafe audioFrame.pointee.sample_rate = Int32(clamping: sampleRate)
    unsafe audioFrame.pointee.nb_samples = Int32(clamping: sampleCount)
    let named = layout.map {
      unsafe av_channel_layout_from_string(&audioFrame.pointee.ch_layout, $0) >= 0
        && Int(audioFrame.pointee.ch_layout.nb_channels) == channels
    }
    if named != true {
      unsafe av_channel_layout_uninit(&audioFrame.pointee.ch_layout)
      unsafe av_channel_layout_default(&audioFrame.pointee.ch_layout, Int32(clamping: channels))
    }
    try LibAVError.check(unsafe av_frame_get_buffer(audioFrame, 0), "creating an audio frame")
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let size = sampleCount * Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
    for plane in 0..<(isPlanar ? channels : 1) {
      guard let target = unsafe audioFrame.pointee.extended_data[plane] else { continue }
      planes(plane) { span in
        unsafe span.withUnsafeBytes { bytes in
          let count = min(size, bytes.count)
          guard count > 0, let source = bytes.baseAddress else { return }
          unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count)
        }
      }
    }
    try unsafe self.init(moving: audioFrame, timeBase: Fraction(AVRational(num: 1, den: 1)))
  }
}
