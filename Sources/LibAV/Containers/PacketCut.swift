internal import CLibAV

/// The time range of an input that a remux copies, in microseconds from the beginning, and its
/// actual start.
///
/// If the input has video, the copy starts at the last key frame before the requested start.
package struct PacketCut: Sendable, Hashable {
  /// The requested start.
  package var start: Int64
  /// The end, which is not part of the range.
  package var end: Int64
  /// The actual start as a packet time: at the preceding key frame, or the requested start if there
  /// is no video; nil before the copy.
  var begin: Int64?
  /// The origin of the packet times.
  private var origin: Int64 = 0

  /// Creates a range.
  package init(start: Int64, end: Int64) {
    self.start = start
    self.end = end
  }

  /// The actual start, from the beginning of the input; nil before packets were copied.
  package var beginning: Int64? { begin.map { PacketCut.difference($0, origin) } }

  /// Returns whether a packet begins in the range, by its presentation time or, without one, its
  /// decode time; false before the copy.
  func contains(_ packet: AVPacket, _ base: AVRational) -> Bool {
    let presentationTime = unsafe packet.pts
    let time = unsafe presentationTime == Int64.min ? packet.dts : presentationTime
    guard let begin, time != Int64.min else { return false }
    let position = PacketCut.microseconds(time, base)
    return position >= begin && PacketCut.difference(position, origin) < end
  }

  /// Returns the difference between two times, saturating, because times in files are untrusted.
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
  /// The origin of the packet times, in microseconds: zero, except for formats whose timestamps may
  /// start at any time (``hasLooseTimes``).
  var origin: Int64 { hasLooseTimes ? start ?? 0 : 0 }

  /// Seeks to the start of a range, and returns the range with its actual start: the last key frame
  /// at or before the requested one, or the requested one if there is no video.
  ///
  /// - Throws: ``LibAVError`` if the file cannot be read from there.
  func seek(to cut: PacketCut?) throws(LibAVError) -> PacketCut? {
    guard var cut else { return nil }
    let target = cut.start.addingReportingOverflow(origin).partialValue
    guard
      let pictures = streams.first(where: {
        $0.media == .video && !$0.disposition.contains(.attachedPicture)
      })?.index
    else {
      cut.begin(at: target, from: origin)
      try seek(to: target, of: -1)
      return cut
    }
    try seek(to: target, of: pictures)
    cut.begin(at: try nextTime(of: pictures) ?? target, from: origin)
    try seek(to: target, of: pictures)
    return cut
  }

  /// Seeks to a time in microseconds; a stream of -1 means the whole file.
  private func seek(to time: Int64, of stream: Int) throws(LibAVError) {
    let base = unsafe self.stream(at: stream)?.pointee.time_base
    let timestamp =
      base.map { av_rescale_q(time, AVRational(num: 1, den: AV_TIME_BASE), $0) } ?? time
    let code = unsafe av_seek_frame(context, Int32(stream), timestamp, AVSEEK_FLAG_BACKWARD)
    // If seeking fails, the file is read from the beginning.
    if code < 0 { unsafe av_seek_frame(context, -1, 0, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD) }
  }

  /// Returns the time of the next key frame of a stream, in microseconds; nil if there is none
  /// among the next 100,000 packets, or if it has no time.
  private func nextTime(of stream: Int) throws(LibAVError) -> Int64? {
    guard let base = unsafe self.stream(at: stream)?.pointee.time_base else { return nil }
    let packet = try Packet()
    // If a file has no key frames, it is not read to its end.
    for _ in 0..<100_000 {
      guard try read(into: packet) else { return nil }
      let fields = unsafe packet.pointer.pointee
      guard unsafe Int(fields.stream_index) == stream, unsafe fields.flags & AV_PKT_FLAG_KEY != 0
      else { continue }
      let time = unsafe fields.pts == Int64.min ? fields.dts : fields.pts
      return time == Int64.min ? nil : PacketCut.microseconds(time, base)
    }
    return nil
  }
}
