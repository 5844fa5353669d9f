internal import CLibAV

/// A media file or device that a libavformat demuxer has opened: describes its streams, chapters
/// and metadata, and returns packets.
///
/// The container is closed when this value is destroyed.
@safe package struct InputContainer: ~Copyable {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The I/O context; nil for a device.
  private let input: UnsafeMutablePointer<AVIOContext>?

  /// Whether packets were read ahead to probe the streams.
  package let hasReadAhead: Bool

  /// The conditions under which packets are read ahead to probe the streams.
  package enum ReadAhead: Sendable, Hashable {
    /// Always, for complete information.
    case always
    /// For a movie (MP4, QuickTime), only if its headers lack information that decoders need; for
    /// all other formats, always.
    case ifNeeded
  }

  /// Opens a file with a demuxer, and reads as much as is needed to describe its streams.
  ///
  /// `options` are demuxer options.
  ///
  /// - Throws: ``LibAVError`` if there is no such demuxer, it rejects the data, or there are no
  ///   streams.
  package init(
    _ bytes: InputBytes, demuxer: String, options: [MediaEntry] = [],
    readAhead: ReadAhead = .always
  ) throws(LibAVError) {
    _ = LogCapture.isInstalled
    guard let format = unsafe av_find_input_format(demuxer) else {
      throw LibAVError(LibAVError.noDemuxer, "opening the file as \(demuxer)")
    }
    let input = try unsafe ByteCursor.makeContext(reading: bytes)
    var isRead = false
    do {
      unsafe context = try InputContainer.open(input, format, options, readAhead, &isRead)
    } catch {
      unsafe ByteCursor.release(input)
      throw error
    }
    unsafe self.input = unsafe input
    hasReadAhead = isRead
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe self.context
    unsafe avformat_close_input(&context)
    if let input = unsafe input { unsafe ByteCursor.release(input) }
  }

  /// Opens a device by the name of its kind, such as `x11grab`, and its own name; the program must
  /// have registered libavdevice.
  ///
  /// - Throws: ``LibAVError`` if there is no such kind or device, or it does not support the value
  ///   of an option.
  package init(device kind: String, name: String, options: [MediaEntry]) throws(LibAVError) {
    _ = LogCapture.isInstalled
    guard let format = unsafe av_find_input_format(kind) else {
      throw LibAVError(LibAVError.noDemuxer, "opening a device of \(kind)")
    }
    unsafe context = try InputContainer.open(nil, name, format, options, "opening \(name)")
    unsafe input = nil
    hasReadAhead = false
  }

  /// The current time of the devices' clock, in microseconds.
  package static var deviceTime: Int64 { av_gettime() }

  /// Opens a file, and reads ahead if requested or needed, in which case `isRead` becomes true.
  private static func open(
    _ input: UnsafeMutablePointer<AVIOContext>, _ format: UnsafePointer<AVInputFormat>,
    _ options: [MediaEntry], _ readAhead: ReadAhead, _ isRead: inout Bool
  ) throws(LibAVError) -> UnsafeMutablePointer<AVFormatContext> {
    guard let fresh = unsafe avformat_alloc_context() else {
      throw LibAVError(LibAVError.noMemory, "opening the file")
    }
    unsafe fresh.pointee.pb = unsafe input
    // Missing presentation times are derived from decode times (GENPTS).
    unsafe fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_GENPTS
    // Do not follow playlists and references to other files.
    unsafe fresh.pointee.io_open = { _, _, _, _, _ in LibAVError.notPermitted }
    let opened = try unsafe open(fresh, nil, format, options, "opening the file")
    isRead = unsafe readAhead == .always || !isDescribed(opened)
    if isRead { try unsafe read(ahead: opened) }
    return unsafe opened
  }

  /// Opens a file or a device; on failure, the context passed in is freed.
  private static func open(
    _ allocated: UnsafeMutablePointer<AVFormatContext>?, _ name: String?,
    _ format: UnsafePointer<AVInputFormat>, _ options: [MediaEntry], _ action: String
  ) throws(LibAVError) -> UnsafeMutablePointer<AVFormatContext> {
    var context = unsafe allocated
    var dictionary = unsafe options.makeDictionary()
    defer { unsafe av_dict_free(&dictionary) }
    // On failure, libavformat itself frees the context.
    try LibAVError.check(unsafe avformat_open_input(&context, name, format, &dictionary), action)
    guard let opened = unsafe context else { throw LibAVError(LibAVError.invalidData, action) }
    return unsafe opened
  }

  /// Lets libavformat read and decode packets until it can describe all streams; closes a file
  /// without streams.
  private static func read(
    ahead context: UnsafeMutablePointer<AVFormatContext>
  ) throws(LibAVError) {
    // A failure is ignored if there are streams.
    guard unsafe avformat_find_stream_info(context, nil) < 0,
      unsafe context.pointee.nb_streams == 0
    else { return }
    var closing: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&closing)
    throw LibAVError(LibAVError.invalidData, "looking for streams")
  }

  /// The audio codecs whose configuration contains everything that a decoder needs.
  private static let described: [AVCodecID] = [
    AV_CODEC_ID_AAC, AV_CODEC_ID_ALAC, AV_CODEC_ID_FLAC, AV_CODEC_ID_OPUS,
  ]

  /// Returns whether the headers contain everything that decoders need.
  ///
  /// This is usually the case for movies (MP4, QuickTime), whose samples also have times and
  /// durations; for other formats, the result is false.
  private static func isDescribed(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard unsafe text(context.pointee.iformat.pointee.name).hasPrefix("mov,") else { return false }
    for index in 0..<Int(unsafe context.pointee.nb_streams) {
      guard let parameters = unsafe context.pointee.streams[index]?.pointee.codecpar else {
        return false
      }
      let isKnown = unsafe parameters.pointee.codec_id != AV_CODEC_ID_NONE
      switch unsafe parameters.pointee.codec_type {
      case AVMEDIA_TYPE_VIDEO:
        guard isKnown, unsafe parameters.pointee.width > 0, unsafe parameters.pointee.height > 0
        else { return false }
      case AVMEDIA_TYPE_AUDIO:
        guard described.contains(where: { unsafe $0 == parameters.pointee.codec_id }),
          unsafe parameters.pointee.sample_rate > 0,
          unsafe parameters.pointee.ch_layout.nb_channels > 0,
          unsafe parameters.pointee.extradata_size > 0
        else { return false }
      default: continue
      }
    }
    return unsafe context.pointee.nb_streams > 0
  }

  // MARK: Properties

  /// The name of the demuxer, such as `matroska,webm`.
  package var demuxer: String { unsafe text(context.pointee.iformat.pointee.name) }

  /// The streams, in file order.
  package var streams: [StreamInfo] {
    (0..<streamCount).compactMap { index in
      guard let stream = unsafe stream(at: index) else { return nil }
      return unsafe StreamInfo(stream)
    }
  }

  var streamCount: Int { Int(unsafe context.pointee.nb_streams) }

  func stream(at index: Int) -> UnsafeMutablePointer<AVStream>? {
    guard index >= 0, index < streamCount else { return nil }
    return unsafe context.pointee.streams[index]
  }

  /// The chapters, in file order.
  package var chapters: [ChapterInfo] {
    (0..<Int(unsafe context.pointee.nb_chapters)).compactMap { index in
      guard let chapter = unsafe context.pointee.chapters[index] else { return nil }
      return unsafe ChapterInfo(chapter)
    }
  }

  /// The metadata of the whole file, in order.
  package var entries: [MediaEntry] { unsafe [MediaEntry](context.pointee.metadata) }

  /// The metadata of the programs in a multiplex, in order.
  package var programs: [(id: Int, entries: [MediaEntry])] {
    (0..<Int(unsafe context.pointee.nb_programs)).compactMap { index in
      guard let program = unsafe context.pointee.programs[index] else { return nil }
      return unsafe (Int(program.pointee.id), [MediaEntry](program.pointee.metadata))
    }
  }

  /// The duration in microseconds, and whether it was estimated from the bit rate; nil if unknown.
  package var duration: (microseconds: Int64, isEstimated: Bool)? {
    guard let duration = StreamInfo.time(unsafe context.pointee.duration), duration >= 0 else {
      return nil
    }
    let method = unsafe context.pointee.duration_estimation_method
    return (duration, method == AVFMT_DURATION_FROM_BITRATE)
  }

  /// The time of the first packet, in microseconds; nil if unknown.
  package var start: Int64? { StreamInfo.time(unsafe context.pointee.start_time) }

  /// Returns the time of the first packet, in the units of the given stream; nil if unknown.
  func start(for stream: UnsafeMutablePointer<AVStream>) -> Int64? {
    guard let start else { return nil }
    return unsafe av_rescale_q(start, AVRational(num: 1, den: 1_000_000), stream.pointee.time_base)
  }

  /// Whether timestamps may start at any time and be discontinuous, as in broadcasts.
  var hasLooseTimes: Bool { unsafe context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0 }

  /// The read position, in bytes.
  var position: Int64 { unsafe avio_seek(input, 0, 1) }

  // MARK: Packets

  /// Reads the next packet of the selected streams; returns false at the end.
  ///
  /// - Throws: ``LibAVError`` if reading fails.
  func read(into packet: borrowing Packet) throws(LibAVError) -> Bool {
    unsafe av_packet_unref(packet.pointer)
    let code = unsafe av_read_frame(context, packet.pointer)
    guard code != LibAVError.endOfFile else { return false }
    try LibAVError.check(code, "reading a packet")
    return true
  }

  /// Seeks to the last key frame of a stream at or before the given time, in stream units.
  ///
  /// - Throws: ``LibAVError`` if the demuxer cannot seek.
  func seek(stream: Int, to time: Int64) throws(LibAVError) {
    try LibAVError.check(
      unsafe av_seek_frame(context, Int32(clamping: stream), time, AVSEEK_FLAG_BACKWARD), "seeking")
  }

  /// Selects streams; packets of other streams are skipped.
  func select(_ indices: Set<Int>) {
    for index in 0..<streamCount {
      guard let stream = unsafe stream(at: index) else { continue }
      unsafe stream.pointee.discard = indices.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }
}

/// Owns a libavcodec packet (`AVPacket`): encoded data from one stream, with its times; the same
/// packet is reused for consecutive reads.
@safe struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(LibAVError) {
    guard let pointer = unsafe av_packet_alloc() else {
      throw LibAVError(LibAVError.noMemory, "making a packet")
    }
    unsafe self.pointer = unsafe pointer
  }

  /// Marks `count` samples at the end of the packet as not played (libavcodec,
  /// `AV_PKT_DATA_SKIP_SAMPLES`).
  ///
  /// The ten bytes are two little-endian numbers (the samples to skip at the start and at the end)
  /// and a reason for each.
  func skipEnd(_ count: Int32) {
    let size = 10
    guard count > 0,
      let data = unsafe av_packet_new_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, size)
    else { return }
    for index in 0..<size {
      let isCount = (4..<8).contains(index)
      unsafe data[index] = isCount ? UInt8(truncatingIfNeeded: count >> (8 * Int32(index - 4))) : 0
    }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = unsafe self.pointer
    unsafe av_packet_free(&pointer)
  }
}
