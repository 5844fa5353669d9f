package import LibAV
package import MetaCore

extension PixelBuffer {
  /// Creates a buffer from a decoded frame without copying; nil for an unknown pixel format, an
  /// invalid size, or an unexpected number of planes.
  package init?(_ frame: MediaFrame) {
    guard let name = frame.pixelFormat,
      let format = PixelFormat(libavName: name, isFullRange: frame.isFullRange ?? false)
    else { return nil }
    let attributes = PixelBufferAttributes(
      format: format, width: frame.width, height: frame.height)
    guard let sizes = try? attributes.planes(), sizes.count == frame.planeCount else { return nil }
    let planes = sizes.enumerated().map { plane, size in
      // The stride of a palette can be 0.
      (
        bytesPerRow: max(frame.bytesPerRow(ofPlane: plane), size.rows == 1 ? size.bytesPerRow : 0),
        rows: size.rows
      )
    }
    self.init(attributes, storage: frame, planes: planes, color: ColorProperties(frame))
  }

  /// Returns the picture as a libavutil frame, without copying if it already is one.
  package func frame() throws(LibAVError) -> MediaFrame {
    let colors = [color.primaries, color.transfer, color.matrix].map { $0 ?? 2 }
    if let frame = storage as? MediaFrame {
      guard color != ColorProperties(frame) else { return frame }
      return try frame.tagged(colors: colors, isFullRange: color.isFullRange)
    }
    return try MediaFrame(
      pixelFormat: format.libavName ?? "\(format)", width: width, height: height,
      colors: colors,
      isFullRange: color.isFullRange ?? (format.isFullRange ? true : nil)
    ) { plane, body in
      withBytes(ofPlane: plane) { body($0, bytesPerRow(ofPlane: plane)) }
    }
  }
}

extension ColorProperties {
  /// Creates the colour properties of a frame; 2 is "unspecified" (ISO/IEC 23091-2).
  init(_ frame: MediaFrame) {
    self.init()
    let numbers = frame.colors.map { $0 == 2 ? nil : $0 }
    (primaries, transfer, matrix) = (numbers[0], numbers[1], numbers[2])
    isFullRange = frame.isFullRange
    masteringDisplay = frame.masteringDisplay.flatMap { MasteringDisplay($0) }
    contentLightLevel = frame.contentLight.map { light in
      ContentLightLevel(maximum: light.maximum, frameAverage: light.frameAverage)
    }
  }
}

extension MasteringDisplay {
  /// Creates the mastering display from decoded side data.
  fileprivate init?(_ display: MediaFrame.MasteringDisplay) {
    guard display.chromaticities.count == 8, display.luminances.count == 2 else { return nil }
    func chromaticity(_ index: Int) -> Chromaticity {
      Chromaticity(
        x: display.chromaticities[index * 2], y: display.chromaticities[index * 2 + 1])
    }
    self.init(
      red: chromaticity(0), green: chromaticity(1), blue: chromaticity(2),
      whitePoint: chromaticity(3),
      maximumLuminance: display.luminances[1], minimumLuminance: display.luminances[0])
  }
}

/// Converts MetaCore's pixel buffers to one pixel format and size with libswscale.
final class LibAVVideoConverter: VideoConverting {
  private let converter: VideoScaler
  private let target: VideoTarget

