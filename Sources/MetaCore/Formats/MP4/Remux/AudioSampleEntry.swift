/// Converts sample descriptions of audio tracks between the QuickTime and MP4 forms (QTFF "Sound
/// Sample Descriptions"; ISO/IEC 14496-12 §12.2).
///
/// Input and output are a format code and the parsed fields of one description; ``DescriptionForm``
/// reads and writes them. The MP4 form is version 0, or version 1 with `srat` for uncompressed
/// audio at 65,536 Hz or more; it omits the `wave` atom, in which QuickTime may store decoder
/// settings. The QuickTime form is version 2 for uncompressed audio, version 1 with `wave` for AAC
/// and Apple Lossless, and usually version 0 for other formats.
enum AudioSampleEntry {
  /// The format code and the fields of a converted description.
  typealias Converted = (format: FourCC, audio: AudioSampleDescription)

  // MARK: MP4

  /// Returns the description for MP4, followed by the decoder settings; nil if MP4 does not support
  /// the format.
  ///
  /// A description of version 1 requires a table of version 1.
  static func mp4(_ format: FourCC, _ audio: AudioSampleDescription) -> Converted? {
    if let plain = LinearPCMFormat(quickTime: format, audio) { return plain.mp4(like: audio) }
    guard registered.contains(format) else { return nil }
    // 16 bits is the template value for compressed audio (ISO/IEC 14496-12 §12.2.3).
    var new = AudioSampleDescription(
      channels: audio.linear.map { UInt16(clamping: $0.channels) } ?? audio.channels, bits: 16,
      rate: audio.linear.map { rate(of: $0) } ?? audio.rate)
    if audio.packets == nil, audio.linear == nil {
      (new.version, new.bits) = (min(audio.version, 1), audio.bits)
    }
    new.extensions = settings(in: audio.extensions, of: format)
    return (format, new)
  }

  /// Returns the rate field in 16.16 fixed point, without the fraction; 0 if the rate is out of
  /// range and thus only in the decoder settings.
  private static func rate(of linear: AudioSampleDescription.Linear) -> UInt32 {
    linear.rate.isFinite && linear.rate > 0 && linear.rate < 65536 ? UInt32(linear.rate) << 16 : 0
  }

  /// Returns the atoms for the end of a description: the extensions, in which `wave` is replaced
  /// with its content, without the format names, byte order and terminator that only QuickTime has.
  private static func settings(in extensions: ByteSlice, of format: FourCC) -> ByteSlice {
    var writer = ByteWriter()
    var list = SliceAtoms(extensions)
    while let atom = list.next() {
      guard atom.type != .wave else {
        var inner = SliceAtoms(atom.payload)
        while let setting = inner.next() {
          guard !isName(setting, format) else { continue }
          writer.atom(setting.type) { $0.append(setting.payload) }
        }
        continue
      }
      writer.atom(atom.type) { $0.append(atom.payload) }
    }
    return ByteSlice(writer.bytes)
  }

  /// Returns whether an atom in `wave` is meaningful only there: a format name, a byte order, or
  /// the terminator.
  private static func isName(_ atom: SliceAtom, _ format: FourCC) -> Bool {
    atom.type == .frma || atom.type == .enda || atom.type.rawValue == 0
      || atom.type == .mp4a || (atom.type == format && atom.payload.count <= 4)
  }

  /// The audio codecs registered for MP4 (mp4ra.org, "Codecs").
  private static let registered = Set(
    """
    mp4a enca resa ac-3 ac-4 ec-3 alac Opus fLaC mlpa dtsc dtse dtsh dtsl dtsx dtsy samr sawb sawp sevc sevs sqcp ssmv ipcm fpcm \
    mha1 mha2 mhm1 mhm2 iamf g719 g726 m4ae dra1 wma spex
    """.split(separator: " ").map { name in
      let padded = Array(name.utf8) + [UInt8](repeating: 0x20, count: 4 - name.utf8.count)
      return padded.reduce(FourCC(rawValue: 0)) { FourCC(rawValue: $0.rawValue << 8 | UInt32($1)) }
    })

  // MARK: QuickTime

