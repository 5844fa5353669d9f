/// A track in a file as its headers describe it: media type, codec, duration, language, and the
/// properties of the video or audio.
///
/// Properties that do not apply or are not given are nil.
public struct TrackDescription: Sendable, Hashable, Codable {
  /// The track's ID in the file; counted from 1 if the format has no IDs.
  public var id: UInt32
  /// The kind of media.
  public var mediaType: MediaType
  /// The four-byte code or common name of the codec as text, such as `mp4a`, `avc1` or `mp3`.
  public var codec: String?
  /// The codec with its profile in the form of RFC 6381, such as `avc1.64001F`.
  public var codecString: String?
  /// The scheme of an encrypted track, such as `cenc` or `cbcs`; ``codec`` is then the codec of the
  /// decrypted media.
  public var encryptionScheme: String?
  /// The duration with the edits applied.
  public var duration: MediaTime?
  /// The time scale of the samples, in units per second.
  public var timescale: UInt32?
  /// The number of samples, if it can be read from tables.
  public var sampleCount: Int64?
  /// The language of the media.
  public var language: LanguageTag?
  /// The name in the file.
  public var name: String?
  /// Whether players should play the track.
  public var isEnabled: Bool?
  /// The group of alternative tracks, such as languages, of which players play one; nil if the
  /// track is in no group.
  public var alternateGroup: Int?
  /// The creation date.
  public var creationDate: MetadataDate?
  /// The date of the last change.
  public var modificationDate: MetadataDate?
  /// The properties of video; nil for a track of another media type.
  public var video: VideoDescription? {
    get { if case .some(let video) = pictures { video } else { nil } }
    set { pictures = newValue.map { .some($0) } ?? .none }
  }
  /// The properties of audio; nil for a track of another media type.
  public var audio: AudioDescription?
  /// The number of bits per second, as declared or counted.
  public var bitRate: Int64?
  /// The way in which the bit rate varies, as declared in the file or shown by its frames; nil when
  /// unknown.
  public var bitRateMode: BitRateMode?
  /// The edits, in order; empty if the track has none.
  public var edits: [TrackSegment] = []
  /// The tracks to which this track refers, by kind of reference.
  public var references: [TrackReference] = []
  /// The time code of the first frame of a time-code track.
  public var startTimecode: String?
  /// The reel name of a time-code track.
  public var reelName: String?
  /// The keys that a timed-metadata track declares.
  public var metadataKeys: [String] = []
  /// The characteristics (`tagc`).
  public var characteristics: [String] = []
  /// The atoms after the fields of the first sample description, as stored in MP4 and QuickTime,
  /// such as `avcC`, `esds` and `colr`.
  package var formatExtensions = ByteSlice.empty
  /// The whole first sample description, as stored in MP4 and QuickTime; nil for other formats.
  package var sampleEntry: StoredSampleEntry?
  /// The decoder configuration in formats that store it without an atom; FFmpeg's `extradata`.
  package var decoderConfiguration = ByteSlice.empty
  /// The speaker positions of the channels, as bits in the order of WAVEFORMATEXTENSIBLE; nil when
  /// not given.
  package var speakers: UInt32?
  private var pictures = Pictures.none

  /// The properties of video, stored indirectly so that copying an audio track is cheap.
  private enum Pictures: Sendable, Hashable, Codable {
    case none
    indirect case some(VideoDescription)

    // Written by hand for the reason given in MetadataItem.AnnotationStorage.
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = container.decodeNil() ? .none : .some(try container.decode(VideoDescription.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .some(let video) = self {
        try container.encode(video)
      } else {
        try container.encodeNil()
      }
    }
  }

