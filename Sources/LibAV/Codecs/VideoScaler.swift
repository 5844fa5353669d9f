internal import CLibAV

/// Converts pictures to a pixel format, a size and a range of values with libswscale, using the
/// colour matrix with which they are tagged.
///
/// For conversions from RGB to YCbCr, the ``Target`` can specify the matrix. The pixel format and
/// size of the input may change. Scaling is bicubic, like ffmpeg's.
@safe package final class VideoScaler {
  /// The format, size, range and colour matrix of the converted pictures, and the way in which they
  /// are fitted.
  package struct Target: Sendable, Hashable {
    /// libavutil's name for the pixel format, such as `bgra`.
    package var pixelFormat: String
    /// The width in pixels; nil to use that of the picture.
    package var width: Int?
    /// The height in pixels; nil to use that of the picture.
    package var height: Int?
    /// Whether values use the full range; nil to use libswscale's default for the pixel format.
    package var isFullRange: Bool?
    /// The matrix for converting RGB to YCbCr, as an ISO/IEC 23091-2 number; nil to use that of the
    /// picture, or ITU-R BT.601 if it has none.
    package var matrix: Int?

    /// The way in which a picture with a different aspect ratio is fitted.
    package var fit = Fit.stretched

    /// Creates a target; without a size, each picture keeps its own.
    package init(pixelFormat: String, width: Int? = nil, height: Int? = nil) {
      self.pixelFormat = pixelFormat
      self.width = width
      self.height = height
    }
  }

  /// The way in which a picture with a different aspect ratio is fitted.
  package enum Fit: Sendable, Hashable {
    /// Stretched to the size.
    case stretched
    /// Scaled to fit, with black bars.
    case contained
    /// Scaled to fill, and cropped on two sides.
    case covering
  }

  /// The properties of a picture on which the conversion depends; if they change, the conversion is
  /// set up anew.
  private struct Source: Equatable {
    let format: Int32
    let width: Int32
    let height: Int32
    let colors: [Int]
    let isFullRange: Bool?
    /// The area of the picture that is shown, and the area of the target that it fills.
    let areas: Areas

    /// The two areas of ``Fit/areas(_:_:)``; they depend on the sizes of both pictures.
    struct Areas: Equatable {
      let source: FrameRectangle
      let target: FrameRectangle
    }
  }

  private let target: Target
  private let format: AVPixelFormat
  private var context: OpaquePointer?
  private var source: Source?
  /// The range of values in the output; nil if that of the source is unknown and kept.
  private var outputRange: AVColorRange?

  /// Creates a converter, which is set up when it receives the first picture.
  ///
  /// - Throws: ``LibAVError`` for a pixel format that libswscale cannot write.
  package init(to target: Target) throws(LibAVError) {
    self.target = target
    format = unsafe av_get_pix_fmt(target.pixelFormat)
    guard format != AV_PIX_FMT_NONE, sws_isSupportedOutput(format) != 0 else {
      throw LibAVError(LibAVError.invalidArgument, "converting pictures to \(target.pixelFormat)")
    }
  }

  deinit { unsafe sws_freeContext(context) }

  /// Converts a picture, keeping its times and colours.
  ///
  /// - Throws: ``LibAVError`` if the conversion fails.
  package func convert(_ frame: MediaFrame) throws(LibAVError) -> MediaFrame {
    let action = "converting a picture"
    let size = (target.width ?? frame.width, target.height ?? frame.height)
    let areas = target.fit.areas((frame.width, frame.height), size)
    let source = unsafe Source(
      format: frame.pointer.pointee.format, width: Int32(clamping: areas.source.width),
      height: Int32(clamping: areas.source.height), colors: frame.colors,
      isFullRange: frame.isFullRange,
      areas: Source.Areas(source: areas.source, target: areas.target))
    if self.source != source {
      self.source = nil
      try setUp(source, (areas.target.width, areas.target.height), frame)
      self.source = source
    }
    var allocated = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&allocated) }
    guard let output = unsafe allocated else { throw LibAVError(LibAVError.noMemory, action) }
    unsafe output.pointee.format = format.rawValue
    unsafe output.pointee.width = Int32(clamping: size.0)
    unsafe output.pointee.height = Int32(clamping: size.1)
    try LibAVError.check(unsafe av_frame_get_buffer(output, 0), action)
    try LibAVError.check(unsafe av_frame_copy_props(output, frame.pointer), action)
    if let outputRange { unsafe output.pointee.color_range = outputRange }
    // RGB has no chroma location; a later conversion to subsampled chroma chooses its own.
    if VideoScaler.isRGB(format) {
      unsafe output.pointee.chroma_location = AVCHROMA_LOC_UNSPECIFIED
    }
    if areas.target == FrameRectangle(size), areas.source.width == frame.width,
      areas.source.height == frame.height
    {
      try LibAVError.check(unsafe scale(frame.pointer, output), action)
    } else {
      try unsafe MediaFrame.blacken(output)
      var shown: UnsafeMutablePointer<AVFrame>? = try unsafe MediaFrame.part(
        areas.source, of: frame.pointer)
      defer { unsafe av_frame_free(&shown) }
      var filled: UnsafeMutablePointer<AVFrame>? = try unsafe MediaFrame.part(
        areas.target, of: output)
      defer { unsafe av_frame_free(&filled) }
      if let shown = unsafe shown, let filled = unsafe filled {
        try LibAVError.check(unsafe scale(shown, filled), action)
      }
    }
    extendLifetime(frame)
    return try unsafe MediaFrame(moving: output, timeBase: frame.timeBase)
  }

  /// Scales the whole of one picture to the whole of another.
  private func scale(
    _ source: UnsafeMutablePointer<AVFrame>, _ output: UnsafeMutablePointer<AVFrame>
  ) -> Int32 {
    let (data, sizes) = unsafe (source.pointee.data, source.pointee.linesize)
    let (outputs, outputSizes) = unsafe (output.pointee.data, output.pointee.linesize)
    let inputs: [UnsafePointer<UInt8>?] = unsafe [
      UnsafePointer(data.0), UnsafePointer(data.1), UnsafePointer(data.2), UnsafePointer(data.3),
    ]
    let strides = [sizes.0, sizes.1, sizes.2, sizes.3]
    let targets: [UnsafeMutablePointer<UInt8>?] = unsafe [
      outputs.0, outputs.1, outputs.2, outputs.3,
    ]
    let targetStrides = [outputSizes.0, outputSizes.1, outputSizes.2, outputSizes.3]
    return unsafe sws_scale(
      context, inputs, strides, 0, source.pointee.height, targets, targetStrides)
  }

  /// Creates libswscale's context for pictures like `source` and an output of `size` pixels.
  private func setUp(
    _ source: Source, _ size: (Int, Int), _ frame: MediaFrame
  ) throws(LibAVError) {
    let action = "setting up the conversion of pictures"
    unsafe sws_freeContext(context)
    unsafe context = sws_alloc_context()
    guard let newContext = unsafe context else { throw LibAVError(LibAVError.noMemory, action) }
    let input = AVPixelFormat(source.format)
    guard sws_isSupportedInput(input) != 0 else {
      throw LibAVError(
        LibAVError.invalidArgument,
        "converting frames from pixel format \(frame.pixelFormat ?? "unknown")")
    }
    var options: [(String, Int)] = [
      ("srcw", Int(source.width)), ("srch", Int(source.height)),
      ("src_format", Int(input.rawValue)),
      ("dstw", size.0), ("dsth", size.1), ("dst_format", Int(format.rawValue)),
      ("sws_flags", Int(SWS_BICUBIC)),
    ]
    // By default, chroma is vertically centred between two rows and horizontally aligned with the
    // left column (H.264 type 0).
    if input == AV_PIX_FMT_YUV420P { options.append(("src_v_chr_pos", 128)) }
    if format == AV_PIX_FMT_YUV420P { options.append(("dst_v_chr_pos", 128)) }
    if let isFullRange = target.isFullRange {
      // This must be set before initialisation; otherwise no conversion that changes the range is
      // chosen.
      options.append(("src_range", source.isFullRange == true ? 1 : 0))
      options.append(("dst_range", isFullRange ? 1 : 0))
    }
    let object = unsafe UnsafeMutableRawPointer(newContext)
    for (name, value) in options {
      try LibAVError.check(unsafe av_opt_set_int(object, name, Int64(value), 0), action)
    }
    try LibAVError.check(unsafe sws_init_context(newContext, nil, nil), action)
    unsafe setColors(newContext, source)
  }

  /// Sets the matrix and range; for unsupported and unknown matrices, ITU-R BT.601 is used, and for
  /// unknown ranges libswscale's default, which is full range for RGB and grey.
  private func setColors(_ context: OpaquePointer, _ source: Source) {
    var tables: (UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) = (nil, nil)
    var (input, output): (Int32, Int32) = (0, 0)
    var (brightness, contrast, saturation): (Int32, Int32, Int32) = (0, 1 << 16, 1 << 16)
    unsafe sws_getColorspaceDetails(
      context, &tables.0, &input, &tables.1, &output, &brightness, &contrast, &saturation)
    if let isFullRange = source.isFullRange { input = isFullRange ? 1 : 0 }
    if let isFullRange = target.isFullRange { output = isFullRange ? 1 : 0 }
    let table = unsafe sws_getCoefficients(Int32(clamping: source.colors.last ?? 2))
    let outputTable = unsafe matrix(of: source).map { unsafe sws_getCoefficients($0) } ?? table
    unsafe sws_setColorspaceDetails(
      context, table, input, outputTable, output, brightness, contrast, saturation)
    outputRange =
      output == 1 || VideoScaler.isRGB(format)
      ? AVCOL_RANGE_JPEG : source.isFullRange == nil ? nil : AVCOL_RANGE_MPEG
  }

  /// Returns the target's matrix for conversions from RGB to YCbCr, if it specifies one; nil for
  /// other conversions.
  private func matrix(of source: Source) -> Int32? {
    guard VideoScaler.isRGB(AVPixelFormat(source.format)), !VideoScaler.isRGB(format)
    else { return nil }
    return target.matrix.map { Int32(clamping: $0) }
  }

  private static func isRGB(_ format: AVPixelFormat) -> Bool {
    guard let description = unsafe av_pix_fmt_desc_get(format) else { return false }
    return unsafe description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
  }

  /// Returns whether the pixel format with the given libavutil name is RGB.
  package static func isRGB(_ pixelFormat: String) -> Bool {
    isRGB(unsafe av_get_pix_fmt(pixelFormat))
  }
}
