/// Finds FFmpeg's name for a channel layout (`mono`, `stereo`, `5.1(side)`) from the information in
/// a file: a speaker mask, atoms of an audio sample description, or only codec and channel count.
enum ChannelLayout {
  /// Returns FFmpeg's name (libavutil, channel_layout.c) for a set of speakers, given as a mask in
  /// the bit order of WAVEFORMATEXTENSIBLE (mmreg.h); nil if the set has no name.
  ///
  /// This is not a dictionary, because initialising one takes longer than reading a file.
  static func name(speakers: UInt32) -> String? {
    switch speakers {
    case 0x004: "mono"
    case 0x003: "stereo"
    case 0x00B: "2.1"
    case 0x007: "3.0"
    case 0x103: "3.0(back)"
    case 0x107: "4.0"
    case 0x033: "quad"
    case 0x603: "quad(side)"
    case 0x00F: "3.1"
    case 0x037: "5.0"
    case 0x607: "5.0(side)"
    case 0x10F: "4.1"
    case 0x03F: "5.1"
    case 0x60F: "5.1(side)"
    case 0x707: "6.0"
    case 0x70F: "6.1"
    case 0x13F: "6.1(back)"
    case 0x637: "7.0"
    case 0x63F: "7.1"
    case 0x0FF: "7.1(wide)"
    case 0x6CF: "7.1(wide-side)"
    case 0x137: "hexagonal"
    case 0x737: "octagonal"
    case 0x6C3: "6.0(front)"
    case 0x6C7: "7.0(front)"
    case 0x6CB: "6.1(front)"
    case 0x500F: "3.1.2"
    case 0x560F: "5.1.2"
    case 0x2_D60F: "5.1.4"
    case 0x563F: "7.1.2"
    case 0x2_D63F: "7.1.4"
    default: nil
    }
  }

  /// Returns the speakers for a Core Audio layout tag without its channel count
  /// (CoreAudioBaseTypes.h, where left and right surround are bits 4 and 5).
  private static func speakers(tag: UInt32) -> UInt32? {
    switch tag {
    case 100: 0x004
    case 101, 102, 103: 0x003
    case 108: 0x033
    case 113, 114: 0x007
    case 115, 116: 0x107
    case 117...120: 0x037
    case 121...124: 0x03F
    case 125: 0x13F
    case 128: 0x63F
    case 131: 0x103
    case 133: 0x00B
    default: nil
    }
  }

  /// Returns the speakers for a channel configuration in ISO/IEC 23001-8 table 8, used by AAC and
  /// `chnl`.
  private static func speakers(configuration: UInt32) -> UInt32? {
    switch configuration {
    case 1: 0x004
    case 2: 0x003
    case 3: 0x007
    case 4: 0x107
    case 5: 0x037
    case 6: 0x03F
    case 7: 0x0FF
    case 11: 0x13F
    case 12: 0x63F
    default: nil
    }
  }

  /// Returns the speakers for three to eight channels in codecs that fix their order: FLAC (RFC
  /// 9639 §9.1.3), Vorbis (I §4.3.9) and Opus (RFC 7845 §5.1.1.2), which have the same layouts, and
  /// Apple Lossless (ALACMagicCookieDescription.txt), which has its own.
  private static func fixed(_ channels: Int, isApple: Bool) -> UInt32? {
    switch channels {
    case 3: 0x007
    case 4: isApple ? 0x107 : 0x033
    case 5: 0x037
    case 6: 0x03F
    case 7: isApple ? 0x13F : 0x70F
    case 8: isApple ? 0x0FF : 0x63F
    default: nil
    }
  }

  /// Returns the layout for a codec that derives the speakers from the channel count; nil for other
  /// codecs with more than two channels.
  static func name(codec: String, channels: Int) -> String? {
    switch channels {
    case 1: return "mono"
    case 2: return "stereo"
    default: break
    }
    switch codec.lowercased() {
    case "flac", "vorbis", "opus":
      return fixed(channels, isApple: false).flatMap { name(speakers: $0) }
    case "alac": return fixed(channels, isApple: true).flatMap { name(speakers: $0) }
    case "aac":
      // Configuration 7 has eight channels.
      let configuration = channels == 8 ? 7 : UInt32(clamping: channels)
      guard channels <= 6 || channels == 8 else { return nil }
      return speakers(configuration: configuration).flatMap { name(speakers: $0) }
    default: return nil
    }
  }

  /// The maximum nesting depth of `wave` atoms.
  private static let deepest = 3

  /// Returns the layout that the atoms of a sample description specify, if any.
  static func name(in extensions: ByteSlice, depth: Int = 0) -> String? {
    var atoms = SliceAtoms(extensions)
    while let atom = atoms.next() {
      let name =
        switch atom.type {
        case .chan: try? quickTime(atom.payload)
        case .chnl: try? standard(atom.payload)
        case .esds: try? elementaryStream(atom.payload)
        case .dac3: try? dolby(atom.payload, isEnhanced: false)
        case .dec3: try? dolby(atom.payload, isEnhanced: true)
        case .ddts: (try? AudioConfiguration.parseDTS(atom.payload))?.speakers.flatMap(name)
        case .dmlp: (try? AudioConfiguration.parseTrueHD(atom.payload))?.speakers.flatMap(name)
        case .wave: depth < deepest ? self.name(in: atom.payload, depth: depth + 1) : nil
        default: String?.none
        }
      if let name { return name }
    }
    return nil
  }

