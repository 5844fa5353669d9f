internal import LibAV
internal import MetaCore

/// Reads the samples of a track with one of libavformat's demuxers.
final class LibAVPacketReader: PacketReader {
  let timescale: UInt32
  let edits: [TrackSegment] = []
  private let source: PacketSource
  private var track: TrackDescription
  /// How many units of ours one of the stream is.
  private let factor: Int64
  /// How long before a time decoding has to begin, in units of the stream.
  private let lead: Int64
  /// When the next packet is decoded, where the file does not say.
  private var expected: Int64?
  private var log: [LogLine] = []

  /// Opens the file with libavformat; nil where it has no demuxer for it.
  init?(_ request: DecoderRequest) throws(ParseError) {
    guard let demuxer = try Demuxers.name(of: request.kind, request.source) else { return nil }
    let input = try LibAVContainer.open(request.source, demuxer)
    guard let index = LibAVPacketReader.stream(for: request, demuxer, input.streams) else {
      throw ParseError(.unsupported, at: 0, "libavformat does not find track \(request.track.id)")
    }
    do throws(LibAVError) {
      source = try PacketSource(input, stream: index)
    } catch {
      throw LibAVContainer.parseError(error)
    }
    let base = source.timeBase
    guard base.numerator > 0, base.denominator > 0 else {
      throw ParseError(.unsupported, at: 0, "track \(request.track.id) has no units of time")
    }
    timescale = UInt32(base.denominator)
    factor = Int64(base.numerator)
    track = request.track
    track.decoderConfiguration = ByteSlice(source.extradata)
    let isSound = track.mediaType == .audio
    lead = isSound ? Int64(LibAVPacketReader.soundLead * Double(timescale)) / factor : 0
  }

  /// The stream that a track is; one that is neither sound nor pictures by its number.
  private static func stream(
    for request: DecoderRequest, _ demuxer: String, _ streams: [StreamInfo]
  ) -> Int? {
    if request.track.mediaType == .audio || request.track.mediaType == .video {
      return LibAVCodecs.stream(for: request, demuxer, streams)
    }
    return streams.first { $0.trackID(among: streams) == request.track.id }?.index
  }

  /// Decoders of sound need some of it before their output is right; so much, in seconds.
  private static let soundLead = 0.1

  func next() throws(ParseError) -> StoredSample? {
    do throws(LibAVError) {
      let piece = try LogCapture.collect(into: &log) { () throws(LibAVError) in
        try source.next()
      }
      return piece.map(sample)
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  private func sample(_ piece: PacketSource.Piece) -> StoredSample {
    let decode = decodeTime(of: piece)
    let duration = piece.duration.map { product($0) }
    var sample = StoredSample(.memory(ByteSlice(piece.bytes)), at: decode, duration: duration)
    if let time = piece.presentationTime { sample.presentationTime = units(time) }
    sample.isSync = piece.isKey
    expected = decode.addingReportingOverflow(duration ?? 0).partialValue
    let message = log.first { $0.level == .error }?.text
    log = []
    if piece.isDamaged || message != nil {
      sample.damage = Diagnostic(
        code: .malformed, path: StructurePath(["track \(track.id)"]), offset: piece.offset,
        message: "track \(track.id): \(message ?? "the packet is damaged")")
    }
    return sample
  }

  /// When a packet is decoded: Matroska does not say it, so it is counted from the first packet on.
  private func decodeTime(of piece: PacketSource.Piece) -> Int64 {
    if let time = piece.decodeTime { return units(time) }
    if let expected { return expected }
    guard let first = piece.presentationTime else { return 0 }
    return units(first.subtractingReportingOverflow(source.reorderDelay).partialValue)
  }

  /// A time of the stream in our units, from the beginning of the file on.
  private func units(_ time: Int64) -> Int64 {
    product(time.subtractingReportingOverflow(source.origin).partialValue)
  }

  private func product(_ count: Int64) -> Int64 {
    let product = count.multipliedReportingOverflow(by: factor)
    return product.overflow ? (count < 0 ? .min : .max) : product.partialValue
  }

  func seek(to time: Int64) throws(ParseError) {
    let place = (time / factor).addingReportingOverflow(source.origin).partialValue
    do {
      try source.seek(to: place.subtractingReportingOverflow(lead).partialValue)
      expected = nil
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  func bytes(at offset: Int64, count: Int) throws(ParseError) -> ByteSlice { .empty }

  func track(ofDescription number: Int) -> TrackDescription? { number == 1 ? track : nil }
}
