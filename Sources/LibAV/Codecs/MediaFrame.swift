internal import CLibAV

/// A decoded frame of sound or a decoded picture.
///
/// It never changes, so every thread may read it.
@safe package final class MediaFrame: @unchecked Sendable {
  /// No picture that is decoded has more pixels; one of 8K has half as many.
  static let mostPixels: Int64 = 67_108_864

  let pointer: UnsafeMutablePointer<AVFrame>
  /// The units of its times, in seconds.
  package let timeBase: Fraction

  /// Takes what is in `frame`, which is empty afterwards.
  ///
  /// - Throws: ``LibAVError`` when there is no memory.
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

  /// When it is presented, in units of ``timeBase``; nil when it is not known.
  package var time: Int64? { StreamInfo.time(unsafe pointer.pointee.best_effort_timestamp) }

  /// How long it is presented, in units of ``timeBase``; nil when it is not known.
  package var duration: Int64? { StreamInfo.positive(unsafe pointer.pointee.pkt_duration) }

  /// Whether it was decoded without others.
  package var isKeyFrame: Bool { unsafe pointer.pointee.key_frame != 0 }

  /// Whether the decoder found errors in it.
  package var isDamaged: Bool {
    unsafe pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  // MARK: Sound

  /// How many samples of each channel it has.
  package var sampleCount: Int { max(0, Int(unsafe pointer.pointee.nb_samples)) }

  /// What its sound is like.
  package var sound: SoundFormat { unsafe SoundFormat(pointer) }

  /// Whether another frame of sound has the same format.
  package func hasSound(of other: MediaFrame) -> Bool {
    unsafe pointer.pointee.format == other.pointer.pointee.format
      && pointer.pointee.sample_rate == other.pointer.pointee.sample_rate
      && av_channel_layout_compare(&pointer.pointee.ch_layout, &other.pointer.pointee.ch_layout)
        == 0
  }

  /// Whether each channel of its sound has bytes of its own.
  private var isPlanar: Bool {
    av_sample_fmt_is_planar(AVSampleFormat(unsafe pointer.pointee.format)) != 0
  }

  private var channels: Int { max(0, Int(unsafe pointer.pointee.ch_layout.nb_channels)) }

  // MARK: Pictures

  /// The width in pixels.
  package var width: Int { Int(unsafe pointer.pointee.width) }
  /// The height in pixels.
  package var height: Int { Int(unsafe pointer.pointee.height) }
  /// The name that libavutil has for the layout of its pixels: `yuv420p`; nil for one without a
  /// name.
  package var pixelFormat: String? {
    unsafe av_get_pix_fmt_name(AVPixelFormat(pointer.pointee.format)).map { unsafe text($0) }
  }
  /// The width of a pixel relative to its height.
  package var pixelAspect: Fraction { Fraction(unsafe pointer.pointee.sample_aspect_ratio) }
  /// Colour primaries, transfer function and matrix by their ISO/IEC 23091-2 numbers; 2 is "not
  /// said".
  package var colors: [Int] {
    unsafe [
      Int(pointer.pointee.color_primaries.rawValue), Int(pointer.pointee.color_trc.rawValue),
      Int(pointer.pointee.colorspace.rawValue),
    ]
  }
  /// Whether the full range of values is used; nil where nothing says so.
  package var isFullRange: Bool? {
    switch unsafe pointer.pointee.color_range {
    case AVCOL_RANGE_JPEG: true
    case AVCOL_RANGE_MPEG: false
    default: nil
    }
  }

  // MARK: Bytes

  /// How many planes of bytes there are.
  package var planeCount: Int {
    if sampleCount > 0 { return isPlanar ? channels : 1 }
    return max(0, Int(unsafe av_pix_fmt_count_planes(AVPixelFormat(pointer.pointee.format))))
  }

  /// From one row of a plane to the next, in bytes; 0 for sound.
  package func bytesPerRow(ofPlane plane: Int) -> Int {
    guard sampleCount == 0, plane >= 0, plane < 4 else { return 0 }
    return max(
      0,
      Int(
        unsafe withUnsafeBytes(of: pointer.pointee.linesize) {
          unsafe $0.load(fromByteOffset: plane * 4, as: Int32.self)
        }))
  }

  /// Gives the bytes of a plane to `body`; none for a plane that is not there.
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

/// What decoded sound is like.
package struct SoundFormat: Sendable, Hashable {
  /// Samples per second and channel.
  package let sampleRate: Int
  /// How many channels.
  package let channels: Int
  /// The name of the channel layout: `stereo`, `5.1(side)`, or how many channels there are.
  package let layout: String
  /// The name that libavutil has for the samples: `fltp`.
  package let sampleFormat: String
  /// How many bytes one sample of one channel has.
  package let bytesPerSample: Int
  /// Whether each channel has bytes of its own.
  package let isPlanar: Bool

  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    let format = AVSampleFormat(unsafe frame.pointee.format)
    sampleRate = Int(unsafe frame.pointee.sample_rate)
    channels = max(0, Int(unsafe frame.pointee.ch_layout.nb_channels))
    layout = unsafe SoundFormat.name(of: &frame.pointee.ch_layout)
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
  /// Some samples of a frame of sound; no byte is copied.
  ///
  /// - Throws: ``LibAVError`` when there is no memory.
  package func samples(_ range: Range<Int>) throws(LibAVError) -> MediaFrame {
    let range = range.clamped(to: 0..<sampleCount)
    guard range != 0..<sampleCount else { return self }
    var reference = unsafe av_frame_clone(pointer)
    defer { unsafe av_frame_free(&reference) }
    guard let part = unsafe reference, let planes = unsafe part.pointee.extended_data else {
      throw LibAVError(LibAVError.noMemory, "cutting a frame")
    }
    let sound = sound
    let width = sound.bytesPerSample * (sound.isPlanar ? 1 : sound.channels)
    for plane in 0..<planeCount {
      unsafe planes[plane] = planes[plane].map { unsafe $0 + range.lowerBound * width }
    }
    unsafe part.pointee.nb_samples = Int32(clamping: range.count)
    return try unsafe MediaFrame(moving: part, timeBase: timeBase)
  }

  /// A frame of sound of its bytes, in the layout of channels that is usual for their number.
  ///
  /// - Throws: ``LibAVError`` when there is no memory, or no such sound.
  package convenience init(
    sampleFormat: String, sampleRate: Int, channels: Int, sampleCount: Int, layout: String?,
    planes: (Int, (RawSpan) -> Void) -> Void
  ) throws(LibAVError) {
    var frame = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&frame) }
    guard let made = unsafe frame else {
      throw LibAVError(LibAVError.noMemory, "making a frame of sound")
    }
    let format = unsafe av_get_sample_fmt(sampleFormat)
    unsafe made.pointee.format = format.rawValue
    unsafe made.pointee.sample_rate = Int32(clamping: sampleRate)
    unsafe made.pointee.nb_samples = Int32(clamping: sampleCount)
    let named = layout.map {
      unsafe av_channel_layout_from_string(&made.pointee.ch_layout, $0) >= 0
        && Int(made.pointee.ch_layout.nb_channels) == channels
    }
    if named != true {
      unsafe av_channel_layout_uninit(&made.pointee.ch_layout)
      unsafe av_channel_layout_default(&made.pointee.ch_layout, Int32(clamping: channels))
    }
    try LibAVError.check(unsafe av_frame_get_buffer(made, 0), "making a frame of sound")
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let size = sampleCount * Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
    for plane in 0..<(isPlanar ? channels : 1) {
      guard let target = unsafe made.pointee.extended_data[plane] else { continue }
      planes(plane) { span in
        unsafe span.withUnsafeBytes { bytes in
          let count = min(size, bytes.count)
          guard count > 0, let source = bytes.baseAddress else { return }
          unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count)
        }
      }
    }
    try unsafe self.init(moving: made, timeBase: Fraction(AVRational(num: 1, den: 1)))
  }
}
