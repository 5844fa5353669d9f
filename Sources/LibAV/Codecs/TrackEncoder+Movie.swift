internal import CLibAV
internal import Synchronization

extension TrackEncoder {
  /// Returns a movie with one packet from this encoder, written by libavformat's muxer to obtain
  /// the sample description.
  ///
  /// Some codecs (AC-3) are described by their first packet. Codecs that are not defined for MP4
  /// are written to a QuickTime movie.
  ///
  /// - Throws: ``LibAVError`` if neither format supports the codec.
  package func movie(with first: EncodedPacket) throws(LibAVError) -> [UInt8] {
    do {
      return try movie(with: first, muxer: "mp4")
    } catch {
      return try movie(with: first, muxer: "mov")
    }
  }

  /// Returns the movie that the given muxer writes.
  private func movie(with first: EncodedPacket, muxer: String) throws(LibAVError) -> [UInt8] {
    let memory = Memory()
    var container = try OutputContainer(muxer: muxer)
    try container.add(self)
    let options = [MediaEntry("movflags", "empty_moov+delay_moov")]
    try container.begin(OutputBytes { memory.write($0, at: $1) }, options: options)
    let packet = try Packet()
    try packet.fill(first.bytes)
    unsafe packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    unsafe packet.pointer.pointee.pts = 0
    unsafe packet.pointer.pointee.dts = 0
    unsafe packet.pointer.pointee.duration = 1
    try container.write(packet)
    try container.finish()
    return memory.bytes
  }

  /// The bytes of a movie, which a muxer can write at any offset.
  private final class Memory: Sendable {
    private let content = Mutex<[UInt8]>([])
    /// The bytes written so far.
    var bytes: [UInt8] { content.withLock { $0 } }

    /// The maximum offset of a write, and the maximum number of bytes in it.
    private static let longest: Int64 = 1 << 26

    /// Writes bytes at an offset, with zeros in any gap before it; returns false if the maximum is
    /// exceeded.
    func write(_ bytes: [UInt8], at offset: Int64) -> Bool {
      guard offset >= 0, offset <= Memory.longest, bytes.count <= Memory.longest else {
        return false
      }
      content.withLock { content in
        let start = Int(offset)
        let missing = start + bytes.count - content.count
        if missing > 0 { content += [UInt8](repeating: 0, count: missing) }
        content.replaceSubrange(start..<(start + bytes.count), with: bytes)
      }
      return true
    }
  }
}

extension OutputContainer {
  /// Adds a stream for the output of an encoder.
  fileprivate func add(_ encoder: TrackEncoder) throws(LibAVError) {
    let added = try unsafe newStream()
    let parameters = unsafe added.pointee.codecpar
    try LibAVError.check(
      unsafe avcodec_parameters_from_context(parameters, encoder.context), "describing a stream")
    // Parameter sets are only in the sample description (ISO/IEC 14496-15 §8.4.1), as Apple's
    // players require.
    let isHEVC = unsafe encoder.context.pointee.codec_id == AV_CODEC_ID_HEVC
    unsafe parameters?.pointee.codec_tag = isHEVC ? OutputContainer.hvc1 : 0
    unsafe added.pointee.time_base = encoder.context.pointee.time_base
    unsafe added.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio
  }

  /// `hvc1`, with the first letter in the lowest byte, as libavformat represents tags.
  private static let hvc1 = UInt32(littleEndian: 0x3163_7668)
}
