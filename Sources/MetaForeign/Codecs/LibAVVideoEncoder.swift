internal import LibAV
internal import MetaCore

/// Encodes a video track with libavcodec: pixel buffers go in, in presentation order; stored
/// samples for a movie come out, in decode order.
final class LibAVVideoEncoder: MediaEncoder {
  private let settings: VideoOutputSettings
  private let choice: EncoderChoice
  /// The time units per second that the caller requests; nil to use those of the first sample.
  private let timescale: UInt32?
  /// The format of the source video, if any.
  private let source: FormatDescription?
  private var opened: Opened?
  private var converter: (source: PixelBufferAttributes, LibAVVideoConverter)?
  private var format: FormatDescription?
  /// The presentation times and durations of frames being encoded, by their times in encoder units.
  private var times: [Int64: (time: MediaTime, duration: MediaTime?)] = [:]
  /// The presentation time of the last frame.
  private var last: MediaTime?
  private var keyFrames: KeyFramePlan?
  /// The picture properties for the sample description.
  private var described = VideoProperties()
  /// The size of the source frames.
  private var sourceSize: (width: Int, height: Int)?
  /// The last converted frame, cached because the same frame often repeats.
  private var lastConverted: Converted?

  /// A converted frame and the buffer from which it was created; the reference is weak, so it does
  /// not keep the original in memory.
  private struct Converted {
    weak var storage: (any PlaneStorage)?
    let color: ColorProperties
    let frame: MediaFrame
  }

  /// The encoder and its state, created once the format of the first frame is known.
  private struct Opened {
    let encoder: TrackEncoder
    let target: VideoTarget
    let base: Units
  }

  /// The encoder's time units: those that the caller requests, or else those of the first sample.
  private struct Units {
    let perSecond: UInt32

    func count(_ time: MediaTime) -> Int64 { time.converted(toTimescale: perSecond).value }

    func time(_ count: Int64) -> MediaTime? { MediaTime(value: count, timescale: perSecond) }
  }

  init(_ settings: VideoOutputSettings, _ request: EncoderRequest) throws(ParseError) {
    self.settings = settings
    timescale = request.timescale
    source = request.source
    choice = try EncoderChoice(settings)
  }

  // MARK: Encoding

  /// Encodes a frame, and returns the samples that are complete; times must increase, also in the
  /// units of the encoder.
  func encode(_ sample: SampleBuffer) throws(MetaError) -> [SampleBuffer] {
    guard let pixels = sample.pixels else {
      throw MetaError(.wrongMediaType, reason: "a video encoder requires pixel buffers")
    }
    let time = sample.presentationTime
    guard time.isNumeric else {
      throw MetaError(.invalidAttributes, reason: "the frame has an invalid timestamp")
    }
    do {
      let target = try opened?.target ?? target(for: pixels)
      let frame = try converted(pixels, to: target)
      let opened = try opened ?? open(like: frame, target, pixels, sample)
      let units = opened.base.count(time)
      if let last, last >= time || opened.base.count(last) >= units {
        throw MetaError(
          .nonMonotonicTime,
          reason: "the frame at \(time.seconds) s follows the frame at \(last.seconds) s")
      }
      last = time
      times[units] = (time, sample.duration)
      let length = sample.duration.map { $0.isNumeric ? opened.base.count($0) : 0 }
      let isKey = keyFrames?.isKey(at: time, lasting: sample.duration) ?? false
      return try samples(
        opened.encoder.encode(frame, at: units, for: length ?? 0, isKey: isKey), opened)
    } catch {
      throw MetaError(encoding: error)
    }
  }

  func finish() throws(MetaError) -> [SampleBuffer] {
    guard let opened else { return [] }
    self.opened = nil
    do {
      return try samples(opened.encoder.encode(nil, at: 0), opened)
    } catch {
      throw MetaError(encoding: error)
    }
  }