  /// Creates a description with only an ID and a media type.
  package init(id: UInt32, mediaType: MediaType) {
    self.id = id
    self.mediaType = mediaType
  }
}

/// The first sample description of a track as an MP4 or QuickTime file stores it (ISO/IEC 14496-12
/// §8.5.2), so that samples can be written to a new movie with the same description.
package struct StoredSampleEntry: Sendable, Hashable, Codable {
  /// The type, such as `avc1` or `mp4a`; for an encrypted track, the type of encryption, such as
  /// `encv`.
  package let format: FourCC
  /// The fields specific to the media type, and the atoms.
  package let fields: ByteSlice
  /// The version of the sample description table; version 1 changes the meaning of version 1 audio
  /// descriptions.
  package let tableVersion: UInt8
}

/// The kind of media in a track, such as audio, video, text or timed metadata.
public struct MediaType: Sendable, Hashable, Codable, RawRepresentable {
  /// The name in JSON.
  public let rawValue: String
  /// Creates a media type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Audio.
  public static let audio = MediaType(rawValue: "audio")
  /// Video.
  public static let video = MediaType(rawValue: "video")
  /// Text, such as chapters or QuickTime text.
  public static let text = MediaType(rawValue: "text")
  /// Subtitles.
  public static let subtitle = MediaType(rawValue: "subtitle")
  /// Closed captions.
  public static let closedCaption = MediaType(rawValue: "closedCaption")
  /// Time codes.
  public static let timecode = MediaType(rawValue: "timecode")
  /// Timed metadata.
  public static let metadata = MediaType(rawValue: "metadata")
  /// Streaming hints.
  public static let hint = MediaType(rawValue: "hint")
}

/// The way in which a track's bit rate varies, as declared by its encoder or shown by its frames.
public struct BitRateMode: Sendable, Hashable, Codable, RawRepresentable {
  /// The index of the name; a number, because every track stores one.
  private let number: UInt8

  private static let names = ["constant", "average", "variable", "free"]

  private init(number: UInt8) { self.number = number }

  /// Creates the mode with the given name; nil for other names.
  public init?(rawValue: String) {
    guard let index = BitRateMode.names.firstIndex(of: rawValue) else { return nil }
    number = UInt8(index)
  }

  /// The name in JSON.
  public var rawValue: String { BitRateMode.names[Int(number)] }

  /// A constant rate, except for the bit reservoir.
  public static let constant = BitRateMode(number: 0)
  /// A variable rate around a target rate.
  public static let average = BitRateMode(number: 1)
  /// A rate of as many bits as the audio needs, possibly within limits.
  public static let variable = BitRateMode(number: 2)
  /// A constant rate that frame headers cannot express (MPEG audio, ISO/IEC 11172-3 §2.4.2.3).
  public static let free = BitRateMode(number: 3)
}

/// The properties of a video track: sizes in pixels, orientation, colours, stereoscopy.
public struct VideoDescription: Sendable, Hashable, Codable {
  /// The stored width in pixels.
  public var width: Int
  /// The stored height in pixels.
  public var height: Int
  /// The width in pixels at which the track is shown, before rotation.
  public var displayWidth: Double?
  /// The height in pixels at which the track is shown, before rotation.
  public var displayHeight: Double?
  /// The clockwise rotation for display, in degrees: 0, 90, 180 or 270; nil if the matrix is not
  /// such a rotation.
  public var rotation: Int?
  /// Whether the image is mirrored horizontally after the rotation.
  public var isMirrored = false
  /// The transformation matrix: a, b, u, c, d, v, x, y, w.
  public var matrix: [Double]?
  /// The pixel aspect ratio, horizontal and vertical.
  public var pixelAspect: [Int]?
  /// The clean aperture: width, height, horizontal and vertical offset.
  public var cleanAperture: [Double]?
  /// The average number of frames per second.
  public var frameRate: Double?
  /// The colour primaries, transfer function and matrix, as ISO/IEC 23091-2 numbers.
  public var color: ColorDescription?
  /// The HDR format, such as `hdr10`, `hlg` or `dolbyVision`.
  public var hdrFormat: String?
  /// Dolby Vision profile, level and compatibility, as parts.
  public var dolbyVision: [MetadataValue.Part] = []
  /// Mastering display luminance and primaries (`mdcv`), as parts.
  public var masteringDisplay: [MetadataValue.Part] = []
  /// Maximum content and frame-average light level in cd/m² (`clli`).
  public var contentLight: [Int]?
  /// Stereoscopy and projection, as parts: `packing`, `eyes`, `areEyesReversed`, `heroEye`,
  /// `baseline` in millimetres, `disparityAdjustment` as a fraction of the width, `fieldOfView`,
  /// `yaw`, `pitch`, `roll` in degrees, `projection`, `bounds`, `source` (Spherical Video V2;
  /// Apple's `vexu` and `hfov`).
  public var spatial: [MetadataValue.Part] = []
  /// The bits per component, if the codec's configuration record contains them.
  public var bitDepth: Int?
  /// The name of the encoder (the compressor name in MP4 and QuickTime; the vendor in Theora
  /// comments).
  public var encoder: String?

