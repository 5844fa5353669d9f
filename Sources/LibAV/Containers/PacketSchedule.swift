internal import CLibAV

/// Decides which packets of a stream a remux copies, and sets their times: applies the edit list of
/// an MP4 track to packets, because other containers have no edit lists.
///
/// ``Remuxer`` applies it to each packet. Times are in stream units, relative to the decode time of
/// the first packet.
package struct PacketSchedule: Sendable, Hashable {
  /// The packets that are needed for one edit: consecutive packets, the part of their media that is
  /// played, and the time at which it is played.
  package struct PacketRun: Sendable, Hashable {
    /// The decode times of the packets.
    package var decoded: Range<Int64>
    /// The media range that is played.
    package var played: Range<Int64>
    /// The time at which the range is played.
    package var start: Int64

    /// Creates a run.
    package init(decoded: Range<Int64>, played: Range<Int64>, start: Int64) {
      (self.decoded, self.played, self.start) = (decoded, played, start)
    }
  }

  /// The runs of packets, in media order; other packets are not copied.
  package var parts: [PacketRun]
  /// The difference between the presentation and decode times of the first packet.
  package var firstShift: Int64
  /// Whether the stream is audio; audio packets are never shortened.
  package var isAudio: Bool
  /// The lead-in of the first part, which precedes its played range, if the output hides it for
  /// audio; otherwise 0.
  package var hiddenLead: Int64
  /// Whether the output hides the end of the last audio packet.
  package var hidesEnd: Bool

  /// The stream times that correspond to zero in the schedule, determined by the first packet.
  private var origin: (shown: Int64, decoded: Int64)?

  /// Creates a schedule.
  package init(
    parts: [PacketRun], firstShift: Int64, isAudio: Bool, hiddenLead: Int64 = 0,
    hidesEnd: Bool = false
  ) {
    self.parts = parts
    self.firstShift = firstShift
    self.isAudio = isAudio
    self.hiddenLead = hiddenLead
    self.hidesEnd = hidesEnd
  }

  package static func == (left: PacketSchedule, right: PacketSchedule) -> Bool {
    left.parts == right.parts && left.isAudio == right.isAudio
      && left.firstShift == right.firstShift && left.hiddenLead == right.hiddenLead
      && left.hidesEnd == right.hidesEnd
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// Sets the times of a packet; returns false if it is not copied.
  ///
  /// A packet without times is copied unchanged.
  mutating func schedule(_ packet: inout AVPacket) -> Bool {
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
    if !isAudio {
      // Frames that extend beyond the played range are clipped to it.
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

  /// Returns the length of the part of an audio packet that lies after the end of the last edit, in
  /// stream units; 0 if the packet is played completely or not at all, or if the output does not
  /// hide that part.
  ///
  /// The packet's time must be set.
  func unplayedEnd(of packet: AVPacket) -> Int64 {
    guard hidesEnd, isAudio, let last = parts.last else { return 0 }
    let end = last.start.plus(last.played.upperBound.minus(last.played.lowerBound))
    let over = unsafe packet.pts.plus(packet.duration).minus(end)
    return unsafe over > 0 && over < packet.duration ? over : 0
  }
}

extension Int64 {
  /// Returns the sum, saturating on overflow.
  fileprivate func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, saturating on overflow.
  fileprivate func minus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
