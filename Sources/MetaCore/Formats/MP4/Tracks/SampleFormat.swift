/// The codec and properties of a track's samples, read from one entry of its `stsd` with the
/// configuration records in it, to be copied to a ``TrackDescription``.
struct SampleFormat: Sendable {
  /// The format of the samples after decryption.
  var codec: FourCC
  /// The codec string with parameters, if a record specifies them.
  private var spelled: String?
  /// The encryption scheme of the samples, or the format of the entry if `sinf` does not specify
  /// it; nil if they are not encrypted.
  var encryptionScheme: FourCC?
  /// The declared bit rate in bits per second.
  var bitRate: Int64?
  /// Whether the declared bit rate is constant.
  var bitRateMode: BitRateMode?
  /// The colour description in the parameter sets or in the AV1 sequence header.
  var usability: BitstreamColor?
  var audio: AudioDescription?
  var video: VideoDescription?
  /// The complete entry.
  let entry: SampleDescriptionAtom.Entry
  /// The version of the table with the entry.
  private let tableVersion: UInt8
  /// The atoms after the fields of an entry for audio or video; for `mebx`, all of its content;
  /// empty for other media.
  var extensions: ByteSlice

  init(entry: SampleDescriptionAtom.Entry, tableVersion: UInt8) {
    self.entry = entry
    self.tableVersion = tableVersion
    codec = entry.format
    extensions = entry.format == .mebx ? entry.fields : .empty
  }

  /// The codec string (RFC 6381).
  var codecString: String {
    get { spelled ?? CodecText.plain(codec) }
    set { spelled = newValue }
  }

  /// Reads an entry of `table`, by default the first, for a track with this handler; returns nil if
  /// the table is shorter.
  ///
  /// Errors in the entry become findings, and the other parts are used.
  static func read(
    _ table: SampleDescriptionAtom, entry index: Int = 0, handler: FourCC?, log: inout DiagnosticLog
  ) -> SampleFormat? {
    guard table.entries.indices.contains(index) else { return nil }
    let entry = table.entries[index]
    var format = SampleFormat(entry: entry, tableVersion: table.header.version)
    do throws(ParseError) {
      switch handler {
      case .soun: try format.readAudio(tableVersion: table.header.version, log: &log)
      case .vide, .auxv, .pict: try format.readVideo(log: &log)
      default: break
      }
    } catch { log.add(error.inside(entry.format).insideSampleTable(.stsd)) }
    return format
  }

  /// Reads `sinf`, before anything else, because the original format determines the codec.
  mutating func readProtection(in extensions: ByteSlice, log: inout DiagnosticLog) {
    var list = SliceAtoms(extensions)
    while let atom = list.next() {
      guard atom.type == .sinf else { continue }
      do {
        let protection = try ProtectionSchemeAtom.parse(atom.payload)
        encryptionScheme = protection.scheme ?? entry.format
        codec = protection.originalFormat ?? codec
      } catch { note(error, in: atom.type, log: &log) }
    }
  }

  /// Reads the average bit rate in `btrt`, which both audio and video can have, unless the bit rate
  /// is already known; other atoms are ignored.
  mutating func readCommonExtension(_ atom: SliceAtom) throws(ParseError) {
    guard atom.type == .btrt else { return }
    let rates = try BitRateAtom.parse(atom.payload)
    if bitRate == nil, rates.average > 0 { bitRate = Int64(rates.average) }
  }

  /// Sets the properties of a track from this format.
  func describe(_ track: inout TrackDescription) {
    track.codec = codec.description
    track.codecString = codecString
    track.encryptionScheme = encryptionScheme?.description
    track.bitRate = bitRate
    track.bitRateMode = bitRateMode
    track.audio = audio
    if track.audio != nil, track.audio?.sampleRate == nil, let timescale = track.timescale {
      // Rates out of range for 16.16 are omitted; the media timescale is then the sample rate.
      track.audio?.sampleRate = Double(timescale)
    }
    if var video {
      video.displayWidth = track.video?.displayWidth
      video.displayHeight = track.video?.displayHeight
      video.rotation = track.video?.rotation
      video.isMirrored = track.video?.isMirrored ?? false
      video.matrix = track.video?.matrix
      track.video = video
    }
    if entry.format == .mebx {
      track.metadataKeys = TimedMetadataKeys.parse(entry.fields)
    }
    // A copy, so that a description does not keep the surrounding bytes in memory.
    let fields = ByteSlice(Array(entry.fields.bytes))
    track.sampleEntry = StoredSampleEntry(
      format: entry.format, fields: fields, tableVersion: tableVersion)
    track.formatExtensions = fields.clamped(from: max(0, fields.count - extensions.count))
  }

  /// Reports an error in an extension; the other extensions are used.
  func note(_ error: ParseError, in type: FourCC, log: inout DiagnosticLog) {
    log.add(error.inside(type).inside(entry.format).insideSampleTable(.stsd))
  }
}

extension FourCC {
  fileprivate static let btrt = FourCC("b", "t", "r", "t")

  // The handlers for video (ISO/IEC 14496-12 §12.1, ISO/IEC 23008-12 §7).
  fileprivate static let auxv = FourCC("a", "u", "x", "v")
  fileprivate static let pict = FourCC("p", "i", "c", "t")
}

extension ParseError {
  /// Returns the same error with the path `moov/trak/mdia/minf/stbl` and the atom `type` prepended.
  func insideSampleTable(_ type: FourCC) -> ParseError {
    inside(type).inside(.stbl).inside(.minf).inside(.mdia).inside(.trak).inside(.moov)
  }
}
