/// One track as its file describes it; what does not apply or is not given is nil.
public struct TrackDescription: Sendable, Hashable, Codable {
  /// The track's number in the file, from 1 where the format has none of its own.
  public var id: UInt32
  /// What kind of media it holds.
  public var mediaType: MediaType
  /// The four-byte code or common name of the codec, as text: `mp4a`, `avc1`, `mp3`.
  public var codec: String?
  /// The codec with its profile, as RFC 6381 writes it: `avc1.64001F`.
  public var codecString: String?
  /// The codec of an encrypted track is behind its scheme: `cenc`, `cbcs`.
  public var encryptionScheme: String?
  /// How long it plays, edits included.
  public var duration: MediaTime?
  /// The units per second that its samples are timed in.
  public var timescale: UInt32?
  /// How many samples it has, where tables say so.
  public var sampleCount: Int64?
  /// The language of its media.
  public var language: LanguageTag?
  /// The name that the file gives it.
  public var name: String?
  /// Whether it is meant to be played.
  public var isEnabled: Bool?
  /// The group of tracks of which one is to be played, as languages are; nil when it is in none.
  public var alternateGroup: Int?
  /// When it was created.
  public var creationDate: MetadataDate?
  /// When it was last changed.
  public var modificationDate: MetadataDate?
  /// What the track's pictures are like; nil for sound.
  public var video: VideoDescription? {
    get { if case .some(let video) = pictures { video } else { nil } }
    set { pictures = newValue.map { .some($0) } ?? .none }
  }
  /// What the track's sound is like; nil for pictures.
  public var audio: AudioDescription?
  /// Bits per second, as declared or counted.
  public var bitRate: Int64?
  /// Whether the bit rate stays the same, where the file says so or its frames show it; nil where it is not known.
  public var bitRateMode: BitRateMode?
  /// The edits, in order; empty when there are none.
  public var edits: [TrackSegment] = []
  /// The tracks it refers to, by kind of reference.
  public var references: [TrackReference] = []
  /// The time code of its first frame, of a time-code track.
  public var startTimecode: String?
  /// The name of the reel that a time-code track counts.
  public var reelName: String?
  /// The keys that a timed-metadata track declares.
  public var metadataKeys: [String] = []
  /// The characteristics it is tagged with (`tagc`).
  public var characteristics: [String] = []
  /// The atoms after the fields of the first sample description, as an MP4 or QuickTime file stores them: `avcC`, `esds`, `colr`.
  package var formatExtensions = ByteSlice.empty
  /// The first sample description whole, as an MP4 or QuickTime file stores it; nil for other formats.
  package var sampleEntry: StoredSampleEntry?
  /// What a decoder has to know, of formats that store it without such atoms; FFmpeg's `extradata`.
  package var decoderConfiguration = ByteSlice.empty
  /// The speakers of the channels, as bits in the order of WAVEFORMATEXTENSIBLE; nil when the file does not say.
  package var speakers: UInt32?
  private var pictures = Pictures.none

  /// Apart, so that to copy a track of sound is cheap.
  private enum Pictures: Sendable, Hashable, Codable {
    case none
    indirect case some(VideoDescription)

    // See MetadataItem.Rarities.
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

  /// Makes a description with no more than id and kind.
  package init(id: UInt32, mediaType: MediaType) {
    self.id = id
    self.mediaType = mediaType
  }
}

/// A sample description as an MP4 or QuickTime file stores it (ISO/IEC 14496-12 §8.5.2).
package struct StoredSampleEntry: Sendable, Hashable, Codable {
  /// Its type, which is the scheme of an encrypted track: `avc1`, `mp4a`, `encv`.
  package let format: FourCC
  /// The fields of its kind of media, and its atoms.
  package let fields: ByteSlice
  /// The version of the table that it is in; 1 changes what version 1 of sound means.
  package let tableVersion: UInt8
}

/// What kind of media a track holds.
public struct MediaType: Sendable, Hashable, Codable, RawRepresentable {
  /// The name in JSON.
  public let rawValue: String
  /// Makes a kind of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sound.
  public static let audio = MediaType(rawValue: "audio")
  /// Pictures.
  public static let video = MediaType(rawValue: "video")
  /// Text: chapters, QuickTime text.
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

/// Whether the bit rate of a track stays the same.
public struct BitRateMode: Sendable, Hashable, Codable, RawRepresentable {
  /// Its place among the names: a number, because every track has room for one.
  private let number: UInt8

  private static let names = ["constant", "average", "variable", "free"]

  private init(number: UInt8) { self.number = number }

  /// The mode of a name; nil where none has it.
  public init?(rawValue: String) {
    guard let index = BitRateMode.names.firstIndex(of: rawValue) else { return nil }
    number = UInt8(index)
  }

  /// The name in JSON.
  public var rawValue: String { BitRateMode.names[Int(number)] }

