/// What the samples of a track are like, as the first entry of its `stsd` says.
struct SampleFormat: Sendable {
  /// The format, seen through encryption.
  var codec: FourCC
  /// The codec with its profile, where a record gives one.
  private var spelled: String?
  /// The scheme by which the samples are encrypted.
  var encryptionScheme: FourCC?
  /// Bits per second, as declared.
  var bitRate: Int64?
  var audio: AudioDescription?
  var video: VideoDescription?
  /// The whole entry, for tracks that are neither sound nor pictures.
  let entry: SampleDescriptionAtom.Entry

  init(entry: SampleDescriptionAtom.Entry) {
    self.entry = entry
    codec = entry.format
  }

  /// The codec with its profile, as RFC 6381 writes it.
  var codecString: String {
    get { spelled ?? CodecText.plain(codec) }
    set { spelled = newValue }
  }

  /// Reads the first entry of `table`, of a track with this handler; nil when there is none.
  ///
  /// What is broken inside the entry becomes a finding, and the rest of it stands.
  static func read(
    _ table: SampleDescriptionAtom, handler: FourCC?, log: inout DiagnosticLog
  ) -> SampleFormat? {
    guard let entry = table.entries.first else { return nil }
    var format = SampleFormat(entry: entry)
    do throws(ParseError) {
      switch handler {
      case .soun: try format.readSound(tableVersion: table.header.version, log: &log)
      case .vide, .auxv, .pict: try format.readPictures(log: &log)
      default: break
      }
    } catch { log.add(error.inside(entry.format).insideSampleTable(.stsd)) }
    return format
  }

  /// Takes over what `sinf` says, before anything else: the format behind the encryption decides how a codec is spelled.
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

  /// Extensions that sound and pictures share.
  mutating func readCommonExtension(_ atom: SliceAtom) throws(ParseError) {
    guard atom.type == .btrt else { return }
    let rates = try BitRateAtom.parse(atom.payload)
    if bitRate == nil, rates.average > 0 { bitRate = Int64(rates.average) }
  }

  /// Notes what is wrong with an extension; the others stand.
  func note(_ error: ParseError, in type: FourCC, log: inout DiagnosticLog) {
    log.add(error.inside(type).inside(entry.format).insideSampleTable(.stsd))
  }
}

extension FourCC {
  fileprivate static let btrt = FourCC("b", "t", "r", "t")

  // Handlers of pictures (ISO/IEC 14496-12 §12.1, ISO/IEC 23008-12 §7).
  fileprivate static let auxv = FourCC("a", "u", "x", "v")
  fileprivate static let pict = FourCC("p", "i", "c", "t")
}

extension ParseError {
  /// The same error, seen from the top through `moov/trak/mdia/minf/stbl` to the atom `type`.
  func insideSampleTable(_ type: FourCC) -> ParseError {
    inside(type).inside(.stbl).inside(.minf).inside(.mdia).inside(.trak).inside(.moov)
  }
}
