/// The form in which an ``AssetReader`` delivers decoded samples; outputs without settings deliver
/// samples as stored.
@nonexhaustive
public enum ReadSettings: Sendable, Hashable {
  /// The decoder's native format.
  case decoded
  /// Uncompressed audio; the default sample rate and channel count are those of the track.
  case pcm(PCMFormat, sampleRate: Int? = nil, channels: Int? = nil)
  /// Pixels; the default size is that of the track. The size applies to the stored frame, before
  /// rotation.
  case pixels(PixelFormat, width: Int? = nil, height: Int? = nil)
}

/// An output of an ``AssetReader``: it specifies the samples to read and the form in which they are
/// delivered; the reader returns a ``SampleProvider`` for it.
public protocol AssetReaderOutput: Sendable {
  /// The media type of the output.
  var mediaType: MediaType { get }
  /// The request to the reader.
  var request: AssetReaderRequest { get }
}

/// The samples that an output requests from a reader; each kind of ``AssetReaderOutput`` creates
/// one.
public struct AssetReaderRequest: Sendable {
  /// The requested samples: of one track, decoded or as stored, or of several tracks combined.
  enum Content: Sendable {
    /// One track, by default the first one with the media type; the default type is audio, or
    /// video in an asset without audio. Without settings, samples are read as stored.
    case track(UInt32?, MediaType?, ReadSettings?)
    /// The audio of several tracks, mixed.
    case audioMix([UInt32], AudioMix, ReadSettings?)
    /// The frames of a composition of several video tracks.
    case videoComposition(VideoComposition, VideoTarget)
    /// One track of any media type, as stored; by default the first audio track, or else the first
    /// readable track.
    case stored(UInt32?)
  }

  let content: Content
}

/// An output for the stored or decoded samples of one track; the counterpart of AVFoundation's
/// `AVAssetReaderTrackOutput`.
public struct AssetReaderTrackOutput: AssetReaderOutput {
  /// The track.
  public let track: AssetTrack
  /// The form in which samples are decoded; nil means that they are read as stored.
  public var settings: ReadSettings?

  /// Creates an output for a track.
  public init(track: AssetTrack, settings: ReadSettings?) {
    self.track = track
    self.settings = settings
  }

  /// The media type of the track.
  public var mediaType: MediaType { track.mediaType }

  /// The request for the track.
  public var request: AssetReaderRequest {
    AssetReaderRequest(content: .track(track.trackID, mediaType, settings))
  }
}

/// An output for several video tracks combined into one; the counterpart of AVFoundation's
/// `AVAssetReaderVideoCompositionOutput`.
public struct AssetReaderVideoCompositionOutput: AssetReaderOutput {
  /// The tracks.
  public let tracks: [AssetTrack]
  /// The pixel format of the output.
  public var pixelFormat: PixelFormat
  /// The video composition; nil means that all tracks are drawn in place, the first one on top.
  public var videoComposition: VideoComposition?

  /// Creates an output for video tracks; the pixel format defaults to `bgra`.
  public init(tracks: [AssetTrack], settings pixelFormat: PixelFormat? = nil) {
    self.tracks = tracks
    self.pixelFormat = pixelFormat ?? .bgra
  }

  /// The media type, which is video.
  public var mediaType: MediaType { .video }

  /// The request for the composition; the default composition has the size of the first track and
  /// all tracks in place.
  public var request: AssetReaderRequest {
    var composition = videoComposition
    if composition == nil {
      let size = tracks.first?.description.video
      composition = VideoComposition(width: size?.width ?? 0, height: size?.height ?? 0)
      composition?.layers = tracks.map { VideoComposition.Layer(track: $0.trackID) }
    }
    return AssetReaderRequest(
      content: .videoComposition(
        composition ?? VideoComposition(width: 0, height: 0), VideoTarget(pixelFormat)))
  }
}

/// An output for the track with a given ID, or for the first track of a media type; unlike
/// ``AssetReaderTrackOutput``, it leaves finding the track to the reader.
package struct FirstTrackOutput: AssetReaderOutput {
  /// The media type of the track; nil means audio, or else video.
  package let media: MediaType?
  /// The ID of the track; nil means the first track with the media type.
  package var track: UInt32?
  /// The form in which samples are decoded; nil means that they are read as stored.
  package var settings: ReadSettings?

  /// Creates an output for a track.
  package init(_ media: MediaType?, track: UInt32?, settings: ReadSettings?) {
    self.media = media
    self.track = track
    self.settings = settings
  }

  /// The media type; audio if no type was given.
  package var mediaType: MediaType { media ?? .audio }

  /// The request for the track, or for the first one.
  package var request: AssetReaderRequest {
    AssetReaderRequest(content: .track(track, media, settings))
  }
}

/// An output for the stored samples of the track with a given ID, or else of the first audio track
/// or the first readable track; the reader finds the track, which may have any media type.
package struct StoredTrackOutput: AssetReaderOutput {
  /// The ID of the track; nil means the first audio track, or else the first readable track.
  package var track: UInt32?

  /// Creates an output for a track.
  package init(track: UInt32?) { self.track = track }

  /// The media type, which is unknown until the track is resolved.
  package var mediaType: MediaType { MediaType(rawValue: "unknown") }

  /// The request for the track, or for the first one.
  package var request: AssetReaderRequest { AssetReaderRequest(content: .stored(track)) }
}