  /// Creates a description with the given size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The colours of a video track, from the `colr` box of its sample description (ISO/IEC 14496-12
/// §12.1.5) or, without one, from the codec's configuration or bitstream.
public struct ColorDescription: Sendable, Hashable, Codable {
  /// The kind of description: a type of `colr` (such as `nclx`, `nclc`, `prof` or `rICC`), `vpcC`
  /// or `bitstream`.
  public var kind: String
  /// The colour primaries (ISO/IEC 23091-2).
  public var primaries: Int?
  /// Transfer characteristics.
  public var transfer: Int?
  /// Matrix coefficients.
  public var matrix: Int?
  /// Whether the full range of values is used.
  public var isFullRange: Bool?

  /// Creates a description of the given kind.
  package init(kind: String) { self.kind = kind }
}

/// The properties of an audio track: sample rate, channels, samples to drop at both ends, encoder,
/// checksum.
public struct AudioDescription: Sendable, Hashable, Codable {
  /// The sample rate: samples per second per channel.
  public var sampleRate: Double?
  /// The number of channels.
  public var channels: Int?
  /// The number of bits per sample, if the codec defines it.
  public var bitsPerSample: Int?
  /// The number of samples to drop at the start (encoder delay), as stored in the media, or in
  /// `iTunSMPB` if metadata is read too.
  public var encoderDelay: Int?
  /// The number of samples to drop at the end (padding), from the same source.
  public var encoderPadding: Int?
  /// The name of the encoder (from the LAME tag; the vendor in Vorbis comments).
  public var encoder: String?
  /// The MD5 checksum of the decoded audio as 32 lower-case hexadecimal digits; nil when the
  /// encoder stored none (FLAC, RFC 9639 §8.2).
  public var decodedMD5: String?

  /// Creates an empty description.
  package init() {}
}

/// A segment of the presentation of a track: an entry of its edit list (ISO/IEC 14496-12 §8.6.6),
/// which maps a duration of movie time to a start in media time.
public struct TrackSegment: Sendable, Hashable, Codable {
  /// The duration in movie time.
  public var duration: MediaTime
  /// The start in media time; nil for an empty edit.
  public var mediaStart: MediaTime?
  /// The playback rate.
  public var rate: Double

  /// Creates a segment.
  public init(duration: MediaTime, mediaStart: MediaTime?, rate: Double) {
    self.duration = duration
    self.mediaStart = mediaStart
    self.rate = rate
  }
}

/// References of one kind from a track to other tracks (`tref`, ISO/IEC 14496-12 §8.3.3), such as
/// to its chapter track.
public struct TrackReference: Sendable, Hashable, Codable {
  /// The type of the reference, such as `chap`, `tmcd` or `cdsc`.
  public var type: String
  /// The IDs of the referenced tracks.
  public var trackIDs: [UInt32]

  /// Creates a reference.
  package init(type: String, trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }
}

extension TrackDescription {
  /// Sets the bit rate from the size of the media, in bytes; does nothing when the duration is
  /// unknown or zero.
  mutating func setBitRate(bytes: Int64) {
    guard let seconds = duration?.seconds, seconds > 0 else { return }
    let rate = Double(bytes) * 8 / seconds
    bitRate = Int64(exactly: rate.rounded())
  }
}
