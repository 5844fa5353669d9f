internal import CLibAV

/// A fraction: a time base, a frame rate, the shape of a pixel.
package struct Fraction: Sendable, Hashable {
  /// Above the line.
  package let numerator: Int32
  /// Below the line.
  package let denominator: Int32

  init(_ rational: AVRational) {
    numerator = rational.num
    denominator = rational.den
  }

  /// A fraction of numbers that 32 bits hold; others become the nearest that they do.
  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = Int32(clamping: numerator)
    self.denominator = Int32(clamping: denominator)
  }

  /// The same for libavutil.
  var rational: AVRational { AVRational(num: numerator, den: denominator) }

  /// Its value; nil when there is none.
  package var value: Double? {
    numerator > 0 && denominator > 0 ? Double(numerator) / Double(denominator) : nil
  }
}

/// What a stream holds.
package enum StreamMedia: Sendable, Hashable {
  /// Pictures.
  case video
  /// Sound.
  case audio
  /// Subtitles.
  case subtitle
  /// Anything else with times.
  case data
  /// A file that goes with the others.
  case attachment
  /// Unknown.
  case unknown
}

/// What a stream is for.
package struct Disposition: OptionSet, Sendable, Hashable {
  /// The bits of libavformat.
  package let rawValue: Int32

  /// Makes a set of its bits.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// To be played unless another is chosen.
  package static let isDefault = Disposition(rawValue: AV_DISPOSITION_DEFAULT)
  /// To be shown whatever is chosen.
  package static let forced = Disposition(rawValue: AV_DISPOSITION_FORCED)
  /// A commentary.
  package static let comment = Disposition(rawValue: AV_DISPOSITION_COMMENT)
  /// For people who cannot hear.
  package static let hearingImpaired = Disposition(rawValue: AV_DISPOSITION_HEARING_IMPAIRED)
  /// For people who cannot see.
  package static let visualImpaired = Disposition(rawValue: AV_DISPOSITION_VISUAL_IMPAIRED)
  /// A picture that goes with the file, in the form of a stream of one packet.
  package static let attachedPicture = Disposition(rawValue: AV_DISPOSITION_ATTACHED_PIC)
  /// Pictures of which each has its time: those of chapters.
  package static let timedThumbnails = Disposition(rawValue: AV_DISPOSITION_TIMED_THUMBNAILS)
}

/// A file inside a file: a font, a cover.
package struct Attachment: Sendable, Hashable {
  /// Its name.
  package var name: String
  /// Its MIME type.
  package var mime: String
  /// Its bytes.
  package var bytes: [UInt8]

  /// Makes an attachment.
  package init(name: String, mime: String, bytes: [UInt8]) {
    self.name = name
    self.mime = mime
    self.bytes = bytes
  }
}

/// One stream as libavformat describes it; what is not given is nil.
package struct StreamInfo: Sendable, Hashable {
  /// Its place among the streams.
  package let index: Int
  /// Its number in the file.
  package let id: Int
  /// What it holds.
  package let media: StreamMedia
  /// The name that FFmpeg has for its codec: `h264`, `aac`.
  package let codec: String
  /// The four-byte code of the codec as text, where the container has one.
  package let tag: String?
  /// What a decoder needs to know, as the container stores it (`extradata`); none where it is
  /// longer than 64 KiB.
  package let configuration: [UInt8]
  /// The units of its times, in seconds.
  package let timeBase: Fraction
  /// The time of its first packet, in those units.
  package let start: Int64?
  /// How long it is, in those units.
  package let duration: Int64?
  /// How many frames it has, where the file says so.
  package let frameCount: Int64?
  /// Bits per second.
  package let bitRate: Int64?
  /// What its pictures are like.
  package let picture: PictureInfo?
  /// What its sound is like.
  package let sound: SoundInfo?
  /// What it is for.
  package let disposition: Disposition
  /// Its metadata, in order.
  package let entries: [MediaEntry]
  /// The picture or file that it is, of attached pictures and attachments.
  package let attachment: Attachment?

  /// The language as the file has it.
  package var language: String? { entries["language"] }
  /// The name of the track.
  package var title: String? { entries["title"] }
}

/// What the pictures of a stream are like.
package struct PictureInfo: Sendable, Hashable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The width of a pixel relative to its height.
  package let pixelAspect: Fraction
  /// Frames per second, on average.
  package let frameRate: Double?
  /// Degrees clockwise by which it is turned for display.
  package let rotation: Int?
  /// Colour primaries, transfer function and matrix by their ISO/IEC 23091-2 numbers; 2 is "not
  /// said".
  package let colors: [Int]
  /// Whether the full range of values is used, where the file says so.
  package let isFullRange: Bool?
}

/// What the sound of a stream is like.
package struct SoundInfo: Sendable, Hashable {
  /// Samples per second and channel.
  package let sampleRate: Int
  /// How many channels.
  package let channels: Int
  /// Their speakers, as bits in the order of WAVEFORMATEXTENSIBLE; nil where they are not known.
  package let speakers: UInt32?
  /// Bits per sample, where that has a meaning.
  package let bitsPerSample: Int?
  /// Samples to drop at the start.
  package let encoderDelay: Int?
}

/// A chapter as libavformat has it.
package struct ChapterInfo: Sendable, Hashable {
  /// The units of its times, in seconds.
  package let timeBase: Fraction
  /// Where it begins.
  package let start: Int64
  /// Where it ends.
  package let end: Int64
  /// Its metadata.
  package let entries: [MediaEntry]
}
