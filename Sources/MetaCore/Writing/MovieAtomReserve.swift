/// Estimates the size in bytes of the movie atom before any sample is known, to reserve space for
/// it before the media.
enum MovieAtomReserve {
  /// Returns the space for the sample tables of a movie with the given duration, with some more for
  /// later edits; if the duration is unknown, a short movie is assumed.
  ///
  /// The estimate is 20 bytes per frame (size, time, composition, sync), 8 bytes per audio packet,
  /// and 16 bytes per chunk of half a second.
  static func size(_ duration: MediaTime?, tracks: [WrittenTrack]) -> Int64 {
    let seconds = duration.flatMap { $0.isNumeric ? $0.seconds : nil } ?? unknownDuration
    let media = tracks.reduce(0.0) { $0 + bytesPerSecond(of: $1.input) }
    let bytes = min(max(0, seconds) * media, largest)
    return Int64(bytes) + 4096 * Int64(tracks.count) + 16384
  }

  /// The duration in seconds that is assumed if the duration is unknown.
  private static let unknownDuration = 60.0
  /// The maximum number of bytes reserved for sample tables: 1 GiB.
  private static let largest = 0x1p30

  private static func bytesPerSecond(of input: AssetWriterInput) -> Double {
    let format = input.sourceFormatHint
    return switch input.mediaType {
    case .video: 20 * (format?.video?.frameRate ?? 60) + 32
    case .audio: 8 * (format?.audio?.sampleRate ?? 48000) / 1024 + 32
    default: 64
    }
  }
}
