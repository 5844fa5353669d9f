internal import CLibAV

/// What decoding one stream of a file came to.
package struct DecodedStream: Sendable {
  /// The number of the stream, from 0.
  package let index: Int
  /// The name of the codec: `aac`.
  package let codec: String
  /// How many frames came out.
  package fileprivate(set) var frames: Int64 = 0
  /// How many packets or frames failed.
  package fileprivate(set) var failures: Int64 = 0
  /// The first that failed; as many as are kept.
  package fileprivate(set) var first: [DecodeFailure] = []
  /// Whether there is a decoder for it.
  package fileprivate(set) var isDecoded = true
}

/// A packet that does not decode.
package struct DecodeFailure: Sendable {
  /// Its time in seconds, where the container gives one.
  package let seconds: Double?
  /// Where it stands in the file, where the container knows.
  package let offset: Int64?
  /// What libavcodec calls it.
  package let reason: String
}

/// Decodes all sound and pictures of an input, in software, with every check that libavcodec has, and throws the result away.
package enum StreamDecoder {
  /// How many failures of a stream are kept.
  private static let mostKept = 20

  /// Decodes to the end; `sound` gets the samples of the first stream of sound, `progress` how far the file is read, in bytes.
  ///
  /// - Throws: ``LibAVError`` when there is no memory; what does not decode is counted.
  package static func decode(
    _ input: borrowing InputContainer, sound: ([UInt8]) -> Void, progress: (Int64) -> Void
  ) throws(LibAVError) -> [DecodedStream] {
    var states: [State?] = []
    var streams: [DecodedStream] = []
    for index in 0..<input.streamCount {
      let (stream, state) = try unsafe start(input.stream(at: index), index)
      streams.append(stream)
      states.append(state)
    }
    let heard = states.firstIndex { $0?.isSound == true }
    let packet = try Packet()
    while true {
      do throws(LibAVError) {
        guard try input.read(into: packet) else { break }
      } catch {
        // What cannot be read further is a failure of the first stream that there is.
        if !streams.isEmpty { fail(&streams[0], nil, input.position, error.reason) }
        break
      }
      progress(input.position)
      let index = Int(unsafe packet.pointer.pointee.stream_index)
      guard states.indices.contains(index), let state = states[index] else { continue }
      let code = unsafe state.send(packet.pointer)
      if code < 0 { unsafe state.note(code, packet.pointer, &streams[index]) }
      state.receive(&streams[index], isHeard: index == heard, sound)
    }
    for (index, state) in states.enumerated() {
      guard let state else { continue }
      _ = unsafe state.send(nil)
      state.receive(&streams[index], isHeard: index == heard, sound)
    }
    return streams.filter { $0.codec != "" }
  }

  private static func start(
    _ stream: UnsafeMutablePointer<AVStream>?, _ index: Int
  ) throws(LibAVError) -> (DecodedStream, State?) {
    guard let stream = unsafe stream, let parameters = unsafe stream.pointee.codecpar else {
      return (DecodedStream(index: index, codec: ""), nil)
    }
    let kind = unsafe parameters.pointee.codec_type
    let isPicture = unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    guard kind == AVMEDIA_TYPE_AUDIO || kind == AVMEDIA_TYPE_VIDEO, !isPicture else {
      return (DecodedStream(index: index, codec: ""), nil)
    }
    let name = unsafe text(avcodec_get_name(parameters.pointee.codec_id))
    var decoded = DecodedStream(index: index, codec: name)
    guard let state = unsafe State(stream, parameters) else {
      decoded.isDecoded = false
      return (decoded, nil)
    }
    return (decoded, state)
  }

  fileprivate static func fail(
    _ stream: inout DecodedStream, _ seconds: Double?, _ offset: Int64?, _ reason: String
  ) {
    stream.failures += 1
    guard stream.first.count < mostKept else { return }
    stream.first.append(DecodeFailure(seconds: seconds, offset: offset, reason: reason))
  }

  /// An open decoder.
  @safe private final class State {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private let timeBase: Double
    let isSound: Bool

    init?(
      _ stream: UnsafeMutablePointer<AVStream>,
      _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) {
      isSound = unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      unsafe timeBase = av_q2d(stream.pointee.time_base)
      guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id),
        let made = unsafe avcodec_alloc_context3(codec)
      else { return nil }
      unsafe context = unsafe made
      unsafe frame = av_frame_alloc()
      unsafe made.pointee.err_recognition =
        AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
      unsafe made.pointee.thread_count = 1
      unsafe made.pointee.pkt_timebase = unsafe stream.pointee.time_base
      guard unsafe frame != nil, unsafe avcodec_parameters_to_context(made, parameters) >= 0,
        unsafe avcodec_open2(made, codec, nil) >= 0
      else { return nil }
    }

    deinit {
      unsafe av_frame_free(&frame)
      unsafe avcodec_free_context(&context)
    }

    func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Int32 {
      unsafe avcodec_send_packet(context, packet)
    }

    /// Counts a packet that failed, with its time and place.
    func note(
      _ code: Int32, _ packet: UnsafeMutablePointer<AVPacket>, _ stream: inout DecodedStream
    ) {
      let (pts, position) = unsafe (packet.pointee.pts, packet.pointee.pos)
      StreamDecoder.fail(
        &stream, pts == Int64.min ? nil : Double(pts) * timeBase, position < 0 ? nil : position,
        LibAVError(code, "decoding").reason)
    }

    /// Takes the frames that are ready.
    func receive(_ stream: inout DecodedStream, isHeard: Bool, _ sound: ([UInt8]) -> Void) {
      guard let frame = unsafe frame else { return }
      while true {
        let code = unsafe avcodec_receive_frame(context, frame)
        guard code != LibAVError.again, code != LibAVError.endOfFile else { return }
        guard code >= 0 else {
          return StreamDecoder.fail(&stream, nil, nil, LibAVError(code, "decoding").reason)
        }
        stream.frames += 1
        if unsafe frame.pointee.decode_error_flags != 0 {
          StreamDecoder.fail(&stream, nil, nil, "the frame has errors")
        }
        if isHeard {
          let bits = Int(unsafe context?.pointee.bits_per_raw_sample ?? 0)
          unsafe sound(State.samples(frame, bits: bits))
        }
        unsafe av_frame_unref(frame)
      }
    }

    /// The samples of a frame as FLAC sums them: in their order, each in as few bytes as it needs, the lowest first.
    private static func samples(_ frame: UnsafeMutablePointer<AVFrame>, bits: Int) -> [UInt8] {
      let format = AVSampleFormat(unsafe frame.pointee.format)
      let count =
        Int(unsafe frame.pointee.nb_samples) * Int(unsafe frame.pointee.ch_layout.nb_channels)
      guard let data = unsafe frame.pointee.extended_data?[0], count > 0, count < 1 << 24 else {
        return []
      }
      if format == AV_SAMPLE_FMT_S16, bits > 8 || bits == 0 {
        return unsafe Array(UnsafeRawBufferPointer(start: data, count: count * 2))
      }
      let isWide = format == AV_SAMPLE_FMT_S32
      guard isWide || format == AV_SAMPLE_FMT_S16, bits > 0 else { return [] }
      let raw = UnsafeRawPointer(data)
      let width = (bits + 7) / 8
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count * width)
      for index in 0..<count {
        let value =
          isWide
          ? unsafe raw.loadUnaligned(fromByteOffset: index * 4, as: Int32.self) >> Int32(32 - bits)
          : Int32(unsafe raw.loadUnaligned(fromByteOffset: index * 2, as: Int16.self))
            >> Int32(16 - bits)
        for place in 0..<width {
          bytes.append(UInt8(truncatingIfNeeded: value >> Int32(place * 8)))
        }
      }
      return bytes
    }
  }
}

extension InputContainer {
  /// The MD5 that a FLAC stream holds of its sound; nil where there is none.
  package var soundMD5: [UInt8]? {
    for index in 0..<streamCount {
      guard let stream = unsafe stream(at: index), let parameters = unsafe stream.pointee.codecpar,
        unsafe parameters.pointee.codec_id == AV_CODEC_ID_FLAC,
        unsafe parameters.pointee.extradata_size >= 34,
        let data = unsafe parameters.pointee.extradata
      else { continue }
      let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: 34)).suffix(16)
      return bytes.contains { $0 != 0 } ? Array(bytes) : nil
    }
    return nil
  }
}
