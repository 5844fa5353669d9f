internal import CLibAV

/// Decodes one stream, a frame at a time, on the thread that asks for it.
@safe package final class TrackDecoder {
  /// How a decoder is opened.
  package struct Options: Sendable, Hashable {
    /// How many threads the decoder may have; 0 for as many as there are processors.
    package var threads = 1
    /// Whether the input was opened without reading ahead, so that only the coded data say how far
    /// pictures are reordered.
    package var reordersAsCoded = false

    /// One thread.
    package init() {}
  }

  private let supply: any PacketSupply
  /// The supply where libavformat reads the file.
  private let container: ContainerSupply?
  private let parameters: CodecParameters
  private let options: Options
  private let packet: Packet
  private let log = DecoderLog()
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var isDraining = false
  private var isOver = false
  /// Before this time, pictures that no other needs are left out; nil when all are decoded.
  private var skipsBefore: Int64?
  /// The latest time of a packet that the decoder may have left out since the last seek; nil if no
  /// packet.
  package private(set) var lastSkipped: Int64?
  /// When the last packet is decoded that was read, in units of the stream; nil when none was, or
  /// it is not known.
  private var lastRead: Int64?
  /// What did not decode since it was last asked for.
  private var failures: [PacketFailure] = []
  /// How many packets did not decode.
  package private(set) var failureCount: Int64 = 0

  /// The units of the times of the stream, in seconds.
  package let timeBase: Fraction
  /// The name of the codec: `aac`.
  package let codec: String
  /// What the decoder has to know before the first packet.
  package let extradata: [UInt8]

  /// Opens the decoder of a stream; packets of all others are passed over.
  ///
  /// - Throws: ``LibAVError`` when there is no such stream, or no decoder for it.
  package convenience init(
    _ input: consuming InputContainer, stream index: Int, _ options: Options = Options()
  ) throws(LibAVError) {
    // What the container says of the pictures comes with the first packet, and so with the first
    // frame.
    unsafe av_format_inject_global_side_data(input.context)
    let container = ContainerSupply(input, stream: index)
    guard let stream = unsafe container.stream else {
      throw LibAVError(LibAVError.noStream, "looking for stream \(index)")
    }
    let timeBase = Fraction(unsafe stream.pointee.time_base)
    try self.init(
      unsafe CodecParameters(of: stream), timeBase, container, container: container, options)
  }

  /// Opens a decoder of sound for the packets of a feed, whose times have `timescale` units per
  /// second.
  ///
  /// - Throws: ``LibAVError`` when there is no such decoder.
  package convenience init(
    _ codec: SoundCodec, timescale: Int32, _ feed: any PacketFeed, _ options: Options = Options()
  ) throws(LibAVError) {
    let timeBase = Fraction(AVRational(num: 1, den: timescale))
    try self.init(CodecParameters(codec), timeBase, FedSupply(feed), container: nil, options)
  }

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
    guard unsafe frame != nil else { throw LibAVError(LibAVError.noMemory, "making a frame") }
  }

  deinit {
    unsafe av_frame_free(&frame)
    unsafe avcodec_free_context(&context)
  }

  private static func open(
    _ codec: CodecParameters, _ timeBase: Fraction, _ options: Options, _ log: DecoderLog
  ) throws(LibAVError) -> UnsafeMutablePointer<AVCodecContext> {
    let parameters = unsafe codec.pointer
    let name = unsafe text(avcodec_get_name(parameters.pointee.codec_id))
    guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw LibAVError(LibAVError.noDecoder, "opening a decoder for \(name)")
    }
    var context = unsafe avcodec_alloc_context3(codec)
    guard let made = unsafe context else {
      throw LibAVError(LibAVError.noMemory, "opening a decoder for \(name)")
    }
    unsafe made.pointee.thread_count = Int32(clamping: options.threads)
    unsafe made.pointee.pkt_timebase = AVRational(
      num: timeBase.numerator, den: timeBase.denominator)
    // Checksums are compared; what does not agree is logged. Other checks leave out sound that
    // players play.
    unsafe made.pointee.err_recognition = AV_EF_CRCCHECK
    unsafe made.pointee.max_pixels = MediaFrame.mostPixels
    // It is as long-lived as the decoder.
    unsafe made.pointee.opaque = Unmanaged.passUnretained(log).toOpaque()
    // H.264 without limits of reordering would be put out too early at first.
    if options.reordersAsCoded, unsafe parameters.pointee.codec_id == AV_CODEC_ID_H264 {
      unsafe made.pointee.strict_std_compliance = FF_COMPLIANCE_STRICT
    }
    do throws(LibAVError) {
      let action = "opening a decoder for \(name)"
      try LibAVError.check(unsafe avcodec_parameters_to_context(made, parameters), action)
      try LibAVError.check(unsafe avcodec_open2(made, codec, nil), action)
    } catch {
      unsafe avcodec_free_context(&context)
      throw error
    }
    return unsafe made
  }

  // MARK: Decoding

  /// The time of the first packet of the file, which may belong to another stream, in units of the
  /// stream; nil when it is not known.
  package var fileStart: Int64? {
    guard let container, let stream = unsafe container.stream else { return nil }
    return unsafe container.input.start(for: stream)
  }

  /// The time of the first packet of the stream, in its units; nil when it is not known.
  package var streamStart: Int64? {
    guard let stream = unsafe container?.stream else { return nil }
    return StreamInfo.time(unsafe stream.pointee.start_time)
  }

  /// How many frames per second the stream has on average; nil when that is not known.
  package var frameRate: Double? {
    guard let stream = unsafe container?.stream else { return nil }
    return Fraction(unsafe stream.pointee.avg_frame_rate).value
  }

  /// The next frame in the order in which frames are presented; nil after the last.
  ///
  /// What does not decode is passed over and noted for ``takeFailures()``.
  ///
  /// - Throws: ``LibAVError`` when there is no memory.
  package func next() throws(LibAVError) -> MediaFrame? {
    // A feed does not log.
    guard container != nil else { return try decoded() }
    // What the demuxer logs.
    var lines: [LogLine] = []
    defer { for line in lines { log.append(line) } }
    return try LogCapture.collect(into: &lines) { () throws(LibAVError) in try decoded() }
  }

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

  /// The first error that was logged since this was last called, by the demuxer or by any thread of
  /// the decoder.
  package func takeErrorMessage() -> String? {
    log.take().first { $0.level == .error }?.text
  }

  /// Whether something did not decode since ``takeFailures()`` was last called.
  package var hasFailures: Bool { !failures.isEmpty }

  /// How long the media are that did not decode since ``takeFailures()`` was last called, in units
  /// of the stream.
  package var failedDuration: Int64 {
    failures.reduce(0) { $0.addingReportingOverflow($1.duration ?? 0).partialValue }
  }

  /// What did not decode since this was last asked.
  package func takeFailures() -> [PacketFailure] {
    defer { failures = [] }
    return failures
  }

  /// Gives the decoder the next packet of the stream, or says that none follows.
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
      case .lost(let failure): note(failure)
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

  /// Goes on with the last key frame at or before a time, in units of the stream.
  ///
  /// - Throws: ``LibAVError`` when the demuxer cannot.
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

  /// Whether a seek to a time, in units of the stream, leads past what was read; nil when
  /// libavformat's index does not reach so far.
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

  /// Leaves out pictures that are presented before a time, in units of the stream, and that no
  /// other picture needs; until the next seek.
  package func skipUnneeded(before time: Int64) { skipsBefore = time }

  /// Decides whether the packet may be left out by the decoder.
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

  /// Begins anew with the first packet and a new decoder: nothing that was decoded before has an
  /// effect on what follows.
  ///
  /// - Throws: ``LibAVError`` when the demuxer cannot, or there is no memory.
  package func rewind() throws(LibAVError) {
    unsafe avcodec_free_context(&context)
    unsafe context = try TrackDecoder.open(parameters, timeBase, options, log)
    failures = []
    try seek(to: max(0, streamStart ?? 0))
  }
}
