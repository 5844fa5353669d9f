/// Decodes the samples of one timed metadata track (`mebx`, `gpmd`, `camm`, `rtmd`): the bytes of a
/// sample become metadata items with the time range of the sample or, for GoPro measurements, a
/// part of it.
///
/// Each codec has its own type that decodes a sample, such as ``GoProSample``.
/// ``AssetReaderOutputMetadataAdaptor`` uses the decoder.
struct TimedMetadataDecoder: Sendable {
  /// The codec of the track; for `mebx`, also the keys of its sample description, by number.
  private enum Form: Sendable {
    case keys([UInt32: TimedMetadataKey])
    case goPro
    case cameraMotion
    case sonyRealTime
  }

  private let form: Form

  /// Creates a decoder for a codec, with the keys declared in its sample description; nil for an
  /// unknown codec.
  init?(codec: String, keys: [TimedMetadataKey]) {
    switch codec {
    case "mebx": form = .keys(Dictionary(keys.map { ($0.number, $0) }) { first, _ in first })
    case "gpmd": form = .goPro
    case "camm": form = .cameraMotion
    case "rtmd": form = .sonyRealTime
    default: return nil
    }
  }

  /// The supported codecs.
  static let codecs = ["mebx", "gpmd", "camm", "rtmd"]

  /// Returns the items in a sample, in order; damaged parts are omitted.
  func items(of sample: ByteSlice, in range: MediaTimeRange) -> [MetadataItem] {
    switch form {
    case .keys(let keys): TimedMetadataSample.items(sample, keys, in: range)
    case .goPro: GoProSample.items(sample, in: range)
    case .cameraMotion: CameraMotionSample.items(sample, in: range)
    case .sonyRealTime: SonyRealTimeSample.items(sample, in: range)
    }
  }
}