  /// Returns the samples for encoded packets, with the exact times of their frames.
  private func samples(
    _ pieces: [TrackEncoder.EncodedPacket], _ opened: Opened
  ) throws -> [SampleBuffer] {
    try pieces.map { piece in
      if format == nil { format = try description(piece, opened.encoder) }
      let recorded = times.removeValue(forKey: piece.presentationTime)
      guard let time = recorded?.time ?? opened.base.time(piece.presentationTime) else {
        throw MetaError(.limitExceeded, reason: "the frame timestamp is out of range")
      }
      var sample = SampleBuffer(
        .stored(stored(piece.bytes)), at: time, duration: recorded?.duration)
      sample.decodeTime = opened.base.time(piece.decodeTime)
      sample.isSync = piece.isKey
      sample.formatDescription = format
      return sample
    }
  }

  /// Returns the sample description, which for some codecs requires the first packet.
  private func description(
    _ first: TrackEncoder.EncodedPacket, _ encoder: TrackEncoder
  ) throws -> FormatDescription {
    guard let format = try FormatDescription(movie: encoder.movie(with: first)) else {
      throw MetaError(.unsupported, reason: "\(settings.codec.rawValue) is not supported in movies")
    }
    return framed(format.adding(described))
  }

  /// Returns the format with the clean aperture of the settings, or with that of the source if the
  /// settings have none and the encoded frames keep its aspect ratio.
  private func framed(_ format: FormatDescription) -> FormatDescription {
    if let aperture = settings.cleanAperture { return format.adding(aperture) }
    guard let source, let from = sourceSize, let to = format.video else { return format }
    let keepsShape =
      settings.scalingMode == .resize || from.width * to.height == from.height * to.width
    guard keepsShape else { return format }
    return format.addingAperture(
      of: source, width: (to.width, from.width), height: (to.height, from.height))
  }

  /// Returns the bytes of a packet in the form that movies store.
  private func stored(_ bytes: [UInt8]) -> ByteSlice {
    switch settings.codec {
    case .h264: ByteSlice(MovieVideoForm.lengthPrefixed(bytes, isHEVC: false))
    case .hevc: ByteSlice(MovieVideoForm.lengthPrefixed(bytes, isHEVC: true))
    case .av1: ByteSlice(MovieVideoForm.withoutDelimiters(bytes) ?? bytes)
    default: ByteSlice(bytes)
    }
  }

  // MARK: The first frame

  /// Creates the encoder for frames like `frame`, which was converted from `pixels`.
  private func open(
    like frame: MediaFrame, _ target: VideoTarget, _ pixels: PixelBuffer, _ sample: SampleBuffer
  ) throws -> Opened {
    let base = units(sample)
    describe(pixels, frame, target)
    var settings = TrackEncoder.Settings(
      encoder: choice.encoder, timescale: Int(base.perSecond))
    settings.frameRate = rate(sample)
    settings.options = choice.options(for: described.color, rate: settings.frameRate?.value)
    settings.pixelAspect = self.settings.pixelAspectRatio.map {
      Fraction($0.horizontalSpacing, $0.verticalSpacing)
    }
    let color = described.color
    settings.colors = [color.primaries, color.transfer, color.matrix].map { $0 ?? 2 }
    settings.isFullRange = color.isFullRange
    keyFrames = self.settings.maxKeyFrameIntervalDuration.flatMap {
      KeyFramePlan(every: $0, rate: settings.frameRate?.value, timescale: base.perSecond)
    }
    let opened = Opened(
      encoder: try TrackEncoder(settings, like: frame), target: target, base: base)
    self.opened = opened
    return opened
  }

