internal import CLibAV

/// Decodes one audio or video stream with libavcodec: reads the packets that it needs, from a
/// container or a ``PacketFeed``, and returns one frame per call, in presentation order.
///
/// Packets that cannot be read or decoded are skipped; they and damaged packets are recorded. The
/// calls block the calling thread.
@safe package final class TrackDecoder {
  /// Decoder options.
  package struct Options: Sendable, Hashable {
    /// The number of decoder threads; 0 means one per processor.
    package var threads = 1
    /// Whether the input was opened without reading ahead, so that the reordering of frames can
    /// only be determined from the coded data.
    package var reordersAsCoded = false

    /// Creates options for one thread.
    package init() {}
  }

  private let supply: any PacketSupply
  /// The supply, if libavformat reads the file.
  private let container: ContainerSupply?
  private let parameters: CodecParameters
  private let options: Options
  private let packet: Packet
  private let log = DecoderLog()
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  /// Whether the end of the stream was signalled to the decoder.
  private var isDraining = false
  /// Whether the decoder has returned its last frame.
  private var isOver = false
  /// The time before which frames that no other frame needs are skipped; nil to decode all frames.
  private var skipsBefore: Int64?
  /// The latest time of a packet that the decoder may have skipped since the last seek, if any.
  package private(set) var lastSkipped: Int64?
  /// The decode time of the last packet read, in stream units; nil if no packet was read or the
  /// time is unknown.
  private var lastRead: Int64?
  /// The failures since the last call to ``takeFailures()``.
  private var failures: [PacketFailure] = []
  /// The number of packets that could not be read or decoded.
  package private(set) var failureCount: Int64 = 0

  /// The unit of stream times, in seconds.
  package let timeBase: Fraction
  /// The name of the codec, such as `aac`.
  package let codec: String
  /// The decoder configuration.
  package let extradata: [UInt8]

  /// Opens the decoder for a stream; other streams are skipped.
  ///
  /// - Throws: ``LibAVError`` if there is no such stream or no decoder for it.
  package convenience init(
    _ input: consuming InputContainer, stream index: Int, _ options: Options = Options()
  ) throws(LibAVError) {
    // Attach the container's side data to the first packet, and thus to the first frame.
    unsafe av_format_inject_global_side_data(input.context)
    let container = ContainerSupply(input, stream: index)
    guard let stream = unsafe container.stream else {
      throw LibAVError(LibAVError.noStream, "looking for stream \(index)")
    }
    let timeBase = Fraction(unsafe stream.pointee.time_base)
    try self.init(
      unsafe CodecParameters(of: stream), timeBase, container, container: container, options)
  }

  /// Opens an audio decoder for the packets of a feed, whose times have `timescale` units per
  /// second.
  ///
  /// - Throws: ``LibAVError`` if there is no such decoder.
  package convenience init(
    _ codec: AudioCodecParameters, timescale: Int32, _ feed: any PacketFeed,
    _ options: Options = Options()
  ) throws(LibAVError) {
    let timeBase = Fraction(AVRational(num: 1, den: timescale))
    try self.init(CodecParameters(codec), timeBase, FeedSupply(feed), container: nil, options)
  }

  /// Opens a decoder for packets from either source; `container` is the same as `supply`, or nil.
  private init(
    _ parameters: CodecParameters, _ timeBase: Fraction, _ supply: any PacketSupply,
    container: ContainerSupply?, _ options: Options
  ) throws(LibAVError) {
    _ = LogCapture.isInstalled
    unsafe codec = text(avcodec_get_name(parameters.pointer.pointee.codec_id))
    self.parameters = parameters
    self.timeBase = timeBase
    self.supply = supply
    self.container = container
    extradata = unsafe StreamInfo.copy(
      parameters.pointer.pointee.extradata, Int(parameters.pointer.pointee.extradata_size))
    self.options = options
    packet = try Packet()
    unsafe context = try TrackDecoder.open(parameters, timeBase, options, log)
    unsafe frame = av_frame_alloc()
    guard unsafe frame != nil else { throw LibAVError(LibAVError.noMemory, "creating a frame") }
  }

  deinit {
    unsafe av_frame_free(&frame)
    unsafe avcodec_free_context(&context)
  }

  /// Opens libavcodec's decoder for the parameters of a stream.
  private static func open(
    _ codec: CodecParameters, _ timeBase: Fraction, _ options: Options, _ log: DecoderLog
  ) throws(LibAVError) -> UnsafeMutablePointer<AVCodecContext> {
    let parameters = unsafe codec.pointer
    let name = unsafe text(avcodec_get_name(parameters.pointee.codec_id))
    guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw LibAVError(LibAVError.noDecoder, "opening a decoder for \(name)")
    }
    var context = unsafe avcodec_alloc_context3(codec)
    guard let codecContext = unsafe context else {
      throw LibAVError(LibAVError.noMemory, "opening a decoder for \(name)")
    }
    unsafe codecContext.pointee.thread_count = Int32(clamping: options.threads)
    unsafe codecContext.pointee.pkt_timebase = AVRational(
      num: timeBase.numerator, den: timeBase.denominator)
    // Verify checksums and log mismatches. Other checks would drop audio that players play.
    unsafe codecContext.pointee.err_recognition = AV_EF_CRCCHECK
    unsafe codecContext.pointee.max_pixels = MediaFrame.maxPixels
    // The log lives as long as the decoder does.
    unsafe codecContext.pointee.opaque = Unmanaged.passUnretained(log).toOpaque()
    // Otherwise the first frames of H.264 without reordering limits are returned too early.
    if options.reordersAsCoded, unsafe parameters.pointee.codec_id == AV_CODEC_ID_H264 {
      unsafe codecContext.pointee.strict_std_compliance = FF_COMPLIANCE_STRICT
    }
    do throws(LibAVError) {
      let action = "opening a decoder for \(name)"
      try LibAVError.check(unsafe avcodec_parameters_to_context(codecContext, parameters), action)
      try LibAVError.check(unsafe avcodec_open2(codecContext, codec, nil), action)
    } catch {
      unsafe avcodec_free_context(&context)
      throw error
    }
    return unsafe codecContext
  }

  // MARK: Decoding

  /// The time of the first packet of the file, which may belong to another stream, in stream units;
  /// nil if unknown, or if the packets are those of a feed.
  package var fileStart: Int64? {
    guard let container, let stream = unsafe container.stream else { return nil }
    return unsafe container.input.start(for: stream)
  }

  /// The time of the first packet of the stream, in stream units; nil if unknown, or if the packets
  /// are those of a feed.
  package var streamStart: Int64? {
    guard let stream = unsafe container?.stream else { return nil }
    return StreamInfo.time(unsafe stream.pointee.start_time)
  }

  /// The average frame rate of the stream; nil if unknown, or if the packets are those of a feed.
  package var frameRate: Double? {
    guard let stream = unsafe container?.stream else { return nil }
    return Fraction(unsafe stream.pointee.avg_frame_rate).value
  }

  /// Returns the next frame in presentation order; nil after the last.
  ///
  /// Packets that fail to decode are skipped and recorded for ``takeFailures()``.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  package func next() throws(LibAVError) -> MediaFrame? {
    // A feed does not log.
    guard container != nil else { return try decoded() }
    // The lines logged by the demuxer.
    var lines: [LogLine] = []
    defer { for line in lines { log.append(line) } }
    return try LogCapture.collect(into: &lines) { () throws(LibAVError) in try decoded() }
  }

  /// Receives frames, and sends packets as long as the decoder needs more.
  private func decoded() throws(LibAVError) -> MediaFrame? {
    while !isOver {
      let code = unsafe avcodec_receive_frame(context, frame)
      switch code {
      case 0...:
        guard let frame = unsafe frame else { return nil }
        return try unsafe MediaFrame(moving: frame, timeBase: timeBase)
      case LibAVError.again: try feed()
      case LibAVError.endOfFile: isOver = true
      case LibAVError.noMemory: throw LibAVError(code, "decoding")
      default:
        note(PacketFailure(packet, code))
        if isDraining { isOver = true }
      }
    }
    return nil
  }

  /// Returns the first error logged since the last call, whether by the demuxer or by any of the
  /// decoder's threads.
  package func takeErrorMessage() -> String? {
    log.takeLines().first { $0.level == .error }?.text
  }

  /// Whether packets could not be read or decoded, or were damaged, since the last call to
  /// ``takeFailures()``.
  package var hasFailures: Bool { !failures.isEmpty }

  /// The total duration of these packets, in stream units; unknown durations count as 0.
  package var failedDuration: Int64 {
    failures.reduce(0) { $0.addingReportingOverflow($1.duration ?? 0).partialValue }
  }

  /// Returns the failures since the last call.
  package func takeFailures() -> [PacketFailure] {
    defer { failures = [] }
    return failures
  }

  /// Sends the next packet of the stream to the decoder, or signals the end.
  private func feed() throws(LibAVError) {
    while true {
      switch try supply.read(into: packet) {
      case .packet(let failure):
        if let failure { failures.append(failure) }
        chooseSkipping()
        let (dts, pts) = unsafe (packet.pointer.pointee.dts, packet.pointer.pointee.pts)
        lastRead = StreamInfo.time(dts) ?? StreamInfo.time(pts) ?? lastRead
        let code = unsafe avcodec_send_packet(context, packet.pointer)
        if code == LibAVError.noMemory { throw LibAVError(code, "decoding") }
        if code < 0 { note(PacketFailure(packet, code)) }
        return
      case .unreadable(let failure): note(failure)
      case .end:
        isDraining = true
        _ = unsafe avcodec_send_packet(context, nil)
        return
      }
    }
  }

  private func note(_ failure: PacketFailure) {
    failureCount = failureCount.addingReportingOverflow(1).partialValue
    failures.append(failure)
  }

  // MARK: Seeking

  /// Seeks to the last key frame at or before the given time, in stream units.
  ///
  /// - Throws: ``LibAVError`` if the demuxer cannot seek.
  package func seek(to time: Int64) throws(LibAVError) {
    try supply.seek(to: time)
    unsafe avcodec_flush_buffers(context)
    isDraining = false
    isOver = false
    skipsBefore = nil
    lastSkipped = nil
    lastRead = nil
    unsafe context?.pointee.skip_frame = AVDISCARD_DEFAULT
  }

  /// Returns whether a seek to the given time, in stream units, moves past the packets read so far;
  /// nil if no packet was read since the last seek, if libavformat's index does not extend to that
  /// time, or if the packets are those of a feed.
  package func seekAdvances(to time: Int64) -> Bool? {
    guard let lastRead, let stream = unsafe container?.stream,
      let entry = unsafe avformat_index_get_entry_from_timestamp(
        stream, time, AVSEEK_FLAG_BACKWARD)
    else { return nil }
    if unsafe entry.pointee.timestamp > lastRead { return true }
    let count = unsafe avformat_index_get_entries_count(stream)
    guard count > 0, let last = unsafe avformat_index_get_entry(stream, count - 1) else {
      return nil
    }
    return unsafe last.pointee.timestamp >= time ? false : nil
  }

  /// Skips frames before the given time, in stream units, that no other frame needs; valid until
  /// the first packet that is not before this time, or the next seek.
  package func skipUnneeded(before time: Int64) { skipsBefore = time }

  /// Decides whether the decoder may skip the packet; the first one that is not early ends
  /// skipping.
  private func chooseSkipping() {
    guard let limit = skipsBefore else { return }
    let time = StreamInfo.time(unsafe packet.pointer.pointee.pts)
    let isEarly = time.map { $0 < limit } ?? false
    unsafe context?.pointee.skip_frame = isEarly ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    if isEarly, let time {
      lastSkipped = max(time, lastSkipped ?? time)
    } else {
      skipsBefore = nil
    }
  }

  /// Restarts from the first packet with a new decoder, so that no earlier state affects the
  /// output.
  ///
  /// - Throws: ``LibAVError`` if the demuxer cannot seek or there is not enough memory.
  package func rewind() throws(LibAVError) {
    unsafe avcodec_free_context(&context)
    unsafe context = try TrackDecoder.open(parameters, timeBase, options, log)
    failures = []
    try seek(to: max(0, streamStart ?? 0))
  }
}
