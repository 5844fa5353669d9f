/// The sound of several tracks, mixed into one; AVFoundation's `AVAssetReaderAudioMixOutput`.
///
/// Tracks of different rates and numbers of channels are converted to those of the output,
/// multiplied by their volumes and added in 64-bit floating point; the sum is rounded to the
/// nearest number of the output's format and clipped. The mix begins at the start of the reader's
/// range and ends with the track that ends last; a track that begins later or ends earlier is
/// silent there.
public struct AssetReaderAudioMixOutput: AssetReaderOutput {
  /// The numbers of the tracks.
  public let trackIDs: [UInt32]
  /// The format of the samples; see ``init(tracks:settings:)``.
  public let settings: ReadSettings?
  /// The volumes of the tracks; nil for the volume 1 of all.
  public var audioMix: AudioMix?

  /// An output for tracks of sound.
  ///
  /// - Parameters: - tracks: The tracks, each once. - settings: The format of the samples; without
  ///   a rate that of the first track, without a number of channels the largest of all tracks. Nil
  ///   and
  ///     `decoded` give floating-point numbers of 32 bits, each channel in bytes of its own (``PCMFormat/planarFloat32``).
  public init(tracks: [AssetTrack], settings: ReadSettings?) {
    self.init(trackIDs: tracks.map(\.trackID), settings: settings)
  }

  /// An output for tracks by their numbers.
  package init(trackIDs: [UInt32], settings: ReadSettings?) {
    self.trackIDs = trackIDs
    self.settings = settings
  }

  /// Sound.
  public var mediaType: MediaType { .audio }

  /// The mix of its tracks.
  public var request: AssetReaderRequest {
    AssetReaderRequest(content: .audioMix(trackIDs, audioMix ?? AudioMix(), settings))
  }
}
