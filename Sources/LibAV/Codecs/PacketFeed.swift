internal import CLibAV

/// The packets of an audio track that MetaCore reads itself, for a libavcodec decoder; no
/// libavformat demuxer is needed for these.
package protocol PacketFeed: AnyObject {
  /// Returns the next packet in decode order; nil after the last.
  func next() -> FeedPacket?

  /// Seeks to a packet from which everything presented at or after the given time, in stream units,
  /// can be decoded.
  func seek(to time: Int64)
}

/// A packet of a ``PacketFeed``, with times in stream units and any known damage.
package struct FeedPacket {
  /// The packet's bytes; nil if they are missing from the file or cannot be read.
  package var bytes: ArraySlice<UInt8>?
  /// The presentation time.
  package var time: Int64
  /// The duration; nil if unknown.
  package var duration: Int64?
  /// The packet's offset in the file; nil if the packet is not contiguous there.
  package var offset: Int64?
  /// A description of damage to the packet or to data before it, if any.
  package var damage: String?

  /// Creates a packet.
  package init(
    _ bytes: ArraySlice<UInt8>?, at time: Int64, duration: Int64?, offset: Int64?,
    damage: String? = nil
  ) {
    self.bytes = bytes
    self.time = time
    self.duration = duration
    self.offset = offset
    self.damage = damage
  }
}

/// The codec parameters that an audio decoder in libavcodec needs before the first packet: the
/// codec and its configuration, as a container stores them.
package struct AudioCodecParameters: Sendable, Hashable {
  /// libavcodec's name for the codec, such as `aac`.
  package var name: String
  /// The codec configuration; empty if the packets contain everything needed.
  package var extradata: [UInt8]
  /// The sample rate.
  package var sampleRate: Int
  /// The number of channels.
  package var channels: Int

  /// Creates a configuration.
  package init(name: String, extradata: [UInt8], sampleRate: Int, channels: Int) {
    self.name = name
    self.extradata = extradata
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// A packet that could not be read or decoded, or that is damaged, with its position in time and in
/// the file.
package struct PacketFailure: Sendable, Hashable {
  /// The packet's presentation time, in stream units; nil if unknown.
  package let time: Int64?
  /// The packet's duration, in stream units; nil if unknown.
  package let duration: Int64?
  /// The packet's offset in the file; nil if unknown.
  package let offset: Int64?
  /// The description of the error, from FFmpeg's libraries or from the ``PacketFeed``.
  package let reason: String
}

/// The source of the packets of a ``TrackDecoder``: a container that libavformat reads
/// (``ContainerSupply``) or a feed (``FeedSupply``).
protocol PacketSupply: AnyObject {
  /// Reads the next packet of the stream.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  func read(into packet: borrowing Packet) throws(LibAVError) -> PacketReadResult

  /// Seeks to the last key frame at or before the given time, in stream units.
  ///
  /// - Throws: ``LibAVError`` if the demuxer cannot seek.
  func seek(to time: Int64) throws(LibAVError)
}

/// The result of reading the next packet for a decoder.
enum PacketReadResult {
  /// A packet, with a failure if the packet or data before it is damaged.
  case packet(PacketFailure?)
  /// A packet that cannot be read.
  case unreadable(PacketFailure)
  /// The end of the stream.
  case end
}

/// Reads the packets of one stream of an ``InputContainer`` for a ``TrackDecoder``.
@safe final class ContainerSupply: PacketSupply {
  let input: InputContainer
  let index: Int
  private var isOver = false

  init(_ input: consuming InputContainer, stream index: Int) {
    input.select([index])
    self.input = input
    self.index = index
  }

  var stream: UnsafeMutablePointer<AVStream>? { unsafe input.stream(at: index) }

  /// Reads the next packet of the stream; a demuxer error ends the stream, because reading on would
  /// return the same error.
  func read(into packet: borrowing Packet) throws(LibAVError) -> PacketReadResult {
    while !isOver {
      do throws(LibAVError) {
        guard try input.read(into: packet) else { break }
      } catch {
        isOver = true
        return .unreadable(PacketFailure(packet, error.code))
      }
      if Int(unsafe packet.pointer.pointee.stream_index) == index { return .packet(nil) }
    }
    return .end
  }

  func seek(to time: Int64) throws(LibAVError) {
    isOver = false
    try input.seek(stream: index, to: time)
  }
}

/// Copies the packets of a ``PacketFeed`` to libavcodec packets for a ``TrackDecoder``.
final class FeedSupply: PacketSupply {
  private let feed: any PacketFeed
  private let memory = PacketMemory()

  init(_ feed: any PacketFeed) { self.feed = feed }

  /// Copies the next packet of the feed; each is a key frame with the same decode and presentation
  /// time, which is always the case for audio.
  func read(into packet: borrowing Packet) throws(LibAVError) -> PacketReadResult {
    guard let fed = feed.next() else { return .end }
    func failure(_ reason: String) -> PacketFailure {
      PacketFailure(time: fed.time, duration: fed.duration, offset: fed.offset, reason: reason)
    }
    guard let bytes = fed.bytes else { return .unreadable(failure(fed.damage ?? "no bytes")) }
    try memory.fill(packet, with: bytes)
    unsafe packet.pointer.pointee.pts = fed.time
    unsafe packet.pointer.pointee.dts = fed.time
    unsafe packet.pointer.pointee.duration = max(0, fed.duration ?? 0)
    unsafe packet.pointer.pointee.pos = fed.offset ?? -1
    unsafe packet.pointer.pointee.flags = AV_PKT_FLAG_KEY
    return .packet(fed.damage.map(failure))
  }

  func seek(to time: Int64) throws(LibAVError) { feed.seek(to: time) }
}

extension PacketFailure {
  /// Creates a failure from an error code returned by libavcodec or libavformat.
  init(_ packet: borrowing Packet, _ code: Int32) {
    let (pts, dts) = unsafe (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
    let (length, position) = unsafe (packet.pointer.pointee.duration, packet.pointer.pointee.pos)
    time = StreamInfo.time(pts) ?? StreamInfo.time(dts)
    duration = StreamInfo.positive(length)
    offset = position < 0 ? nil : position
    reason = LibAVError(code, "decoding").reason
  }
}

/// Memory for consecutive packets, which is reused once no old packet is referenced.
@safe private final class PacketMemory {
  private var buffer: UnsafeMutablePointer<AVBufferRef>?
  /// The number of bytes in the buffer that packets may refer to.
  private var used = 0

  /// The size of the buffer, unless a packet is larger than that.
  private static let usual = 1 << 16
  /// The padding that decoders may read after a packet (libavcodec,
  /// `AV_INPUT_BUFFER_PADDING_SIZE`).
  private static let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)

  deinit { unsafe av_buffer_unref(&buffer) }

  /// Copies bytes into a packet.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory or the packet is too large.
  func fill(_ packet: borrowing Packet, with bytes: ArraySlice<UInt8>) throws(LibAVError) {
    unsafe av_packet_unref(packet.pointer)
    let count = bytes.count
    guard count < Int(Int32.max) - PacketMemory.padding else {
      throw LibAVError(LibAVError.noMemory, "filling a packet")
    }
    let target = try unsafe space(for: (count + PacketMemory.padding + 63) & ~63)
    guard let reference = unsafe av_buffer_ref(buffer) else {
      throw LibAVError(LibAVError.noMemory, "filling a packet")
    }
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe UnsafeMutableRawPointer(target).copyMemory(from: start, byteCount: count)
      }
    }
    unsafe (target + count).update(repeating: 0, count: PacketMemory.padding)
    unsafe packet.pointer.pointee.buf = unsafe reference
    unsafe packet.pointer.pointee.data = unsafe target
    unsafe packet.pointer.pointee.size = Int32(count)
  }

  /// Returns space in the buffer: from its start if no packet refers to it any more, otherwise
  /// after the last packet, or in a new buffer if there is not enough room.
  private func space(for size: Int) throws(LibAVError) -> UnsafeMutablePointer<UInt8> {
    if let buffer = unsafe buffer, let data = unsafe buffer.pointee.data {
      if unsafe av_buffer_is_writable(buffer) != 0 { used = 0 }
      if unsafe Int(buffer.pointee.size) - used >= size {
        defer { used += size }
        return unsafe data + used
      }
    }
    unsafe av_buffer_unref(&buffer)
    unsafe buffer = av_buffer_alloc(max(size, PacketMemory.usual))
    guard let data = unsafe buffer?.pointee.data else {
      throw LibAVError(LibAVError.noMemory, "filling a packet")
    }
    used = size
    return unsafe data
  }
}

