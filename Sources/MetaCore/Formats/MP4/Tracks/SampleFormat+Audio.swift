/// Converts audio sample descriptions and their extensions to the model.
extension SampleFormat {
  /// The maximum nesting depth of `wave` atoms.
  private static let maxDepth = 3

  /// Reads the entry of an audio track and its extensions; configuration records have priority over
  /// the fields of the entry.
  mutating func readAudio(
    tableVersion: UInt8, log: inout DiagnosticLog
  ) throws(ParseError) {
    let description = try AudioSampleDescription.parse(entry.fields, tableVersion: tableVersion)
    var audio = AudioDescription()
    if let linear = description.linear {
      audio.sampleRate = linear.rate.isFinite && linear.rate > 0 ? linear.rate : nil
      audio.channels = linear.channels > 0 ? Int(clamping: linear.channels) : nil
      audio.bitsPerSample = linear.bits > 0 ? Int(clamping: linear.bits) : nil
    } else {
      audio.sampleRate = description.rate >= 0x10000 ? Double(description.rate) / 65536 : nil
      audio.channels = description.channels > 0 ? Int(description.channels) : nil
    }
    self.audio = audio
    extensions = description.extensions
    readProtection(in: description.extensions, log: &log)
    readAudioExtensions(description.extensions, depth: 0, log: &log)
    readFixed()
    let bits = self.audio?.bitsPerSample ?? plainBits(description)
    self.audio?.bitsPerSample = bits
  }

  /// Reads extensions, including those in `wave`, where QuickTime puts them.
  private mutating func readAudioExtensions(
    _ extensions: ByteSlice, depth: Int, log: inout DiagnosticLog
  ) {
    var list = SliceAtoms(extensions)
    while let atom = list.next() {
      do throws(ParseError) {
        if atom.type == .wave, depth < SampleFormat.maxDepth {
          readAudioExtensions(atom.payload, depth: depth + 1, log: &log)
        } else {
          try readAudioExtension(atom)
        }
      } catch { note(error, in: atom.type, log: &log) }
    }
  }

  /// Reads a configuration record, or an extension that audio and video have in common.
  private mutating func readAudioExtension(_ atom: SliceAtom) throws(ParseError) {
    switch atom.type {
    case .esds: try readElementaryStream(ElementaryStreamDescriptor.parse(atom.payload))
    case .dac3:
      read(try DolbyAudioConfiguration.parseAC3(atom.payload))
      bitRateMode = .constant
    case .dec3: read(try DolbyAudioConfiguration.parseEnhanced(atom.payload))
    case .dOps: read(try AudioConfiguration.parseOpus(atom.payload))
    case .dfLa: read(try AudioConfiguration.parseFLAC(atom.payload))
    case .alac: read(try AudioConfiguration.parseLossless(atom.payload))
    case .pcmC: read(try AudioConfiguration.parsePCM(atom.payload))
    case .mhaC: read(try AudioConfiguration.parseMPEGH(atom.payload))
    case .ddts: read(try AudioConfiguration.parseDTS(atom.payload))
    case .dmlp: read(try AudioConfiguration.parseTrueHD(atom.payload))
    case .dac4: read(try AudioConfiguration.parseAC4(atom.payload))
    // The sampling rate box, for rates above 65,535 Hz (ISO/IEC 14496-12 §12.2.3).
    case .srat:
      var reader = ByteReader(atom.payload)
      try reader.skip(4)
      audio?.sampleRate = Double(try reader.u32())
    default: try readCommonExtension(atom)
    }
  }

  private mutating func read(_ configuration: DolbyAudioConfiguration) {
    if let rate = configuration.sampleRate { audio?.sampleRate = Double(rate) }
    audio?.channels = configuration.channels
    bitRate = configuration.bitRate ?? bitRate
  }