  /// Returns the description for QuickTime: version 2 for uncompressed audio, version 1 with `wave`
  /// for formats that store their settings there, and the old fields for other formats; never nil.
  static func quickTime(_ format: FourCC, _ audio: AudioSampleDescription) -> Converted? {
    if let plain = LinearPCMFormat(mp4: format, audio) { return plain.quickTime }
    var new = audio
    // Version 1 in MP4 has no more fields than version 0.
    if new.packets == nil, new.linear == nil { new.version = 0 }
    guard new.version == 0, let setting = waved[format] else { return (format, new) }
    new.version = 1
    // This value declares that the samples in the sample tables are packets (QTFF).
    new.compression = -2
    new.packets = .init(
      samplesPerPacket: setting.samples, bytesPerPacket: 0, bytesPerFrame: 0,
      bytesPerSample: 2)
    new.extensions = waved(audio.extensions, format, setting.atom)
    return (format, new)
  }

  /// The formats with settings in `wave`, each with the atom for the settings and the number of
  /// samples per packet.
  private static let waved: [FourCC: (atom: FourCC, samples: UInt32)] = [
    .mp4a: (.esds, 1024), .alac: (.alac, 4096),
  ]

  /// Returns the extensions with the decoder settings in the `setting` atom moved into `wave`,
  /// between the format name and the terminator, as QTFF ("siDecompressionParam Atom") requires.
  private static func waved(
    _ extensions: ByteSlice, _ format: FourCC, _ setting: FourCC
  ) -> ByteSlice {
    var (inside, outside) = (ByteWriter(), ByteWriter())
    inside.atom(.frma) { $0.fourCC(format) }
    if format == .mp4a { inside.atom(.mp4a) { $0.u32(0) } }
    var list = SliceAtoms(extensions)
    while let atom = list.next() {
      if atom.type == setting {
        inside.atom(atom.type) { $0.append(atom.payload) }
      } else {
        outside.atom(atom.type) { $0.append(atom.payload) }
      }
    }
    inside.atom(FourCC(rawValue: 0)) { _ in }
    var writer = ByteWriter()
    writer.atom(.wave) { $0.append(inside.bytes) }
    writer.append(outside.bytes)
    return ByteSlice(writer.bytes)
  }
}

/// The sample format of uncompressed audio, independent of the container: signed integers or
/// floating-point numbers of whole bytes.
///
/// It is created from a QuickTime or an MP4 sample description, and converted to the other form;
/// the native PCM reader (`PCMStream`) uses it to decode samples. Unsigned integers are not
/// supported.
struct LinearPCMFormat: Sendable, Hashable {
  /// Whether samples are floating-point numbers; otherwise, they are signed integers.
  var isFloat: Bool
  /// The byte order of each sample.
  var isLittleEndian: Bool
  /// The size in bits of one channel's sample, which is a multiple of 8.
  var bits: UInt16
  /// The number of channels.
  var channels: UInt32
  /// The sample rate in hertz.
  var rate: Double

  /// The size in bytes of one frame, which contains all channels.
  var frameSize: Int { Int(bits / 8) * Int(channels) }

  /// Creates the sample format for a QuickTime format (QTFF "Sound Sample Descriptions", `enda`);
  /// returns nil for compressed, unsigned and unpacked formats, and for more than 1023 channels.
  init?(quickTime format: FourCC, _ audio: AudioSampleDescription) {
    isLittleEndian = LinearPCMFormat.isLittle(audio.extensions)
    (isFloat, bits) = (false, audio.bits)
    switch format {
    case FourCC("t", "w", "o", "s"): isLittleEndian = false
    case FourCC("s", "o", "w", "t"): isLittleEndian = true
    case FourCC("i", "n", "2", "4"): bits = 24
    case FourCC("i", "n", "3", "2"): bits = 32
    case FourCC("f", "l", "3", "2"): (isFloat, bits) = (true, 32)
    case FourCC("f", "l", "6", "4"): (isFloat, bits) = (true, 64)
    // Core Audio's flags are: 1 floating point, 2 big-endian, 4 signed integer. Only packed samples
    // are supported.
    case FourCC("l", "p", "c", "m"):
      guard let linear = audio.linear, let width = UInt16(exactly: linear.bits),
        linear.flags & 1 != 0 || linear.flags & 4 != 0,
        Int(clamping: linear.bytesPerPacket) == Int(width / 8) * Int(clamping: linear.channels)
      else { return nil }
      (isFloat, bits) = (linear.flags & 1 != 0, width)
      isLittleEndian = linear.flags & 2 == 0
    default: return nil
    }
    channels = audio.linear?.channels ?? UInt32(audio.channels)
    rate = audio.linear?.rate ?? Double(audio.rate) / 65536
    guard bits > 0, bits % 8 == 0, channels > 0, channels < 1024 else { return nil }
  }