  /// Determines the properties of the video from the first frame, and fills in missing ones from
  /// the source's format.
  private func describe(_ pixels: PixelBuffer, _ frame: MediaFrame, _ target: VideoTarget) {
    sourceSize = (pixels.width, pixels.height)
    var color = settings.color ?? pixels.color
    let known = source?.video?.color
    if !pixels.format.isRGB, settings.color == nil {
      color.primaries = color.primaries ?? known?.primaries.flatMap(LibAVVideoEncoder.code)
      color.transfer = color.transfer ?? known?.transfer.flatMap(LibAVVideoEncoder.code)
      color.matrix = color.matrix ?? known?.matrix.flatMap(LibAVVideoEncoder.code)
    }
    if pixels.format.isRGB, !target.format.isRGB {
      // Untagged RGB from screens and image files is sRGB (IEC 61966-2-1).
      color.primaries = color.primaries ?? 1
      color.transfer = color.transfer ?? 13
      color.matrix = matrix(for: pixels, target)
    }
    color.isFullRange = frame.isFullRange ?? color.isFullRange
    let range = source?.dynamicRange
    color.masteringDisplay =
      color.masteringDisplay ?? pixels.color.masteringDisplay ?? range?.display
    color.contentLightLevel =
      color.contentLightLevel ?? pixels.color.contentLightLevel ?? range?.light
    described.color = color
    described.pixelAspect = settings.pixelAspectRatio
    described.fieldOrder =
      switch frame.fieldOrder {
      case .progressive: .progressive
      case .topFirst: .topFirst
      case .bottomFirst: .bottomFirst
      }
  }

  /// Returns a code point of ISO/IEC 23091-2; nil for "unspecified".
  private static func code(_ number: Int) -> Int? { number == 2 ? nil : number }

  /// Returns the matrix for converting RGB to YCbCr (ISO/IEC 23091-2): that of the settings, or the
  /// one that players assume for untagged video of this size (ITU-R BT.709 from 720 lines or 1280
  /// columns, ITU-R BT.601 below).
  ///
  /// libswscale converts palettes only with BT.601.
  private func matrix(for pixels: PixelBuffer, _ target: VideoTarget) -> Int {
    if pixels.format.libavName == "pal8" { return 6 }
    if let requested = settings.color?.matrix, requested != 0, requested != 2 { return requested }
    return (target.height ?? pixels.height) >= 720 || (target.width ?? pixels.width) >= 1280 ? 1 : 6
  }

  /// Returns the pixel format and size of the frames to encode.
  private func target(for pixels: PixelBuffer) throws -> VideoTarget {
    let (width, height) = (settings.width ?? pixels.width, settings.height ?? pixels.height)
    guard let source = pixels.format.libavName,
      let name = layout(of: pixels.format, source),
      let format = PixelFormat(libavName: name, isFullRange: isFullRange(pixels))
    else {
      throw MetaError(
        .unsupported,
        reason: "\(settings.codec.rawValue) does not support pixel format \(pixels.format)")
    }
    return VideoTarget(format, width: width, height: height)
  }

  /// Returns whether the output is full range: JPEG always is; with other codecs, RGB is converted
  /// to the limited range, and other sources keep theirs.
  private func isFullRange(_ pixels: PixelBuffer) -> Bool {
    if settings.codec == .jpeg { return true }
    return !pixels.format.isRGB && (pixels.color.isFullRange ?? pixels.format.isFullRange)
  }

  /// Returns libavutil's name for the pixel format to encode: for ProRes, that of the codec;
  /// otherwise the supported one that preserves most of the source.
  ///
  /// H.264, HEVC, AV1 and VP9 encode RGB in 4:2:0, because all players support it, and everything
  /// in 8-bit 4:2:0 if the profile is limited to that.
  private func layout(of source: PixelFormat, _ name: String) -> String? {
    switch settings.codec {
    case .proRes4444: return source.hasAlpha ? "yuva444p10le" : "yuv444p10le"
    case .proRes422, .proRes422HQ, .proRes422LT, .proRes422Proxy: return "yuv422p10le"
    case .png, .jpeg: break
    case .h264, .hevc, .av1, .vp9:
      if ProfileLevel.isPlain(settings.profileLevel) { return "yuv420p" }
      if source.isRGB {
        let isDeep = settings.codec != .h264 && (source.bitsPerComponent ?? 8) > 8
        return isDeep ? "yuv420p10le" : "yuv420p"
      }
    }
    return TrackEncoder.bestPixelFormat(encoder: choice.encoder, for: name)
  }

