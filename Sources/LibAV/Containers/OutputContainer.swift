internal import CLibAV

/// A stream in a new file that is copied from a stream of the input: the input stream, the
/// language and name, and the packets to copy.
package struct OutputStream: Sendable, Hashable {
  /// The index of the input stream that the output stream is copied from.
  package var source: Int
  /// The stream's language, as written to the container: a three-letter ISO 639-2 code, or another
  /// tag for a language without one.
  package var language: String?
  /// The name of the track.
  package var title: String?
  /// The stream's disposition.
  package var disposition: Disposition
  /// The packets to copy and their times; nil to copy all packets unchanged.
  package var schedule: PacketSchedule?

  /// Creates a description.
  package init(
    source: Int, language: String? = nil, title: String? = nil, disposition: Disposition = []
  ) {
    self.source = source
    self.language = language
    self.title = title
    self.disposition = disposition
  }
}

/// A chapter that ``OutputContainer`` writes with libavformat, with times in microseconds;
/// MetaCore's own type is `Chapter`.
package struct LibAVChapter: Sendable, Hashable {
  /// The start, in microseconds.
  package var start: Int64
  /// The end, in microseconds.
  package var end: Int64
  /// The title.
  package var title: String?

  /// Creates a chapter.
  package init(start: Int64, end: Int64, title: String?) {
    self.start = start
    self.end = end
    self.title = title
  }
}

