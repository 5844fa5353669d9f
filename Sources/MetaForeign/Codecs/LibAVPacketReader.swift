internal import LibAV
internal import MetaCore

/// Reads the stored samples of a track with libavformat, without decoding them, if MetaCore does
/// not read the samples itself.
final class LibAVPacketReader: PacketReader {
  let timescale: UInt32
  let edits: [TrackSegment] = []
  private let source: PacketSource
  private var track: TrackDescription
  /// The number of our time units in one stream unit.
  private let factor: Int64
  /// The lead-in that audio decoders need before a seek target, in stream units; 0 for other media.
  private let lead: Int64
  /// The decode time to use for the next packet if it has none.
  private var expected: Int64?
  private var log: [LogLine] = []

  /// Opens the file with libavformat; nil if libavformat has no demuxer that reads it correctly.
  init?(_ request: DecoderRequest) throws(ParseError) {
    guard let demuxer = try Demuxers.name(of: request.kind, request.source) else { return nil }
    let input = try LibAVContainer.open(request.source, demuxer)
    guard let index = LibAVPacketReader.stream(for: request, demuxer, input.streams) else {
      throw ParseError(.unsupported, at: 0, "libavformat cannot find track \(request.track.id)")
    }
    do throws(LibAVError) {
      source = try PacketSource(input, stream: index)
    } catch {
      throw LibAVContainer.parseError(error)
    }
    let base = source.timeBase
    guard base.numerator > 0, base.denominator > 0 else {
      throw ParseError(.unsupported, at: 0, "track \(request.track.id) has an invalid time base")
    }
    timescale = UInt32(base.denominator)
    factor = Int64(base.numerator)
    track = request.track
    track.decoderConfiguration = ByteSlice(source.extradata)
    let isAudio = track.mediaType == .audio
    lead = isAudio ? Int64(LibAVPacketReader.audioLead * Double(timescale)) / factor : 0
  }

  /// Returns the stream of a track; media other than audio and video is matched by ID.
  private static func stream(
    for request: DecoderRequest, _ demuxer: String, _ streams: [StreamInfo]
  ) -> Int? {
    if request.track.mediaType == .audio || request.track.mediaType == .video {
      return LibAVCodecs.stream(for: request, demuxer, streams)
    }
    return streams.first { $0.trackID(among: streams) == request.track.id }?.index
  }

  /// The lead-in that audio decoders need before their output is correct, in seconds.
  private static let audioLead = 0.1

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

  /// Returns the sample for a packet, with the damage that the demuxer reported or logged.
  private func sample(_ piece: PacketSource.DemuxedPacket) -> StoredSample {
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

  /// Returns the decode time of a packet; where it is missing, as in Matroska, it is derived from
  /// the first packet and the durations.
  private func decodeTime(of piece: PacketSource.DemuxedPacket) -> Int64 {
    if let time = piece.decodeTime { return units(time) }
    if let expected { return expected }
    guard let first = piece.presentationTime else { return 0 }
    return units(first.subtractingReportingOverflow(source.reorderDelay).partialValue)
  }

  /// Converts a stream time to our units, relative to the beginning of the file.
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
