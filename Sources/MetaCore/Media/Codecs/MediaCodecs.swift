/// A set of libraries of decoders, encoders and converters, tried in order.
///
/// MetaCore itself only decodes uncompressed audio and converts its sample format; MetaForeign adds
/// FFmpeg's decoders, encoders and converters: `MediaCodecs.standard.adding(ForeignCodecs.all)`.
public struct MediaCodecs: Sendable {
  let libraries: [any CodecLibrary]

  /// Creates a set of libraries, which are tried in this order.
  package init(_ libraries: [any CodecLibrary]) { self.libraries = libraries }

  /// MetaCore's built-in codecs.
  public static let standard = MediaCodecs([NativeCodecs()])

  /// Returns a set with these codecs, and the codecs of another set as the fallback.
  public func adding(_ other: MediaCodecs) -> MediaCodecs {
    MediaCodecs(libraries + other.libraries)
  }

  /// Returns the first available decoder for an audio track.
  func audioDecoder(for request: DecoderRequest) throws(ParseError) -> any AudioDecoder {
    for library in libraries {
      if let decoder = try library.audioDecoder(for: request) { return decoder }
    }
    throw request.noDecoder
  }

  /// Returns the first available decoder for a video track.
  func videoDecoder(for request: DecoderRequest) throws(ParseError) -> any VideoDecoder {
    for library in libraries {
      if let decoder = try library.videoDecoder(for: request) { return decoder }
    }
    throw request.noDecoder
  }

  /// Returns the first available reader for the stored samples of a track.
  func packetReader(for request: DecoderRequest) throws(ParseError) -> any PacketReader {
    for library in libraries {
      if let reader = try library.packetReader(for: request) { return reader }
    }
    throw ParseError(
      .unsupported, at: 0,
      "track \(request.track.id): this build cannot read its stored samples")
  }

  /// Returns an audio converter: MetaCore's own while sample rate and channels stay the same,
  /// otherwise the first one that a library provides.
  func audioConverter(to target: AudioTarget) throws(ParseError) -> any AudioConverting {
    guard target.pcm.isValid else {
      throw ParseError(.unsupported, at: 0, "cannot convert audio to \(target.pcm.name)")
    }
    return AdaptiveAudioConverter(to: target, libraries)
  }

  /// Returns the first available encoder for a track.
  package func encoder(for request: EncoderRequest) throws(ParseError) -> any MediaEncoder {
    for library in libraries {
      if let encoder = try library.encoder(for: request) { return encoder }
    }
    throw ParseError(.unsupported, at: 0, "no encoder for \(request.settings.codecName)")
  }

  /// Returns whether an encoder is available for the given settings.
  func encodes(_ settings: OutputSettings) -> Bool {
    libraries.contains { $0.encodes(settings) }
  }

  /// Returns the first available image coder.
  func imageCoder() throws(ParseError) -> any ImageCoding {
    for library in libraries {
      if let coder = library.imageCoder { return coder }
    }
    throw ParseError(.unsupported, at: 0, "no image codec available")
  }

  /// Returns the first available video frame converter.
  func videoConverter(to target: VideoTarget) throws(ParseError) -> any VideoConverting {
    for library in libraries {
      if let converter = try library.videoConverter(to: target) { return converter }
    }
    throw ParseError(.unsupported, at: 0, "no converter for video to \(target.format)")
  }
}

/// A library of decoders, encoders and converters, such as MetaCore's own or libavcodec.
///
/// ``MediaCodecs`` tries its libraries in turn; if a library returns nil because it does not
/// support a request, the next one is tried.
package protocol CodecLibrary: Sendable {
  /// Returns a decoder for an audio track; nil if the library has none.
  ///
  /// - Throws: ``ParseError`` if the file cannot be opened.
  func audioDecoder(for request: DecoderRequest) throws(ParseError) -> (any AudioDecoder)?

  /// Returns a decoder for a video track; nil if the library has none.
  ///
  /// - Throws: ``ParseError`` if the file cannot be opened.
  func videoDecoder(for request: DecoderRequest) throws(ParseError) -> (any VideoDecoder)?

  /// Returns a reader for the stored samples of a track; nil if the library does not support the
  /// file format.
  ///
  /// - Throws: ``ParseError`` if the file cannot be opened.
  func packetReader(for request: DecoderRequest) throws(ParseError) -> (any PacketReader)?

  /// Returns an audio converter; nil if the library has none.
  ///
  /// - Throws: ``ParseError`` for an invalid target.
  func audioConverter(to target: AudioTarget) throws(ParseError) -> (any AudioConverting)?

  /// Returns a video frame converter; nil if the library has none.
  ///
  /// - Throws: ``ParseError`` for an invalid target.
  func videoConverter(to target: VideoTarget) throws(ParseError) -> (any VideoConverting)?

  /// Returns whether the library has an encoder for the given settings.
  func encodes(_ settings: OutputSettings) -> Bool

  /// Returns an encoder for a track; nil if the library has none.
  ///
  /// - Throws: ``ParseError`` for settings that no encoder supports.
  func encoder(for request: EncoderRequest) throws(ParseError) -> (any MediaEncoder)?

  /// The image coder; nil if the library has none.
  var imageCoder: (any ImageCoding)? { get }
}

