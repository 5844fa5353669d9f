internal import CLibAV
internal import LibC

/// Encodes one video or audio track with libavcodec: frames go in, in presentation order; packets
/// come out in decode order, often several calls later.
@safe package final class TrackEncoder {
  /// The encoder and its settings; for values that are nil, those of the frames or of the encoder
  /// apply.
  package struct Settings: Sendable, Hashable {
    /// The name of the encoder, such as `libx264` or `aac`.
    package var encoder: String
    /// The number of time units per second.
    package var timescale: Int
    /// The frame rate, if known.
    package var frameRate: Fraction?
    /// The width of a pixel relative to its height; nil to use that of the frames.
    package var pixelAspect: Fraction?
    /// Colour primaries, transfer function and matrix as ISO/IEC 23091-2 numbers; nil to use those
    /// of the frames.
    package var colors: [Int]?
    /// Whether values use the full range; nil to use that of the frames.
    package var isFullRange: Bool?
    /// Encoder options under libavcodec's names, such as `b`, `g`, `preset` or `crf`.
    package var options: [MediaEntry] = []

    /// Creates settings with the encoder's defaults.
    package init(encoder: String, timescale: Int) {
      self.encoder = encoder
      self.timescale = timescale
    }
  }

  /// An encoded packet, with times in the units of the settings.
  package struct EncodedPacket: Sendable {
    /// The packet's bytes.
    package var bytes: [UInt8]
    /// The presentation time.
    package let presentationTime: Int64
    /// The decode time.
    package let decodeTime: Int64
    /// The duration, if the encoder specifies it.
    package let duration: Int64?
    /// Whether the packet is a key frame.
    package let isKey: Bool
  }

  let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: Packet
  /// The operation for errors, such as "encoding with libx264".
  private let action: String

  /// Opens an encoder for frames in the format of `frame`.
  ///
  /// - Throws: ``LibAVError`` if there is no such encoder, or it does not support the format, the
  ///   settings or an option.
  package init(_ settings: Settings, like frame: MediaFrame) throws(LibAVError) {
    _ = LogCapture.isInstalled
    if settings.encoder == "libsvtav1" { _ = TrackEncoder.quietSVT }
    action = "encoding with \(settings.encoder)"
    guard let codec = unsafe avcodec_find_encoder_by_name(settings.encoder) else {
      throw LibAVError(LibAVError.noEncoder, action)
    }
    packet = try Packet()
    guard let codecContext = unsafe avcodec_alloc_context3(codec) else {
      throw LibAVError(LibAVError.noMemory, action)
    }
    unsafe context = unsafe codecContext
    unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(clamping: settings.timescale))
    // Parameter sets are in the sample description.
    unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    unsafe context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    if frame.sampleCount > 0 {
      try describeAudio(frame)
    } else {
      // One thread per processor.
      unsafe context.pointee.thread_count = 0
      describePictures(frame, settings)
    }
    var dictionary = unsafe settings.options.makeDictionary()
    defer { unsafe av_dict_free(&dictionary) }
    try LibAVError.check(unsafe avcodec_open2(context, codec, &dictionary), action)
    // Options that the encoder does not have remain in the dictionary.
    if let unknown = unsafe [MediaEntry](dictionary).first {
      throw LibAVError(
        LibAVError.invalidArgument, "setting \(unknown.key) of \(settings.encoder)")
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe self.context
    unsafe avcodec_free_context(&context)
  }

  /// libSvtAv1 writes its settings to standard error unless an environment variable limits its
  /// output to errors.
  private static let quietSVT = unsafe setenv("SVT_LOG", "1", 0)

  /// Applies the audio format of a frame; without a channel layout, the default one for the number
  /// of channels.
  private func describeAudio(_ frame: MediaFrame) throws(LibAVError) {
    let source = unsafe frame.pointer
    unsafe context.pointee.sample_fmt = AVSampleFormat(source.pointee.format)
    unsafe context.pointee.sample_rate = source.pointee.sample_rate
    try LibAVError.check(
      unsafe av_channel_layout_copy(&context.pointee.ch_layout, &source.pointee.ch_layout), action)
    if unsafe context.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      let channels = unsafe source.pointee.ch_layout.nb_channels
      unsafe av_channel_layout_default(&context.pointee.ch_layout, channels)
    }
    extendLifetime(frame)
  }

  /// Applies the size, pixel format, pixel aspect ratio, colours and scan order of a frame, and
  /// then the pixel aspect ratio, colours, range and frame rate in the settings.
  private func describePictures(_ frame: MediaFrame, _ settings: Settings) {
    let source = unsafe frame.pointer
    unsafe context.pointee.width = source.pointee.width
    unsafe context.pointee.height = source.pointee.height
    unsafe context.pointee.pix_fmt = AVPixelFormat(source.pointee.format)
    unsafe context.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
    unsafe context.pointee.color_primaries = source.pointee.color_primaries
    unsafe context.pointee.color_trc = source.pointee.color_trc
    unsafe context.pointee.colorspace = source.pointee.colorspace
    unsafe context.pointee.color_range = source.pointee.color_range
    unsafe context.pointee.chroma_sample_location = source.pointee.chroma_location
    if unsafe source.pointee.interlaced_frame != 0 {
      unsafe context.pointee.field_order =
        source.pointee.top_field_first != 0 ? AV_FIELD_TT : AV_FIELD_BB
      unsafe context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
    }
    extendLifetime(frame)
    if let aspect = settings.pixelAspect {
      unsafe context.pointee.sample_aspect_ratio = aspect.rational
    }
    if let colors = settings.colors, colors.count == 3 {
      let numbers = colors.map { UInt32(clamping: $0) }
      unsafe context.pointee.color_primaries = AVColorPrimaries(numbers[0])
      unsafe context.pointee.color_trc = AVColorTransferCharacteristic(numbers[1])
      unsafe context.pointee.colorspace = AVColorSpace(numbers[2])
    }
    if let isFullRange = settings.isFullRange {
      unsafe context.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
    if let rate = settings.frameRate { unsafe context.pointee.framerate = rate.rational }
  }

  // MARK: Properties

  /// The required number of samples per channel in a frame; 0 for any number.
  package var frameSize: Int { max(0, Int(unsafe context.pointee.frame_size)) }

  /// The number of samples per channel that the encoder adds at the beginning.
  package var initialPadding: Int { max(0, Int(unsafe context.pointee.initial_padding)) }

  /// Whether the last frame may have fewer samples than the other ones.
  package var takesShortLastFrame: Bool {
    let capabilities = unsafe context.pointee.codec.pointee.capabilities
    return capabilities & (AV_CODEC_CAP_SMALL_LAST_FRAME | AV_CODEC_CAP_VARIABLE_FRAME_SIZE) != 0
  }

  // MARK: Encoding

  /// Encodes a frame with a presentation time and a duration (0 if unknown); a nil frame flushes
  /// the encoder.
  ///
  /// With `isKey`, the frame becomes a key frame.
  ///
  /// - Throws: ``LibAVError`` if encoding fails.
  package func encode(
    _ frame: MediaFrame?, at time: Int64, for duration: Int64 = 0, isKey: Bool = false
  ) throws(LibAVError) -> [EncodedPacket] {
    guard let frame else {
      try LibAVError.check(unsafe avcodec_send_frame(context, nil), action)
      return try drain()
    }
    // Frames are shared and immutable; the reference has its own times.
    var reference = unsafe av_frame_clone(frame.pointer)
    defer { unsafe av_frame_free(&reference) }
    guard let sent = unsafe reference else { throw LibAVError(LibAVError.noMemory, action) }
    unsafe sent.pointee.pts = time
    unsafe sent.pointee.pkt_duration = duration
    unsafe sent.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    unsafe sent.pointee.quality = context.pointee.global_quality
    try LibAVError.check(unsafe avcodec_send_frame(context, sent), action)
    return try drain()
  }

  /// Returns the packets that the encoder has finished.
  private func drain() throws(LibAVError) -> [EncodedPacket] {
    var pieces: [EncodedPacket] = []
    while true {
      let code = unsafe avcodec_receive_packet(context, packet.pointer)
      if code == LibAVError.again || code == LibAVError.endOfFile { return pieces }
      try LibAVError.check(code, action)
      let fields = unsafe packet.pointer.pointee
      let time = unsafe StreamInfo.time(fields.pts) ?? 0
      pieces.append(
        EncodedPacket(
          bytes: unsafe StreamInfo.copy(fields.data, Int(fields.size)), presentationTime: time,
          decodeTime: unsafe StreamInfo.time(fields.dts) ?? time,
          duration: unsafe StreamInfo.positive(fields.duration),
          isKey: unsafe fields.flags & AV_PKT_FLAG_KEY != 0))
      unsafe av_packet_unref(packet.pointer)
    }
  }
}

