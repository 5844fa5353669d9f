/// Verifies a file by decoding all of its audio and video (`verify --decode`), with the decoders
/// that ``AssetReader`` uses.
///
/// Media that an edit list excludes is decoded as well. The result is an ``IntegrityReport``, in
/// which a track without a decoder is a gap.
package struct DecodedCheck {
  private let media: AssetMedia
  private let codecs: MediaCodecs
  private var report = IntegrityReport()
  private static let path = StructurePath(["decode"])

  /// Creates a check for a document that was read by one of the given formats.
  package init(
    _ source: any ByteSource, _ document: Document, formats: FormatRegistry, codecs: MediaCodecs
  ) {
    media = AssetMedia(source, document, formats: formats)
    self.codecs = codecs
  }

  /// Decodes all tracks completely; `progress` receives the completed fraction, measured in media
  /// time.
  ///
  /// A track without a decoder is reported as a gap.
  ///
  /// - Throws: ``ParseError`` if the file cannot be opened for decoding, or if reading must stop.
  package consuming func run(progress: (Double) -> Void) throws(ParseError) -> IntegrityReport {
    let tracks = media.decodableTracks
    for (index, track) in tracks.enumerated() {
      let length = max(1, track.duration?.seconds ?? 1)
      try decode(track) { seconds in
        progress((Double(index) + min(1, max(0, seconds / length))) / Double(tracks.count))
      }
    }
    return report
  }

  /// Decodes a track completely, with the decoder for its media type.
  private mutating func decode(
    _ track: TrackDescription, progress: (Double) -> Void
  ) throws(ParseError) {
    do throws(ParseError) {
      if track.mediaType == .audio {
        let decoder = try codecs.audioDecoder(for: media.decoderRequest(for: track))
        try decodeAudio(decoder, progress)
      } else {
        let decoder = try codecs.videoDecoder(for: media.pictureRequest(for: track))
        try decodePictures(decoder, progress)
      }
    } catch {
      guard error.code == .unsupported else { throw error }
      report.addGap(.noDecoder)
    }
  }

  /// Decodes an audio track, and compares it with the MD5 digest that a FLAC file stores.
  private mutating func decodeAudio(
    _ decoder: any AudioDecoder, _ progress: (Double) -> Void
  ) throws(ParseError) {
    var sum = FLACAudioDigest(decoder.configuration)
    var known: Int64 = 0
    while let decoded = try decoder.next() {
      let audio = decoded.audio
      sum?.append(audio)
      count(
        isDelivered: audio.frameCount > 0, decoded.damage,
        lostPackets: decoder.failedPackets.minus(known))
      known = decoder.failedPackets
      progress(Double(decoded.position) / Double(max(1, audio.format.sampleRate)))
    }
    guard let sum else { return }
    report.addResult(
      .decodedMD5, DecodedCheck.path, at: nil,
      sum.matches() ? nil : "the stored MD5 does not match the decoded audio")
  }

  /// Decodes a video track.
  private mutating func decodePictures(
    _ decoder: any VideoDecoder, _ progress: (Double) -> Void
  ) throws(ParseError) {
    var known: Int64 = 0
    while let picture = try decoder.next() {
      count(
        isDelivered: picture.pixels != nil, picture.damage,
        lostPackets: decoder.failedPackets.minus(known))
      known = decoder.failedPackets
      progress(picture.time.seconds)
    }
  }

  /// Counts a frame and the packets lost before it; damage without lost packets counts as a damaged
  /// frame.
  private mutating func count(isDelivered: Bool, _ damage: Diagnostic?, lostPackets: Int64) {
    let failed = lostPackets > 0 ? lostPackets : damage == nil ? 0 : 1
    let frames: Int64 = isDelivered ? 1 : 0
    report.count(
      .decodedFrames, lostPackets > 0 ? frames.plus(lostPackets) : max(frames, failed),
      failed: failed)
    guard let damage else { return }
    report.add(
      Diagnostic(
        code: damage.code, path: DecodedCheck.path, offset: damage.offset, message: damage.message))
  }
}

/// The MD5 digest of decoded audio, for comparison with the one that a FLAC file stores (RFC 9639
/// §8.2).
struct FLACAudioDigest {
  private let expected: [UInt8]
  private let bits: Int
  private var sum = MD5()

  /// Creates a digest from a decoder configuration; nil if it is not STREAMINFO or contains no MD5.
  init?(_ configuration: ByteSlice?) {
    guard let configuration, configuration.count == FLACStreamInfo.size,
      let info = try? FLACStreamInfo.parse(configuration), let stored = info.decodedMD5
    else { return nil }
    (expected, bits) = (Array(stored.bytes), info.bitsPerSample)
  }

  /// Adds audio with left-aligned samples, converting them to right-aligned little-endian samples
  /// with the minimum number of bytes.
  mutating func append(_ audio: AudioBuffer) {
    let bytes = audio.interleavedBytes()
    let stored = audio.format.pcm.bytesPerSample
    let width = min(stored, (bits + 7) / 8)
    guard stored * 8 != bits else { return sum.append(bytes[...]) }
    var samples: [UInt8] = []
    samples.reserveCapacity(bytes.count / max(1, stored) * width)
    for start in stride(from: 0, to: bytes.count - stored + 1, by: stored) {
      var value: Int64 = 0
      for byteIndex in 0..<stored {
        value |= Int64(bytes[start + byteIndex]) << Int64(8 * byteIndex)
      }
      let unused = Int64(64 - 8 * stored)
      value = (value << unused) >> (unused + Int64(max(0, stored * 8 - bits)))
      for byteIndex in 0..<width {
        samples.append(UInt8(truncatingIfNeeded: value >> Int64(8 * byteIndex)))
      }
    }
    sum.append(samples[...])
  }

  /// Returns whether the digest matches the stored one.
  consuming func matches() -> Bool {
    let expected = expected
    return sum.finish() == expected
  }
}
