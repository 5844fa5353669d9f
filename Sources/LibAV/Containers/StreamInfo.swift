internal import CLibAV

/// A rational number in libavutil's form (`AVRational`), such as a time base, a frame rate or a
/// pixel aspect ratio.
package struct Fraction: Sendable, Hashable {
  /// The numerator.
  package let numerator: Int32
  /// The denominator.
  package let denominator: Int32

  init(_ rational: AVRational) {
    numerator = rational.num
    denominator = rational.den
  }

  /// Creates a fraction; the numbers are clamped to 32 bits.
  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = Int32(clamping: numerator)
    self.denominator = Int32(clamping: denominator)
  }

  /// The fraction in libavutil's type.
  var rational: AVRational { AVRational(num: numerator, den: denominator) }

  /// The value of the fraction; nil unless both numbers are positive.
  package var value: Double? {
    numerator > 0 && denominator > 0 ? Double(numerator) / Double(denominator) : nil
  }
}

/// The kind of content of a stream, as libavformat classifies it.
package enum StreamMedia: Sendable, Hashable {
  /// Video.
  case video
  /// Audio.
  case audio
  /// Subtitles.
  case subtitle
  /// Other timed data.
  case data
  /// An attached file.
  case attachment
  /// Unknown.
  case unknown
}

/// The purposes of a stream (`AV_DISPOSITION_…`), by which players select it.
package struct Disposition: OptionSet, Sendable, Hashable {
  /// libavformat's bits.
  package let rawValue: Int32

  /// Creates a disposition from libavformat's bits.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Played unless another stream is selected.
  package static let isDefault = Disposition(rawValue: AV_DISPOSITION_DEFAULT)
  /// Always shown, regardless of the selection.
  package static let forced = Disposition(rawValue: AV_DISPOSITION_FORCED)
  /// A commentary.
  package static let comment = Disposition(rawValue: AV_DISPOSITION_COMMENT)
  /// For people who are hard of hearing.
  package static let hearingImpaired = Disposition(rawValue: AV_DISPOSITION_HEARING_IMPAIRED)
  /// For people who are visually impaired.
  package static let visualImpaired = Disposition(rawValue: AV_DISPOSITION_VISUAL_IMPAIRED)
  /// An attached picture, as a stream with one packet.
  package static let attachedPicture = Disposition(rawValue: AV_DISPOSITION_ATTACHED_PIC)
  /// Timed pictures, such as those of chapters.
  package static let timedThumbnails = Disposition(rawValue: AV_DISPOSITION_TIMED_THUMBNAILS)
}

/// A file that is stored inside a media file, such as a font or a cover.
package struct Attachment: Sendable, Hashable {
  /// The file's name.
  package var name: String
  /// The MIME type.
  package var mime: String
  /// The file's bytes.
  package var bytes: [UInt8]

  /// Creates an attachment.
  package init(name: String, mime: String, bytes: [UInt8]) {
    self.name = name
    self.mime = mime
    self.bytes = bytes
  }
}

/// A stream in a file or device (a track, an attached picture or an attached file), as libavformat
/// describes it; the values remain valid after the file is closed.
///
/// Unknown optional values are nil.
package struct StreamInfo: Sendable, Hashable {
  /// The index of the stream.
  package let index: Int
  /// The stream's ID in the file; 0 if the format has no IDs.
  package let id: Int
  /// The media type.
  package let media: StreamMedia
  /// FFmpeg's name for the stream's codec, such as `h264` or `aac`.
  package let codec: String
  /// The four-character code of the codec, if the container has one.
  package let tag: String?
  /// The decoder configuration as stored in the container (`extradata`); empty if it is longer than
  /// 64 KiB.
  package let configuration: [UInt8]
  /// The unit of the stream's times, in seconds.
  package let timeBase: Fraction
  /// The time of the stream's first packet, in units of ``timeBase``.
  package let start: Int64?
  /// The duration, in units of ``timeBase``.
  package let duration: Int64?
  /// The number of frames, if the file specifies it.
  package let frameCount: Int64?
  /// The number of bits per second.
  package let bitRate: Int64?
  /// The properties of a video stream.
  package let video: VideoStreamInfo?
  /// The properties of an audio stream.
  package let audio: AudioStreamInfo?
  /// The purposes of the stream.
  package let disposition: Disposition
  /// The stream's metadata, in order.
  package let entries: [MediaEntry]
  /// The content of an attached picture or file.
  package let attachment: Attachment?

  /// The language as stored in the file.
  package var language: String? { entries["language"] }
  /// The name of the track.
  package var title: String? { entries["title"] }
}

/// The properties of a video stream.
package struct VideoStreamInfo: Sendable, Hashable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The width of a pixel relative to its height; the numerator is 0 if it is unknown.
  package let pixelAspect: Fraction
  /// The average number of frames per second.
  package let frameRate: Double?
  /// The clockwise rotation for display, in degrees.
  package let rotation: Int?
  /// Colour primaries, transfer function and matrix as ISO/IEC 23091-2 numbers; 2 is "unspecified".
  package let colors: [Int]
  /// Whether values use the full range; nil if unknown.
  package let isFullRange: Bool?
}

/// The properties of an audio stream.
package struct AudioStreamInfo: Sendable, Hashable {
  /// The sample rate; 0 if unknown.
  package let sampleRate: Int
  /// The number of channels; 0 if unknown.
  package let channels: Int
  /// The speakers, as bits in the order of WAVEFORMATEXTENSIBLE; nil if unknown.
  package let speakers: UInt32?
  /// The number of bits per sample, if applicable.
  package let bitsPerSample: Int?
  /// The number of samples to drop at the start.
  package let encoderDelay: Int?
}

/// A chapter in a file, as libavformat describes it; each chapter has its own time unit.
package struct ChapterInfo: Sendable, Hashable {
  /// The unit of times, in seconds.
  package let timeBase: Fraction
  /// The start.
  package let start: Int64
  /// The end.
  package let end: Int64
  /// The chapter's metadata.
  package let entries: [MediaEntry]
}
