internal import CLibAV

extension StreamInfo {
  /// Copies the description of a stream, so that it remains valid after the file is closed.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    index = Int(unsafe stream.pointee.index)
    id = Int(unsafe stream.pointee.id)
    media = unsafe StreamMedia(parameters.codec_type)
    codec = unsafe text(avcodec_get_name(parameters.codec_id))
    tag = StreamInfo.tag(unsafe parameters.codec_tag)
    configuration = unsafe StreamInfo.configuration(parameters)
    timeBase = Fraction(unsafe stream.pointee.time_base)
    start = StreamInfo.time(unsafe stream.pointee.start_time)
    duration = StreamInfo.time(unsafe stream.pointee.duration)
    frameCount = StreamInfo.positive(unsafe stream.pointee.nb_frames)
    bitRate = StreamInfo.positive(unsafe parameters.bit_rate)
    disposition = Disposition(rawValue: unsafe stream.pointee.disposition)
    entries = unsafe [MediaEntry](stream.pointee.metadata)
    video = unsafe media == .video ? VideoStreamInfo(stream) : nil
    audio = unsafe media == .audio ? AudioStreamInfo(parameters) : nil
    attachment = unsafe StreamInfo.attachment(of: stream, disposition, entries)
  }

  /// Returns the decoder configuration, or no bytes if it is implausibly long.
  private static func configuration(_ parameters: AVCodecParameters) -> [UInt8] {
    let count = Int(unsafe parameters.extradata_size)
    return count <= 1 << 16 ? unsafe copy(parameters.extradata, count) : []
  }

  /// Returns a time; nil for `AV_NOPTS_VALUE`.
  static func time(_ value: Int64) -> Int64? { value == .min ? nil : value }

  /// Returns a number that libavformat sets to 0 or less if it is unknown; nil in that case.
  static func positive(_ value: Int64) -> Int64? { value > 0 ? value : nil }

  /// Returns a four-character code; nil if it is not printable.
  private static func tag(_ number: UInt32) -> String? {
    let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the content of an attached picture, which is a packet, or of an attached file, which
  /// Matroska demuxers return as `extradata`.
  private static func attachment(
    of stream: UnsafeMutablePointer<AVStream>, _ disposition: Disposition, _ entries: [MediaEntry]
  ) -> Attachment? {
    let name = entries["filename"] ?? ""
    let mime = entries["mimetype"] ?? ""
    if disposition.contains(.attachedPicture) {
      let packet = unsafe stream.pointee.attached_pic
      return Attachment(
        name: name, mime: mime, bytes: unsafe copy(packet.data, Int(packet.size)))
    }
    let parameters = unsafe stream.pointee.codecpar.pointee
    guard unsafe parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT else { return nil }
    return Attachment(
      name: name, mime: mime,
      bytes: unsafe copy(parameters.extradata, Int(parameters.extradata_size)))
  }

  /// Copies bytes from a pointer; returns no bytes for a nil pointer.
  static func copy(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> [UInt8] {
    guard let start = unsafe start, count > 0 else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }
}

extension StreamMedia {
  init(_ type: AVMediaType) {
    switch type {
    case AVMEDIA_TYPE_VIDEO: self = .video
    case AVMEDIA_TYPE_AUDIO: self = .audio
    case AVMEDIA_TYPE_SUBTITLE: self = .subtitle
    case AVMEDIA_TYPE_DATA: self = .data
    case AVMEDIA_TYPE_ATTACHMENT: self = .attachment
    default: self = .unknown
    }
  }
}

extension VideoStreamInfo {
  /// Copies the video properties of a stream; the pixel aspect ratio of the container has priority
  /// over that of the codec.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    width = Int(unsafe parameters.width)
    height = Int(unsafe parameters.height)
    let aspect = unsafe stream.pointee.sample_aspect_ratio
    pixelAspect = Fraction(unsafe aspect.num > 0 ? aspect : parameters.sample_aspect_ratio)
    frameRate = Fraction(unsafe stream.pointee.avg_frame_rate).value
    rotation = unsafe VideoStreamInfo.rotation(of: stream)
    colors = unsafe [
      Int(parameters.color_primaries.rawValue), Int(parameters.color_trc.rawValue),
      Int(parameters.color_space.rawValue),
    ]
    switch unsafe parameters.color_range {
    case AVCOL_RANGE_JPEG: isFullRange = true
    case AVCOL_RANGE_MPEG: isFullRange = false
    default: isFullRange = nil
    }
  }

  /// Returns the clockwise rotation of the display matrix, in degrees from 0 to 359; nil if there
  /// is no valid matrix.
  ///
  /// libavutil counts anticlockwise.
  private static func rotation(of stream: UnsafeMutablePointer<AVStream>) -> Int? {
    var size = 0
    let matrix = unsafe av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size)
    guard let matrix = unsafe matrix, size >= 36 else { return nil }
    let angle = unsafe matrix.withMemoryRebound(to: Int32.self, capacity: 9) {
      unsafe av_display_rotation_get($0)
    }
    guard angle.isFinite else { return nil }
    return (Int((-angle).rounded()) % 360 + 360) % 360
  }
}

extension AudioStreamInfo {
  /// Copies the audio properties of a stream; the number of bits is in `bits_per_raw_sample` for
  /// lossless codecs, and in `bits_per_coded_sample` for uncompressed audio.
  init(_ parameters: AVCodecParameters) {
    sampleRate = Int(unsafe parameters.sample_rate)
    channels = Int(unsafe parameters.ch_layout.nb_channels)
    let isNative = unsafe parameters.ch_layout.order == AV_CHANNEL_ORDER_NATIVE
    speakers = isNative ? UInt32(exactly: unsafe parameters.ch_layout.u.mask) : nil
    let raw = unsafe parameters.bits_per_raw_sample
    let bits = unsafe raw > 0 ? raw : parameters.bits_per_coded_sample
    bitsPerSample = bits > 0 ? Int(bits) : nil
    let padding = unsafe parameters.initial_padding
    encoderDelay = padding > 0 ? Int(padding) : nil
  }
}

extension ChapterInfo {
  init(_ chapter: UnsafeMutablePointer<AVChapter>) {
    timeBase = Fraction(unsafe chapter.pointee.time_base)
    start = unsafe chapter.pointee.start
    end = unsafe chapter.pointee.end
    entries = unsafe [MediaEntry](chapter.pointee.metadata)
  }
}
