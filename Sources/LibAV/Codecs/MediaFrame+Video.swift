internal import CLibAV

extension MediaFrame {
  private static func format(of frame: UnsafeMutablePointer<AVFrame>) -> AVPixelFormat {
    unsafe AVPixelFormat(frame.pointee.format)
  }

  /// Returns the size of a plane of a picture, from the first byte of its first row to the last
  /// byte of its last row.
  func pictureSize(ofPlane plane: Int) -> Int {
    let format = unsafe MediaFrame.format(of: pointer)
    guard let description = unsafe av_pix_fmt_desc_get(format), height > 0 else { return 0 }
    // Palettes have 256 entries of four bytes.
    if plane == 1, unsafe description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 {
      return 1024
    }
    let shift = plane == 1 || plane == 2 ? Int(unsafe description.pointee.log2_chroma_h) : 0
    let rows = (height + (1 << shift) - 1) >> shift
    let row = Int(
      av_image_get_linesize(format, Int32(clamping: width), Int32(clamping: plane)))
    // The last row may lack the padding of the other rows, because cropped pictures begin inside
    // their buffer.
    return max(0, (rows - 1) * bytesPerRow(ofPlane: plane) + max(0, row))
  }

  /// Copies a picture that is stored bottom-up to top-down order; returns false for other pictures.
  static func copyUpright(
    _ frame: UnsafeMutablePointer<AVFrame>, to target: UnsafeMutablePointer<AVFrame>
  ) throws(LibAVError) -> Bool {
    guard unsafe frame.pointee.nb_samples == 0, unsafe frame.pointee.linesize.0 < 0 else {
      return false
    }
    let action = "copying a picture"
    unsafe target.pointee.format = frame.pointee.format
    unsafe target.pointee.width = frame.pointee.width
    unsafe target.pointee.height = frame.pointee.height
    try LibAVError.check(unsafe av_frame_get_buffer(target, 0), action)
    try LibAVError.check(unsafe av_frame_copy_props(target, frame), action)
    try LibAVError.check(unsafe av_frame_copy(target, frame), action)
    unsafe av_frame_unref(frame)
    return true
  }

  /// Creates a picture from bytes; `planes` provides each plane and its number of bytes per row.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory or the format is invalid.
  package convenience init(
    pixelFormat: String, width: Int, height: Int, colors: [Int], isFullRange: Bool?,
    planes: (Int, (RawSpan, _ bytesPerRow: Int) -> Void) -> Void
  ) throws(LibAVError) {
    var frame = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&frame) }
    let format = unsafe av_get_pix_fmt(pixelFormat)
    guard let picture = unsafe frame, format != AV_PIX_FMT_NONE else {
      throw LibAVError(
        LibAVError.invalidArgument, "creating a picture in pixel format \(pixelFormat)")
    }
    unsafe picture.pointee.format = format.rawValue
    unsafe picture.pointee.width = Int32(clamping: width)
    unsafe picture.pointee.height = Int32(clamping: height)
    try LibAVError.check(unsafe av_frame_get_buffer(picture, 0), "creating a picture")
    unsafe MediaFrame.set(colors, isFullRange, of: picture)
    try unsafe self.init(moving: picture, timeBase: Fraction(AVRational(num: 1, den: 1)))
    for plane in 0..<planeCount {
      planes(plane) { span, bytesPerRow in copy(span, bytesPerRow, toPlane: plane) }
    }
  }

  /// Returns the picture with different colour tags, without copying; a nil range leaves that of
  /// the picture unchanged.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  package func tagged(colors: [Int], isFullRange: Bool?) throws(LibAVError) -> MediaFrame {
    var frame = unsafe av_frame_clone(pointer)
    defer { unsafe av_frame_free(&frame) }
    guard let clone = unsafe frame else { throw LibAVError(LibAVError.noMemory, "tagging a frame") }
    unsafe MediaFrame.set(colors, isFullRange, of: clone)
    return try unsafe MediaFrame(moving: clone, timeBase: timeBase)
  }

  /// Sets the colour tags of a frame; an array that does not have three numbers is ignored, as is a
  /// nil range.
  private static func set(
    _ colors: [Int], _ isFullRange: Bool?, of frame: UnsafeMutablePointer<AVFrame>
  ) {
    if colors.count == 3 {
      let numbers = colors.map { UInt32(clamping: $0) }
      unsafe frame.pointee.color_primaries = AVColorPrimaries(numbers[0])
      unsafe frame.pointee.color_trc = AVColorTransferCharacteristic(numbers[1])
      unsafe frame.pointee.colorspace = AVColorSpace(numbers[2])
    }
    if let isFullRange {
      unsafe frame.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
  }

  /// Copies rows into a plane, limited to the smaller of the two sizes.
  private func copy(_ span: RawSpan, _ bytesPerRow: Int, toPlane plane: Int) {
    guard let planes = unsafe pointer.pointee.extended_data, let target = unsafe planes[plane]
    else { return }
    let targetStride = self.bytesPerRow(ofPlane: plane)
    let size = pictureSize(ofPlane: plane)
    unsafe span.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress, bytesPerRow > 0 || targetStride == 0 else { return }
      // A palette is a single row.
      let step = targetStride > 0 && size > targetStride ? targetStride : max(1, size)
      var (from, to) = (0, 0)
      while to < size, from < bytes.count {
        let count = min(
          step, min(bytesPerRow > 0 ? bytesPerRow : size, min(size - to, bytes.count - from)))
        unsafe (UnsafeMutableRawPointer(target) + to).copyMemory(
          from: source + from, byteCount: count)
        to += step
        from += max(1, bytesPerRow)
      }
    }
  }
}