  /// Returns the time units: those requested, otherwise those of the sample's duration or, without
  /// one, of its time.
  private func units(_ sample: SampleBuffer) -> Units {
    let length = sample.duration.flatMap { $0.isNumeric ? $0 : nil }
    let scale = timescale ?? length?.timescale ?? sample.presentationTime.timescale
    return Units(perSecond: max(1, scale))
  }

  /// Returns the frame rate from the settings or the first frame; nil if unknown.
  private func rate(_ sample: SampleBuffer) -> Fraction? {
    if let rate = Fraction(frameRate: settings.expectedSourceFrameRate) { return rate }
    guard let length = sample.duration, length.isNumeric, length.value > 0,
      let ticks = Int32(exactly: length.value)
    else { return nil }
    return Fraction(Int(length.timescale), Int(ticks))
  }

  /// Returns the frame to encode, reusing that of the last call if the picture is the same.
  private func converted(_ pixels: PixelBuffer, to target: VideoTarget) throws -> MediaFrame {
    if let last = lastConverted, last.storage === pixels.storage, last.color == pixels.color {
      return last.frame
    }
    let frame = try convert(pixels, to: target)
    lastConverted =
      frame === pixels.storage
      ? nil : Converted(storage: pixels.storage, color: pixels.color, frame: frame)
    return frame
  }

  /// Converts a picture and tags it with the colours of the settings, without copying it if it
  /// already has the format and size.
  private func convert(_ pixels: PixelBuffer, to target: VideoTarget) throws -> MediaFrame {
    var pixels = pixels
    if let color = settings.color { pixels.color = pixels.color.changed(as: color) }
    if pixels.format == target.format, pixels.width == target.width, pixels.height == target.height
    {
      return try pixels.frame()
    }
    let source = PixelBufferAttributes(
      format: pixels.format, width: pixels.width, height: pixels.height)
    if converter?.source != source {
      let matrix =
        pixels.format.isRGB && !target.format.isRGB ? self.matrix(for: pixels, target) : nil
      let newConverter = try LibAVVideoConverter(to: target, settings.scalingMode, matrix: matrix)
      converter = (source, newConverter)
    }
    return try converter?.1.convert(pixels).frame() ?? pixels.frame()
  }
}

extension ColorProperties {
  /// Returns these properties, overridden by those that `other` specifies.
  fileprivate func changed(as other: ColorProperties) -> ColorProperties {
    var changed = self
    changed.primaries = other.primaries ?? primaries
    changed.transfer = other.transfer ?? transfer
    changed.matrix = other.matrix ?? matrix
    changed.isFullRange = other.isFullRange ?? isFullRange
    return changed
  }
}

extension Fraction {
  /// Creates the exact fraction for a frame rate: 29.97 becomes 30000/1001 (SMPTE); other rates are
  /// rounded to thousandths.
  ///
  /// Returns nil for a rate of at most 0.001 or at least 100,000.
  init?(frameRate rate: Double?) {
    guard let rate, rate.isFinite, rate > 0.001, rate < 100_000 else { return nil }
    let rounded = rate.rounded()
    if abs(rate - rounded) < 0.0005, rounded >= 1 {
      self.init(Int(rounded), 1)
      // The common rounded rate 23.98 differs from 24000/1001 by 0.004.
    } else if rounded >= 1, abs(rate - rounded * 1000 / 1001) < 0.006 {
      self.init(Int(rounded) * 1000, 1001)
    } else {
      self.init(Int((rate * 1000).rounded()), 1000)
    }
  }
}

extension PixelFormat {
  /// Whether the format is RGB, including palettes.
  var isRGB: Bool {
    libavName.map { $0 == "pal8" || VideoScaler.isRGB($0) } ?? false
  }
}

extension MetaError {
  /// Creates an error from any error during encoding.
  init(encoding error: any Error) {
    switch error {
    case let error as MetaError: self = error
    case let error as ParseError: self.init(error)
    case let error as LibAVError: self.init(LibAVContainer.parseError(error))
    default: self.init(.unsupported, reason: "\(error)")
    }
  }
}
