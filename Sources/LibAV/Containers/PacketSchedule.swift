internal import CLibAV

/// Which packets of a stream are copied, and when they are played: the edit list of its track,
/// followed packet by packet.
///
/// Times are in units of the media, which are those of the stream, counted from where the first
/// packet is decoded.
package struct PacketSchedule: Sendable, Hashable {
  /// Packets on end.
  package struct Part: Sendable, Hashable {
    /// When they are decoded.
    package var decoded: Range<Int64>
    /// What of them is played.
    package var played: Range<Int64>
    /// When it is played.
    package var start: Int64

    /// Makes a part.
    package init(decoded: Range<Int64>, played: Range<Int64>, start: Int64) {
      (self.decoded, self.played, self.start) = (decoded, played, start)
    }
  }

  /// The parts, in the order of the media.
  package var parts: [Part]
  /// How much later than it is decoded the first packet is shown.
  package var firstShift: Int64
  /// Whether the stream is sound, of which packets are never made shorter.
  package var isSound: Bool
  /// How much of the first part's packets precedes what is played of it, where the output hides
  /// that of sound; else 0.
  package var hiddenLead: Int64
  /// Whether the output hides the end of the last packet of sound.
  package var hidesEnd: Bool

  private var origin: (shown: Int64, decoded: Int64)?

  /// Makes a schedule.
  package init(
    parts: [Part], firstShift: Int64, isSound: Bool, hiddenLead: Int64 = 0, hidesEnd: Bool = false
  ) {
    self.parts = parts
    self.firstShift = firstShift
    self.isSound = isSound
    self.hiddenLead = hiddenLead
    self.hidesEnd = hidesEnd
  }

  package static func == (left: PacketSchedule, right: PacketSchedule) -> Bool {
    left.parts == right.parts && left.isSound == right.isSound
      && left.firstShift == right.firstShift && left.hiddenLead == right.hiddenLead
      && left.hidesEnd == right.hidesEnd
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// Gives a packet the time at which it is played; false when it is not wanted.
  mutating func place(_ packet: inout AVPacket) -> Bool {
    let none = Int64.min
    let (shown, decoded) = unsafe (packet.pts, packet.dts)
    guard shown != none || decoded != none else { return true }
    let (pts, dts) = (shown == none ? decoded : shown, decoded == none ? shown : decoded)
    let origin = origin ?? (pts.minus(firstShift), dts)
    self.origin = origin
    let time = dts.minus(origin.decoded)
    guard let part = parts.first(where: { $0.decoded.contains(time) }) else { return false }
    var media = pts.minus(origin.shown)
    let length = unsafe packet.duration
    if !isSound {
      // What is shown already when the part begins is shown from then on, and what is shown at its
      // end no longer.
      let end = media.plus(length)
      if media < part.played.lowerBound, end > part.played.lowerBound {
        unsafe packet.duration = end.minus(part.played.lowerBound)
        media = part.played.lowerBound
      }
      if media < part.played.upperBound, media.plus(unsafe packet.duration) > part.played.upperBound
      {
        unsafe packet.duration = part.played.upperBound.minus(media)
      }
    }
    let moved = part.start.minus(part.played.lowerBound)
    unsafe packet.pts = media.plus(moved)
    unsafe packet.dts = unsafe min(packet.pts, dts.minus(origin.shown).plus(moved))
    return true
  }

  /// The part of an audio packet, whose time is set, after the end of the last edit, in units; 0
  /// when all of it is played.
  func unplayedEnd(of packet: AVPacket) -> Int64 {
    guard hidesEnd, isSound, let last = parts.last else { return 0 }
    let end = last.start.plus(last.played.upperBound.minus(last.played.lowerBound))
    let over = unsafe packet.pts.plus(packet.duration).minus(end)
    return unsafe over > 0 && over < packet.duration ? over : 0
  }
}

extension Int64 {
  /// The sum, or the nearest number that there is.
  fileprivate func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number that there is.
  fileprivate func minus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
