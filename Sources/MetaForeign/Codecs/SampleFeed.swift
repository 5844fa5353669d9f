internal import LibAV
internal import MetaCore

/// Gives libavcodec the samples of a track that MetaCore finds, without libavformat.
///
/// libavformat keeps an index of all samples in memory, and reads packets ahead to describe the
/// streams.
final class SampleFeed: PacketFeed {
  private let packets: any PacketReader
  private let fileLength: Int64
  /// Samples that are not in the file, one after another, as one.
  private var missing: MissingSamples?
  /// What was read after them.
  private var following: StoredSample?
  /// Why reading cannot go on, until that was delivered.
  private var failure: ParseError?
  private var isOver = false

  /// The largest sample of sound that is read, in bytes.
  private static let largest: Int64 = 1 << 24

  init(_ packets: any PacketReader, fileLength: Int64) {
    self.packets = packets
    self.fileLength = fileLength
  }

  func next() -> FedPacket? {
    do throws(ParseError) {
      while let sample = try nextSample() {
        if isMissing(sample) {
          if missing == nil { missing = MissingSamples(sample) } else { missing?.add(sample) }
          continue
        }
        if let lost = takeMissing() {
          following = sample
          return lost
        }
        return try packet(of: sample)
      }
    } catch {
      failure = error
      isOver = true
    }
    return takeMissing() ?? takeFailure()
  }

  private func nextSample() throws(ParseError) -> StoredSample? {
    guard !isOver else { return nil }
    if let sample = following {
      following = nil
      return sample
    }
    return try packets.next()
  }

  private func packet(of sample: StoredSample) throws(ParseError) -> FedPacket {
    var (bytes, place) = (ByteSlice.empty, Int64?.none)
    switch sample.place {
    case .memory(let memory): bytes = memory
    case .file(let offset, let size):
      if size > 0 { bytes = try packets.bytes(at: offset, count: Int(size)) }
      place = offset
    }
    return FedPacket(
      bytes.bytes, at: sample.presentationTime, duration: sample.duration, offset: place,
      damage: sample.damage?.message)
  }

  func seek(to time: Int64) {
    (missing, following, failure, isOver) = (nil, nil, nil, false)
    do {
      try packets.seek(to: time)
    } catch {
      failure = error
      isOver = true
    }
  }

  // MARK: What is not there

  private func isMissing(_ sample: StoredSample) -> Bool {
    if case .file(_, let size) = sample.place, size > SampleFeed.largest { return true }
    return sample.isOutside(ofLength: fileLength)
  }

  private func takeMissing() -> FedPacket? {
    guard let all = missing else { return nil }
    missing = nil
    return FedPacket(
      nil, at: all.start, duration: all.duration, offset: all.offset, damage: all.reason)
  }

  private func takeFailure() -> FedPacket? {
    guard let failure else { return nil }
    self.failure = nil
    return FedPacket(
      nil, at: 0, duration: nil, offset: failure.offset, damage: failure.reason)
  }
}

extension SoundCodec {
  /// The codec of a track whose samples are decoded as MetaCore finds them; nil where libavformat
  /// has to read the file.
  ///
  /// That is where the file has all that the decoder needs in a form that is known here, in one
  /// sample description. Other codecs in movies need what libavformat's demuxer makes of their
  /// descriptions, or its parsers, which split or join their samples. Its parser of MPEG audio
  /// finds other first and last frames in damaged and in very short files, so these files are left
  /// to it.
  init?(_ request: DecoderRequest, _ packets: any PacketReader) {
    let track = request.track
    let rate = Int(exactly: (track.audio?.sampleRate ?? 0).rounded()) ?? 0
    guard track.mediaType == .audio, track.encryptionScheme == nil else { return nil }
    if request.hasTimeline {
      // Without an edit list, libavformat uses the gapless data of iTunes.
      guard packets.track(ofDescription: 2) == nil, !packets.edits.isEmpty else { return nil }
    }
    var (name, extradata) = ("aac", [UInt8]())
    switch (request.kind, track.codec) {
    case ("aac", "aac"): break
    case (_, "mp4a") where request.hasTimeline && SoundCodec.isPlainAAC(track.codecString):
      extradata = SoundCodec.configuration(of: track)
      guard !extradata.isEmpty else { return nil }
    case (_, "alac") where request.hasTimeline:
      let cookie = SoundCodec.configuration(of: track)
      guard cookie.count == 28 else { return nil }
      // libavcodec wants the atom with its header.
      extradata = [0, 0, 0, 36] + Array("alac".utf8) + cookie
      name = "alac"
    default: return nil
    }
    self.init(
      name: name, extradata: extradata, sampleRate: rate, channels: track.audio?.channels ?? 0)
  }

  /// AAC LC, with SBR or PS: by their object types (ISO/IEC 14496-3 table 1.17; 0x67 is MPEG-2's
  /// LC, ISO/IEC 14496-1 table 5).
  private static func isPlainAAC(_ codec: String?) -> Bool {
    ["mp4a.40.2", "mp4a.40.5", "mp4a.40.29", "mp4a.67"].contains(codec)
  }

  private static func configuration(of track: TrackDescription) -> [UInt8] {
    FormatDescription(track)?.codecConfiguration.map { Array($0.bytes) } ?? []
  }
}
