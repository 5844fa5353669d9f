/// Lookup tables for the atoms and tracks of MP4 and QuickTime files, apart from metadata items:
/// which atoms are private, which are known not to be, and which tracks contain positions or
/// telemetry.
///
/// They are used to remove private data (``MovieTraces``) and to leave out tracks when a file is
/// exported for sharing. Sources: ISO/IEC 14496-12 §6.3, QTFF, and, for vendor-specific atoms, the
/// output of ExifTool 12.57.
enum PrivateAtoms {
  static let xml = FourCC("x", "m", "l", " ")
  /// The atom with the buyer's name and account, in the sample descriptions of files from an online
  /// store.
  static let purchase = FourCC("p", "i", "n", "f")

  // MARK: Atoms

  /// Returns the kind of private data in an atom; nil if it has none, or is not at the top level,
  /// in `moov` or in `trak`.
  ///
  /// `parent` is nil for top-level atoms.
  static func kind(of type: FourCC, in parent: FourCC?) -> PrivateData.Kind? {
    guard parent == nil || parent == .moov || parent == .trak else { return nil }
    return kinds[type.description]
  }

  /// Position tables from Novatek and other vendors, atoms from HTC and Ambarella, and C2PA
  /// manifests (`jumb`).
  ///
  /// Samsung's `sefd` is kept, because it contains the start of slow motion.
  private static let kinds: [String: PrivateData.Kind] = [
    "gps ": .location, "GPS ": .location, "gps0": .location, "gsen": .location, "gpsi": .location,
    "_htc": .device, "AMBA": .device, "jumb": .account,
  ]

  /// Returns whether the content of atoms of the given type is known: it is not private, or it is
  /// metadata or structure that is handled separately.
  ///
  /// Types are listed only for containers in which vendors put their own atoms next to standard
  /// ones; in other containers, all types count as known.
  static func isKnown(_ type: FourCC, in parent: FourCC?) -> Bool {
    switch parent {
    case nil: top.contains(type.description)
    case .moov: movie.contains(type.description)
    case .trak: track.contains(type.description)
    case .meta: meta.contains(type.description)
    default: true
    }
  }

  private static let top = words(
    """
    ftyp styp moov moof mfra mdat sidx ssix prft emsg pdin pnot PICT pict meta udta uuid free skip wide \
    idat mvcg pckg
    """)
  private static let movie = words(
    "mvhd trak udta meta mvex iods uuid cmov rmra ctab prfl pssh clip ID32 ainf free skip wide")
  private static let track = words(
    """
    tkhd mdia edts tref udta meta uuid load imap clip matt tapt txas trgr ludt meco mere strk trep free \
    skip wide
    """)
  private static let meta = words(
    """
    hdlr keys ilst iloc iinf iref iprp pitm idat ipro dinf grpl ID32 free skip wide mhdr ctry lang uuid \
    meta udta
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map { "\($0)" })
  }

  // MARK: User types

  /// Private `uuid` atoms: Sony's USMT, Garmin's positions, C2PA manifests (C2PA 2.1 §A.5).
  static let userTypes: [String: PrivateData.Kind] = [
    "55534D54-21D2-4FCE-BB88-695CFAC9C740": .device,
    "9B630F8D-6374-40EC-8204-BC5FF5091728": .location, claims: .account,
  ]

  /// The user type of C2PA manifests.
  static let claims = UserType.contentCredentials.description

  /// `uuid` atoms without private data: Sony's PROF, spherical video, and fragment times and
  /// encryption data of Smooth Streaming.
  static let harmlessUserTypes: Set<String> = [
    "50524F46-21D2-4FCE-BB88-695CFAC9C740", "FFCC8263-F855-4A93-8814-587A02521FDD",
    "6D1D9B05-42D5-44E6-80E2-141DAFF757B2", "D4807EF2-CA39-4695-8E54-26CB9E46A79F",
    "A2394F52-5A9B-4F14-A244-6C427C648DF4", "8974DBCE-7BE7-4C51-84F9-7148F9882554",
    "D08A4F18-10F3-4A82-B6C8-32D8ABA183D3",
  ]

  // MARK: Names

  /// The names of camera makers, in lowercase, to look for in handlers and compressor names.
  static let makers = [
    "gopro", "dji", "insta360", "ins.", "canon", "sony", "nikon", "panasonic", "fujifilm",
    "olympus", "samsung", "garmin", "ambarella", "blackmagic", "leica", "ricoh", "xiaomi",
    "huawei",
  ]

  // MARK: Tracks

  /// Returns a description of the private data that the samples of a track may contain; nil for
  /// other tracks, such as audio and video.
  static func words(for track: TrackDescription) -> String? {
    if let words = track.codec.flatMap({ codecs[$0] }) { return words }
    if !track.metadataKeys.isEmpty {
      return "timed metadata: " + track.metadataKeys.joined(separator: ", ")
    }
    switch track.mediaType {
    case .metadata: return "timed metadata (\(track.codec ?? "unknown type"))"
    case .timecode: return "timecodes" + (track.reelName.map { ", reel \($0)" } ?? "")
    case .text, .subtitle, .closedCaption: return "text"
    default: return nil
    }
  }

  /// Returns whether the samples of a track may contain positions, according to its format or its
  /// declared keys.
  static func mayContainPositions(_ track: TrackDescription) -> Bool {
    if isPositionTelemetry(track) { return true }
    return PrivateData.Report(withheldOf: declaredItems(of: track)) { _ in true }.removed
      .contains { $0.kind == .location }
  }

  /// Returns whether a track has a telemetry format whose samples contain positions, regardless of
  /// declared keys.
  static func isPositionTelemetry(_ track: TrackDescription) -> Bool {
    track.codec.map(placeCodecs.contains) ?? false
  }

  /// Returns an item with an empty value for each key that a timed metadata track declares.
  static func declaredItems(of track: TrackDescription) -> [MetadataItem] {
    track.metadataKeys.compactMap { text in
      let identifier = MetadataIdentifier(rawValue: text)
      return identifier.key.map {
        MetadataItem(
          keySpace: identifier.keySpace, key: $0, value: .string(""), dataType: .utf8)
      }
    }
  }

  /// The formats of telemetry samples that contain positions.
  private static let placeCodecs: Set<String> = ["gpmd", "camm", "rtmd", "djmd", "gps "]

  /// Descriptions of the content of data tracks, by sample format.
  private static let codecs = [
    "gpmd": "GoPro telemetry: positions, times, camera",
    "camm": "camera motion and positions",
    "rtmd": "Sony per-frame data: lens, exposure, positions",
    "djmd": "DJI per-frame data: flight, positions, camera",
    "dbgi": "DJI debug data",
    "CTMD": "Canon per-frame data: lens, exposure",
    "gps ": "positions", "text": "text", "tx3g": "text",
  ]
}