  /// The same rate everywhere, but for a reservoir of bits.
  public static let constant = BitRateMode(number: 0)
  /// Variable around a rate that was asked for.
  public static let average = BitRateMode(number: 1)
  /// As many bits as the sound needs, or limits of the rate.
  public static let variable = BitRateMode(number: 2)
  /// Constant, but not one of the rates that frames can name (MPEG audio, ISO/IEC 11172-3 §2.4.2.3).
  public static let free = BitRateMode(number: 3)
}

/// What the pictures of a track are like.
public struct VideoDescription: Sendable, Hashable, Codable {
  /// The stored width in pixels.
  public var width: Int
  /// The stored height in pixels.
  public var height: Int
  /// The width at which the track is shown, in pixels, before rotation.
  public var displayWidth: Double?
  /// The height at which the track is shown.
  public var displayHeight: Double?
  /// Degrees clockwise by which the picture is turned for display: 0, 90, 180 or 270; nil for other matrices.
  public var rotation: Int?
  /// Whether the picture is mirrored left to right after it is turned.
  public var isMirrored = false
  /// The transformation matrix: a, b, u, c, d, v, x, y, w.
  public var matrix: [Double]?
  /// The width of a pixel relative to its height, as two numbers.
  public var pixelAspect: [Int]?
  /// The clean aperture: width, height, horizontal and vertical offset.
  public var cleanAperture: [Double]?
  /// Frames per second, on average.
  public var frameRate: Double?
  /// Colour primaries, transfer function and matrix by their ISO/IEC 23091-2 numbers.
  public var color: ColorDescription?
  /// The HDR format: `hdr10`, `hlg`, `dolbyVision`.
  public var hdrFormat: String?
  /// Dolby Vision profile, level and compatibility, `dvh1.05.06`-like details as parts.
  public var dolbyVision: [MetadataValue.Part] = []
  /// Mastering display luminance and primaries (`mdcv`), as parts.
  public var masteringDisplay: [MetadataValue.Part] = []
  /// Maximum content and frame-average light level in cd/m² (`clli`).
  public var contentLight: [Int]?
  /// Stereoscopy and projection, as parts: `packing`, `eyes`, `areEyesReversed`, `heroEye`, `baseline` in millimetres, `disparityAdjustment` in parts of the
  /// width, `fieldOfView`, `yaw`, `pitch`, `roll` in degrees, `projection`, `bounds`, `source` (Spherical Video V2; `vexu` and `hfov` of Apple).
  public var spatial: [MetadataValue.Part] = []
  /// Bits per component, where the codec's record says.
  public var bitDepth: Int?
  /// The encoder's own words about itself (compressor name of MP4 and QuickTime; vendor of Theora's comments).
  public var encoder: String?

  /// Makes a description of its size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The colours of a track (`colr`).
public struct ColorDescription: Sendable, Hashable, Codable {
  /// The kind of description: `nclx`, `nclc`, `prof`, `rICC`.
  public var kind: String
  /// Colour primaries, ISO/IEC 23091-2.
  public var primaries: Int?
  /// Transfer characteristics.
  public var transfer: Int?
  /// Matrix coefficients.
  public var matrix: Int?
  /// Whether the full range of values is used.
  public var isFullRange: Bool?

  /// Makes a description of its kind.
  package init(kind: String) { self.kind = kind }
}

/// What the sound of a track is like.
public struct AudioDescription: Sendable, Hashable, Codable {
  /// Samples per second and channel.
  public var sampleRate: Double?
  /// How many channels.
  public var channels: Int?
  /// Bits per sample, where that has a meaning.
  public var bitsPerSample: Int?
  /// Samples to drop at the start (encoder delay), as the media give them, else `iTunSMPB` where metadata is read too.
  public var encoderDelay: Int?
  /// Samples to drop at the end (padding), from the same place.
  public var encoderPadding: Int?
  /// The encoder's own words about itself (LAME tag; vendor of Vorbis comments).
  public var encoder: String?
  /// The MD5 of the decoded sound, 32 lower-case hexadecimal digits; nil where the encoder stored none (FLAC, RFC 9639 §8.2).
  public var decodedMD5: String?

  /// Makes an empty description.
  package init() {}
}

/// One segment of a track: an entry of its edit list.
public struct TrackSegment: Sendable, Hashable, Codable {
  /// How long it lasts, in movie time.
  public var duration: MediaTime
  /// Where it begins in media time; nil for an empty edit.
  public var mediaStart: MediaTime?
  /// The playback rate.
  public var rate: Double

  /// Makes an edit.
  public init(duration: MediaTime, mediaStart: MediaTime?, rate: Double) {
    self.duration = duration
    self.mediaStart = mediaStart
    self.rate = rate
  }
}

/// A reference of one track to others (`tref`).
public struct TrackReference: Sendable, Hashable, Codable {
  /// What the reference is for: `chap`, `tmcd`, `cdsc`.
  public var type: String
  /// The ids of the tracks referred to.
  public var trackIDs: [UInt32]

  /// Makes a reference.
  package init(type: String, trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }
}

extension TrackDescription {
  /// Sets the bit rate of media that take so many bytes; nil where nobody knows how long they are.
  mutating func setBitRate(bytes: Int64) {
    guard let seconds = duration?.seconds, seconds > 0 else { return }
    let rate = Double(bytes) * 8 / seconds
    bitRate = Int64(exactly: rate.rounded())
  }
}
