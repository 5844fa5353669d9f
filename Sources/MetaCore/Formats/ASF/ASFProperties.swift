/// The properties of one ASF file and its streams, read from the objects of its header: duration,
/// creation date, tracks, languages, encryption.
struct ASFProperties: Sendable {
  private static let audioMedia = ASFIdentifier(0x409E_69F8_4D5B_CF11, 0xA8FD_0080_5F5C_442B)
  private static let videoMedia = ASFIdentifier(0xC0EF_19BC_4D5B_CF11, 0xA8FD_0080_5F5C_442B)

  /// The timescale of ASF times, whose unit is 100 nanoseconds.
  static let clock: UInt32 = 10_000_000

  private(set) var duration: MediaTime?
  /// The time that players buffer, in units of 100 nanoseconds; the times of packets and markers
  /// include it.
  private(set) var preroll: Int64 = 0
  private(set) var creationDate: MetadataDate?
  /// Whether the file is a live stream, whose sizes and durations are meaningless.
  private(set) var isBroadcast = false
  /// The size of every packet in bytes; nil when sizes differ or are unknown.
  private(set) var packetSize: Int64?
  private(set) var tracks: [TrackDescription] = []
  private(set) var languages: [LanguageTag] = []
  /// The encryption scheme of the streams; the one with the highest rank when several are
  /// described.
  private var scheme: (rank: Int, name: String)?
  /// The numbers of the encrypted streams.
  private var encrypted: Set<UInt32> = []
  /// The languages, frame times and bit rates of streams, by stream number.
  private var details: [UInt32: (language: Int, frameTime: UInt64, bitRate: UInt32)] = [:]

  /// Reads the objects in `layout`; errors are logged, except read errors, which are thrown.
  init(
    _ layout: ASFLayout, in window: SourceWindow, log: inout DiagnosticLog
  ) throws(ParseError) {
    for object in layout.children + layout.inExtension {
      do throws(ParseError) {
        try read(object, in: window)
      } catch {
        if error.code == .io { throw error }
        log.add(error.inside(object.id.name))
      }
    }
    for index in tracks.indices { complete(&tracks[index]) }
    tracks.sort { $0.id < $1.id }
  }

  /// Reads one object of the header; objects without relevant properties are ignored.
  private mutating func read(_ object: ASFObject, in window: SourceWindow) throws(ParseError) {
    let size = Int(min(Int64(object.content.count), 65_536))
    switch object.id {
    case .fileProperties:
      try readFile(ByteReader(try window.bytes(at: object.contentOffset, upTo: min(size, 80))))
    case .streamProperties:
      try readStream(ByteReader(try window.bytes(at: object.contentOffset, upTo: min(size, 256))))
    case .languageList:
      try readLanguages(ByteReader(try window.bytes(at: object.contentOffset, upTo: size)))
    case .extendedStreamProperties:
      try readExtended(ByteReader(try window.bytes(at: object.contentOffset, upTo: size)))
    case .contentEncryption:
      try readEncryption(ByteReader(try window.bytes(at: object.contentOffset, upTo: size)))
    // The XML header of Windows Media Rights Manager 7 begins with this name.
    case .extendedContentEncryption: setScheme("WRMHEADER", rank: 1)
    // This object identifies the system by a number (§3.16) whose name is unknown here.
    case .advancedContentEncryption: setScheme("DRM", rank: 0)
    default: break
    }
  }

  /// Sets the encryption scheme; the scheme with the highest rank wins or, if ranks are equal, the
  /// first.
  private mutating func setScheme(_ name: String, rank: Int) {
    if scheme.map({ $0.rank < rank }) ?? true { scheme = (rank, name) }
  }

  /// Reads the content encryption (§3.14), with sizes in bytes: 4 size, secret data; 4 size, type
  /// of protection in ASCII; key and URL of the licence.
  private mutating func readEncryption(_ start: ByteReader) throws(ParseError) {
    setScheme("DRM", rank: 0)
    var reader = start
    try reader.skip(Int(clamping: try reader.littleU32()))
    let type = try reader.bytes(Int(clamping: min(try reader.littleU32(), 64)))
    let name = TextEncoding.latin1.decode(type.withoutTrailingZeros)
    if scheme?.rank == 0, !name.isEmpty { scheme = (0, name) }
  }

