/// What samples are decoded to.
@nonexhaustive
public enum ReadSettings: Sendable, Hashable {
  /// As the decoder delivers them.
  case decoded
  /// Uncompressed sound; without a rate or a number of channels, those of the track.
  case pcm(PCMFormat, sampleRate: Int? = nil, channels: Int? = nil)
  /// Pixels; without a width and a height, those of the track. A size is that of the stored picture, before rotation.
  case pixels(PixelFormat, width: Int? = nil, height: Int? = nil)
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
    /// Those of one track; without a number, of the first track of this kind of media, which is audio or else video if it is not given.
    /// Without settings they are as stored.
    case track(UInt32?, MediaType?, ReadSettings?)
    /// The sound of several tracks, mixed.
    case audioMix([UInt32], AudioMix, ReadSettings?)
    /// The pictures of a composition of several tracks.
    case videoComposition(VideoComposition, PictureTarget)
    /// Those of one track of any kind, as stored; without a number, of the first track of sound, else of the first one that can be read.
    case stored(UInt32?)
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

/// The video of several tracks as one; AVFoundation's `AVAssetReaderVideoCompositionOutput`.
public struct AssetReaderVideoCompositionOutput: AssetReaderOutput {
  /// The tracks.
  public let tracks: [AssetTrack]
  /// The layout of pixels that is delivered.
  public var pixelFormat: PixelFormat
  /// How the tracks become one; nil for the first track as it is, above the others.
  public var videoComposition: VideoComposition?

  /// An output for tracks with video; without a layout of pixels, they are delivered as `bgra`.
  public init(tracks: [AssetTrack], settings pixelFormat: PixelFormat? = nil) {
    self.tracks = tracks
    self.pixelFormat = pixelFormat ?? .bgra
  }

  /// Video.
  public var mediaType: MediaType { .video }

  /// The composition, or one that has the size of the first track and shows all tracks where they are.
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

/// The samples of a track that was not looked up, or of the first one of its kind.
package struct FirstTrackOutput: AssetReaderOutput {
  /// What kind of media the track has; nil for audio, or else video.
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

  /// What kind of media it delivers, audio if that is not known yet.
  package var mediaType: MediaType { media ?? .audio }

  /// The track, or the first one.
  package var request: AssetReaderRequest {
    AssetReaderRequest(content: .track(track, media, settings))
  }
}

/// The samples of a track of any kind as the file stores them, of a track that was not looked up.
package struct StoredTrackOutput: AssetReaderOutput {
  /// The number of the track; nil for the first one of sound, else the first one that can be read.
  package var track: UInt32?

  /// An output for a track.
  package init(track: UInt32?) { self.track = track }

  /// What kind of media the track has is not known.
  package var mediaType: MediaType { MediaType(rawValue: "unknown") }

  /// The track, or the first one.
  package var request: AssetReaderRequest { AssetReaderRequest(content: .stored(track)) }
}
