/// The codec of one logical stream in Ogg and its track description, from its first packet; it also
/// converts positions of pages to times.
struct OggCodec: Sendable, Hashable {
  /// The codecs whose header packets are known; streams of `other` codecs are only recognised.
  enum Kind: Sendable, Hashable {
    case vorbis, opus, speex, flac, theora, other
  }

  private(set) var kind = Kind.other
  /// The track, as described by the packet.
  private(set) var track: TrackDescription
  /// The number of header packets; nil when it is unknown.
  private(set) var headerCount: Int?
  /// The number of samples in every packet of Speex; nil if it is unknown.
  private(set) var packetDuration: Int64?
  /// The duration of a position unit, in units of the time scale.
  private var unit: Int64 = 1
  private var timescale: UInt32 = 0
  /// The position at which playback begins.
  private var start: Int64 = 0
  /// The number of bits in a position that count frames since the last key frame.
  private var shift: UInt64 = 0
  /// The duration, if the packet contains it.
  private var duration: MediaTime?

  /// The bytes at the start of the comment packet; empty when the codec defines no such bytes.
  var commentPrefix: [UInt8] {
    switch kind {
    case .vorbis: [3] + Array("vorbis".utf8)
    case .opus: Array("OpusTags".utf8)
    case .theora: [0x81] + Array("theora".utf8)
    case .speex, .flac, .other: []
    }
  }

  /// Whether zeros may follow the comments (RFC 7845 §5.2; Vorbis readers ignore the zeros).
  var takesPadding: Bool { kind == .vorbis || kind == .opus }

  /// Reads the first packet of stream number `id`.
  ///
  /// - Throws: `truncated` when it ends early.
  static func parse(_ packet: ByteSlice, id: UInt32) throws(ParseError) -> OggCodec {
    var reader = ByteReader(packet)
    for (magic, read) in readers where packet.starts(with: magic) {
      try reader.skip(magic.count)
      var codec = OggCodec(TrackDescription(id: id, mediaType: .audio))
      try read(&codec, &reader)
      return codec
    }
    return OggCodec(TrackDescription(id: id, mediaType: MediaType(rawValue: "data")))
  }

  /// Reads the first packet of a codec after its signature.
  private typealias Read =
    @Sendable (inout OggCodec, inout ByteReader) throws(ParseError) -> Void

  private static let readers: [([UInt8], Read)] = [
    (
      [1] + Array("vorbis".utf8),
      { (codec, reader) throws(ParseError) in try codec.readVorbis(&reader) }
    ),
    (Array("OpusHead".utf8), { (codec, reader) throws(ParseError) in try codec.readOpus(&reader) }),
    (
      Array("Speex   ".utf8), { (codec, reader) throws(ParseError) in try codec.readSpeex(&reader) }
    ),
    (
      [0x7F] + Array("FLAC".utf8),
      { (codec, reader) throws(ParseError) in try codec.readFLAC(&reader) }
    ),
    (
      [0x80] + Array("theora".utf8),
      { (codec, reader) throws(ParseError) in try codec.readTheora(&reader) }
    ),
  ]

  private init(_ track: TrackDescription) { self.track = track }

  /// Sets audio properties; positions are counted at the same rate.
  private mutating func setAudio(_ kind: Kind, _ name: String, rate: UInt32, channels: Int) {
    self.kind = kind
    track.codec = name
    track.codecString = name
    var audio = AudioDescription()
    audio.sampleRate = rate > 0 ? Double(rate) : nil
    audio.channels = channels > 0 ? channels : nil
    track.audio = audio
    timescale = rate
    track.timescale = rate > 0 ? rate : nil
  }

  /// Reads the Vorbis identification header (Vorbis I §4.2.2).
  ///
  ///     u32 version   u8 channels   u32 sample rate   i32 maximum, nominal, minimum bits/s
  private mutating func readVorbis(_ reader: inout ByteReader) throws(ParseError) {
    try reader.skip(4)
    let channels = Int(try reader.u8())
    setAudio(.vorbis, "vorbis", rate: try reader.littleU32(), channels: channels)
    let most = Int32(bitPattern: try reader.littleU32())
    let usual = Int32(bitPattern: try reader.littleU32())
    track.bitRate = usual > 0 ? Int64(usual) : nil
    let least = Int32(bitPattern: try reader.littleU32())
    // Equal values mean a constant rate, and limits mean a variable rate; a nominal rate alone may
    // be either.
    if most > 0 || least > 0 {
      track.bitRateMode = most == usual && least == usual ? .constant : .variable
    }
    headerCount = 3
  }