  /// Reads the file properties (§3.2), with sizes in bytes: 16 identifier, 8 size, 8 date, 8
  /// packets, 8 duration, 8 to send, 8 preroll, 4 flags and more.
  private mutating func readFile(_ start: ByteReader) throws(ParseError) {
    var reader = start
    try reader.skip(24)
    creationDate = MetadataDate(windowsFileTime: try reader.littleU64())
    try reader.skip(8)
    let length = Int64(clamping: try reader.littleU64())
    try reader.skip(8)
    // The preroll is in milliseconds, other times are in units of 100 ns.
    let (wait, overflow) = Int64(clamping: try reader.littleU64())
      .multipliedReportingOverflow(by: 10_000)
    preroll = wait
    isBroadcast = try reader.littleU32() & 1 != 0
    if let least = try? reader.littleU32(), let most = try? reader.littleU32(), least == most {
      packetSize = least > 0 ? Int64(least) : nil
    }
    guard !isBroadcast else { return }
    guard !overflow, length > wait else { return }
    duration = MediaTime(value: length - wait, timescale: ASFProperties.clock)
  }

  /// Reads stream properties (§3.3), with sizes in bytes: 16 type, 16 error correction, 8 offset, 4
  /// size of type-specific data, 4, 2 flags and number, 4, and type-specific data.
  private mutating func readStream(_ start: ByteReader) throws(ParseError) {
    var reader = start
    let type = try ASFIdentifier(&reader)
    try reader.skip(24)
    let size = try reader.littleU32()
    try reader.skip(4)
    let flags = try reader.littleU16()
    try reader.skip(4)
    let number = UInt32(flags & 0x7F)
    if flags & 0x8000 != 0 { encrypted.insert(number) }
    guard !tracks.contains(where: { $0.id == number }) else { return }
    let rest = reader.takeRest().clamped(from: 0, count: Int(clamping: size))
    var track = TrackDescription(id: number, mediaType: ASFProperties.mediaType(type))
    switch type {
    case ASFProperties.audioMedia: try WaveFormat.parse(rest).describe(&track)
    case ASFProperties.videoMedia: try describe(&track, ByteReader(rest))
    default: break
    }
    tracks.append(track)
  }

  private static func mediaType(_ type: ASFIdentifier) -> MediaType {
    switch type {
    case audioMedia: .audio
    case videoMedia: .video
    default: .metadata
    }
  }

  /// Reads video properties (§9.2), with sizes in bytes: 4 width, 4 height, 1, 2 remaining size,
  /// then BITMAPINFOHEADER with the codec at 16.
  private func describe(_ track: inout TrackDescription, _ start: ByteReader) throws(ParseError) {
    var reader = start
    let width = Int(try reader.littleU32())
    let height = Int(try reader.littleU32())
    track.video = VideoDescription(width: width, height: height)
    try reader.skip(3 + 16)
    track.codec = try reader.fourCC().description
  }

  /// Reads the language list (§4.6), with sizes in bytes: 2 count, then for each 1 size, UTF-16.
  private mutating func readLanguages(_ start: ByteReader) throws(ParseError) {
    var reader = start
    for _ in 0..<(try reader.littleU16()) {
      let size = Int(try reader.u8())
      languages.append(LanguageTag(rawValue: ASFAttribute.text(try reader.bytes(size))))
    }
  }

  /// Reads extended stream properties (§4.1), with sizes in bytes: … 4 bit rate at 16, 2 stream
  /// number at 48, 2 language, 8 time per frame, 2 number of names, 2 number of extension systems;
  /// names and systems; then the stream properties unless these are stored elsewhere.
  private mutating func readExtended(_ start: ByteReader) throws(ParseError) {
    var reader = start
    try reader.skip(16)
    let bitRate = try reader.littleU32()
    try reader.skip(28)
    let stream = UInt32(try reader.littleU16())
    let language = Int(try reader.littleU16())
    details[stream] = (language, try reader.littleU64(), bitRate)
    let names = try reader.littleU16()
    let systems = try reader.littleU16()
    for _ in 0..<names {
      try reader.skip(2)
      try reader.skip(Int(try reader.littleU16()))
    }
    for _ in 0..<systems {
      try reader.skip(18)
      try reader.skip(Int(clamping: try reader.littleU32()))
    }
    guard reader.remaining >= ASFObject.headerSize else { return }
    let inner = try ASFIdentifier(&reader)
    try reader.skip(8)
    if inner == .streamProperties { try readStream(reader) }
  }

  /// Adds to a track the properties that are known only after all objects have been read.
  private func complete(_ track: inout TrackDescription) {
    track.duration = duration
    if encrypted.contains(track.id) || (encrypted.isEmpty && scheme != nil) {
      track.encryptionScheme = scheme?.name ?? "DRM"
    }
    guard let detail = details[track.id] else { return }
    if languages.indices.contains(detail.language) { track.language = languages[detail.language] }
    // The declared bit rate is used, because the duration of a file that was shortened does not
    // match its size.
    if track.bitRate == nil, detail.bitRate > 0 { track.bitRate = Int64(detail.bitRate) }
    if track.video != nil, detail.frameTime > 0 {
      track.video?.frameRate = Double(ASFProperties.clock) / Double(detail.frameTime)
    }
  }
}
