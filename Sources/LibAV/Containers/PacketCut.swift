internal import CLibAV

/// A part of an input, in microseconds from its beginning.
package struct PacketCut: Sendable, Hashable {
  /// Where it is wanted to begin.
  package var start: Int64
  /// Where it ends.
  package var end: Int64
  /// Where it begins: at the picture before, which those that follow need; in times of the packets.
  var begin: Int64?
  /// What the times of the packets count from.
  private var origin: Int64 = 0

  /// A part that is wanted.
  package init(start: Int64, end: Int64) {
    self.start = start
    self.end = end
  }

  /// Where it begins in fact, once packets were copied.
  package var beginning: Int64? { begin.map { PacketCut.difference($0, origin) } }

  /// Whether a packet is of this part.
  func holds(_ packet: AVPacket, _ base: AVRational) -> Bool {
    let shown = unsafe packet.pts
    let time = unsafe shown == Int64.min ? packet.dts : shown
    guard let begin, time != Int64.min else { return false }
    let place = PacketCut.microseconds(time, base)
    return place >= begin && PacketCut.difference(place, origin) < end
  }

  /// How much later a time is than another; times are what a file claims, so that it may be more
  /// than can be counted.
  private static func difference(_ time: Int64, _ other: Int64) -> Int64 {
    let (difference, overflow) = time.subtractingReportingOverflow(other)
    return overflow ? (time < other ? .min : .max) : difference
  }

  fileprivate mutating func begin(at time: Int64, from origin: Int64) {
    begin = time
    self.origin = origin
  }

  fileprivate static func microseconds(_ time: Int64, _ base: AVRational) -> Int64 {
    av_rescale_q(time, base, AVRational(num: 1, den: AV_TIME_BASE))
  }
}

extension InputContainer {
  /// What the times of its packets count from: a broadcast begins at any time, a file at zero.
  var origin: Int64 { hasLooseTimes ? start ?? 0 : 0 }

  /// Goes to where a part begins: at the last picture before its start that needs no other, or at
  /// its start where there are no pictures.
  ///
  /// - Throws: ``LibAVError`` when the file cannot be read from there.
  func seek(to cut: PacketCut?) throws(LibAVError) -> PacketCut? {
    guard var cut else { return nil }
    let wanted = cut.start.addingReportingOverflow(origin).partialValue
    guard
      let pictures = streams.first(where: {
        $0.media == .video && !$0.disposition.contains(.attachedPicture)
      })?.index
    else {
      cut.begin(at: wanted, from: origin)
      try go(to: wanted, of: -1)
      return cut
    }
    try go(to: wanted, of: pictures)
    cut.begin(at: try nextTime(of: pictures) ?? wanted, from: origin)
    try go(to: wanted, of: pictures)
    return cut
  }

  private func go(to time: Int64, of stream: Int) throws(LibAVError) {
    let base = unsafe self.stream(at: stream)?.pointee.time_base
    let place =
      base.map { av_rescale_q(time, AVRational(num: 1, den: AV_TIME_BASE), $0) } ?? time
    let code = unsafe av_seek_frame(context, Int32(stream), place, AVSEEK_FLAG_BACKWARD)
    // What cannot be gone to is read from the beginning.
    if code < 0 { unsafe av_seek_frame(context, -1, 0, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD) }
  }

  /// The time of the next packet of a stream that needs no other, in microseconds.
  private func nextTime(of stream: Int) throws(LibAVError) -> Int64? {
    guard let base = unsafe self.stream(at: stream)?.pointee.time_base else { return nil }
    let packet = try Packet()
    for _ in 0..<100_000 {
      guard try read(into: packet) else { return nil }
      let found = unsafe packet.pointer.pointee
      guard unsafe Int(found.stream_index) == stream, unsafe found.flags & AV_PKT_FLAG_KEY != 0
      else { continue }
      let time = unsafe found.pts == Int64.min ? found.dts : found.pts
      return time == Int64.min ? nil : PacketCut.microseconds(time, base)
    }
    return nil
  }
}