extension CodecLibrary {
  /// Returns nil; by default, a library does not read files.
  package func packetReader(for request: DecoderRequest) throws(ParseError) -> (any PacketReader)? {
    nil
  }
}

/// By default, a library provides no optional services.
extension CodecLibrary {
  package func videoDecoder(
    for request: DecoderRequest
  ) throws(ParseError) -> (any VideoDecoder)? { nil }

  package func videoConverter(
    to target: VideoTarget
  ) throws(ParseError) -> (any VideoConverting)? { nil }

  package var imageCoder: (any ImageCoding)? { nil }

  package func encodes(_ settings: OutputSettings) -> Bool { false }

  package func encoder(for request: EncoderRequest) throws(ParseError) -> (any MediaEncoder)? {
    nil
  }
}

/// A request for a decoder or a packet reader for one track: the file, its format, the track, and
/// how the track is decoded.
package struct DecoderRequest: Sendable {
  /// The bytes of the file.
  package var source: any ByteSource
  /// The container format, as named in the file's document.
  package var kind: String
  /// The track.
  package var track: TrackDescription
  /// The number of preceding tracks of the same media type in the file.
  package var ordinal: Int
  /// Whether media times count from the first sample, because an edit list determines
  /// which media is played.
  package var hasTimeline: Bool
  /// The maximum number of decoder threads; 0 for one per processor.
  package var threads = 1
  /// Creates a reader for the stored samples of the track; returns nil if MetaCore cannot locate
  /// them.
  package var packets: @Sendable () throws(ParseError) -> (any PacketReader)?

  /// The error for a missing decoder.
  package var noDecoder: ParseError {
    ParseError(
      .unsupported, at: 0,
      "track \(track.id): no decoder for \(track.codec ?? "its codec")")
  }
}

/// Decodes one audio track of a file, synchronously, and returns uncompressed audio with its
/// position in the media, before an edit list is applied.
package protocol AudioDecoder: AnyObject {
  /// Returns the next audio in time order; nil at the end.
  ///
  /// - Throws: ``ParseError`` if decoding cannot continue; undecodable data is reported with the
  ///   audio that follows.
  func next() throws(ParseError) -> DecodedAudio?

  /// Seeks to the given media time, or to a position shortly before it.
  func seek(to time: MediaTime) throws(ParseError)

  /// Restarts from the beginning, as a new decoder for the track would.
  func rewind() throws(ParseError)

  /// The presented segments, for files that specify them without an edit list; nil means that the
  /// edit list of the file, if any, applies.
  ///
  /// If set, media times count from the first stored sample, including encoder delay.
  var edits: [TrackSegment]? { get }

  /// The number of packets that have failed to decode so far.
  var failedPackets: Int64 { get }

  /// The decoder configuration, available before the first packet; nil if it has none.
  var configuration: ByteSlice? { get }
}

/// By default, a decoder has no packets that can fail, and the file's edit list determines which
/// part is presented, as is the case for uncompressed audio.
extension AudioDecoder {
  package var edits: [TrackSegment]? { nil }
  package var failedPackets: Int64 { 0 }
  package var configuration: ByteSlice? { nil }
}

/// Audio from an ``AudioDecoder``, in the decoder's native format, with its position in the media
/// and the damage found before or in it.
package struct DecodedAudio {
  /// The audio, in the decoder's native format.
  package var audio: AudioBuffer
  /// The position in the media, in samples.
  package var position: Int64
  /// The damage found in the audio, or in data that should have preceded it.
  package var damage: Diagnostic?

  /// Creates decoded audio.
  package init(_ audio: AudioBuffer, at position: Int64, damage: Diagnostic? = nil) {
    self.audio = audio
    self.position = position
    self.damage = damage
  }

  /// Clamps a media position, so that sums of several positions cannot overflow.
  package static func bounded(_ position: Int64) -> Int64 {
    min(max(position, -(1 << 60)), 1 << 60)
  }
}

/// The format into which an ``AudioConverting`` converts audio; nil means that a value is
/// unchanged.
package struct AudioTarget: Sendable, Hashable {
  /// The storage format of a sample.
  package var pcm: PCMFormat
  /// The number of samples per second in each channel.
  package var sampleRate: Int?
  /// The number of channels.
  package var channels: Int?

  /// Creates a target.
  package init(pcm: PCMFormat, sampleRate: Int? = nil, channels: Int? = nil) {
    self.pcm = pcm
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// Converts a stream of consecutive audio buffers to a different sample format, sample rate or
/// channel count.
///
/// A resampler returns some of its output only with later buffers, or at the end.
package protocol AudioConverting: AnyObject {
  /// Converts a buffer; returns the output that is complete so far, or nil if there is none.
  func convert(_ audio: AudioBuffer) throws(ParseError) -> AudioBuffer?

  /// Returns the remaining output at the end of the stream.
  func flush() throws(ParseError) -> AudioBuffer?
}
