internal import CLibAV

/// Sound that waits until there is enough of it for a frame of an encoder.
@safe package final class SoundQueue {
  private let queue: OpaquePointer
  private let format: SoundFormat
  private let first: MediaFrame

  /// A queue of sound like that of a frame.
  ///
  /// - Throws: ``LibAVError`` when there is no memory.
  package init(like frame: MediaFrame) throws(LibAVError) {
    let sample = unsafe AVSampleFormat(frame.pointer.pointee.format)
    let channels = unsafe frame.pointer.pointee.ch_layout.nb_channels
    guard let queue = unsafe av_audio_fifo_alloc(sample, channels, 4096) else {
      throw LibAVError(LibAVError.noMemory, "making a queue of sound")
    }
    unsafe self.queue = unsafe queue
    format = frame.sound
    first = try frame.samples(0..<min(1, frame.sampleCount))
  }

  deinit { unsafe av_audio_fifo_free(queue) }

  /// How many samples of each channel wait.
  package var count: Int { max(0, Int(unsafe av_audio_fifo_size(queue))) }

  /// Adds the samples of a frame, which has the format of the first one.
  ///
  /// - Throws: ``LibAVError`` when the format is another one, or there is no memory.
  package func append(_ frame: MediaFrame) throws(LibAVError) {
    let action = "adding sound to a queue"
    guard frame.hasSound(of: first) else { throw LibAVError(LibAVError.invalidArgument, action) }
    let planes = unsafe UnsafeMutableRawPointer(frame.pointer.pointee.extended_data)
    let list = unsafe planes?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    try LibAVError.check(
      unsafe av_audio_fifo_write(queue, list, Int32(clamping: frame.sampleCount)), action)
    extendLifetime(frame)
  }

  /// Takes samples as a frame, at most as many as wait.
  ///
  /// - Throws: ``LibAVError`` when there is no memory.
  package func take(_ wanted: Int) throws(LibAVError) -> MediaFrame {
    let action = "taking sound from a queue"
    var frame = unsafe av_frame_alloc()
    defer { unsafe av_frame_free(&frame) }
    guard let made = unsafe frame else { throw LibAVError(LibAVError.noMemory, action) }
    let source = unsafe first.pointer
    unsafe made.pointee.format = source.pointee.format
    unsafe made.pointee.sample_rate = source.pointee.sample_rate
    unsafe made.pointee.nb_samples = Int32(clamping: min(wanted, count))
    try LibAVError.check(
      unsafe av_channel_layout_copy(&made.pointee.ch_layout, &source.pointee.ch_layout), action)
    try LibAVError.check(unsafe av_frame_get_buffer(made, 0), action)
    let planes = unsafe UnsafeMutableRawPointer(made.pointee.extended_data)
    let list = unsafe planes?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    try LibAVError.check(unsafe av_audio_fifo_read(queue, list, made.pointee.nb_samples), action)
    return try unsafe MediaFrame(moving: made, timeBase: first.timeBase)
  }
}
