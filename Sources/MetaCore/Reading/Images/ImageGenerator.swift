internal import Synchronization

/// Makes images of the video of an asset at given times; AVFoundation's `AVAssetImageGenerator`.
///
///     let generator = ImageGenerator(asset: Asset(path: "film.mov"), codecs: codecs)
///     let (image, time) = try await generator.image(at: MediaTime(value: 30, timescale: 1)!)
///
/// Images have square pixels and, unless something else is set, are turned for display. They are
/// exact in time: where AVFoundation's tolerances are infinite by default, these are zero.
public final class ImageGenerator: Sendable {
  /// What becomes of pictures with a high dynamic range (PQ or HLG).
  @nonexhaustive
  public enum DynamicRangePolicy: Sendable, Hashable {
    /// They are mapped to 8 bits in the colours of ITU-R BT.709.
    case forceSDR
    /// They keep their codes, with 16 bits.
    case matchSource
  }

  /// An image, and when its picture begins to be presented.
  public typealias TimedImage = (image: PixelBuffer, actualTime: MediaTime)

  private let asset: Asset
  private let track: UInt32?
  private let codecs: MediaCodecs
  private let settings = Mutex(ImageSettings())

  /// A generator for a track of an asset; without a track, the first one with video.
  ///
  /// Nothing is opened yet.
  public init(asset: Asset, track: AssetTrack? = nil, codecs: MediaCodecs = .standard) {
    self.asset = asset
    self.track = track?.trackID
    self.codecs = codecs
  }

  /// No image is wider or higher; nil, which is the default, for the size of the track.
  public var maximumSize: (width: Int, height: Int)? {
    get { settings.withLock { $0.maximumSize } }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  /// Whether images are turned as the track says; true unless something else is set.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { $0.appliesPreferredTrackTransform } }
    set { settings.withLock { $0.appliesPreferredTrackTransform = newValue } }
  }

  /// How much earlier than requested a picture may be, so that fewer have to be decoded; zero
  /// unless something else is set.
  public var requestedTimeToleranceBefore: MediaTime {
    get { settings.withLock { $0.toleranceBefore } }
    set { settings.withLock { $0.toleranceBefore = newValue } }
  }

  /// How much later than requested a picture may be; zero unless something else is set.
  public var requestedTimeToleranceAfter: MediaTime {
    get { settings.withLock { $0.toleranceAfter } }
    set { settings.withLock { $0.toleranceAfter = newValue } }
  }

  /// What becomes of pictures with a high dynamic range; ``DynamicRangePolicy/forceSDR`` unless
  /// something else is set.
  public var dynamicRangePolicy: DynamicRangePolicy {
    get { settings.withLock { $0.dynamicRangePolicy } }
    set { settings.withLock { $0.dynamicRangePolicy = newValue } }
  }

  /// The image that is presented at a time.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when there is no video, or no picture at that
  ///   time, `noDecoder` when nothing decodes it.
  @concurrent
  public func image(at time: MediaTime) async throws(MetaError) -> TimedImage {
    guard !Task.isCancelled else { throw .cancelled(asset.path) }
    return try reader().image(at: time)
  }

  /// The images that are presented at several times, in the order of these; one that cannot be made
  /// does not end the others.
  ///
  /// Ascending times need the least decoding. Work ends when the sequence is no longer used.
  public func images(
    for times: [MediaTime]
  ) -> AsyncStream<(requestedTime: MediaTime, result: Result<TimedImage, MetaError>)> {
    AsyncStream { continuation in
      let task = Task.detached { [self] in
        let reader = Result { () throws(MetaError) in try self.reader() }
        for time in times {
          guard !Task.isCancelled else { break }
          let result = reader.flatMap { reader in
            Result { () throws(MetaError) in try reader.image(at: time) }
          }
          continuation.yield((time, result))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func reader() throws(MetaError) -> ImageReader {
    try ImageReader(
      asset: asset, track: track, settings: settings.withLock { $0 }, codecs: codecs)
  }
}