  /// Creates a converter; `matrix` is the one for RGB (``VideoScaler/Target/matrix``).
  init(
    to target: VideoTarget, _ scaling: VideoOutputSettings.ScalingMode = .resize,
    matrix: Int? = nil
  ) throws(ParseError) {
    self.target = target
    guard let name = target.format.libavName else {
      throw ParseError(.unsupported, at: 0, "converting video to \(target.format) is not supported")
    }
    var settings = VideoScaler.Target(
      pixelFormat: name, width: target.width, height: target.height)
    settings.fit =
      switch scaling {
      case .resize: .stretched
      case .resizeAspect: .contained
      case .resizeAspectFill: .covering
      }
    settings.matrix = matrix
    if target.format.isFullRange {
      settings.isFullRange = true
    } else if PixelFormat(libavName: name, isFullRange: true)?.isFullRange == true {
      // Full range has its own pixel format.
      settings.isFullRange = false
    }
    do {
      converter = try VideoScaler(to: settings)
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  func convert(_ picture: PixelBuffer) throws(ParseError) -> PixelBuffer {
    do throws(LibAVError) {
      let frame = try converter.convert(picture.frame())
      guard let converted = PixelBuffer(frame) else {
        throw LibAVError.noSuchPicture(target.format.description)
      }
      return converted
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }
}

/// Decodes a video track with libavcodec to pixel buffers in presentation order, with times that
/// count from the start of the media.
final class LibAVVideoDecoder: VideoDecoder {
  private let decoder: TrackDecoder
  private let request: DecoderRequest
  /// The stream time that corresponds to time zero of the media, in stream units.
  private let origin: Int64
  /// The presentation time to use for the next frame if it has none, in stream units.
  private var expected: Int64 = 0

  init(_ decoder: TrackDecoder, _ request: DecoderRequest) {
    self.decoder = decoder
    self.request = request
    origin = request.hasTimeline ? 0 : LibAVVideoDecoder.start(of: decoder)
    expected = origin
  }

  /// Returns the start of the file or, if that is unknown, of the stream; 0 if both are unknown.
  ///
  /// If the stream's own start is within one unit of that of the file, the stream's start is used,
  /// because the file start, in microseconds, is coarser than some stream units.
  private static func start(of decoder: TrackDecoder) -> Int64 {
    guard let start = decoder.fileStart else { return decoder.streamStart ?? 0 }
    guard let streamStart = decoder.streamStart,
      streamStart.subtractingReportingOverflow(start).0.magnitude <= 1
    else {
      return start
    }
    return streamStart
  }

  /// Returns the next frame; after the last one, a frame without a picture if packets at the end
  /// were damaged.
  func next() throws(ParseError) -> DecodedFrame? {
    do throws(LibAVError) {
      while let frame = try decoder.next() {
        guard frame.sampleCount == 0, frame.width > 0 else { continue }
        guard let pixels = PixelBuffer(frame) else {
          throw LibAVError.noSuchPicture(frame.pixelFormat ?? "unknown")
        }
        let time = frame.time ?? expected
        let length = frame.duration ?? usualDuration
        expected = time.addingReportingOverflow(length ?? 1).partialValue
        return DecodedFrame(
          pixels, at: mediaTime(time), duration: length.map { decoder.mediaTime($0) },
          isSync: frame.isKeyFrame, damage: decoder.finding(request, frame: frame))
      }
    } catch {
      throw LibAVContainer.parseError(error)
    }
    guard let damage = decoder.finding(request, frame: nil) else { return nil }
    return DecodedFrame(
      nil, at: mediaTime(expected), duration: nil, isSync: false, damage: damage)
  }

  /// The frame duration from the frame rate, in stream units; nil if it is unknown or rounds to 0.
  private var usualDuration: Int64? {
    let base = decoder.timeBase
    guard let rate = decoder.frameRate, rate > 0, base.numerator > 0 else { return nil }
    let units = Double(base.denominator) / Double(base.numerator) / rate
    return Int64(exactly: units.rounded()).flatMap { $0 > 0 ? $0 : nil }
  }

  private func mediaTime(_ time: Int64) -> MediaTime {
    decoder.mediaTime(time.subtractingReportingOverflow(origin).partialValue)
  }

  // MARK: Seeking

  func seek(to time: MediaTime, isSingle: Bool) throws(ParseError) {
    guard let target = units(time) else { return }
    do throws(LibAVError) {
      try decoder.seek(to: target)
      expected = target
      _ = decoder.takeErrorMessage()
    } catch {
      throw LibAVContainer.parseError(error)
    }
    if isSingle { omitUnneeded(before: time) }
  }

  func seekAdvances(to time: MediaTime) -> Bool? { units(time).flatMap(decoder.seekAdvances) }

  func omitUnneeded(before time: MediaTime) {
    guard let target = units(time) else { return }
    decoder.skipUnneeded(before: target.subtractingReportingOverflow(margin).partialValue)
  }

  /// The distance before the target within which frames are never skipped, in stream units: two
  /// frames, but a second if that is less or the frame duration is unknown.
  private var margin: Int64 {
    let base = decoder.timeBase
    let second = Int64(base.denominator) / Int64(max(1, base.numerator))
    guard let usual = usualDuration, usual <= second / 2 else { return second }
    return usual * 2
  }

  /// Converts a media time to stream units, rounded down; nil for an invalid time or time base.
  private func units(_ time: MediaTime) -> Int64? {
    let base = decoder.timeBase
    guard base.numerator > 0, base.denominator > 0, time.isNumeric else { return nil }
    let scale = Double(base.denominator) / Double(base.numerator)
    let place = Int64(exactly: (time.seconds * scale).rounded(.down)) ?? 0
    return place.addingReportingOverflow(origin).partialValue
  }

  var failedPackets: Int64 { decoder.failureCount }

  var lastOmitted: MediaTime? { decoder.lastSkipped.map { mediaTime($0) } }
}