/// The codec parameters with which a decoder is opened, copied from a stream or created for a feed;
/// ``TrackDecoder/rewind()`` uses them to open the decoder again.
@safe final class CodecParameters {
  let pointer: UnsafeMutablePointer<AVCodecParameters>

  /// Copies the parameters of a stream.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  convenience init(of stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    try self.init()
    guard let source = unsafe stream.pointee.codecpar else {
      throw LibAVError(LibAVError.noStream, "looking for a stream")
    }
    try LibAVError.check(
      unsafe avcodec_parameters_copy(pointer, source), "copying the parameters of a stream")
  }

  /// Creates the parameters of an audio codec.
  ///
  /// - Throws: ``LibAVError`` if the codec is unknown or there is not enough memory.
  convenience init(_ codec: AudioCodecParameters) throws(LibAVError) {
    try self.init()
    guard let descriptor = unsafe avcodec_descriptor_get_by_name(codec.name) else {
      throw LibAVError(LibAVError.noDecoder, "opening a decoder for \(codec.name)")
    }
    unsafe pointer.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    unsafe pointer.pointee.codec_id = unsafe descriptor.pointee.id
    unsafe pointer.pointee.sample_rate = Int32(clamping: max(0, codec.sampleRate))
    unsafe av_channel_layout_default(
      &pointer.pointee.ch_layout, Int32(clamping: max(1, codec.channels)))
    let count = codec.extradata.count
    guard count > 0 else { return }
    guard count < 1 << 24,
      let memory = unsafe av_mallocz(count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else { throw LibAVError(LibAVError.noMemory, "opening a decoder for \(codec.name)") }
    unsafe memory.copyMemory(from: codec.extradata, byteCount: count)
    unsafe pointer.pointee.extradata = unsafe memory.assumingMemoryBound(to: UInt8.self)
    unsafe pointer.pointee.extradata_size = Int32(count)
  }

  private init() throws(LibAVError) {
    guard let parameters = unsafe avcodec_parameters_alloc() else {
      throw LibAVError(LibAVError.noMemory, "describing a stream")
    }
    unsafe pointer = unsafe parameters
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecParameters>? = unsafe self.pointer
    unsafe avcodec_parameters_free(&pointer)
  }
}
