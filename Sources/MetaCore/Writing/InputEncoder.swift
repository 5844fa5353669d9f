internal import Synchronization

/// Encodes the samples of one input of an ``AssetWriter``, with a new encoder for each session, and
/// returns the output to the writer.
///
/// It runs concurrently with the encoders of other inputs: on the thread that appends the samples
/// or, for a real-time input, in the task of its queue.
final class InputEncoder: Sendable {
  private let codecs: MediaCodecs
  private let request: EncoderRequest
  /// The queue of samples waiting for the encoder; nil if the caller waits.
  let queue: RealTimeQueue?
  private let state = Mutex<Encoding?>(nil)

  /// An encoder for the samples of a session; the mutex restricts it to one thread at a time.
  private struct Encoding: @unchecked Sendable {
    let encoder: any MediaEncoder
    let session: Int
    /// The first frame, if its duration is unknown; the next frame determines its duration, and
    /// thus the timescale and frame rate.
    private var first: SampleBuffer?
    private var hasBegun = false

    init(_ encoder: any MediaEncoder, session: Int) {
      self.encoder = encoder
      self.session = session
    }

    /// Returns the samples to encode, given a new sample.
    mutating func ready(with sample: SampleBuffer, of mediaType: MediaType) -> [SampleBuffer] {
      if var previous = takeFirst() {
        let length = sample.presentationTime - previous.presentationTime
        if length.isNumeric, length.value > 0 { previous.duration = length }
        return [previous, sample]
      }
      if !hasBegun, mediaType == .video, sample.pixels != nil, sample.duration == nil {
        first = sample
      }
      hasBegun = true
      return first == nil ? [sample] : []
    }

    /// Returns the first frame, if it has not been encoded yet.
    mutating func takeFirst() -> SampleBuffer? {
      defer { first = nil }
      return first
    }
  }

  init(_ request: EncoderRequest, _ codecs: MediaCodecs, isRealTime: Bool) {
    self.request = request
    let isVideo = request.settings.mediaType == .video
    queue = isRealTime ? RealTimeQueue(isVideo ? .video : .audio) : nil
    self.codecs = codecs
  }

  /// Encodes a sample in a session, and passes the completed output to `write`.
  ///
  /// - Throws: ``MetaError`` from the encoder or from `write`.
  func append(
    _ sample: SampleBuffer, session: Int,
    _ write: (SampleBuffer, _ session: Int) throws(MetaError) -> Void
  ) throws(MetaError) {
    try state.withLock { (state) throws(MetaError) in
      // Each session is encoded separately.
      if let encoding = state, encoding.session != session {
        try self.finish(encoding, write)
        state = nil
      }
      if state == nil { state = try self.opened(session) }
      let mediaType = request.settings.mediaType
      for sample in state?.ready(with: sample, of: mediaType) ?? [] {
        for encoded in try state?.encoder.encode(sample) ?? [] { try write(encoded, session) }
      }
    }
  }

  /// Ends encoding, and passes the remaining output to `write`.
  ///
  /// - Throws: ``MetaError`` from the encoder or from `write`.
  func finish(
    _ write: (SampleBuffer, _ session: Int) throws(MetaError) -> Void
  ) throws(MetaError) {
    try state.withLock { (state) throws(MetaError) in
      guard let encoding = state else { return }
      state = nil
      try self.finish(encoding, write)
    }
  }

  private func opened(_ session: Int) throws(MetaError) -> Encoding {
    do throws(ParseError) {
      return Encoding(try codecs.encoder(for: request), session: session)
    } catch { throw MetaError(error) }
  }

  private func finish(
    _ encoding: Encoding, _ write: (SampleBuffer, _ session: Int) throws(MetaError) -> Void
  ) throws(MetaError) {
    var encoding = encoding
    if let first = encoding.takeFirst() {
      for encoded in try encoding.encoder.encode(first) { try write(encoded, encoding.session) }
    }
    for encoded in try encoding.encoder.finish() { try write(encoded, encoding.session) }
  }
}
