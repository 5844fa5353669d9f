/// Receives the samples of one track, from one task at a time, for an ``AssetWriter``, which
/// encodes them or writes them unchanged; the counterpart of AVFoundation's
/// `AVAssetWriterInput.SampleBufferReceiver`.
public final class SampleBufferReceiver {
  private let index: Int
  let writer: AssetWriter

  init(_ index: Int, of writer: AssetWriter) {
    self.index = index
    self.writer = writer
  }

  /// The ID of the track in the new movie, starting at 1.
  public var trackID: UInt32 { AssetWriter.trackID(ofInput: index) }

  /// Whether a sample can be appended now.
  ///
  /// For a real-time input, it is false while three frames, or half a second of audio, wait for the
  /// encoder. Otherwise samples are encoded on the calling thread, so none are queued.
  public var isReadyForMoreMediaData: Bool { writer.isReady(index) }

  /// The number of samples dropped because they came faster than they could be encoded; zero for an
  /// input without ``AssetWriterInput/expectsMediaDataInRealTime``.
  public var droppedSampleCount: Int { writer.droppedSampleCount(of: index) }

  /// Appends a sample; a real-time input does not wait, and may drop the sample instead.
  ///
  /// - Throws: ``MetaError`` with `wrongState` before the writer is started, outside a session or
  ///   after ``finish()``, `wrongMediaType`, `nonMonotonicTime`, `cancelled` if the task is
  ///   cancelled, or an error from writing.
  public nonisolated(nonsending) func append(_ sample: SampleBuffer) async throws(MetaError) {
    guard !Task.isCancelled else {
      writer.cancelWriting()
      throw MetaError(.cancelled, file: writer.path, reason: "writing was cancelled")
    }
    try writer.append(sample, to: index)
  }

  /// Appends a sample without suspending the task; returns false if a real-time input dropped it.
  ///
  /// - Throws: ``MetaError``, as for ``append(_:)``.
  public func appendImmediately(_ sample: SampleBuffer) throws(MetaError) -> Bool {
    try writer.append(sample, to: index)
  }

  /// Finishes the input.
  public func finish() { writer.finish(index) }
}
