/// Names of channel layouts, which are FFmpeg's: `mono`, `stereo`, `5.1(side)`.
enum ChannelLayout {
  /// Speakers as bits in the order of WAVEFORMATEXTENSIBLE (mmreg.h), and FFmpeg's name for them (libavutil, channel_layout.c).
  private static let names: [UInt32: String] = [
    0x004: "mono", 0x003: "stereo", 0x00B: "2.1", 0x007: "3.0", 0x103: "3.0(back)", 0x107: "4.0",
    0x033: "quad", 0x603: "quad(side)", 0x00F: "3.1", 0x037: "5.0", 0x607: "5.0(side)",
    0x10F: "4.1", 0x03F: "5.1", 0x60F: "5.1(side)", 0x707: "6.0", 0x70F: "6.1", 0x13F: "6.1(back)",
    0x637: "7.0", 0x63F: "7.1", 0x0FF: "7.1(wide)", 0x6CF: "7.1(wide-side)",
  ]

  /// The name of a set of speakers; nil where it has none.
  static func name(speakers: UInt32) -> String? { names[speakers] }

  /// Layout tags of CoreAudio without the number of channels (CoreAudioBaseTypes.h), and their speakers; left and right surround are the bits 4
  /// and 5 there.
  private static let tags: [UInt32: UInt32] = [
    100: 0x004, 101: 0x003, 102: 0x003, 103: 0x003, 108: 0x033, 113: 0x007, 114: 0x007, 115: 0x107,
    116: 0x107, 117: 0x037, 118: 0x037, 119: 0x037, 120: 0x037, 121: 0x03F, 122: 0x03F, 123: 0x03F,
    124: 0x03F, 125: 0x13F, 128: 0x63F, 131: 0x103, 133: 0x00B,
  ]

  /// Layouts that ISO/IEC 23001-8 table 8 numbers, which AAC and `chnl` use, and their speakers.
  private static let configurations: [UInt32: UInt32] = [
    1: 0x004, 2: 0x003, 3: 0x007, 4: 0x107, 5: 0x037, 6: 0x03F,
  ]

  /// The layout that the atoms of a sample description name; nil where none does.
  static func name(in atoms: [FormatDescription.ExtensionAtom]) -> String? {
    for atom in atoms {
      switch atom.type {
      case .chan: if let name = try? quickTime(atom.bytes) { return name }
      case .chnl: if let name = try? standard(atom.bytes) { return name }
      case .esds: if let name = try? elementaryStream(atom.bytes) { return name }
      default: continue
      }
    }
    return nil
  }

  /// `chan` (QTFF "Audio Channel Layout"): u8 version, u24 flags, u32 tag, bits, count of descriptions.
  private static func quickTime(_ payload: ByteSlice) throws(ParseError) -> String? {
    var reader = ByteReader(payload)
    try reader.skip(4)
    let (tag, bits) = (try reader.u32(), try reader.u32())
    // kAudioChannelLayoutTag_UseChannelBitmap
    if tag == 0x1_0000 { return name(speakers: bits) }
    return tags[tag >> 16].flatMap { name(speakers: $0) }
  }

  /// `chnl` (ISO/IEC 14496-12 §12.2.4): u8 version, u24 flags; version 0: u8 structure (1: channels), u8 layout.
  private static func standard(_ payload: ByteSlice) throws(ParseError) -> String? {
    var reader = ByteReader(payload)
    guard try reader.u8() == 0 else { return nil }
    try reader.skip(3)
    guard try reader.u8() & 1 != 0 else { return nil }
    return configurations[UInt32(try reader.u8())].flatMap { name(speakers: $0) }
  }

  private static func elementaryStream(_ payload: ByteSlice) throws(ParseError) -> String? {
    let stream = try ElementaryStreamDescriptor.parse(payload)
    guard stream.objectType == 0x40, let bytes = stream.decoderConfiguration,
      let channels = try AudioSpecificConfig.parse(bytes).channels, channels <= 6
    else { return nil }
    // Up to six, the configuration is the number of channels.
    return configurations[UInt32(channels)].flatMap { name(speakers: $0) }
  }
}

extension FourCC {
  fileprivate static let chan = FourCC("c", "h", "a", "n")
  fileprivate static let chnl = FourCC("c", "h", "n", "l")
}
