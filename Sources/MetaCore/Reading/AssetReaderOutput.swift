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

/// What an output requests from a reader.
public struct AssetReaderRequest: Sendable {
  /// The samples that are requested.
  enum Content: Sendable {
    /// Those of one track; without a number, of the first track of this kind of media. Without settings they are as stored.
    case track(UInt32?, MediaType, ReadSettings?)
    /// The sound of several tracks, mixed.
    case audioMix([UInt32], AudioMix, ReadSettings?)
  }

  let content: Content
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
    AssetReaderRequest(content: .track(track.trackID, mediaType, settings))
  }
}

/// The samples of a track that was not looked up, or of the first one of its kind.
package struct FirstTrackOutput: AssetReaderOutput {
  /// What kind of media the track has.
  package let mediaType: MediaType
  /// The number of the track; nil for the first one of its kind.
  package var track: UInt32?
  /// What its samples are decoded to; nil for samples as the file stores them.
  package var settings: ReadSettings?

  /// An output for a track.
  package init(_ mediaType: MediaType, track: UInt32?, settings: ReadSettings?) {
    self.mediaType = mediaType
    self.track = track
    self.settings = settings
  }

  /// The track, or the first one.
  package var request: AssetReaderRequest {
    AssetReaderRequest(content: .track(track, mediaType, settings))
  }
}
