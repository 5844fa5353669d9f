/// A description of how the samples of a track are coded; the counterpart of Core Media's
/// `CMFormatDescription`.
public struct FormatDescription: Sendable {
  /// The part of the track that describes its samples, shared by all copies.
  private let facts: Facts

  /// The description of the track, in a class, so that copies of a format description share it.
  private final class Facts: Sendable {
    let track: TrackDescription
    init(_ track: TrackDescription) { self.track = track }
  }

  /// Creates the format description of a track; returns nil if the track does not name its codec.
  package init?(_ track: TrackDescription) {
    guard track.codec != nil else { return nil }
    facts = Facts(track)
  }

  var track: TrackDescription { facts.track }

  /// The media type.
  public var mediaType: MediaType { track.mediaType }
  /// The four-character code or common name of the codec.
  public var codec: String { track.codec ?? "" }
  /// The codec string with the profile (RFC 6381).
  public var codecString: String? { track.codecString }
  /// The video properties; nil for audio.
  public var video: VideoDescription? { track.video }
  /// The audio properties; nil for video.
  public var audio: AudioDescription? { track.audio }
  /// The protection scheme of an encrypted track.
  public var encryptionScheme: String? { track.encryptionScheme }

  /// The four-character code that Core Media and Core Audio use for the codec, such as `avc1`,
  /// `aac ` or `.mp3`; nil if they have no code for it.
  public var mediaSubType: FourCC? {
    MediaSubType.code(of: codec, codecString: codecString)
  }

  /// The sample description as stored in an MP4 or QuickTime file; nil for other formats.
  var sampleEntry: StoredSampleEntry? { track.sampleEntry }

  /// Returns the same format with an atom added to its sample description; `note` updates the video
  /// properties to match.
  ///
  /// A format without a stored sample description is returned unchanged.
  func adding(
    _ atom: [UInt8], _ note: (inout VideoDescription) -> Void = { _ in }
  ) -> FormatDescription {
    guard let entry = track.sampleEntry else { return self }
    var track = track
    if var video = track.video {
      note(&video)
      track.video = video
    }
    track.sampleEntry = StoredSampleEntry(
      format: entry.format, fields: ByteSlice(entry.fields.bytes + atom),
      tableVersion: entry.tableVersion)
    track.formatExtensions = ByteSlice(track.formatExtensions.bytes + atom)
    return FormatDescription(track) ?? self
  }

  // MARK: Configuration

  /// An atom of a sample description; an entry of the Core Media extension
  /// `SampleDescriptionExtensionAtoms`.
  public struct ExtensionAtom: Sendable, Hashable {
    /// The type, such as `avcC`, `esds` or `colr`.
    public let type: FourCC
    /// The payload, without the header.
    public let bytes: ByteSlice
  }

  /// The atoms after the fields of the sample description, in file order and including those in
  /// `wave`; empty for formats other than MP4 and QuickTime.
  public var extensionAtoms: [ExtensionAtom] {
    FormatDescription.atoms(in: track.formatExtensions, depth: 0)
  }

  /// The maximum nesting depth of `wave` atoms.
  private static let deepest = 3

  /// Returns the atoms in a list; a `wave` atom is replaced with the atoms inside it.
  private static func atoms(in bytes: ByteSlice, depth: Int) -> [ExtensionAtom] {
    var atoms: [ExtensionAtom] = []
    var list = SliceAtoms(bytes)
    while let atom = list.next() {
      if atom.type == .wave, depth < deepest {
        atoms += FormatDescription.atoms(in: atom.payload, depth: depth + 1)
      } else {
        atoms.append(ExtensionAtom(type: atom.type, bytes: atom.payload))
      }
    }
    return atoms
  }

  /// The configuration that a decoder needs before the first sample, such as Core Audio's magic
  /// cookie or the parameter sets of a video codec.
  ///
  /// This is the payload of the codec's atom (`avcC`, `hvcC`, `av1C`, `vpcC`, `dOps`, `dfLa`,
  /// `alac`, `dac3`, …), the decoder-specific part of `esds` (ISO/IEC 14496-1 §7.2.6.7) or, for
  /// other containers, the data that FFmpeg calls `extradata`; nil if the file has no
  /// configuration.
  public var codecConfiguration: ByteSlice? {
    for atom in extensionAtoms {
      if FormatDescription.configurations.contains(atom.type) { return atom.bytes }
      guard atom.type == .esds else { continue }
      if let configuration = try? ElementaryStreamDescriptor.parse(atom.bytes).decoderConfiguration
      {
        return configuration
      }
    }
    return track.decoderConfiguration.isEmpty ? nil : track.decoderConfiguration
  }