  /// Reads `enda`, in `wave` or next to it, in which 1 means little-endian; returns false if there
  /// is no `enda`.
  private static func isLittle(_ extensions: ByteSlice) -> Bool {
    var list = SliceAtoms(extensions)
    while let atom = list.next() {
      switch atom.type {
      case .wave: return isLittle(atom.payload)
      case .enda: return atom.payload.starts(with: [0, 1])
      default: continue
      }
    }
    return false
  }

  /// Creates the sample format for `ipcm` or `fpcm` (ISO/IEC 23003-5 §5.2); returns nil for other
  /// formats.
  init?(mp4 format: FourCC, _ audio: AudioSampleDescription) {
    guard format == .ipcm || format == .fpcm else { return nil }
    (isFloat, isLittleEndian, bits) = (format == .fpcm, false, audio.bits)
    channels = UInt32(audio.channels)
    rate = Double(audio.rate) / 65536
    var list = SliceAtoms(audio.extensions)
    while let atom = list.next() {
      switch atom.type {
      case .pcmC:
        isLittleEndian = atom.payload[4].map { $0 & 1 != 0 } ?? false
        bits = atom.payload[5].map(UInt16.init) ?? bits
      case .srat: rate = atom.payload.bigEndian(at: 4).map { Double($0) } ?? rate
      default: continue
      }
    }
    guard bits > 0, bits % 8 == 0, channels > 0 else { return nil }
  }

  /// Returns the description for MP4, with the other atoms of the old description except `wave`.
  ///
  /// A rate that does not fit in 16 bits is stored in `srat`, the first atom of a description of
  /// version 1, whose own rate is then a multiple of it: 0 (ISO/IEC 14496-12 §12.2.3).
  func mp4(like old: AudioSampleDescription) -> AudioSampleEntry.Converted {
    var audio = AudioSampleDescription(
      channels: UInt16(clamping: channels), bits: bits,
      rate: rate < 65536 && rate >= 0 ? UInt32(rate) << 16 : 0)
    var writer = ByteWriter()
    if rate >= 65536, let rate = UInt32(exactly: rate.rounded()) {
      audio.version = 1
      writer.atom(.srat) {
        $0.u32(0)
        $0.u32(rate)
      }
    }
    writer.atom(.pcmC) { $0.append([0, 0, 0, 0, isLittleEndian ? 1 : 0, UInt8(clamping: bits)]) }
    var list = SliceAtoms(old.extensions)
    while let atom = list.next() {
      guard atom.type != .wave, atom.type != .srat else { continue }
      writer.atom(atom.type) { $0.append(atom.payload) }
    }
    audio.extensions = ByteSlice(writer.bytes)
    return (isFloat ? .fpcm : .ipcm, audio)
  }

  /// The description for QuickTime: `lpcm`, version 2.
  var quickTime: AudioSampleEntry.Converted {
    // In version 2, the fields of version 0 contain these constants; the actual values follow them
    // (QTFF).
    var audio = AudioSampleDescription(channels: 3, bits: 16, rate: 0x10000)
    audio.version = 2
    audio.compression = -2
    let kind: UInt32 = isFloat ? 1 : 4
    audio.linear = .init(
      rate: rate, channels: channels, bits: UInt32(bits),
      flags: kind | (isLittleEndian ? 0 : 2) | 8, bytesPerPacket: UInt32(clamping: frameSize),
      framesPerPacket: 1)
    return (FourCC("l", "p", "c", "m"), audio)
  }
}

extension FourCC {
  static let frma = FourCC("f", "r", "m", "a")
  fileprivate static let enda = FourCC("e", "n", "d", "a")
}
