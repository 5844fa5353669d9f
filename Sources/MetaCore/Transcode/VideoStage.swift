/// Processes the frames of a track between its decoder and its encoder: rotation and frame rate.
///
/// Audio is passed through.
struct VideoStage {
  private let turn: PictureTurn
  private let converters: VideoConverters
  private var rate: ConstantFrameRate?

  init(_ track: TranscodePlan.EncodedTrack, _ codecs: MediaCodecs) {
    turn = track.turn
    converters = VideoConverters(codecs)
    rate = track.frameDuration.map { ConstantFrameRate($0) }
  }

  /// Adds a sample, and calls `emit` with the completed ones.
  mutating func add(
    _ sample: SampleBuffer, _ emit: (SampleBuffer) async throws -> Void
  ) async throws {
    var sample = sample
    if let pixels = sample.pixels, turn != .none { sample.content = .pixels(try rotated(pixels)) }
    guard rate != nil, sample.pixels != nil else { return try await emit(sample) }
    try await rate?.add(sample, emit)
  }

  /// Calls `emit` with the remaining samples.
  mutating func finish(_ emit: (SampleBuffer) async throws -> Void) async throws {
    try await rate?.finish(emit)
  }

  /// Returns a rotated frame in the same pixel format.
  private func rotated(_ pixels: PixelBuffer) throws(MetaError) -> PixelBuffer {
    guard pixels.format.row?.isTurned(by: turn) != true else { return try pixels.turned(turn) }
    // Rotating 4:2:2 by 90 degrees would change the subsampling, so it is converted losslessly and
    // then back to the format of the source.
    let isDeep = (pixels.format.bitsPerComponent ?? 8) > 8
    let name: String
    if pixels.format.hasAlpha {
      name = isDeep ? "yuva444p16le" : "yuva444p"
    } else {
      name = isDeep ? "yuv444p16le" : "yuv444p"
    }
    guard let whole = PixelFormat(libavName: name, isFullRange: pixels.format.isFullRange) else {
      return try pixels.turned(turn)
    }
    let turned = try converters.convert(pixels, to: VideoTarget(whole)).turned(turn)
    return try converters.convert(turned, to: VideoTarget(pixels.format))
  }
}
