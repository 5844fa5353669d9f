internal import CLibAV

/// Reads the packets of one stream of an input, without decoding them.
@safe package final class PacketSource {
  /// A packet, with times in units of the stream.
  package struct Piece: Sendable {
    /// Its bytes.
    package let bytes: [UInt8]
    /// When it is presented; nil when the file does not say.
    package let presentationTime: Int64?
    /// When it is decoded; nil when the file does not say.
    package let decodeTime: Int64?
    /// How long it is presented; nil when the file does not say.
    package let duration: Int64?
    /// Whether it can be decoded without others.
    package let isKey: Bool
    /// Whether the demuxer found that it is damaged.
    package let isDamaged: Bool
    /// Where it begins in the file; nil when that is not known.
    package let offset: Int64?
  }

  private let input: InputContainer
  private let index: Int
  private let packet: Packet

  /// The units of the times of the stream, in seconds.
  package let timeBase: Fraction
  /// What a decoder has to know before the first packet.
  package let extradata: [UInt8]
  /// How much earlier than it is presented the first packet is decoded, in units of the stream, as
  /// far as the codec's reordering tells.
  package let reorderDelay: Int64
  /// When the file begins, in units of the stream, where its times may begin anywhere; else 0.
  package let origin: Int64

  /// Reads the packets of a stream; those of all others are passed over.
  ///
  /// - Throws: ``LibAVError`` when there is no such stream.
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

  /// The next packet; nil after the last.
  ///
  /// - Throws: ``LibAVError`` when the file cannot be read further.
  package func next() throws(LibAVError) -> Piece? {
    while try input.read(into: packet) {
      let found = unsafe packet.pointer.pointee
      guard unsafe Int(found.stream_index) == index else { continue }
      return unsafe Piece(
        bytes: StreamInfo.copy(found.data, Int(found.size)),
        presentationTime: StreamInfo.time(found.pts), decodeTime: StreamInfo.time(found.dts),
        duration: StreamInfo.positive(found.duration), isKey: found.flags & AV_PKT_FLAG_KEY != 0,
        isDamaged: found.flags & AV_PKT_FLAG_CORRUPT != 0, offset: found.pos < 0 ? nil : found.pos)
    }
    return nil
  }

  /// Goes on with the last key frame at or before a time, in units of the stream.
  ///
  /// - Throws: ``LibAVError`` when the demuxer cannot.
  package func seek(to time: Int64) throws(LibAVError) { try input.seek(stream: index, to: time) }
}
