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

  /// Whether a sample can be appended now; it is encoded by the thread that appends it, so nothing waits in a queue.
  public var isReadyForMoreMediaData: Bool { writer.status == .writing }

  /// Appends a sample.
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

  /// Appends a sample if that is possible without waiting; whether it was.
  ///
  /// - Throws: ``MetaError``, as ``append(_:)`` does.
  public func appendImmediately(_ sample: SampleBuffer) throws(MetaError) -> Bool {
    try writer.append(sample, to: index)
    return true
  }

  /// Takes no more samples.
  public func finish() { writer.finish(index) }
}
