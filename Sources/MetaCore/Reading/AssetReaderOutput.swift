/// What samples are decoded to.
public enum ReadSettings: Sendable, Hashable {
  /// As the decoder delivers them.
  case decoded
  /// Uncompressed sound; without a rate or a number of channels, those of the track.
  case pcm(PCMFormat, sampleRate: Int? = nil, channels: Int? = nil)
}

/// An output of an ``AssetReader``: which samples it delivers, and how.
public protocol AssetReaderOutput: Sendable {
  /// What kind of media it delivers.
  var mediaType: MediaType { get }
  /// The output as the reader understands it.
  var request: AssetReaderRequest { get }
}

/// What an output asks a reader for.
public struct AssetReaderRequest: Sendable {
  let tracks: [UInt32]
  let settings: ReadSettings?
}

/// The samples of one track, as they are stored or decoded; AVFoundation's `AVAssetReaderTrackOutput`.
public struct AssetReaderTrackOutput: AssetReaderOutput {
  /// The track.
  public let track: AssetTrack
  /// What its samples are decoded to; nil for samples as the file stores them.
  public var settings: ReadSettings?

  /// An output for a track.
  public init(track: AssetTrack, settings: ReadSettings?) {
    self.track = track
    self.settings = settings
  }

  /// What kind of media the track has.
  public var mediaType: MediaType { track.mediaType }

  /// Its only track.
  public var request: AssetReaderRequest {
    AssetReaderRequest(tracks: [track.trackID], settings: settings)
  }
}

/// The sound of a track, or of the first track with sound.
package struct FirstSoundOutput: AssetReaderOutput {
  /// The track; nil for the first one with sound.
  package var track: UInt32?
  /// What its samples are decoded to.
  package var settings: ReadSettings

  /// An output for a track that was not looked up.
  package init(track: UInt32?, settings: ReadSettings) {
    self.track = track
    self.settings = settings
  }

  /// Sound.
  package var mediaType: MediaType { .audio }

  /// The track, or none.
  package var request: AssetReaderRequest {
    AssetReaderRequest(tracks: [track].compactMap(\.self), settings: settings)
  }
}
