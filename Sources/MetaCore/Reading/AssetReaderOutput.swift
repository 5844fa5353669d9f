/// What samples are decoded to.
@nonexhaustive
public enum ReadSettings: Sendable, Hashable {
  /// As the decoder delivers them.
  case decoded
  /// Uncompressed audio; by default with the sample rate and channels of the track.
  case pcm(PCMFormat, sampleRate: Int? = nil, channels: Int? = nil)
  /// Pixels; by default with the size of the track. The size is that of the stored frame, before
  /// rotation.
  case pixels(PixelFormat, width: Int? = nil, height: Int? = nil)
}

/// An output of an ``AssetReader``: which samples it delivers, and how.
public protocol AssetReaderOutput: Sendable {
  /// The media type that it delivers.
  var mediaType: MediaType { get }
  /// The output as the reader understands it.
  var request: AssetReaderRequest { get }
}

/// What an output requests from a reader.
public struct AssetReaderRequest: Sendable {
  /// The samples that are requested.
  enum Content: Sendable {
    /// One track, by default the first one of the media type, which is audio or else video by
    /// default. Without settings samples are as stored.
    case track(UInt32?, MediaType?, ReadSettings?)
    /// The audio of several tracks, mixed.
    case audioMix([UInt32], AudioMix, ReadSettings?)
    /// The frames of a composition of several video tracks.
    case videoComposition(VideoComposition, PictureTarget)
    /// One track of any media type, as stored; by default the first audio track, or else the first
    /// readable one.
    case stored(UInt32?)
  }

  let content: Content
}

/// The stored or decoded samples of one track; AVFoundation's `AVAssetReaderTrackOutput`.
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

  /// The media type of the track.
  public var mediaType: MediaType { track.mediaType }

  /// Its only track.
  public var request: AssetReaderRequest {
    AssetReaderRequest(content: .track(track.trackID, mediaType, settings))
  }
}

/// The video of several tracks as one; AVFoundation's `AVAssetReaderVideoCompositionOutput`.
public struct AssetReaderVideoCompositionOutput: AssetReaderOutput {
  /// The tracks.
  public let tracks: [AssetTrack]
  /// The layout of pixels that is delivered.
  public var pixelFormat: PixelFormat
  /// How the tracks are combined; nil to draw all of them in place, the first one on top.
  public var videoComposition: VideoComposition?

  /// An output for tracks with video; without a layout of pixels, they are delivered as `bgra`.
  public init(tracks: [AssetTrack], settings pixelFormat: PixelFormat? = nil) {
    self.tracks = tracks
    self.pixelFormat = pixelFormat ?? .bgra
  }

  /// Video.
  public var mediaType: MediaType { .video }

  /// The composition, or a default one with the size of the first track and all tracks in place.
  public var request: AssetReaderRequest {
    var composition = videoComposition
    if composition == nil {
      let size = tracks.first?.description.video
      composition = VideoComposition(width: size?.width ?? 0, height: size?.height ?? 0)
      composition?.layers = tracks.map { VideoComposition.Layer(track: $0.trackID) }
    }
    return AssetReaderRequest(
      content: .videoComposition(
        composition ?? VideoComposition(width: 0, height: 0), PictureTarget(pixelFormat)))
  }
}

/// The samples of a track that is looked up later, or of the first one of a media type.
package struct FirstTrackOutput: AssetReaderOutput {
  /// The media type of the track; nil for audio, or else video.
  package let media: MediaType?
  /// The number of the track; nil for the first one of its kind.
  package var track: UInt32?
  /// What its samples are decoded to; nil for samples as the file stores them.
  package var settings: ReadSettings?

  /// An output for a track.
  package init(_ media: MediaType?, track: UInt32?, settings: ReadSettings?) {
    self.media = media
    self.track = track
    self.settings = settings
  }

  /// The media type that it delivers, audio if it is not known yet.
  package var mediaType: MediaType { media ?? .audio }

  /// The track, or the first one.
  package var request: AssetReaderRequest {
    AssetReaderRequest(content: .track(track, media, settings))
  }
}

/// The stored samples of a track of any media type, which is looked up later.
package struct StoredTrackOutput: AssetReaderOutput {
  /// The ID of the track; nil for the first audio track, or else the first readable one.
  package var track: UInt32?

  /// An output for a track.
  package init(track: UInt32?) { self.track = track }

  /// The media type is not known.
  package var mediaType: MediaType { MediaType(rawValue: "unknown") }

  /// The track, or the first one.
  package var request: AssetReaderRequest { AssetReaderRequest(content: .stored(track)) }
}
