internal import CLibAV

/// Converts the times of the packets in one copied stream, in order: from the units of the input to
/// those of the output, and from the start of the copied range to zero.
///
/// Gaps are kept. Missing presentation times, and decode times that do not increase as the output
/// requires, are corrected and counted; a missing decode time is derived without being counted.
struct PacketClock {
  /// The time unit of the input.
  let source: AVRational
  /// The time unit of the output.
  let target: AVRational
  /// The offset subtracted from each time, in input units.
  let shift: Int64
  /// Whether timestamps must be strictly increasing.
  let isStrict: Bool
  /// The sample rate for audio, whose packets remain contiguous to the sample even if the input's
  /// unit is the millisecond.
  let sampleRate: Int32?
  /// The number of corrected times.
  private(set) var corrections = 0

  /// The end of the last packet, in input units.
  private var expected: Int64?
  /// The decode time of the last packet, in output units.
  private var last: Int64?
  /// The state of `av_rescale_delta`, which carries rounding errors from packet to packet.
  private var remainder = Int64.min

  init(
    source: AVRational, target: AVRational, shift: Int64, isStrict: Bool, sampleRate: Int32?
  ) {
    self.source = source
    self.target = target
    self.shift = shift
    self.isStrict = isStrict
    self.sampleRate = sampleRate
  }

  /// `AV_NOPTS_VALUE`: a missing time.
  private static let none = Int64.min

  /// Sets the times of a packet; `frameSize` is its number of samples, or 0 if unknown.
  mutating func set(_ packet: inout AVPacket, frameSize: Int32) {
    unsafe fillIn(&packet)
    let time = unsafe packet.dts
    let duration = unsafe packet.duration
    expected = time.addingReportingOverflow(max(0, duration)).partialValue
    unsafe packet.pts = unsafe packet.pts.subtractingReportingOverflow(shift).partialValue
    unsafe packet.dts = unsafe packet.dts.subtractingReportingOverflow(shift).partialValue
    if let sampleRate, frameSize > 0, unsafe packet.pts == packet.dts {
      let samples = AVRational(num: 1, den: sampleRate)
      let exact = unsafe av_rescale_delta(
        source, packet.dts, samples, frameSize, &remainder, target)
      unsafe packet.dts = exact
      unsafe packet.pts = exact
      unsafe packet.duration = unsafe av_rescale_q(packet.duration, source, target)
    } else {
      unsafe av_packet_rescale_ts(&packet, source, target)
    }
    unsafe raise(&packet)
    last = unsafe packet.dts
    // The position in the input has no meaning in the output.
    unsafe packet.pos = -1
  }

  /// Fills in a missing time from the end of the previous packet, or from the packet's other time.
  private mutating func fillIn(_ packet: inout AVPacket) {
    let (shown, decoded) = unsafe (packet.pts, packet.dts)
    guard shown == PacketClock.none || decoded == PacketClock.none else { return }
    if decoded == PacketClock.none {
      let guess = expected ?? (shown == PacketClock.none ? 0 : shown)
      unsafe packet.dts = shown == PacketClock.none ? guess : min(shown, guess)
    }
    guard shown == PacketClock.none else { return }
    unsafe packet.pts = unsafe packet.dts
    corrections += 1
  }

  /// Ensures that decode times increase or, if that is sufficient, do not decrease, and that
  /// presentation times do not precede them.
  private mutating func raise(_ packet: inout AVPacket) {
    if let last {
      let lowest = isStrict && last < .max ? last + 1 : last
      if unsafe packet.dts < lowest {
        unsafe packet.dts = lowest
        corrections += 1
      }
    }
    if unsafe packet.pts < packet.dts { unsafe packet.pts = unsafe packet.dts }
  }
}
