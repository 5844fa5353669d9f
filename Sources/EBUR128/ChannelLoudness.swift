internal import CEBUR128

/// Measures the K-weighted loudness of the last milliseconds of one audio channel (ITU-R BS.1770-4,
/// EBU R 128), with libebur128.
///
/// Each channel has its own state, so that planar samples can be passed unchanged; the caller
/// applies channel weights.
@safe package final class ChannelLoudness {
  private var state: UnsafeMutablePointer<ebur128_state>?

  /// Creates a channel; nil if libebur128 does not support the sample rate (outside 16 Hz to 2.8224
  /// MHz) or there is not enough memory.
  package init?(sampleRate: Int) {
    guard let rate = UInt(exactly: sampleRate) else { return nil }
    unsafe state = unsafe ebur128_init(1, rate, Int32(EBUR128_MODE_M.rawValue))
    guard unsafe state != nil else { return nil }
  }

  deinit { unsafe ebur128_destroy(&state) }

  /// Adds samples, where 1 is full scale.
  package func add(_ samples: Span<Float>) {
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { return }
      // In this mode the call does not allocate memory, so it cannot fail.
      _ = unsafe ebur128_add_frames_float(state, start, samples.count)
    }
  }

  /// Returns the loudness of the last `milliseconds`, at most 400, in LUFS; negative infinity for
  /// silence, and for a longer time.
  package func loudness(ofLast milliseconds: Int) -> Double {
    var loudness = -Double.infinity
    _ = unsafe ebur128_loudness_window(state, UInt(clamping: milliseconds), &loudness)
    return loudness
  }
}
