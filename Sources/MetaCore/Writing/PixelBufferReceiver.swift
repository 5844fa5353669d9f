internal import SystemPackage

extension AssetWriter {
  /// Adds an encoded video input and returns the receiver of its frames; the counterpart of
  /// AVFoundation's `inputPixelBufferReceiver(for:pixelBufferAttributes:)`.
  ///
  /// If attributes are given, every frame must have their size and pixel format. Otherwise, frames
  /// of any size and format are converted to match the first frame and the settings.
  ///
  /// - Throws: ``MetaError``, as for ``inputReceiver(for:)``, `wrongMediaType` for an input that is
  ///   not video, `invalidAttributes` for an input without settings, `invalidSize` or
  ///   `invalidPixelFormat` for invalid attributes.
  public func inputPixelBufferReceiver(
    for input: AssetWriterInput, attributes: PixelBufferAttributes? = nil
  ) throws(MetaError) -> sending PixelBufferReceiver {
    guard input.mediaType == .video else {
      throw MetaError(
        .wrongMediaType, file: path,
        reason: "video frames for \(input.mediaType.rawValue) input")
    }
    guard case .video(let settings)? = input.settings else {
      throw MetaError(
        .invalidAttributes, file: path,
        reason: "appending video frames requires an input with video settings")
    }
    let pool = try PixelBufferReceiver.pool(attributes, settings)
    return PixelBufferReceiver(try inputReceiver(for: input), attributes, pool, path)
  }
}

/// Receives the frames of one track, from one task at a time, for an ``AssetWriter``, which encodes
/// them; the counterpart of AVFoundation's `AVAssetWriterInput.PixelBufferReceiver`.
public final class PixelBufferReceiver {
  /// The pool for creating frames with the attributes or, if there are no attributes, in BGRA with
  /// the size in the settings.
  ///
  /// The pool is nil if neither specifies a size. It provides at most ``poolLimit`` frames at a
  /// time.
  public let pixelBufferPool: PixelBufferPool?
  /// The required attributes of frames; nil means any size and pixel format.
  public let attributes: PixelBufferAttributes?
  private let receiver: SampleBufferReceiver
  private let path: FilePath

  /// The maximum number of frames from the pool that can be in use at once.
  public static let poolLimit = 8

  fileprivate init(
    _ receiver: SampleBufferReceiver, _ attributes: PixelBufferAttributes?,
    _ pool: PixelBufferPool?, _ path: FilePath
  ) {
    self.receiver = receiver
    self.attributes = attributes
    pixelBufferPool = pool
    self.path = path
  }

  /// Returns a pool of frames with the attributes, or else with the size in the settings.
  fileprivate static func pool(
    _ attributes: PixelBufferAttributes?, _ settings: VideoOutputSettings
  ) throws(MetaError) -> PixelBufferPool? {
    if let attributes { return try PixelBufferPool(attributes, limit: poolLimit) }
    guard let width = settings.width, let height = settings.height else { return nil }
    return try PixelBufferPool(
      PixelBufferAttributes(format: .bgra, width: width, height: height), limit: poolLimit)
  }

  /// Whether a frame can be appended now.
  public var isReadyForMoreMediaData: Bool { receiver.isReadyForMoreMediaData }

  /// The number of dropped frames; see ``SampleBufferReceiver/droppedSampleCount``.
  public var droppedSampleCount: Int { receiver.droppedSampleCount }

  /// Appends a frame, which is presented from the given time until the next frame.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` or `invalidPixelFormat` for a frame with different
  ///   attributes, after which other frames can still be appended, or an error from
  ///   ``SampleBufferReceiver/append(_:)``.
  public nonisolated(nonsending) func append(
    _ pixels: PixelBuffer, with time: MediaTime
  ) async throws(MetaError) {
    try await receiver.append(sample(pixels, time))
  }

  /// Appends a frame without suspending the task; returns false if a real-time input dropped it.
  ///
  /// - Throws: ``MetaError``, as for ``append(_:with:)``.
  public func appendImmediately(
    _ pixels: PixelBuffer, with time: MediaTime
  ) throws(MetaError) -> Bool {
    try receiver.appendImmediately(sample(pixels, time))
  }

  /// Finishes the input.
  public func finish() { receiver.finish() }

  /// Returns a frame as a sample, after checking that it matches the attributes.
  private func sample(_ pixels: PixelBuffer, _ time: MediaTime) throws(MetaError) -> SampleBuffer {
    if let attributes {
      guard pixels.width == attributes.width, pixels.height == attributes.height else {
        throw MetaError(
          .invalidSize, file: path,
          reason: "a frame of \(pixels.width) × \(pixels.height) pixels for an input of "
            + "\(attributes.width) × \(attributes.height)")
      }
      guard pixels.format == attributes.format else {
        throw MetaError(
          .invalidPixelFormat, file: path,
          reason:
            "the frame has pixel format \(pixels.format), but the input expects \(attributes.format)"
        )
      }
    }
    return SampleBuffer(.pixels(pixels), at: time)
  }
}

/// Appends frames through the interface that AVFoundation had before 2025; the counterpart of
/// `AVAssetWriterInputPixelBufferAdaptor`.
///
/// ``error`` is the reason why the last frame was rejected; if that ended writing, the writer also
/// reports it (``AssetWriter/error``).
public final class PixelBufferAdaptor {
  /// The input.
  public let assetWriterInput: AssetWriterInput
  /// The reason why the last frame was rejected; nil if it was appended, or dropped by a real-time
  /// input.
  public private(set) var error: MetaError?
  private let receiver: PixelBufferReceiver

  /// Adds an input to a writer that has not been started.
  ///
  /// - Throws: ``MetaError``, as for ``AssetWriter/inputPixelBufferReceiver(for:attributes:)``.
  public init(
    assetWriterInput input: AssetWriterInput,
    sourcePixelBufferAttributes attributes: PixelBufferAttributes? = nil, of writer: AssetWriter
  ) throws(MetaError) {
    assetWriterInput = input
    receiver = try writer.inputPixelBufferReceiver(for: input, attributes: attributes)
  }

  /// The required attributes of frames; nil means any size and pixel format.
  public var sourcePixelBufferAttributes: PixelBufferAttributes? { receiver.attributes }

  /// The pool for creating frames; see ``PixelBufferReceiver/pixelBufferPool``.
  public var pixelBufferPool: PixelBufferPool? { receiver.pixelBufferPool }

  /// Whether a frame can be appended now.
  public var isReadyForMoreMediaData: Bool { receiver.isReadyForMoreMediaData }

  /// Appends a frame; returns whether it was appended.
  public func append(_ pixels: PixelBuffer, withPresentationTime time: MediaTime) -> Bool {
    do throws(MetaError) {
      error = nil
      return try receiver.appendImmediately(pixels, with: time)
    } catch {
      self.error = error
      return false
    }
  }

  /// Finishes the input.
  public func markAsFinished() { receiver.finish() }
}
