internal import LibAV
internal import MetaCore

/// Passes the samples of an audio track that MetaCore reads to a decoder of libavcodec, without
/// libavformat, which would keep an index of all samples in memory and read ahead to probe the
/// streams.
final class SampleFeed: PacketFeed {
  private let packets: any PacketReader
  private let fileLength: Int64
  /// A run of consecutive samples missing from the file, merged into one.
  private var missing: MissingSamples?
  /// The sample that follows the missing ones.
  private var following: StoredSample?
  /// The error that stopped reading, until it is delivered.
  private var failure: ParseError?
  private var isOver = false

  /// The largest audio sample that is read, in bytes.
  private static let largest: Int64 = 1 << 24

  init(_ packets: any PacketReader, fileLength: Int64) {
    self.packets = packets
    self.fileLength = fileLength
  }

  /// Returns the next packet; consecutive missing samples form one packet, because a file can claim
  /// millions of them, and a read error is delivered as the last packet.
  func next() -> FeedPacket? {
    do throws(ParseError) {
      while let sample = try nextSample() {
        if isMissing(sample) {
          if missing == nil { missing = MissingSamples(sample) } else { missing?.add(sample) }
          continue
        }
        if let gap = takeMissing() {
          following = sample
          return gap
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

  /// Returns a packet with the bytes of a sample.
  private func packet(of sample: StoredSample) throws(ParseError) -> FeedPacket {
    var (bytes, fileOffset) = (ByteSlice.empty, Int64?.none)
    switch sample.place {
    case .memory(let memory): bytes = memory
    case .file(let offset, let size):
      if size > 0 { bytes = try packets.bytes(at: offset, count: Int(size)) }
      fileOffset = offset
    }
    return FeedPacket(
      bytes.bytes, at: sample.presentationTime, duration: sample.duration, offset: fileOffset,
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

  // MARK: Missing samples

  private func isMissing(_ sample: StoredSample) -> Bool {
    if case .file(_, let size) = sample.place, size > SampleFeed.largest { return true }
    return sample.isOutside(ofLength: fileLength)
  }

  private func takeMissing() -> FeedPacket? {
    guard let all = missing else { return nil }
    missing = nil
    return FeedPacket(
      nil, at: all.start, duration: all.duration, offset: all.offset, damage: all.reason)
  }

  private func takeFailure() -> FeedPacket? {
    guard let failure else { return nil }
    self.failure = nil
    return FeedPacket(
      nil, at: 0, duration: nil, offset: failure.offset, damage: failure.reason)
  }
}

extension AudioCodecParameters {
  /// Creates the codec parameters of a track whose samples can be decoded as MetaCore reads them;
  /// nil if libavformat has to read the file.
  ///
  /// This requires a single sample description with a supported configuration. Other codecs in
  /// movies depend on the way in which libavformat's demuxer converts their descriptions, or on its
  /// parsers, which split or join samples. libavformat reads all MPEG audio, because its parser
  /// finds different first and last frames in damaged and very short files.
  init?(_ request: DecoderRequest, _ packets: any PacketReader) {
    let track = request.track
    let rate = Int(exactly: (track.audio?.sampleRate ?? 0).rounded()) ?? 0
    guard track.mediaType == .audio, track.encryptionScheme == nil else { return nil }
    if request.hasTimeline {
      // Without an edit list, libavformat uses iTunes's gapless playback data.
      guard packets.track(ofDescription: 2) == nil, !packets.edits.isEmpty else { return nil }
    }
    var (name, extradata) = ("aac", [UInt8]())
    switch (request.kind, track.codec) {
    case ("aac", "aac"): break
    case (_, "mp4a")
    where request.hasTimeline && AudioCodecParameters.isPlainAAC(track.codecString):
      extradata = AudioCodecParameters.configuration(of: track)
      guard !extradata.isEmpty else { return nil }
    case (_, "alac") where request.hasTimeline:
      let cookie = AudioCodecParameters.configuration(of: track)
      guard cookie.count == 28 else { return nil }
      // libavcodec requires the atom including its header.
      extradata = [0, 0, 0, 36] + Array("alac".utf8) + cookie
      name = "alac"
    default: return nil
    }
    self.init(
      name: name, extradata: extradata, sampleRate: rate, channels: track.audio?.channels ?? 0)
  }

  /// Returns whether the codec string is AAC LC, with or without SBR or PS (object types in ISO/IEC
  /// 14496-3 table 1.17; 0x67 is MPEG-2 LC, ISO/IEC 14496-1 table 5).
  private static func isPlainAAC(_ codec: String?) -> Bool {
    ["mp4a.40.2", "mp4a.40.5", "mp4a.40.29", "mp4a.67"].contains(codec)
  }

  private static func configuration(of track: TrackDescription) -> [UInt8] {
    FormatDescription(track)?.codecConfiguration.map { Array($0.bytes) } ?? []
  }
}