  /// Reads the Opus identification header (RFC 7845 §5.1); positions are always in units of
  /// 1/48,000 second.
  ///
  ///     u8 version   u8 channels   u16 pre-skip   u32 sample rate of the source   i16 gain   u8 mapping
  private mutating func readOpus(_ reader: inout ByteReader) throws(ParseError) {
    try reader.skip(1)
    let channels = Int(try reader.u8())
    let skipped = try reader.littleU16()
    setAudio(.opus, "opus", rate: 48_000, channels: channels)
    track.audio?.encoderDelay = Int(skipped)
    start = Int64(skipped)
    headerCount = 2
  }

  /// Reads the Speex header (`speex_header.h`).
  ///
  ///     char[20] version   u32 version number, size of the header, sample rate, mode, its version, channels   i32 bits per second
  ///     u32 size of a frame, variable rate, frames in a packet, extra headers
  private mutating func readSpeex(_ reader: inout ByteReader) throws(ParseError) {
    try reader.skip(28)
    let rate = try reader.littleU32()
    try reader.skip(8)
    let channels = Int(clamping: try reader.littleU32())
    // Speex has one or two channels; any other number indicates damage.
    setAudio(.speex, "speex", rate: rate, channels: channels <= 2 ? channels : 0)
    let bitRate = Int32(bitPattern: try reader.littleU32())
    track.bitRate = bitRate > 0 ? Int64(bitRate) : nil
    let frameSize = Int64(try reader.littleU32())
    track.bitRateMode = try reader.littleU32() == 0 ? .constant : .variable
    let count = frameSize.times(Int64(try reader.littleU32()))
    packetDuration = count > 0 ? count : nil
    // A damaged header may declare any number.
    headerCount = 2 + Int(min(try reader.littleU32(), 1 << 16))
  }

  /// Reads the FLAC mapping header (RFC 9639 §10.1).
  ///
  ///     u8 major, u8 minor version   u16 number of header packets that follow   "fLaC"   block STREAMINFO
  private mutating func readFLAC(_ reader: inout ByteReader) throws(ParseError) {
    try reader.skip(2)
    let count = Int(try reader.u16())
    try reader.skip(FLACLayout.magic.count + FLACBlock.headerSize)
    let info = try FLACStreamInfo.parse(try reader.bytes(FLACStreamInfo.size))
    track = info.properties.track(id: track.id)
    kind = .flac
    timescale = info.sampleRate
    duration = info.properties.duration
    headerCount = count > 0 ? count + 1 : nil
  }

  /// Reads the Theora identification header (Theora §6.2).
  ///
  ///     u8[3] version   u16 width, height in blocks of 16   u24 width, height   u8 x, y
  ///     u32 rate, its divisor   u24 width, height of a pixel   u8 colours   u24 bits per second   6 bits quality, 5 bits shift
  private mutating func readTheora(_ reader: inout ByteReader) throws(ParseError) {
    kind = .theora
    track.mediaType = .video
    track.codec = "theora"
    track.codecString = "theora"
    try reader.skip(7)
    var video = VideoDescription(
      width: Int(try reader.u24()), height: Int(try reader.u24()))
    try reader.skip(2)
    let (rate, divisor) = (try reader.u32(), try reader.u32())
    if divisor > 0, rate > 0 {
      video.frameRate = Double(rate) / Double(divisor)
      (unit, timescale) = (Int64(divisor), rate)
    }
    track.timescale = rate > 0 ? rate : nil
    let (across, down) = (Int(try reader.u24()), Int(try reader.u24()))
    if across > 0, down > 0, across != down { video.pixelAspect = [across, down] }
    track.video = video
    try reader.skip(1)
    let bitRate = try reader.u24()
    track.bitRate = bitRate > 0 ? Int64(bitRate) : nil
    shift = UInt64(try reader.u16() >> 5 & 31)
    headerCount = 3
  }

  /// Returns the position of a page as a number of samples or frames.
  func count(at position: UInt64) -> Int64 {
    guard shift > 0 else { return Int64(clamping: position) }
    return Int64(clamping: (position >> shift) + (position & (1 << shift - 1)))
  }

  /// Returns the times of a stream that begins at position `first` and whose last page has position
  /// `last`; nil when they are unknown.
  func range(from first: Int64, upTo last: UInt64) -> MediaTimeRange? {
    guard let start = time(first) else {
      return duration.map { MediaTimeRange(start: .zero, duration: $0) }
    }
    if let duration { return MediaTimeRange(start: start, duration: duration) }
    guard last != OggPage.noPosition,
      let duration = time(max(0, count(at: last).minus(first).minus(self.start)))
    else { return nil }
    return MediaTimeRange(start: start, duration: duration)
  }

  /// Returns a number of samples or frames as a time; nil when it cannot be represented.
  private func time(_ count: Int64) -> MediaTime? {
    let (value, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow || timescale == 0 ? nil : MediaTime(value: value, timescale: timescale)
  }
}
