internal import Synchronization

/// Generates images from the video of an asset; the counterpart of AVFoundation's
/// `AVAssetImageGenerator`.
///
///     let generator = ImageGenerator(asset: Asset(path: "film.mov"), codecs: codecs)
///     let (image, time) = try await generator.image(at: MediaTime(value: 30, timescale: 1)!)
///
/// Images have square pixels and are rotated for display by default. Tolerances are zero by
/// default, whereas AVFoundation's are infinite.
public final class ImageGenerator: Sendable {
  /// How high-dynamic-range frames (PQ or HLG) are converted.
  @nonexhaustive
  public enum DynamicRangePolicy: Sendable, Hashable {
    /// Maps them to 8 bits in the colours of ITU-R BT.709.
    case forceSDR
    /// Keeps the code values of the source, at 16 bits per component.
    case matchSource
  }

  /// An image, and the time at which its frame starts.
  public typealias TimedImage = (image: PixelBuffer, actualTime: MediaTime)

  private let asset: Asset
  private let track: UInt32?
  private let codecs: MediaCodecs
  private let settings = Mutex(ImageSettings())

  /// Creates a generator for a track of an asset, by default its first video track.
  ///
  /// Creating a generator does no I/O.
  public init(asset: Asset, track: AssetTrack? = nil, codecs: MediaCodecs = .standard) {
    self.asset = asset
    self.track = track?.trackID
    self.codecs = codecs
  }

  /// The maximum width and height of the images; nil, the default, means the size of the track.
  public var maximumSize: (width: Int, height: Int)? {
    get { settings.withLock { $0.maximumSize } }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  /// Whether to apply the track's rotation to the images; true by default.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { $0.appliesPreferredTrackTransform } }
    set { settings.withLock { $0.appliesPreferredTrackTransform = newValue } }
  }

  /// The maximum time by which a frame may precede the requested time; a larger value means that
  /// fewer frames are decoded.
  ///
  /// The default is zero.
  public var requestedTimeToleranceBefore: MediaTime {
    get { settings.withLock { $0.toleranceBefore } }
    set { settings.withLock { $0.toleranceBefore = newValue } }
  }

  /// The maximum time by which a frame may follow the requested time; zero by default.
  public var requestedTimeToleranceAfter: MediaTime {
    get { settings.withLock { $0.toleranceAfter } }
    set { settings.withLock { $0.toleranceAfter = newValue } }
  }

  /// How high-dynamic-range frames are converted; ``DynamicRangePolicy/forceSDR`` by default.
  public var dynamicRangePolicy: DynamicRangePolicy {
    get { settings.withLock { $0.dynamicRangePolicy } }
    set { settings.withLock { $0.dynamicRangePolicy = newValue } }
  }

  /// Returns the image at the given time.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no video or no frame at that time,
  ///   `noDecoder` if no decoder supports it.
  @concurrent
  public func image(at time: MediaTime) async throws(MetaError) -> TimedImage {
    guard !Task.isCancelled else { throw .cancelled(asset.path) }
    return try reader().image(at: time)
  }

  /// Returns the images at the given times, in the order requested; a failure does not end the
  /// sequence.
  ///
  /// Ascending times require the least decoding. Generation stops when the sequence is no longer
  /// used.
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
