/// What decodes media: libraries that are asked one after the other.
///
/// MetaCore decodes uncompressed sound; MetaForeign adds libavcodec's decoders:
/// `MediaCodecs.standard.adding(ForeignCodecs.all)`.
public struct MediaCodecs: Sendable {
  let libraries: [any CodecLibrary]

  /// The libraries, in the order in which they are asked.
  package init(_ libraries: [any CodecLibrary]) { self.libraries = libraries }

  /// What MetaCore decodes itself.
  public static let standard = MediaCodecs([NativeCodecs()])

  /// These codecs, and for what they do not decode, those.
  public func adding(_ other: MediaCodecs) -> MediaCodecs {
    MediaCodecs(libraries + other.libraries)
  }

  /// The first decoder that there is for the sound of a track.
  func soundDecoder(for request: DecoderRequest) throws(ParseError) -> any SoundDecoder {
    for library in libraries {
      if let decoder = try library.soundDecoder(for: request) { return decoder }
    }
    throw request.noDecoder
  }

  /// The first decoder that there is for the pictures of a track.
  func pictureDecoder(for request: DecoderRequest) throws(ParseError) -> any PictureDecoder {
    for library in libraries {
      if let decoder = try library.pictureDecoder(for: request) { return decoder }
    }
    throw request.noDecoder
  }

  /// The first library that reads the stored samples of a track.
  func packetReader(for request: DecoderRequest) throws(ParseError) -> any PacketReader {
    for library in libraries {
      if let reader = try library.packetReader(for: request) { return reader }
    }
    throw ParseError(
      .unsupported, at: 0,
      "track \(request.track.id): its samples are not read here as they are stored")
  }

  /// A converter of sound: MetaCore's own where rate and channels stay, else the first one of the
  /// libraries.
  func soundConverter(to target: SoundTarget) throws(ParseError) -> any SoundConverting {
    guard target.pcm.isValid else {
      throw ParseError(.unsupported, at: 0, "sound is not converted to \(target.pcm.name)")
    }
    return ChosenSoundConverter(to: target, libraries)
  }

  /// The first encoder that there is for a track.
  package func encoder(for request: EncoderRequest) throws(ParseError) -> any MediaEncoder {
    for library in libraries {
      if let encoder = try library.encoder(for: request) { return encoder }
    }
    throw ParseError(.unsupported, at: 0, "there is no encoder for \(request.settings.codecName)")
  }

  /// Whether there is an encoder for some settings.
  func encodes(_ settings: OutputSettings) -> Bool {
    libraries.contains { $0.encodes(settings) }
  }

  /// The first coder of images that there is.
  func imageCoder() throws(ParseError) -> any ImageCoding {
    for library in libraries {
      if let coder = library.imageCoder { return coder }
    }
    throw ParseError(.unsupported, at: 0, "images are not decoded or encoded here")
  }

  /// The first converter of pictures that there is.
  func pictureConverter(to target: PictureTarget) throws(ParseError) -> any PictureConverting {
    for library in libraries {
      if let converter = try library.pictureConverter(to: target) { return converter }
    }
    throw ParseError(.unsupported, at: 0, "video is not converted to \(target.format) here")
  }
}

/// A library of codecs.
package protocol CodecLibrary: Sendable {
  /// A decoder for the sound of a track; nil where the library has none.
  ///
  /// - Throws: ``ParseError`` when the file cannot be opened.
  func soundDecoder(for request: DecoderRequest) throws(ParseError) -> (any SoundDecoder)?

  /// A decoder for the pictures of a track; nil where the library has none.
  ///
  /// - Throws: ``ParseError`` when the file cannot be opened.
  func pictureDecoder(for request: DecoderRequest) throws(ParseError) -> (any PictureDecoder)?

  /// What reads the samples of a track as the file stores them; nil where the library does not know
  /// the format of the file.
  ///
  /// - Throws: ``ParseError`` when the file cannot be opened.
  func packetReader(for request: DecoderRequest) throws(ParseError) -> (any PacketReader)?

  /// A converter of sound; nil where the library has none.
  ///
  /// - Throws: ``ParseError`` for a target that is not possible.
  func soundConverter(to target: SoundTarget) throws(ParseError) -> (any SoundConverting)?

  /// A converter of pictures; nil where the library has none.
  ///
  /// - Throws: ``ParseError`` for a target that is not possible.
  func pictureConverter(to target: PictureTarget) throws(ParseError) -> (any PictureConverting)?

  /// Whether the library has an encoder for some settings.
  func encodes(_ settings: OutputSettings) -> Bool

  /// An encoder for a track; nil where the library has none.
  ///
  /// - Throws: ``ParseError`` for settings that no encoder has.
  func encoder(for request: EncoderRequest) throws(ParseError) -> (any MediaEncoder)?

  /// What decodes and encodes images; nil where the library has nothing for them.
  var imageCoder: (any ImageCoding)? { get }
}

