internal import SystemPackage

extension AssetWriter {
  /// What takes the pictures of a track that is encoded; AVFoundation's `inputPixelBufferReceiver(for:pixelBufferAttributes:)`.
  ///
  /// With attributes every picture has to have their size and pixel format. Without them pictures of any size and format are converted to what the
  /// first one and the settings say.
  ///
  /// - Throws: ``MetaError`` as ``inputReceiver(for:)`` does, `wrongMediaType` for an input that is not of video, `invalidAttributes` for one
  ///   without settings, `invalidSize` or `invalidPixelFormat` for attributes that no picture has.
  public func inputPixelBufferReceiver(
    for input: AssetWriterInput, attributes: PixelBufferAttributes? = nil
  ) throws(MetaError) -> sending PixelBufferReceiver {
    guard input.mediaType == .video else {
      throw MetaError(
        .wrongMediaType, file: path,
        reason: "pictures for an input of \(input.mediaType.rawValue)")
    }
    guard case .video(let settings)? = input.settings else {
      throw MetaError(
        .invalidAttributes, file: path, reason: "pictures need an input with settings of video")
    }
    let pool = try PixelBufferReceiver.pool(attributes, settings)
    return PixelBufferReceiver(try inputReceiver(for: input), attributes, pool, path)
  }
}

/// Takes the pictures of one track of a movie that is written, from one task at a time; AVFoundation's `AVAssetWriterInput.PixelBufferReceiver`.
public final class PixelBufferReceiver {
  /// Makes pictures of the attributes; without attributes in BGRA and of the size of the settings.
  ///
  /// Nil where neither gives a size. It has at most ``poolLimit`` pictures at a time.
  public let pixelBufferPool: PixelBufferPool?
  /// What every picture has; nil where it may have any size and pixel format.
  public let attributes: PixelBufferAttributes?
  private let receiver: SampleBufferReceiver
  private let path: FilePath

  /// How many pictures of its pool there may be at a time.
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

  fileprivate static func pool(
    _ attributes: PixelBufferAttributes?, _ settings: VideoOutputSettings
  ) throws(MetaError) -> PixelBufferPool? {
    if let attributes { return try PixelBufferPool(attributes, limit: poolLimit) }
    guard let width = settings.width, let height = settings.height else { return nil }
    return try PixelBufferPool(
      PixelBufferAttributes(format: .bgra, width: width, height: height), limit: poolLimit)
  }

  /// Whether a picture can be appended now.
  public var isReadyForMoreMediaData: Bool { receiver.isReadyForMoreMediaData }

  /// How many pictures were dropped, as ``SampleBufferReceiver/droppedSampleCount`` says.
  public var droppedSampleCount: Int { receiver.droppedSampleCount }

  /// Appends a picture that is presented at a time, until the next one.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` or `invalidPixelFormat` for a picture that does not have the attributes, and as
  ///   ``SampleBufferReceiver/append(_:)`` does. After the first two other pictures can be appended.
  public nonisolated(nonsending) func append(
    _ pixels: PixelBuffer, with time: MediaTime
  ) async throws(MetaError) {
    try await receiver.append(sample(pixels, time))
  }

  /// Appends a picture if that is possible without waiting; whether it was.
  ///
  /// - Throws: ``MetaError``, as ``append(_:with:)`` does.
  public func appendImmediately(
    _ pixels: PixelBuffer, with time: MediaTime
  ) throws(MetaError) -> Bool {
    try receiver.appendImmediately(sample(pixels, time))
  }

  /// Takes no more pictures.
  public func finish() { receiver.finish() }

  private func sample(_ pixels: PixelBuffer, _ time: MediaTime) throws(MetaError) -> SampleBuffer {
    if let attributes {
      guard pixels.width == attributes.width, pixels.height == attributes.height else {
        throw MetaError(
          .invalidSize, file: path,
          reason: "a picture of \(pixels.width) × \(pixels.height) pixels for an input of "
            + "\(attributes.width) × \(attributes.height)")
      }
      guard pixels.format == attributes.format else {
        throw MetaError(
          .invalidPixelFormat, file: path,
          reason: "a picture of pixel format \(pixels.format) for an input of \(attributes.format)")
      }
    }
    return SampleBuffer(.pixels(pixels), at: time)
  }
}

/// Appends pictures with the calls of AVFoundation before 2025; its `AVAssetWriterInputPixelBufferAdaptor`.
///
/// Errors are those of the writer (``AssetWriter/error``), or ``error`` where the picture was refused and writing goes on.
public final class PixelBufferAdaptor {
  /// The input that it appends to.
  public let assetWriterInput: AssetWriterInput
  /// Why the last picture was not appended; nil when it was.
  public private(set) var error: MetaError?
  private let receiver: PixelBufferReceiver

  /// Adds an input to a writer that was not started.
  ///
  /// - Throws: ``MetaError``, as ``AssetWriter/inputPixelBufferReceiver(for:attributes:)`` does.
  public init(
    assetWriterInput input: AssetWriterInput,
    sourcePixelBufferAttributes attributes: PixelBufferAttributes? = nil, of writer: AssetWriter
  ) throws(MetaError) {
    assetWriterInput = input
    receiver = try writer.inputPixelBufferReceiver(for: input, attributes: attributes)
  }

  /// What every picture has; nil where it may have any size and pixel format.
  public var sourcePixelBufferAttributes: PixelBufferAttributes? { receiver.attributes }

  /// Makes pictures, as ``PixelBufferReceiver/pixelBufferPool`` does.
  public var pixelBufferPool: PixelBufferPool? { receiver.pixelBufferPool }

  /// Whether a picture can be appended now.
  public var isReadyForMoreMediaData: Bool { receiver.isReadyForMoreMediaData }

  /// Appends a picture; whether that was possible.
  public func append(_ pixels: PixelBuffer, withPresentationTime time: MediaTime) -> Bool {
    do throws(MetaError) {
      error = nil
      return try receiver.appendImmediately(pixels, with: time)
    } catch {
      self.error = error
      return false
    }
  }

  /// Takes no more pictures.
  public func markAsFinished() { receiver.finish() }
}
