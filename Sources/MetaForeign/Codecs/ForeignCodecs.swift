internal import LibAV
public import MetaCore

/// The decoders and encoders of libavcodec, which a program passes to MetaCore's readers, writers
/// and exports as ``MediaCodecs``.
///
///     let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
///
/// They run in software and in this process. Encoders exist only for the codecs of
/// ``VideoOutputSettings`` and ``AudioOutputSettings``.
public enum ForeignCodecs {
  /// The decoders and encoders, with converters for video and audio.
  public static let all = MediaCodecs([LibAVCodecs()])
}

/// Implements MetaCore's protocol for codec libraries: creates the decoders, converters, encoders,
/// image coder and packet readers that a request needs, with FFmpeg's libraries.
struct LibAVCodecs: CodecLibrary {
  func audioDecoder(for request: DecoderRequest) throws(ParseError) -> (any AudioDecoder)? {
    if let decoder = try LibAVCodecs.feedDecoder(for: request) { return decoder }
    guard let decoder = try LibAVCodecs.decoder(for: request) else { return nil }
    return LibAVAudioDecoder(decoder, request)
  }

  func videoDecoder(for request: DecoderRequest) throws(ParseError) -> (any VideoDecoder)? {
    guard let decoder = try LibAVCodecs.decoder(for: request) else { return nil }
    return LibAVVideoDecoder(decoder, request)
  }

  func audioConverter(to target: AudioTarget) throws(ParseError) -> (any AudioConverting)? {
    try LibAVAudioConverter(to: target)
  }

  func videoConverter(to target: VideoTarget) throws(ParseError) -> (any VideoConverting)? {
    try LibAVVideoConverter(to: target)
  }

  var imageCoder: (any ImageCoding)? { LibAVImageCoder() }

  func encodes(_ settings: OutputSettings) -> Bool {
    guard let choice = try? EncoderChoice(settings) else { return false }
    return TrackEncoder.exists(choice.encoder)
  }

  func encoder(for request: EncoderRequest) throws(ParseError) -> (any MediaEncoder)? {
    guard TrackEncoder.exists(try EncoderChoice(request.settings).encoder) else { return nil }
    return switch request.settings {
    case .video(let settings):
      try LibAVVideoEncoder(settings, request)
    case .audio(let settings): try LibAVAudioEncoder(settings)
    }
  }

  func packetReader(for request: DecoderRequest) throws(ParseError) -> (any PacketReader)? {
    try LibAVPacketReader(request)
  }

  /// Returns a decoder for samples that MetaCore reads itself; nil if libavcodec lacks the decoder
  /// or libavformat is needed.
  private static func feedDecoder(
    for request: DecoderRequest
  ) throws(ParseError) -> LibAVAudioDecoder? {
    guard let packets = try request.packets(), let codec = AudioCodecParameters(request, packets),
      let timescale = Int32(exactly: packets.timescale), timescale > 0
    else { return nil }
    let feed = SampleFeed(packets, fileLength: request.source.length)
    // If there is no decoder, libavformat may still find a different codec in the file.
    guard let decoder = try? TrackDecoder(codec, timescale: timescale, feed) else { return nil }
    return LibAVAudioDecoder(decoder, request, edits: packets.edits)
  }

  /// Opens the file with libavformat and returns a decoder for the track's stream; nil if there is
  /// no such decoder.
  private static func decoder(for request: DecoderRequest) throws(ParseError) -> TrackDecoder? {
    let demuxer = try Demuxers.name(for: request.kind, request.source)
    // MetaCore applies the edit list itself.
    let options = demuxer == "mov" ? [MediaEntry("ignore_editlist", "1")] : []
    let input = try LibAVContainer.open(request.source, demuxer, options, readAhead: .ifNeeded)
    guard let index = stream(for: request, demuxer, input.streams) else {
      throw ParseError(.unsupported, at: 0, "libavformat cannot find track \(request.track.id)")
    }
    var settings = TrackDecoder.Options()
    settings.threads = request.threads
    settings.reordersAsCoded = !input.hasReadAhead
    do {
      return try TrackDecoder(input, stream: index, settings)
    } catch {
      if error.isAboutDecoder { return nil }
      throw LibAVContainer.parseError(error)
    }
  }

  /// Returns the stream of a track: the audio or video stream with the track's ID or, if there is
  /// none, the one with the same index among the streams of its media type; nil if there is
  /// neither.
  static func stream(
    for request: DecoderRequest, _ demuxer: String, _ streams: [StreamInfo]
  ) -> Int? {
    let media: StreamMedia = request.track.mediaType == .audio ? .audio : .video
    let candidates = streams.filter {
      $0.media == media && !$0.disposition.contains(.attachedPicture)
    }
    let id = Int(request.track.id)
    let isNumbered = demuxer == "mov" || demuxer == "asf"
    let byNumber = candidates.first { stream in
      isNumbered ? stream.id == id : Int(stream.trackID(among: streams)) == id
    }
    if let byNumber { return byNumber.index }
    return candidates.indices.contains(request.ordinal) ? candidates[request.ordinal].index : nil
  }
}

// MetaCore's buffers can refer to the planes of a frame, so that decoded media is not copied.
extension MediaFrame: PlaneStorage {}
