extension PCMStream {
  /// Returns the audio of a track if it is uncompressed and stored in a supported file layout.
  ///
  /// - Throws: ``ParseError`` if the file cannot be read.
  static func find(for request: DecoderRequest) throws(ParseError) -> PCMStream? {
    let window = SourceWindow(request.source)
    let stream: PCMStream? =
      switch request.kind {
      case "wav": try wave(window)
      case "aiff": try aiff(window)
      case "mov", "mp4", "3gp", "3g2": try movie(window, request.track.id)
      default: nil
      }
    return stream.flatMap { $0.isValid ? $0 : nil }
  }

  // MARK: WAV

  /// Locates the samples in the `data` chunk of a WAV file.
  private static func wave(_ window: SourceWindow) throws(ParseError) -> PCMStream? {
    var log = DiagnosticLog()
    var walker = try RIFFFormat.walker(window, options: ReadOptions(), log: &log)
    var (format, data) = (WaveFormat?.none, Chunk?.none)
    while data == nil, let chunk = try walker.next(log: &log) {
      if chunk.id == ChunkID.fmt, format == nil {
        let size = Int(min(40, chunk.bodySize))
        format = try WaveFormat.parse(
          try window.bytes(at: chunk.bodyOffset, count: size), walker.form.order)
      }
      if chunk.id == ChunkID.data { data = chunk }
    }
    // A size of zero may come from a program that never updated the header.
    guard let format, let data, data.claimedSize > 0, format.channels > 0,
      format.blockSize % format.channels == 0, let coding = coding(of: format)
    else { return nil }
    // A placeholder size does not mean truncation.
    let isTruncated = data.claimedSize < UInt64(UInt32.max) && !data.isWhole
    return PCMStream(
      coding: coding, channels: format.channels, sampleRate: Int(format.sampleRate),
      channelLayout: layout(format.speakers, format.channels),
      extents: [
        Extent(
          offset: data.bodyOffset, first: 0, count: data.bodySize / Int64(max(1, format.blockSize)))
      ], framesPerBuffer: framesPerBuffer(format.blockSize),
      truncation: isTruncated ? data.bodyEnd : nil)
  }

  /// Returns the coding for a format tag (mmreg.h) and container width; nil if it is not supported.
  private static func coding(of format: WaveFormat) -> Coding? {
    let width = format.blockSize / max(1, format.channels)
    // Writers disagree on which end of an oversized container holds the sample bits.
    guard width == (format.bitsPerSample + 7) / 8 else { return nil }
    switch (format.tag, width) {
    case (1, 1): return .unsignedByte
    case (1, 2...4): return .integer(bytes: width, isBigEndian: format.order == .big)
    case (3, 4), (3, 8): return .float(bytes: width, isBigEndian: format.order == .big)
    case (6, 1): return .aLaw
    case (7, 1): return .muLaw
    default: return nil
    }
  }

  /// Returns FFmpeg's name for one of the most common WAV layouts (mmreg.h, KSAUDIO_SPEAKER); nil
  /// for other layouts.
  ///
  /// Without a matching speaker mask, one and two channels are mono and stereo.
  private static func layout(_ speakers: UInt32?, _ channels: Int) -> String? {
    let names: [UInt32: String] = [
      0x4: "mono", 0x3: "stereo", 0x33: "quad", 0x3F: "5.1", 0x60F: "5.1(side)", 0x63F: "7.1",
    ]
    guard let speakers, speakers.nonzeroBitCount == channels else {
      return channels == 1 ? "mono" : channels == 2 ? "stereo" : nil
    }
    return names[speakers]
  }

  // MARK: AIFF

  /// Locates the samples in the `SSND` chunk of an AIFF or AIFF-C file.
  private static func aiff(_ window: SourceWindow) throws(ParseError) -> PCMStream? {
    var log = DiagnosticLog()
    var walker = AIFFFormat.walker(window, options: ReadOptions())
    var (common, data) = (CommonChunk?.none, Chunk?.none)
    while common == nil || data == nil, let chunk = try walker.next(log: &log) {
      if chunk.id == ChunkID.comm, common == nil {
        let size = Int(min(22, chunk.bodySize))
        common = try CommonChunk.parse(try window.bytes(at: chunk.bodyOffset, count: size))
      }
      if chunk.id == ChunkID.soundData, chunk.bodySize >= 8 { data = chunk }
    }
    guard let common, let data, let rate = common.timescale, common.channels > 0,
      let coding = coding(of: common)
    else { return nil }
    // The audio follows an offset and a block size (AIFF 1.3, "Sound Data Chunk").
    var reader = ByteReader(try window.bytes(at: data.bodyOffset, count: 8))
    let start = data.bodyOffset.plus(8).plus(Int64(try reader.u32()))
    let size = Int64(coding.bytes * common.channels)
    let inFile = max(0, data.bodyEnd.minus(start)) / size
    return PCMStream(
      coding: coding, channels: common.channels, sampleRate: Int(rate),
      channelLayout: layout(nil, common.channels),
      extents: [Extent(offset: start, first: 0, count: min(inFile, Int64(common.frameCount)))],
      framesPerBuffer: framesPerBuffer(Int(size)), truncation: data.isWhole ? nil : data.bodyEnd)
  }