  /// The atoms whose whole payload the decoder needs.
  private static let configurations: Set<FourCC> = Set(
    [
      "avcC", "hvcC", "vvcC", "av1C", "vpcC", "d263", "glbl", "alac", "dOps", "dfLa", "dac3",
      "dec3",
      "dac4", "ddts", "mhaC", "pcmC", "damr",
    ].compactMap { FourCC($0) })

  /// FFmpeg's name for the channel layout, such as `stereo` or `5.1`; nil if the file does not
  /// specify one and there are more than two channels.
  public var channelLayout: String? { track.channelLayout }

  /// The keys that a timed metadata track declares; empty for other tracks.
  var metadataKeys: [TimedMetadataKey] { TimedMetadataKeys.list(track.formatExtensions) }

  // MARK: Video

  /// Returns the presentation size of the video before rotation; the counterpart of Core Media's
  /// `CMVideoFormatDescriptionGetPresentationDimensions`.
  ///
  /// The clean aperture replaces the stored size; the pixel aspect ratio scales the width. The
  /// result is nil for audio.
  public func presentationDimensions(
    usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true
  ) -> (width: Double, height: Double)? {
    guard let video = track.video else { return nil }
    var size = (width: Double(video.width), height: Double(video.height))
    if useCleanAperture, let clean = video.cleanAperture, clean.count >= 2, clean[0] > 0,
      clean[1] > 0, clean[0].isFinite, clean[1].isFinite
    {
      size = (clean[0], clean[1])
    }
    if usePixelAspectRatio, let aspect = video.pixelAspect, aspect.count >= 2, aspect[0] > 0,
      aspect[1] > 0
    {
      size.width *= Double(aspect[0]) / Double(aspect[1])
    }
    return size
  }
}

extension FormatDescription: Hashable {
  /// Returns whether both descriptions specify the same coding.
  public static func == (left: FormatDescription, right: FormatDescription) -> Bool {
    if left.facts === right.facts { return true }
    let (one, other) = (left.track, right.track)
    return one.mediaType == other.mediaType && one.codec == other.codec
      && one.codecString == other.codecString && one.encryptionScheme == other.encryptionScheme
      && one.video == other.video && one.audio == other.audio
      && one.sampleEntry == other.sampleEntry && one.formatExtensions == other.formatExtensions
      && one.decoderConfiguration == other.decoderConfiguration && one.speakers == other.speakers
  }

  /// Hashes some of the properties that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(track.mediaType)
    hasher.combine(track.codec)
    hasher.combine(track.formatExtensions)
  }
}

/// Finds the four-character code that Core Media and Core Audio use for a codec, given MetaCore's
/// name for the codec.
private enum MediaSubType {
  /// The codes (CoreAudioBaseTypes.h, CMFormatDescription.h) for codecs whose names differ from
  /// them.
  private static let codes: [String: String] = [
    "mp1": ".mp1", "mp2": ".mp2", "mp3": ".mp3", "aac": "aac ", "opus": "opus", "Opus": "opus",
    "flac": "flac", "fLaC": "flac", "alac": "alac", "ac3": "ac-3", "eac3": "ec-3", "h264": "avc1",
    "hevc": "hvc1", "av1": "av01", "vp9": "vp09", "mpeg4": "mp4v", "mjpeg": "jpeg",
    "prores": "apcn", "lpcm": "lpcm", "sowt": "lpcm", "twos": "lpcm", "in24": "lpcm",
    "in32": "lpcm", "fl32": "lpcm", "fl64": "lpcm", "ipcm": "lpcm", "fpcm": "lpcm", "raw ": "lpcm",
    "NONE": "lpcm",
  ]

  /// The codes for MPEG-4 object types in `mp4a` (MP4 registration authority) and in MPEG-4 audio
  /// (ISO/IEC 14496-3 table 1.17).
  private static let codecTypes: [String: String] = [
    "mp4a.40.2": "aac ", "mp4a.40.5": "aach", "mp4a.40.29": "aacp", "mp4a.40.23": "aacl",
    "mp4a.40.39": "aace", "mp4a.40.42": "usac", "mp4a.69": ".mp3", "mp4a.6B": ".mp3",
    "mp4a.66": "aac ", "mp4a.67": "aac ", "mp4a.68": "aac ", "mp4a.a5": "ac-3", "mp4a.a6": "ec-3",
  ]

  static func code(of codec: String, codecString: String?) -> FourCC? {
    if codec == "mp4a" { return FourCC(codecString.flatMap { codecTypes[$0] } ?? "aac ") }
    return FourCC(codes[codec] ?? codec)
  }
}
