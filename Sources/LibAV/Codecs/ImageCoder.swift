internal import CLibAV

/// Decodes the bytes of an image file (such as PNG, JPEG or WebP) to a picture, and encodes a
/// picture as an image file, with libavcodec; one call per image.
package enum ImageCoder {
  /// Encoder settings for an image.
  package struct Settings: Sendable, Hashable {
    /// The name of the encoder, such as `png` or `mjpeg`.
    package var encoder: String
    /// The compression level of a lossless encoder, 0 to 9; nil to use its default.
    package var compressionLevel: Int?
    /// The quantiser of a lossy encoder, 1 (best) to 31; nil to use its default.
    package var quantiser: Int?

    /// Creates settings with the encoder's defaults.
    package init(encoder: String) { self.encoder = encoder }
  }

  /// Decodes the first image in the bytes with the named decoder, such as `png`, `mjpeg` or `webp`.
  ///
  /// - Throws: ``LibAVError`` if there is no such decoder or decoding fails.
  package static func decode(_ bytes: [UInt8], decoder name: String) throws(LibAVError)
    -> MediaFrame
  {
    let action = "decoding an image (\(name))"
    guard let codec = unsafe avcodec_find_decoder_by_name(name) else {
      throw LibAVError(LibAVError.noDecoder, action)
    }
    var context = unsafe avcodec_alloc_context3(codec)
    defer { unsafe avcodec_free_context(&context) }
    var frame = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&frame) }
    guard let codecContext = unsafe context, let frame = unsafe frame else {
      throw LibAVError(LibAVError.noMemory, action)
    }
    unsafe codecContext.pointee.max_pixels = MediaFrame.maxPixels
    unsafe codecContext.pointee.thread_count = 1
    try LibAVError.check(unsafe avcodec_open2(codecContext, codec, nil), action)
    let packet = try Packet()
    try packet.fill(bytes)
    try LibAVError.check(unsafe avcodec_send_packet(codecContext, packet.pointer), action)
    // After the end of the stream, the decoder returns the image without waiting for another one.
    _ = unsafe avcodec_send_packet(codecContext, nil)
    try LibAVError.check(unsafe avcodec_receive_frame(codecContext, frame), action)
    return try unsafe MediaFrame(moving: frame, timeBase: Fraction(AVRational(num: 1, den: 1)))
  }

  /// Encodes a picture, whose pixel format the encoder must support.
  ///
  /// - Throws: ``LibAVError`` if there is no such encoder or encoding fails.
  package static func encode(
    _ picture: MediaFrame, _ settings: Settings
  ) throws(LibAVError) -> [UInt8] {
    let action = "encoding an image (\(settings.encoder))"
    guard let codec = unsafe avcodec_find_encoder_by_name(settings.encoder) else {
      throw LibAVError(LibAVError.noEncoder, action)
    }
    var context = unsafe avcodec_alloc_context3(codec)
    defer { unsafe avcodec_free_context(&context) }
    var reference = unsafe av_frame_clone(picture.pointer)
    defer { unsafe av_frame_free(&reference) }
    guard let codecContext = unsafe context, let frame = unsafe reference else {
      throw LibAVError(LibAVError.noMemory, action)
    }
    unsafe codecContext.pointee.width = Int32(clamping: picture.width)
    unsafe codecContext.pointee.height = Int32(clamping: picture.height)
    unsafe codecContext.pointee.pix_fmt = AVPixelFormat(frame.pointee.format)
    unsafe codecContext.pointee.time_base = AVRational(num: 1, den: 1)
    unsafe codecContext.pointee.color_range = frame.pointee.color_range
    unsafe codecContext.pointee.thread_count = 1
    if let level = settings.compressionLevel {
      unsafe codecContext.pointee.compression_level = Int32(clamping: level)
    }
    if let quantiser = settings.quantiser {
      unsafe codecContext.pointee.flags |= AV_CODEC_FLAG_QSCALE
      unsafe codecContext.pointee.global_quality = Int32(clamping: quantiser) * FF_QP2LAMBDA
      unsafe frame.pointee.quality = codecContext.pointee.global_quality
    }
    unsafe frame.pointee.pts = 0
    unsafe frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
    try LibAVError.check(unsafe avcodec_open2(codecContext, codec, nil), action)
    try LibAVError.check(unsafe avcodec_send_frame(codecContext, frame), action)
    _ = unsafe avcodec_send_frame(codecContext, nil)
    let packet = try Packet()
    try LibAVError.check(unsafe avcodec_receive_packet(codecContext, packet.pointer), action)
    return packet.bytes
  }
}

extension Packet {
  /// Fills the packet with bytes.
  func fill(_ bytes: [UInt8]) throws(LibAVError) {
    let action = "making a packet"
    guard let size = Int32(exactly: bytes.count), size < Int32.max - 64 else {
      throw LibAVError(LibAVError.invalidArgument, action)
    }
    try LibAVError.check(unsafe av_new_packet(pointer, size), action)
    guard size > 0, let data = unsafe pointer.pointee.data else { return }
    _ = unsafe UnsafeMutableBufferPointer(start: data, count: bytes.count)
      .update(fromContentsOf: bytes)
  }

  /// A copy of the packet's bytes.
  fileprivate var bytes: [UInt8] {
    guard let data = unsafe pointer.pointee.data else { return [] }
    return unsafe Array(
      UnsafeBufferPointer(start: data, count: max(0, Int(pointer.pointee.size))))
  }
}
