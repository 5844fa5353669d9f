/// Takes the samples of one track of a movie that is written, from one task at a time; AVFoundation's `AVAssetWriterInput.SampleBufferReceiver`.
public final class SampleBufferReceiver {
  private let index: Int
  let writer: AssetWriter

  init(_ index: Int, of writer: AssetWriter) {
    self.index = index
    self.writer = writer
  }

  /// The number of its track in the new movie, from one.
  public var trackID: UInt32 { AssetWriter.trackID(ofInput: index) }

  /// Whether a sample can be appended now.
  ///
  /// In real time it is false while three pictures, or half a second of sound, wait for the encoder. Else samples are encoded by the thread that appends them,
  /// so that none waits.
  public var isReadyForMoreMediaData: Bool { writer.isReady(index) }

  /// How many samples were dropped because they came faster than they could be encoded; zero of an input that does not expect its samples in real time
  /// (``AssetWriterInput/expectsMediaDataInRealTime``).
  public var droppedSampleCount: Int { writer.droppedSampleCount(of: index) }

  /// Appends a sample; in real time without waiting, so that it may be dropped.
  ///
  /// - Throws: ``MetaError`` with `wrongState` before the writer is started, outside of a session and after ``finish()``, `wrongMediaType`,
  ///   `nonMonotonicTime`, `cancelled` when the task is, and what writing fails with.
  public nonisolated(nonsending) func append(_ sample: SampleBuffer) async throws(MetaError) {
    guard !Task.isCancelled else {
      writer.cancelWriting()
      throw MetaError(.cancelled, file: writer.path, reason: "the writing was cancelled")
    }
    try writer.append(sample, to: index)
  }

  /// Appends a sample if that is possible without waiting for others; whether it was.
  ///
  /// - Throws: ``MetaError``, as ``append(_:)`` does.
  public func appendImmediately(_ sample: SampleBuffer) throws(MetaError) -> Bool {
    try writer.append(sample, to: index)
  }

  /// Takes no more samples.
  public func finish() { writer.finish(index) }
}