extension TrackEncoder {
  /// Returns the pixel format supported by an encoder that preserves most of the given format, or
  /// the given one if the encoder has no list; nil if there is no such encoder.
  package static func bestPixelFormat(encoder: String, for name: String) -> String? {
    guard let codec = unsafe avcodec_find_encoder_by_name(encoder) else { return nil }
    let source = unsafe av_get_pix_fmt(name)
    guard let formats = unsafe codec.pointee.pix_fmts else { return name }
    var loss: Int32 = 0
    let best = unsafe avcodec_find_best_pix_fmt_of_list(formats, source, 1, &loss)
    return unsafe av_get_pix_fmt_name(best).map { unsafe text($0) }
  }

  /// The formats that an audio encoder supports.
  package struct AudioEncoderSupport: Sendable {
    /// libavutil's names for the sample formats; empty for any.
    package var sampleFormats: [String] = []
    /// The sample rates; empty for any.
    package var sampleRates: [Int] = []
    /// The names of the channel layouts; empty for any.
    package var layouts: [String] = []
  }

  /// Returns the formats that an audio encoder supports; nil if there is no such encoder.
  package static func audioSupport(encoder: String) -> AudioEncoderSupport? {
    guard let codec = unsafe avcodec_find_encoder_by_name(encoder) else { return nil }
    var choices = AudioEncoderSupport()
    if var format = unsafe codec.pointee.sample_fmts {
      while unsafe format.pointee != AV_SAMPLE_FMT_NONE {
        choices.sampleFormats.append(unsafe text(av_get_sample_fmt_name(format.pointee)))
        unsafe format += 1
      }
    }
    if var rate = unsafe codec.pointee.supported_samplerates {
      while unsafe rate.pointee != 0 {
        choices.sampleRates.append(Int(unsafe rate.pointee))
        unsafe rate += 1
      }
    }
    if var layout = unsafe codec.pointee.ch_layouts {
      while unsafe layout.pointee.nb_channels > 0 {
        choices.layouts.append(unsafe DecodedAudioFormat.name(of: layout))
        unsafe layout += 1
      }
    }
    return choices
  }

  /// Returns whether there is an encoder with the given name.
  package static func exists(_ encoder: String) -> Bool {
    unsafe avcodec_find_encoder_by_name(encoder) != nil
  }
}
