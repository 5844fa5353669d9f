internal import CEBUR128

/// The loudness of one channel (ITU-R BS.1770-4, EBU R 128), as libebur128 measures it.
///
/// Each channel has a state of its own, so that planar samples are passed as they are; the weights
/// of channels are the caller's.
@safe package final class ChannelLoudness {
  private var state: UnsafeMutablePointer<ebur128_state>?

  /// A channel of a sampling rate; nil for a rate that libebur128 does not support (16 Hz to 2.8224
  /// MHz), and without memory.
  package init?(sampleRate: Int) {
    guard let rate = UInt(exactly: sampleRate) else { return nil }
    unsafe state = unsafe ebur128_init(1, rate, Int32(EBUR128_MODE_M.rawValue))
    guard unsafe state != nil else { return nil }
  }

  deinit { unsafe ebur128_destroy(&state) }

  /// Adds samples, parts of full scale.
  package func add(_ samples: Span<Float>) {
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      // In this mode it allocates nothing, so it does not fail.
      _ = unsafe ebur128_add_frames_float(state, start, samples.count)
    }
  }

  /// The loudness of the last samples, not more than 400 milliseconds of them, in LUFS; negative
  /// infinity for silence.
  package func loudness(ofLast milliseconds: Int) -> Double {
    var loudness = -Double.infinity
    _ = unsafe ebur128_loudness_window(state, UInt(clamping: milliseconds), &loudness)
    return loudness
  }
}