extension CodecLibrary {
  /// The library does not read files.
  package func packetReader(for request: DecoderRequest) throws(ParseError) -> (any PacketReader)? {
    nil
  }
}

/// A library has nothing of what it does not implement.
extension CodecLibrary {
  package func pictureDecoder(
    for request: DecoderRequest
  ) throws(ParseError) -> (any PictureDecoder)? { nil }

  package func pictureConverter(
    to target: PictureTarget
  ) throws(ParseError) -> (any PictureConverting)? { nil }

  package var imageCoder: (any ImageCoding)? { nil }

  package func encodes(_ settings: OutputSettings) -> Bool { false }

  package func encoder(for request: EncoderRequest) throws(ParseError) -> (any MediaEncoder)? {
    nil
  }
}

/// The track that is to be decoded, and how.
package struct DecoderRequest: Sendable {
  /// The bytes of the file.
  package var source: any ByteSource
  /// What the file's document calls its container.
  package var kind: String
  /// The track.
  package var track: TrackDescription
  /// How many tracks of its kind of media are before it in the file.
  package var ordinal: Int
  /// Whether times of the media count from their first sample, because an edit list says what of
  /// them is played.
  package var hasTimeline: Bool
  /// How many threads the decoder may have; 0 for as many as there are processors.
  package var threads = 1
  /// Reads the samples of the track as the file stores them; nil where MetaCore does not find them.
  package var packets: @Sendable () throws(ParseError) -> (any PacketReader)?

  /// There is no decoder.
  package var noDecoder: ParseError {
    ParseError(
      .unsupported, at: 0,
      "track \(track.id): there is no decoder for \(track.codec ?? "its codec")")
  }
}

/// Decodes the sound of one track, on the thread that asks for it.
package protocol SoundDecoder: AnyObject {
  /// The next sound, in the order of time; nil at the end.
  ///
  /// - Throws: ``ParseError`` when decoding cannot go on; what does not decode is reported with the
  ///   next sound.
  func next() throws(ParseError) -> DecodedSound?

  /// Goes on at a moment of the media, or somewhat before it.
  func seek(to time: MediaTime) throws(ParseError)

  /// Begins anew: what follows is what a new decoder of the track delivers.
  func rewind() throws(ParseError)

  /// What of its sound is presented when, where a file without an edit list says so; nil where the
  /// decoder delivers nothing else.
  ///
  /// Times of the media count from the first stored sample then, encoder delay included.
  var edits: [TrackSegment]? { get }

  /// How many packets did not decode so far.
  var failedPackets: Int64 { get }

  /// What the decoder knew before the first packet; nil where there is nothing.
  var configuration: ByteSlice? { get }
}

/// Uncompressed sound has no packets, and the file's edit list says what is presented.
extension SoundDecoder {
  package var edits: [TrackSegment]? { nil }
  package var failedPackets: Int64 { 0 }
  package var configuration: ByteSlice? { nil }
}

/// Decoded sound, or what is left of it.
package struct DecodedSound {
  /// The sound, in the decoder's own format.
  package var audio: AudioBuffer
  /// When it begins in the media, in its own samples.
  package var position: Int64
  /// What was wrong; the sound is silence then.
  package var damage: Diagnostic?

  /// Makes one.
  package init(_ audio: AudioBuffer, at position: Int64, damage: Diagnostic? = nil) {
    self.audio = audio
    self.position = position
    self.damage = damage
  }

  /// A position in media, where it may be one: none is farther from the first sample, so sums of
  /// some positions do not overflow.
  package static func bounded(_ position: Int64) -> Int64 {
    min(max(position, -(1 << 60)), 1 << 60)
  }
}

/// What sound is converted to; nil for what it is.
package struct SoundTarget: Sendable, Hashable {
  /// How samples are stored.
  package var pcm: PCMFormat
  /// Samples per second and channel.
  package var sampleRate: Int?
  /// How many channels.
  package var channels: Int?

  /// Makes a target.
  package init(pcm: PCMFormat, sampleRate: Int? = nil, channels: Int? = nil) {
    self.pcm = pcm
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// Converts sound; what it is given follows on each other.
package protocol SoundConverting: AnyObject {
  /// The converted sound, as far as it is complete.
  func convert(_ sound: AudioBuffer) throws(ParseError) -> AudioBuffer?

  /// What is left at the end.
  func flush() throws(ParseError) -> AudioBuffer?
}