  /// Applies the properties in a configuration record.
  private mutating func read(_ configuration: AudioConfiguration) {
    if let rate = configuration.sampleRate, rate > 0 { audio?.sampleRate = rate }
    if let channels = configuration.channels, channels > 0 { audio?.channels = channels }
    if let bits = configuration.bits, bits > 0 { audio?.bitsPerSample = bits }
    if let delay = configuration.encoderDelay { audio?.encoderDelay = delay }
    if let sum = configuration.decodedMD5 { audio?.decodedMD5 = sum }
    codecString += configuration.suffix
    guard let declared = configuration.bitRate else { return }
    // Some writers of Apple Lossless declare the bit rate of the uncompressed audio.
    let unpacked =
      (audio?.sampleRate ?? 0) * Double((audio?.channels ?? 0) * (audio?.bitsPerSample ?? 0))
    if codec != .alac || Double(declared) < unpacked { bitRate = declared }
  }

  /// Reads MPEG-4 audio: the object type identifies the codec, with a second number for audio of
  /// MPEG-4 itself (RFC 6381 §3.3: `mp4a.40.2`, `mp4a.6B`).
  private mutating func readElementaryStream(_ stream: ElementaryStreamDescriptor) {
    if stream.averageBitRate > 0 {
      bitRate = Int64(stream.averageBitRate)
    }
    guard let objectType = stream.objectType else { return }
    // An MP3 or AC-3 track in `mp4a` declares its codec here; zero means none.
    if objectType != 0, codec == .mp4a { codecString = "mp4a." + hexPair(objectType) }
    let isAAC = objectType == 0x40 || (0x66...0x68).contains(objectType)
    guard isAAC, let bytes = stream.decoderConfiguration,
      let config = try? AudioSpecificConfig.parse(bytes)
    else { return }
    if let rate = config.sampleRate, rate > 0 { audio?.sampleRate = Double(rate) }
    if let channels = config.channels { audio?.channels = channels }
    if objectType == 0x40 { codecString += ".\(config.objectType)" }
  }

  /// Sets the properties of AMR codecs, which have one channel and a fixed rate; the fields of
  /// their entries are meaningless (3GPP TS 26.244 §6.5).
  private mutating func readFixed() {
    switch codec {
    case .samr, .sawb:
      audio?.sampleRate = codec == .samr ? 8000 : 16000
      audio?.channels = 1
    default: break
    }
  }

  /// Returns the number of bits per sample of an uncompressed format; nil for other formats, in
  /// which the field is meaningless.
  private func plainBits(_ description: AudioSampleDescription) -> Int? {
    switch codec {
    case .sowt, .twos, .raw, .none, .lpcm, .ipcm, .fpcm:
      description.bits > 0 ? Int(description.bits) : nil
    case .in24: 24
    case .in32, .fl32: 32
    case .fl64: 64
    default: nil
    }
  }
}

extension FourCC {
  fileprivate static let dac3 = FourCC("d", "a", "c", "3")
  fileprivate static let dec3 = FourCC("d", "e", "c", "3")
  fileprivate static let dac4 = FourCC("d", "a", "c", "4")
  fileprivate static let dOps = FourCC("d", "O", "p", "s")
  static let dfLa = FourCC("d", "f", "L", "a")
  fileprivate static let mhaC = FourCC("m", "h", "a", "C")
  static let ddts = FourCC("d", "d", "t", "s")
  static let dmlp = FourCC("d", "m", "l", "p")
  fileprivate static let samr = FourCC("s", "a", "m", "r")
  fileprivate static let sawb = FourCC("s", "a", "w", "b")
  fileprivate static let sowt = FourCC("s", "o", "w", "t")
  fileprivate static let twos = FourCC("t", "w", "o", "s")
  fileprivate static let raw = FourCC("r", "a", "w", " ")
  fileprivate static let none = FourCC("N", "O", "N", "E")
  fileprivate static let lpcm = FourCC("l", "p", "c", "m")
  fileprivate static let in24 = FourCC("i", "n", "2", "4")
  fileprivate static let in32 = FourCC("i", "n", "3", "2")
  fileprivate static let fl32 = FourCC("f", "l", "3", "2")
  fileprivate static let fl64 = FourCC("f", "l", "6", "4")
}
