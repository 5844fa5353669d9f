/// Rotates the frames of one track in a transcode, and changes their frame rate, between decoder
/// and encoder.
///
/// The frames are rotated and mirrored if the track's transform is to be applied instead of stored
/// (`transcode --rotate apply`), and converted to a constant frame rate if one is requested
/// (`--fps`). Other samples pass unchanged.
struct VideoStage {
  private let turn: PictureTurn
  private let converters: VideoConverters
  private var rate: ConstantFrameRate?

  init(_ track: TranscodePlan.EncodedTrack, _ codecs: MediaCodecs) {
    turn = track.turn
    converters = VideoConverters(codecs)
    rate = track.frameDuration.map { ConstantFrameRate($0) }
  }

  /// Adds a sample, and calls `emit` with the completed samples.
  mutating func add(
    _ sample: SampleBuffer, _ emit: (SampleBuffer) async throws -> Void
  ) async throws {
    var sample = sample
    if let pixels = sample.pixels {
      sample.content = .pixels(try converters.turned(pixels, by: turn))
    }
    guard rate != nil, sample.pixels != nil else { return try await emit(sample) }
    try await rate?.add(sample, emit)
  }

  /// Calls `emit` with the remaining samples.
  mutating func finish(_ emit: (SampleBuffer) async throws -> Void) async throws {
    try await rate?.finish(emit)
  }
}
