internal import CLibAV

/// A queue of audio samples: frames of any size go in, and frames of the size that an encoder
/// requires come out (for AAC, 1024 samples).
@safe package final class AudioSampleQueue {
  private let queue: OpaquePointer
  private let format: DecodedAudioFormat
  /// A sample of the frame with which the queue was created, which provides the format.
  private let first: MediaFrame

  /// Creates a queue for audio in the format of a frame.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  package init(like frame: MediaFrame) throws(LibAVError) {
    let sample = unsafe AVSampleFormat(frame.pointer.pointee.format)
    let channels = unsafe frame.pointer.pointee.ch_layout.nb_channels
    guard let queue = unsafe av_audio_fifo_alloc(sample, channels, 4096) else {
      throw LibAVError(LibAVError.noMemory, "creating an audio queue")
    }
    unsafe self.queue = unsafe queue
    format = frame.audioFormat
    first = try frame.samples(0..<min(1, frame.sampleCount))
  }

  deinit { unsafe av_audio_fifo_free(queue) }

  /// The number of samples per channel in the queue.
  package var count: Int { max(0, Int(unsafe av_audio_fifo_size(queue))) }

  /// Appends the samples of a frame, which must have the format of the queue.
  ///
  /// - Throws: ``LibAVError`` if the format differs or there is not enough memory.
  package func append(_ frame: MediaFrame) throws(LibAVError) {
    let action = "appending audio to a queue"
    guard frame.hasAudioFormat(of: first) else {
      throw LibAVError(LibAVError.invalidArgument, action)
    }
    let planes = unsafe UnsafeMutableRawPointer(frame.pointer.pointee.extended_data)
    let list = unsafe planes?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    try LibAVError.check(
      unsafe av_audio_fifo_write(queue, list, Int32(clamping: frame.sampleCount)), action)
    extendLifetime(frame)
  }

  /// Removes and returns up to `sampleCount` samples as a frame.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  package func dequeue(_ sampleCount: Int) throws(LibAVError) -> MediaFrame {
    let action = "reading audio from a queue"
    var frame = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&frame) }
    guard let audioFrame = unsafe frame else { throw LibAVError(LibAVError.noMemory, action) }
    let source = unsafe first.pointer
    unsafe audioFrame.pointee.format = source.pointee.format
    unsafe audioFrame.pointee.sample_rate = source.pointee.sample_rate
    unsafe audioFrame.pointee.nb_samples = Int32(clamping: min(sampleCount, count))
    try LibAVError.check(
      unsafe av_channel_layout_copy(&audioFrame.pointee.ch_layout, &source.pointee.ch_layout),
      action)
    try LibAVError.check(unsafe av_frame_get_buffer(audioFrame, 0), action)
    let planes = unsafe UnsafeMutableRawPointer(audioFrame.pointee.extended_data)
    let list = unsafe planes?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    try LibAVError.check(
      unsafe av_audio_fifo_read(queue, list, audioFrame.pointee.nb_samples), action)
    return try unsafe MediaFrame(moving: audioFrame, timeBase: first.timeBase)
  }
}
