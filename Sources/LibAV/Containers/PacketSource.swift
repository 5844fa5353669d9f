internal import CLibAV

/// Reads the packets of one stream of a file as values, with libavformat and without decoding them,
/// for tracks whose samples MetaCore does not read itself.
@safe package final class PacketSource {
  /// A copy of a packet as a demuxer returned it, with times in stream units.
  package struct DemuxedPacket: Sendable {
    /// The packet's bytes.
    package let bytes: [UInt8]
    /// The presentation time; nil if unknown.
    package let presentationTime: Int64?
    /// The decode time; nil if unknown.
    package let decodeTime: Int64?
    /// The duration; nil if unknown.
    package let duration: Int64?
    /// Whether the packet is a key frame.
    package let isKey: Bool
    /// Whether the demuxer reported the packet as corrupt.
    package let isDamaged: Bool
    /// The packet's offset in the file; nil if unknown.
    package let offset: Int64?
  }

  private let input: InputContainer
  private let index: Int
  private let packet: Packet

  /// The unit of stream times, in seconds.
  package let timeBase: Fraction
  /// The decoder configuration.
  package let extradata: [UInt8]
  /// The delay between the decode and presentation times of the first packet, in stream units,
  /// according to the codec's reordering.
  package let reorderDelay: Int64
  /// The start of the file in stream units, if timestamps may start at any time and it is known and
  /// positive; otherwise 0.
  package let origin: Int64

  /// Creates a source for the packets of a stream; other streams are skipped.
  ///
  /// - Throws: ``LibAVError`` if there is no such stream.
  package init(_ input: consuming InputContainer, stream index: Int) throws(LibAVError) {
    guard let stream = unsafe input.stream(at: index),
      let parameters = unsafe stream.pointee.codecpar
    else { throw LibAVError(LibAVError.noStream, "looking for stream \(index)") }
    timeBase = Fraction(unsafe stream.pointee.time_base)
    extradata = unsafe StreamInfo.copy(
      parameters.pointee.extradata, Int(parameters.pointee.extradata_size))
    origin = unsafe input.hasLooseTimes ? max(0, input.start(for: stream) ?? 0) : 0
    reorderDelay = unsafe PacketSource.reorderDelay(of: stream, parameters)
    self.index = index
    packet = try Packet()
    input.select([index])
    self.input = input
  }

  private static func reorderDelay(
    of stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) -> Int64 {
    let rate = unsafe stream.pointee.avg_frame_rate
    let frames = unsafe Int64(parameters.pointee.video_delay)
    guard frames > 0, rate.num > 0, rate.den > 0 else { return 0 }
    let frame = AVRational(num: rate.den, den: rate.num)
    return unsafe av_rescale_q(frames, frame, stream.pointee.time_base)
  }

  /// Reads the next packet; returns nil after the last.
  ///
  /// - Throws: ``LibAVError`` if reading fails.
  package func next() throws(LibAVError) -> DemuxedPacket? {
    while try input.read(into: packet) {
      let fields = unsafe packet.pointer.pointee
      guard unsafe Int(fields.stream_index) == index else { continue }
      return unsafe DemuxedPacket(
        bytes: StreamInfo.copy(fields.data, Int(fields.size)),
        presentationTime: StreamInfo.time(fields.pts), decodeTime: StreamInfo.time(fields.dts),
        duration: StreamInfo.positive(fields.duration), isKey: fields.flags & AV_PKT_FLAG_KEY != 0,
        isDamaged: fields.flags & AV_PKT_FLAG_CORRUPT != 0,
        offset: fields.pos < 0 ? nil : fields.pos)
    }
    return nil
  }

  /// Seeks to the last key frame at or before the given time, in stream units.
  ///
  /// - Throws: ``LibAVError`` if the demuxer cannot seek.
  package func seek(to time: Int64) throws(LibAVError) { try input.seek(stream: index, to: time) }
}
