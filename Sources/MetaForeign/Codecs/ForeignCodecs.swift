internal import LibAV
public import MetaCore

/// The decoders of libavcodec, for ``MediaCodecs``.
///
///     let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
public enum ForeignCodecs {
  /// All of them.
  public static let all = MediaCodecs([LibAVCodecs()])
}

/// libavcodec and libswresample as a library of codecs.
struct LibAVCodecs: CodecLibrary {
  func soundDecoder(for request: DecoderRequest) throws(ParseError) -> (any SoundDecoder)? {
    guard let decoder = try LibAVCodecs.decoder(for: request) else { return nil }
    return LibAVSoundDecoder(decoder, request)
  }

  func pictureDecoder(for request: DecoderRequest) throws(ParseError) -> (any PictureDecoder)? {
    nil
  }

  func soundConverter(to target: SoundTarget) throws(ParseError) -> (any SoundConverting)? {
    try LibAVSoundConverter(to: target)
  }

  /// Opens the file with libavformat, and a decoder for the stream that the track is; nil where there is no such decoder.
  private static func decoder(for request: DecoderRequest) throws(ParseError) -> TrackDecoder? {
    let demuxer = try Demuxers.name(for: request.kind, request.source)
    let options = demuxer == "mov" ? [MediaEntry("ignore_editlist", "1")] : []
    let isSound = demuxer == "mov" && request.track.mediaType == .audio
    let input = try LibAVContainer.open(
      request.source, demuxer, options, for: isSound ? Int(request.track.id) : nil)
    guard let index = stream(for: request, demuxer, input.streams) else {
      throw ParseError(.unsupported, at: 0, "libavformat does not find track \(request.track.id)")
    }
    var settings = TrackDecoder.Options()
    settings.threads = request.threads
    do {
      return try TrackDecoder(input, stream: index, settings)
    } catch {
      if error.isAboutDecoder { return nil }
      throw LibAVContainer.parseError(error)
    }
  }

  /// The stream that a track is: by its number where libavformat keeps these, else by its place among those of its kind.
  private static func stream(
    for request: DecoderRequest, _ demuxer: String, _ streams: [StreamInfo]
  ) -> Int? {
    let wanted: StreamMedia = request.track.mediaType == .audio ? .audio : .video
    let same = streams.filter {
      $0.media == wanted && !$0.disposition.contains(.attachedPicture)
    }
    let id = Int(request.track.id)
    let isNumbered = demuxer == "mov" || demuxer == "asf"
    let byNumber = same.first { stream in
      isNumbered ? stream.id == id : Int(stream.trackID(among: streams)) == id
    }
    if let byNumber { return byNumber.index }
    return same.indices.contains(request.ordinal) ? same[request.ordinal].index : nil
  }
}

extension MediaFrame: PlaneStorage {}