/// A new media file that a libavformat muxer writes: streams, metadata and chapters are added, then
/// the header, the packets and the trailer are written, in this order.
///
/// The bytes go to ``OutputBytes``. If this value is destroyed before ``finish()``, the bytes
/// written so far form an incomplete file.
@safe package struct OutputContainer: ~Copyable {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The attached pictures, which are written after the header.
  private var pictures: [(stream: Int, bytes: [UInt8])] = []

  /// Prepares a file for the given muxer; does no I/O.
  ///
  /// - Throws: ``LibAVError`` if there is no such muxer.
  package init(muxer: String) throws(LibAVError) {
    _ = LogCapture.isInstalled
    var allocated: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(&allocated, nil, muxer, nil)
    guard let allocated = unsafe allocated else {
      throw LibAVError(min(code, LibAVError.notPermitted), "writing \(muxer)")
    }
    unsafe context = unsafe allocated
    // Make the output reproducible, and do not write the name of an encoder that was not used.
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
    // FLAC, Opus and TrueHD in MP4 have been standardised since.
    unsafe context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
  }

  deinit {
    if let output = unsafe context.pointee.pb { unsafe ByteCursor.release(output) }
    unsafe avformat_free_context(context)
  }

  // MARK: Capabilities

  /// Returns whether a muxer supports a codec; nil if unknown.
  package static func supports(_ stream: StreamInfo, muxer: String) -> Bool? {
    guard let format = unsafe av_guess_format(muxer, nil, nil),
      let descriptor = unsafe avcodec_descriptor_get_by_name(stream.codec)
    else { return nil }
    let answer = unsafe avformat_query_codec(
      format, descriptor.pointee.id, FF_COMPLIANCE_NORMAL)
    return answer < 0 ? nil : answer > 0
  }

  var flags: Int32 { unsafe context.pointee.oformat.pointee.flags }

  /// Whether the timestamps in a stream must be strictly increasing.
  var needsRisingTimes: Bool { flags & AVFMT_TS_NONSTRICT == 0 }

  // MARK: Content

  /// Adds a stream like the given input stream, with the codec `parameters`; returns its index.
  func add(
    _ stream: OutputStream, like source: UnsafeMutablePointer<AVStream>,
    _ parameters: UnsafePointer<AVCodecParameters>, _ timeBase: AVRational
  ) throws(LibAVError) -> Int {
    let added = try unsafe newStream()
    try LibAVError.check(
      unsafe avcodec_parameters_copy(added.pointee.codecpar, parameters), "describing a stream")
    // The input's tag may not be valid in this container.
    unsafe added.pointee.codecpar.pointee.codec_tag = unsafe tag(parameters.pointee)
    if let schedule = stream.schedule, schedule.hiddenLead > 0 {
      unsafe added.pointee.codecpar.pointee.initial_padding = unsafe OutputContainer.samples(
        schedule.hiddenLead, timeBase, parameters.pointee)
    }
    unsafe added.pointee.time_base = timeBase
    unsafe added.pointee.avg_frame_rate = unsafe source.pointee.avg_frame_rate
    // Muxers refuse a stream whose aspect ratios differ; that of the input container has priority.
    let aspect = unsafe source.pointee.sample_aspect_ratio
    if aspect.num > 0 { unsafe added.pointee.codecpar.pointee.sample_aspect_ratio = aspect }
    unsafe added.pointee.sample_aspect_ratio = unsafe added.pointee.codecpar.pointee
      .sample_aspect_ratio
    unsafe added.pointee.disposition = stream.disposition.rawValue
    unsafe OutputContainer.copySideData(from: source, to: added)
    var entries: [MediaEntry] = []
    if let language = stream.language { entries.append(MediaEntry("language", language)) }
    if let title = stream.title { entries.append(MediaEntry("title", title)) }
    // The Matroska muxer takes this property of the track from the metadata of the stream.
    if let alpha = unsafe av_dict_get(source.pointee.metadata, "alpha_mode", nil, 0) {
      entries.append(MediaEntry("alpha_mode", unsafe text(alpha.pointee.value)))
    }
    unsafe added.pointee.metadata = unsafe entries.makeDictionary()
    return Int(unsafe added.pointee.index)
  }

  /// Converts a time to a number of audio samples.
  static func samples(
    _ time: Int64, _ timeBase: AVRational, _ parameters: AVCodecParameters
  ) -> Int32 {
    let units = AVRational(num: 1, den: max(1, unsafe parameters.sample_rate))
    return Int32(clamping: av_rescale_q(time, timeBase, units))
  }

  func newStream() throws(LibAVError) -> UnsafeMutablePointer<AVStream> {
    guard let stream = unsafe avformat_new_stream(context, nil) else {
      throw LibAVError(LibAVError.noMemory, "adding a stream")
    }
    return unsafe stream
  }

  /// Returns the input's tag if it denotes the same codec in the output; otherwise 0, which lets
  /// the muxer choose.
  private func tag(_ parameters: AVCodecParameters) -> UInt32 {
    let tags = unsafe context.pointee.oformat.pointee.codec_tag
    guard let tags = unsafe tags else { return 0 }
    let tag = unsafe parameters.codec_tag
    let isKnown = unsafe av_codec_get_id(tags, tag) == parameters.codec_id
    return isKnown ? tag : 0
  }

  /// Copies all side data of a stream, such as the rotation, the mastering display and the
  /// spherical mapping.
  private static func copySideData(
    from source: UnsafeMutablePointer<AVStream>, to target: UnsafeMutablePointer<AVStream>
  ) {
    for index in 0..<Int(unsafe source.pointee.nb_side_data) {
      let data = unsafe source.pointee.side_data[index]
      guard let bytes = unsafe data.data,
        let copy = unsafe av_stream_new_side_data(target, data.type, data.size)
      else { continue }
      unsafe copy.update(from: bytes, count: data.size)
    }
  }

  /// Adds an attached file, in containers that support attachments.
  package func add(_ attachment: Attachment) throws(LibAVError) {
    let stream = try unsafe newStream()
    let parameters = unsafe stream.pointee.codecpar
    unsafe parameters?.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    unsafe parameters?.pointee.codec_id = OutputContainer.codec(ofMime: attachment.mime)
    let count = attachment.bytes.count
    guard let copy = unsafe av_mallocz(count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw LibAVError(LibAVError.noMemory, "adding an attachment")
    }
    let bytes = unsafe copy.assumingMemoryBound(to: UInt8.self)
    _ = unsafe UnsafeMutableBufferPointer(start: bytes, count: count)
      .update(fromContentsOf: attachment.bytes)
    unsafe parameters?.pointee.extradata = unsafe bytes
    unsafe parameters?.pointee.extradata_size = Int32(clamping: count)
    let entries = [
      MediaEntry("filename", attachment.name), MediaEntry("mimetype", attachment.mime),
    ]
    unsafe stream.pointee.metadata = unsafe entries.makeDictionary()
  }

  /// Adds an attached picture as a stream with one packet, in containers that support attached
  /// pictures.
  package mutating func addPicture(_ picture: Attachment) throws(LibAVError) {
    let stream = try unsafe newStream()
    let parameters = unsafe stream.pointee.codecpar
    unsafe parameters?.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    unsafe parameters?.pointee.codec_id = OutputContainer.codec(ofMime: picture.mime)
    unsafe stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
    unsafe stream.pointee.metadata = unsafe [MediaEntry("comment", "Cover (front)")]
      .makeDictionary()
    pictures.append((Int(unsafe stream.pointee.index), picture.bytes))
  }

  /// Returns the codec by which muxers identify the type of an attachment.
  private static func codec(ofMime mime: String) -> AVCodecID {
    switch mime {
    case "image/jpeg": AV_CODEC_ID_MJPEG
    case "image/png": AV_CODEC_ID_PNG
    case "image/gif": AV_CODEC_ID_GIF
    case "image/bmp": AV_CODEC_ID_BMP
    case "font/ttf", "application/x-truetype-font": AV_CODEC_ID_TTF
    case "font/otf", "application/vnd.ms-opentype": AV_CODEC_ID_OTF
    default: AV_CODEC_ID_BIN_DATA
    }
  }

  /// Sets the metadata of the whole file.
  package func setEntries(_ entries: [MediaEntry]) {
    unsafe av_dict_free(&context.pointee.metadata)
    unsafe context.pointee.metadata = unsafe entries.makeDictionary()
  }

  /// Sets the chapters; a second call has no effect.
  package func setChapters(_ chapters: [LibAVChapter]) throws(LibAVError) {
    let size = unsafe MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard unsafe context.pointee.nb_chapters == 0, !chapters.isEmpty else { return }
    guard let list = unsafe av_calloc(chapters.count, size) else {
      throw LibAVError(LibAVError.noMemory, "adding chapters")
    }
    let places = unsafe list.bindMemory(
      to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
    unsafe context.pointee.chapters = unsafe places
    for (index, chapter) in chapters.enumerated() {
      guard let memory = unsafe av_mallocz(MemoryLayout<AVChapter>.size) else {
        throw LibAVError(LibAVError.noMemory, "adding chapters")
      }
      let avChapter = unsafe memory.bindMemory(to: AVChapter.self, capacity: 1)
      unsafe avChapter.pointee.id = Int64(index + 1)
      unsafe avChapter.pointee.time_base = AVRational(num: 1, den: AV_TIME_BASE)
      unsafe avChapter.pointee.start = chapter.start
      unsafe avChapter.pointee.end = max(chapter.start, chapter.end)
      let entries = chapter.title.map { [MediaEntry("title", $0)] } ?? []
      unsafe avChapter.pointee.metadata = unsafe entries.makeDictionary()
      unsafe places[index] = unsafe avChapter
      unsafe context.pointee.nb_chapters = UInt32(index + 1)
    }
  }

  // MARK: Writing

  /// Writes the header.
  ///
  /// - Throws: ``LibAVError`` if it cannot be written or the container does not support the added
  ///   content.
  package mutating func begin(
    _ bytes: OutputBytes, options: [MediaEntry] = []
  ) throws(LibAVError) {
    unsafe context.pointee.pb = try unsafe ByteCursor.makeContext(writing: bytes)
    unsafe context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    var dictionary = unsafe options.makeDictionary()
    defer { unsafe av_dict_free(&dictionary) }
    try LibAVError.check(
      unsafe avformat_write_header(context, &dictionary), LibAVError.writingHeader)
    for picture in pictures { try write(picture.bytes, to: picture.stream) }
    pictures = []
  }

  /// Writes an attached picture as the only packet of its stream.
  private func write(_ picture: [UInt8], to stream: Int) throws(LibAVError) {
    let packet = try Packet()
    try LibAVError.check(
      unsafe av_new_packet(packet.pointer, Int32(clamping: picture.count)), "writing a picture")
    _ = unsafe UnsafeMutableBufferPointer(start: packet.pointer.pointee.data, count: picture.count)
      .update(fromContentsOf: picture)
    unsafe packet.pointer.pointee.stream_index = Int32(clamping: stream)
    unsafe packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    try write(packet)
  }

  /// Writes a packet, interleaved with the packets of the other streams.
  func write(_ packet: borrowing Packet) throws(LibAVError) {
    try LibAVError.check(
      unsafe av_interleaved_write_frame(context, packet.pointer), "writing a packet")
  }

  func timeBase(of stream: Int) -> AVRational {
    unsafe context.pointee.streams[stream]?.pointee.time_base ?? AVRational(num: 1, den: 1)
  }

  /// Writes buffered packets and the trailer.
  ///
  /// - Throws: ``LibAVError`` if writing fails or has failed before.
  package func finish() throws(LibAVError) {
    try LibAVError.check(unsafe av_write_trailer(context), "finishing the file")
    guard let output = unsafe context.pointee.pb else { return }
    unsafe avio_flush(output)
    try LibAVError.check(unsafe output.pointee.error, "writing the file")
  }
}