  /// Returns the layout in a `chan` atom (QTFF "Audio Channel Layout").
  ///
  ///     u8 version, u24 flags, u32 tag, u32 channel bitmap, u32 count of descriptions
  ///     { u32 label, u32 flags, three floats } for each description
  private static func quickTime(_ payload: ByteSlice) throws(ParseError) -> String? {
    var reader = ByteReader(payload)
    try reader.skip(4)
    let (tag, bits) = (try reader.u32(), try reader.u32())
    // kAudioChannelLayoutTag_UseChannelBitmap
    if tag == 0x1_0000 { return name(speakers: bits) }
    guard tag == 0 else { return speakers(tag: tag >> 16).flatMap { name(speakers: $0) } }
    var labels: [UInt32] = []
    for _ in 0..<min(try reader.u32(), 64) {
      labels.append(try reader.u32())
      try reader.skip(16)
    }
    return name(labels: labels)
  }

  /// Returns the layout for Core Audio channel labels (CoreAudioBaseTypes.h): labels 1 to 18 are
  /// bits of the mask; if there are rear speakers, the surround speakers are at the sides.
  private static func name(labels: [UInt32]) -> String? {
    let hasRear = labels.contains(33)
    var speakers: UInt32 = 0
    for label in labels {
      switch label {
      case 5 where hasRear: speakers |= 0x200
      case 6 where hasRear: speakers |= 0x400
      case 1...18: speakers |= 1 << (label - 1)
      case 33: speakers |= 0x10
      case 34: speakers |= 0x20
      case 35: speakers |= 0x40
      case 36: speakers |= 0x80
      default: return nil
      }
    }
    return name(speakers: speakers)
  }

  /// Returns the layout in a `chnl` atom (ISO/IEC 14496-12 §12.2.4).
  ///
  ///     u8 version, u24 flags
  ///     version 0: u8 stream structure (1: channels), u8 layout; for layout 0, one position per
  ///     channel
  ///     version 1: 4 bits structure, 4 bits order, u8 channel count, u8 layout; for layout 0, u8
  ///     count of positions, the positions
  private static func standard(_ payload: ByteSlice) throws(ParseError) -> String? {
    var reader = ByteReader(payload)
    let version = try reader.u8()
    guard version < 2 else { return nil }
    try reader.skip(3)
    guard try reader.u8() & (version == 0 ? 0x01 : 0x10) != 0 else { return nil }
    if version == 1 { try reader.skip(1) }
    let layout = try reader.u8()
    guard layout == 0 else {
      // A bitmap of the channels that the layout has and the track lacks; always present in version
      // 0, indicated by the last bit of a byte in version 1.
      let hasOmissions = version == 0 ? !reader.isAtEnd : try reader.u8() & 1 != 0
      if hasOmissions, try reader.u64() != 0 { return nil }
      return self.speakers(configuration: UInt32(layout)).flatMap { name(speakers: $0) }
    }
    if version == 1 { reader = ByteReader(try reader.bytes(Int(try reader.u8()))) }
    var speakers: UInt32 = 0
    while !reader.isAtEnd {
      let position = Int(try reader.u8())
      guard positions.indices.contains(position) else { return nil }
      speakers |= positions[position]
    }
    return name(speakers: speakers)
  }

  /// The speakers for the first positions in ISO/IEC 23001-8 table 7: L, R, C, LFE, Ls, Rs, Lc, Rc,
  /// Lsr, Rsr, Cs.
  private static let positions: [UInt32] = [
    0x001, 0x002, 0x004, 0x008, 0x200, 0x400, 0x040, 0x080, 0x010, 0x020, 0x100,
  ]

  /// Returns the layout for the AAC channel configuration in an `esds` atom; nil for other codecs.
  private static func elementaryStream(_ payload: ByteSlice) throws(ParseError) -> String? {
    let stream = try ElementaryStreamDescriptor.parse(payload)
    guard stream.objectType == 0x40, let bytes = stream.decoderConfiguration else { return nil }
    let config = try AudioSpecificConfig.parse(bytes)
    // Parametric stereo decodes one channel into two.
    if config.channels == 2 { return "stereo" }
    return speakers(configuration: config.channelConfiguration).flatMap { name(speakers: $0) }
  }

  /// Returns the layout for the audio coding mode in a `dac3` or `dec3` atom.
  ///
  /// Dependent streams add channels, whose positions are known only if there are eight in total.
  private static func dolby(
    _ payload: ByteSlice, isEnhanced: Bool
  ) throws(ParseError) -> String? {
    let configuration =
      isEnhanced
      ? try DolbyAudioConfiguration.parseEnhanced(payload)
      : try DolbyAudioConfiguration.parseAC3(payload)
    guard !configuration.hasDependentStreams else {
      return configuration.channels == 8 ? "7.1" : nil
    }
    return name(
      speakers: DolbyFrame.speakers(
        mode: configuration.mode, hasLowFrequencies: configuration.hasLowFrequencies))
  }
}

extension TrackDescription {
  /// FFmpeg's name for the channel layout, such as `stereo` or `5.1`; nil if the file does not
  /// specify one and there are more than two channels.
  public var channelLayout: String? {
    guard let audio else { return nil }
    if let speakers, let name = ChannelLayout.name(speakers: speakers) { return name }
    let channels = audio.channels ?? 0
    // One or two channels do not require parsing the atoms.
    if channels > 2, !formatExtensions.isEmpty,
      let named = ChannelLayout.name(in: formatExtensions)
    {
      return named
    }
    return ChannelLayout.name(codec: codec ?? "", channels: channels)
  }
}

extension FourCC {
  fileprivate static let chan = FourCC("c", "h", "a", "n")
  fileprivate static let chnl = FourCC("c", "h", "n", "l")
  fileprivate static let dac3 = FourCC("d", "a", "c", "3")
  fileprivate static let dec3 = FourCC("d", "e", "c", "3")
}