  /// Returns the coding for an AIFF-C compression type and sample width; nil if it is not
  /// supported.
  private static func coding(of common: CommonChunk) -> Coding? {
    let width = (common.bitsPerSample + 7) / 8
    switch common.compression.description.lowercased() {
    case "none", "twos":
      return (1...4).contains(width) ? .integer(bytes: width, isBigEndian: true) : nil
    case "sowt": return width == 2 ? .integer(bytes: 2, isBigEndian: false) : nil
    case "in24": return .integer(bytes: 3, isBigEndian: true)
    case "in32": return .integer(bytes: 4, isBigEndian: true)
    case "fl32": return .float(bytes: 4, isBigEndian: true)
    case "fl64": return .float(bytes: 8, isBigEndian: true)
    case "alaw": return .aLaw
    case "ulaw": return .muLaw
    default: return nil
    }
  }

  // MARK: Movies

  /// Returns the audio of a movie track whose sample table has one sample per PCM frame.
  ///
  /// Fragments, external files and compressed movie atoms are not supported.
  private static func movie(_ window: SourceWindow, _ id: UInt32) throws(ParseError) -> PCMStream? {
    var log = DiagnosticLog()
    var walker = AtomWalker(window, limits: .standard)
    guard let moov = try walker.walk(log: &log).first(.moov), moov.child(.mvex) == nil,
      moov.child(.cmov) == nil, let trak = try track(id, of: moov, window),
      let stbl = trak.first(.mdia, .minf, .stbl), let stsd = stbl.child(.stsd),
      let dref = trak.first(.mdia, .minf, .dinf, .dref)
    else { return nil }
    let references = try DataReferences.parse(try dref.payload(in: window))
    let table = try SampleDescriptionAtom.parse(
      try stsd.payload(in: window, limit: Limits.standard.table), limit: 2)
    guard !references.isOutside.contains(true), table.entries.count == 1,
      let entry = table.entries.first
    else { return nil }
    let audioDescription = try AudioSampleDescription.parse(
      entry.fields, tableVersion: table.header.version)
    guard var stream = described(entry.format, audioDescription), stream.isValid else { return nil }
    let samples = try TrackSamples(tables: stbl, in: window)
    guard samples.durations.runs.allSatisfy({ $0.value == 1 }), samples.compositions.count == 0
    else { return nil }
    let size = Int64(stream.bytesPerFrame)
    for chunk in samples.chunks where chunk.count > 0 {
      guard chunk.size == Int64(chunk.count).times(size), chunk.offset >= 0 else { return nil }
      let count = max(0, min(Int64(chunk.count), window.length.minus(chunk.offset) / size))
      stream.extents.append(
        Extent(offset: chunk.offset, first: Int64(chunk.first), count: count))
      if count < Int64(chunk.count) {
        stream.truncation = window.length
        break
      }
    }
    return stream
  }

  /// Returns the `trak` atom with the given track ID.
  private static func track(
    _ id: UInt32, of moov: Atom, _ window: SourceWindow
  ) throws(ParseError) -> Atom? {
    for trak in moov.children(.trak) {
      guard let tkhd = trak.child(FourCC("t", "k", "h", "d")) else { continue }
      let header = try TrackHeaderAtom.parse(try tkhd.payload(in: window, limit: 4096))
      if header.trackID == id { return trak }
    }
    return nil
  }

  /// Returns a stream without extents for an audio sample description; nil if it is not supported.
  private static func described(_ format: FourCC, _ audioDescription: AudioSampleDescription)
    -> PCMStream?
  {
    var stream = PCMStream(
      coding: .muLaw, channels: Int(audioDescription.channels),
      sampleRate: Int(audioDescription.rate >> 16),
      extents: [], framesPerBuffer: 1024)
    switch format {
    case FourCC("u", "l", "a", "w"): break
    case FourCC("a", "l", "a", "w"): stream.coding = .aLaw
    case FourCC("r", "a", "w", " "):
      guard audioDescription.bits == 8 else { return nil }
      stream.coding = .unsignedByte
    default:
      guard
        let plain = LinearPCMFormat(quickTime: format, audioDescription)
          ?? LinearPCMFormat(mp4: format, audioDescription),
        let rate = Int(exactly: plain.rate), format != .sowt || plain.bits == 16
      else { return nil }
      let (bytes, isBig) = (Int(plain.bits) / 8, !plain.isLittleEndian)
      stream.coding =
        plain.isFloat
        ? .float(bytes: bytes, isBigEndian: isBig) : .integer(bytes: bytes, isBigEndian: isBig)
      (stream.channels, stream.sampleRate) = (Int(plain.channels), rate)
    }
    stream.channelLayout = layout(nil, stream.channels)
    return stream
  }
}

extension FourCC {
  fileprivate static let sowt = FourCC("s", "o", "w", "t")
}
