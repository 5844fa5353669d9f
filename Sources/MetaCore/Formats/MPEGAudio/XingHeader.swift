/// The Xing or Info header in the first frame of an MP3 stream, instead of audio, with LAME's
/// extension (``LAMETag``): length, quality and encoder of the stream.
///
/// It is only parsed, without the table of contents; ``XingFrameBuilder`` writes such headers.
///
/// Offset and size of each field in bytes:
///
///      0  4  "Xing" (variable bit rate) or "Info" (constant)
///      4  4  flags: 1 frames, 2 bytes, 4 table of contents, 8 quality
///         4  number of frames   4  number of bytes   100  table of contents   4  quality, depending on the flags
///     then (LAME and others, "Mp3 Info Tag rev 1"):
///      0  9  encoder     9  1  revision and method    10  1  low-pass / 100 Hz
///     11  4  peak       15  2  track gain             17  2  album gain
///     19  1  flags      20  1  bit rate               21  3  delay and padding, 12 bits each
///     24  1  settings   25  1  MP3 gain               26  2  preset and surround
///     28  4  number of bytes, including this frame
///     32  2  checksum of the audio                    34  2  checksum of the frame up to here
struct XingHeader: Sendable, Hashable {
  private static let xing = FourCC("X", "i", "n", "g")
  private static let info = FourCC("I", "n", "f", "o")

  /// Whether the header begins with "Xing" rather than "Info".
  var isVariable: Bool
  var frameCount: UInt32?
  var byteCount: UInt32?
  var quality: UInt32?
  var lame: LAMETag?
  /// The offset of the header in the frame.
  private(set) var place = 0
  /// The offset of LAME's extension in the frame, if there is one.
  private(set) var tagPlace = 0

  /// Parses the header in a frame that begins with `frame`; nil if the frame has none.
  init?(in frame: ByteSlice, of header: MPEGFrameHeader) {
    guard header.layer == 3 else { return nil }
    // The header follows the CRC, if there is one: LAME leaves space for it, other encoders do not.
    for offset in [4 + header.sideInformationSize, 6 + header.sideInformationSize] {
      if let found = XingHeader(parsing: frame.clamped(from: offset)) {
        self = found
        place = offset
        tagPlace += offset
        return
      }
    }
    return nil
  }

  /// Parses the header at the start of `slice`.
  private init?(parsing slice: ByteSlice) {
    var reader = ByteReader(slice)
    guard let magic = try? reader.fourCC(), magic == XingHeader.xing || magic == XingHeader.info,
      let flags = try? reader.u32()
    else { return nil }
    isVariable = magic == XingHeader.xing
    if flags & 1 != 0 { frameCount = try? reader.u32() }
    if flags & 2 != 0 { byteCount = try? reader.u32() }
    if flags & 4 != 0 { try? reader.skip(100) }
    if flags & 8 != 0 { quality = try? reader.u32() }
    tagPlace = slice.count - reader.remaining
    lame = LAMETag(parsing: reader.rest)
  }
}

/// The extension that LAME and its successors write after the Xing header: encoder, gain, and the
/// numbers of samples to drop at both ends.
struct LAMETag: Sendable, Hashable {
  /// The encoder's name and version, as stored.
  var encoder: String
  /// The number of the method: 1 constant, 2 average, 3 to 6 variable, 8 and 9 two-pass.
  var method: Int = 0
  /// The low-pass frequency in hertz; nil when unknown.
  var lowPass: Int?
  /// The peak, where 1 is full scale.
  var peak: Double?
  /// The track gain, in decibels.
  var trackGain: Double?
  /// The album gain, in decibels.
  var albumGain: Double?
  var delay: Int?
  var padding: Int?

  init?(parsing slice: ByteSlice) {
    let name = slice.clamped(from: 0, count: 9)
    guard name.count == 9, let first = name[0], first >= 0x41, first <= 0x7A else { return nil }
    let printable = name.bytes.prefix { $0 >= 0x20 && $0 < 0x7F }
    guard printable.count >= 4 else { return nil }
    encoder = String(decoding: printable, as: UTF8.self)
    while encoder.last == " " { encoder.removeLast() }
    var reader = ByteReader(slice.clamped(from: 9))
    parseNumbers(&reader)
  }

  /// Parses the fields after the encoder's name.
  private mutating func parseNumbers(_ reader: inout ByteReader) {
    // LAME before 3.90 wrote a longer name here and no numbers.
    guard !isOldLAME, let revision = try? reader.u8(), let lowPass = try? reader.u8(),
      let peak = try? reader.u32(), let track = try? reader.u16(), let album = try? reader.u16(),
      (try? reader.skip(2)) != nil, let gap = try? reader.u24()
    else { return }
    method = Int(revision & 15)
    self.lowPass = lowPass > 0 ? Int(lowPass) * 100 : nil
    self.peak = peak > 0 ? Double(peak) / Double(1 << 23) : nil
    trackGain = LAMETag.gain(track, name: 1)
    albumGain = LAMETag.gain(album, name: 2)
    (delay, padding) = (Int(gap >> 12), Int(gap & 0xFFF))
  }

  /// Players support delay and padding only after these encoder names.
  static let believedEncoders = ["LAME", "Lavf", "Lavc"]

  /// The delay and padding that players remove; nil if the tag has none, or if they ignore them.
  var removedParts: (delay: Int64, padding: Int64)? {
    guard let delay, let padding, LAMETag.believedEncoders.contains(where: encoder.hasPrefix)
    else { return nil }
    return (Int64(delay), Int64(padding))
  }

  private var isOldLAME: Bool {
    guard encoder.hasPrefix("LAME3.") else { return false }
    // "LAME3.100" is newer than "LAME3.99r".
    return (Int(encoder.dropFirst(6).prefix(while: \.isNumber)) ?? 99) < 90
  }

  /// Parses a gain: three bits of name, three of originator, a sign and tenths of a decibel.
  private static func gain(_ value: UInt16, name: UInt16) -> Double? {
    guard value >> 13 == name, value >> 10 & 7 != 0 else { return nil }
    let tenths = Double(value & 0x1FF)
    return (value & 0x200 != 0 ? -tenths : tenths) / 10
  }
}
