extension WrittenTrack {
  /// How far before a sample decoding has to begin, for samples of a format that last so long each; nil where each sample decodes by itself, or
  /// that is not known.
  ///
  /// One packet of AAC overlaps the next (ISO/IEC 14496-3 §4.6.11); a decoder of Opus needs 80 ms (RFC 7845 §4.6).
  static func rollDistance(of format: FormatDescription, lasting length: MediaTime?) -> Int16? {
    switch format.mediaSubType?.description {
    case "aac ": return -1
    case "opus":
      guard let length, length.isNumeric, length.seconds > 0 else { return nil }
      return -Int16(min(max(1, (opusPreroll / length.seconds).rounded(.up)), 100))
    default: return nil
    }
  }

  /// In seconds.
  private static let opusPreroll = 0.08
}
