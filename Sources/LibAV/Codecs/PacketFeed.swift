internal import CLibAV

/// Gives a decoder its packets, where something other than libavformat finds them in the file.
package protocol PacketFeed: AnyObject {
  /// The next packet in the order of decoding; nil after the last.
  func next() -> FedPacket?

  /// Goes on with a packet from which everything decodes that is presented at a time or later, in
  /// units of the stream.
  func seek(to time: Int64)
}

/// A packet for a decoder, with times in units of its stream.
package struct FedPacket {
  /// Its bytes; nil where the file does not have them.
  package var bytes: ArraySlice<UInt8>?
  /// When it is presented.
  package var time: Int64
  /// How long it is presented; nil when it is not known.
  package var duration: Int64?
  /// Where it is in the file; nil when it is not in one piece there.
  package var offset: Int64?
  /// What is wrong with it, or with what is before it; nil when nothing is.
  package var damage: String?

  /// Makes a packet.
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

/// What a decoder of sound has to know before the first packet.
package struct SoundCodec: Sendable, Hashable {
  /// libavcodec's name of the codec: `aac`.
  package var name: String
  /// The configuration of the codec; empty where its packets have all that is needed.
  package var extradata: [UInt8]
  /// Samples per second and channel.
  package var sampleRate: Int
  /// How many channels.
  package var channels: Int

  /// Makes a description.
  package init(name: String, extradata: [UInt8], sampleRate: Int, channels: Int) {
    self.name = name
    self.extradata = extradata
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// A packet that did not decode.
package struct PacketFailure: Sendable, Hashable {
  /// When it would have been presented, in units of the stream; nil when it is not known.
  package let time: Int64?
  /// How long, in units of the stream; nil when it is not known.
  package let duration: Int64?
  /// Where it is in the file; nil when it is not known.
  package let offset: Int64?
  /// What libavcodec calls it.
  package let reason: String
}

/// Where the packets of a decoder come from.
protocol PacketSupply: AnyObject {
  /// Puts the next packet of the stream into `packet`.
  func read(into packet: borrowing Packet) throws(LibAVError) -> SuppliedPacket

  /// Goes on with the last key frame at or before a time, in units of the stream.
  ///
  /// - Throws: ``LibAVError`` when the demuxer cannot.
  func seek(to time: Int64) throws(LibAVError)
}

/// What reading a packet came to.
enum SuppliedPacket {
  /// There is one; with a failure where something is wrong before or with it.
  case packet(PacketFailure?)
  /// It cannot be read.
  case lost(PacketFailure)
  /// None follows.
  case end
}

/// The packets of one stream of an input of libavformat.
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

  func read(into packet: borrowing Packet) throws(LibAVError) -> SuppliedPacket {
    while !isOver {
      do throws(LibAVError) {
        guard try input.read(into: packet) else { break }
      } catch {
        isOver = true
        return .lost(PacketFailure(packet, error.code))
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

/// The packets of a feed.
final class FedSupply: PacketSupply {
  private let feed: any PacketFeed
  private let memory = PacketMemory()

  init(_ feed: any PacketFeed) { self.feed = feed }

  func read(into packet: borrowing Packet) throws(LibAVError) -> SuppliedPacket {
    guard let fed = feed.next() else { return .end }
    func failure(_ reason: String) -> PacketFailure {
      PacketFailure(time: fed.time, duration: fed.duration, offset: fed.offset, reason: reason)
    }
    guard let bytes = fed.bytes else { return .lost(failure(fed.damage ?? "no bytes")) }
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
  /// A packet that libavcodec or libavformat has an error for.
  init(_ packet: borrowing Packet, _ code: Int32) {
    let (pts, dts) = unsafe (packet.pointer.pointee.pts, packet.pointer.pointee.dts)
    let (length, position) = unsafe (packet.pointer.pointee.duration, packet.pointer.pointee.pos)
    time = StreamInfo.time(pts) ?? StreamInfo.time(dts)
    duration = StreamInfo.positive(length)
    offset = position < 0 ? nil : position
    reason = LibAVError(code, "decoding").reason
  }
}

/// Memory for packets one after another: as long as nothing keeps an old one, all are in the same
/// place.
@safe private final class PacketMemory {
  private var buffer: UnsafeMutablePointer<AVBufferRef>?
  private var used = 0

  private static let usual = 1 << 16
  /// What decoders may read after a packet (libavcodec, `AV_INPUT_BUFFER_PADDING_SIZE`).
  private static let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)

  deinit { unsafe av_buffer_unref(&buffer) }

  /// Puts bytes into a packet.
  ///
  /// - Throws: ``LibAVError`` when there is no memory, or a packet cannot be so large.
  func fill(_ packet: borrowing Packet, with bytes: ArraySlice<UInt8>) throws(LibAVError) {
    unsafe av_packet_unref(packet.pointer)
    let count = bytes.count
    guard count < Int(Int32.max) - PacketMemory.padding else {
      throw LibAVError(LibAVError.noMemory, "filling a packet")
    }
    let place = try unsafe room(for: (count + PacketMemory.padding + 63) & ~63)
    guard let reference = unsafe av_buffer_ref(buffer) else {
      throw LibAVError(LibAVError.noMemory, "filling a packet")
    }
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe UnsafeMutableRawPointer(place).copyMemory(from: start, byteCount: count)
      }
    }
    unsafe (place + count).update(repeating: 0, count: PacketMemory.padding)
    unsafe packet.pointer.pointee.buf = unsafe reference
    unsafe packet.pointer.pointee.data = unsafe place
    unsafe packet.pointer.pointee.size = Int32(count)
  }

  private func room(for size: Int) throws(LibAVError) -> UnsafeMutablePointer<UInt8> {
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

/// What libavcodec has to know about a stream.
@safe final class CodecParameters {
  let pointer: UnsafeMutablePointer<AVCodecParameters>

  /// A copy of the parameters of a stream.
  ///
  /// - Throws: ``LibAVError`` when there is no memory.
  convenience init(of stream: UnsafeMutablePointer<AVStream>) throws(LibAVError) {
    try self.init()
    guard let source = unsafe stream.pointee.codecpar else {
      throw LibAVError(LibAVError.noStream, "looking for a stream")
    }
    try LibAVError.check(
      unsafe avcodec_parameters_copy(pointer, source), "copying the parameters of a stream")
  }

  /// The parameters of a codec of sound.
  ///
  /// - Throws: ``LibAVError`` when libavcodec does not know the codec, or there is no memory.
  convenience init(_ codec: SoundCodec) throws(LibAVError) {
    try self.init()
    guard let known = unsafe avcodec_descriptor_get_by_name(codec.name) else {
      throw LibAVError(LibAVError.noDecoder, "opening a decoder for \(codec.name)")
    }
    unsafe pointer.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    unsafe pointer.pointee.codec_id = unsafe known.pointee.id
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
    guard let made = unsafe avcodec_parameters_alloc() else {
      throw LibAVError(LibAVError.noMemory, "describing a stream")
    }
    unsafe pointer = unsafe made
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecParameters>? = unsafe self.pointer
    unsafe avcodec_parameters_free(&pointer)
  }
}
