extension WrittenTrack {
  /// Returns the number of samples before a sample at which decoding must begin, as a negative
  /// number, given the duration of a sample; nil if samples are decoded independently, or if the
  /// duration is unknown.
  ///
  /// Consecutive AAC packets overlap (ISO/IEC 14496-3 §4.6.11); an Opus decoder needs 80 ms (RFC
  /// 7845 §4.6).
  static func rollDistance(of format: FormatDescription, lasting length: MediaTime?) -> Int16? {
    switch format.mediaSubType?.description {
    case "aac ": return -1
    case "opus":
      guard let length, length.isNumeric, length.seconds > 0 else { return nil }
      return -Int16(min(max(1, (opusPreroll / length.seconds).rounded(.up)), 100))
    default: return nil
    }
  }

  /// The pre-roll of Opus, in seconds.
  private static let opusPreroll = 0.08
}
