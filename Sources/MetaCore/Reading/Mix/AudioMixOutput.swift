/// An output for several audio tracks mixed into one; the counterpart of AVFoundation's
/// `AVAssetReaderAudioMixOutput`.
///
/// Tracks are converted to the sample rate and channel count of the output, multiplied by their
/// volumes and added in 64-bit floating point; the sum is converted to the output's format, rounded
/// and clipped if the format has integers. The mix begins at the start of the reader's time range
/// and ends with the longest track; a track that begins later or ends earlier is silent for the
/// rest of the time.
public struct AssetReaderAudioMixOutput: AssetReaderOutput {
  /// The IDs of the tracks.
  public let trackIDs: [UInt32]
  /// The sample format; see ``init(tracks:settings:)``.
  public let settings: ReadSettings?
  /// The volumes of the tracks; nil means volume 1 for all tracks.
  public var audioMix: AudioMix?

  /// Creates an output for audio tracks.
  ///
  /// - Parameters:
  ///   - tracks: The tracks, each only once.
  ///   - settings: The sample format. The sample rate defaults to that of the first track, the
  ///     channel count defaults to the highest among the tracks. Nil and `decoded` mean 32-bit
  ///     floating point, one plane per channel (``PCMFormat/planarFloat32``).
  public init(tracks: [AssetTrack], settings: ReadSettings?) {
    self.init(trackIDs: tracks.map(\.trackID), settings: settings)
  }

  /// Creates an output for the tracks with the given IDs.
  package init(trackIDs: [UInt32], settings: ReadSettings?) {
    self.trackIDs = trackIDs
    self.settings = settings
  }

  /// The media type, which is audio.
  public var mediaType: MediaType { .audio }

  /// The request for the mix.
  public var request: AssetReaderRequest {
    AssetReaderRequest(content: .audioMix(trackIDs, audioMix ?? AudioMix(), settings))
  }
}
