/// Converts video sample descriptions and their extensions to the model.
extension SampleFormat {
  /// Reads the entry of a video or image track, its extensions, and the colour description in the
  /// parameter sets of its configuration record.
  mutating func readVideo(log: inout DiagnosticLog) throws(ParseError) {
    let description = try VisualDescription.parse(entry.fields)
    video = VideoDescription(width: Int(description.width), height: Int(description.height))
    video?.encoder = description.compressorName
    extensions = description.extensions
    readProtection(in: description.extensions, log: &log)
    var list = SliceAtoms(description.extensions)
    while let atom = list.next() {
      do { try readVideoExtension(atom) } catch { note(error, in: atom.type, log: &log) }
    }
    addUsability()
    let hdr = hdrFormat
    video?.hdrFormat = hdr
  }

  /// Reads a codec's configuration record, or another atom with properties of the frames.
  private mutating func readVideoExtension(_ atom: SliceAtom) throws(ParseError) {
    let payload = atom.payload
    switch atom.type {
    case .avcC:
      let record = try AVCConfiguration.parse(payload)
      usability = record.usability
      readCodec(record.codecString(codec), record.bitDepth)
    case .hvcC:
      let record = try HEVCConfiguration.parse(payload)
      usability = record.usability
      readCodec(record.codecString(codec), record.bitDepth)
    case .vvcC:
      guard let record = try VVCConfiguration.parse(payload) else { return }
      readCodec(record.codecString(codec), record.bitDepth)
    case .av1C:
      let record = try AV1Configuration.parse(payload)
      usability = AV1SequenceHeader.first(in: payload.clamped(from: 4))?.usability
      readCodec(record.codecString(codec), record.bitDepth)
    case .vpcC:
      let record = try VPConfiguration.parse(payload)
      readCodec(record.codecString(codec), record.bitDepth)
      if video?.color == nil { video?.color = record.color }
    case .dvcC, .dvvC, .dvwC: readDolbyVision(try DolbyVisionConfiguration.parse(payload))
    case .esds: readElementaryStream(try ElementaryStreamDescriptor.parse(payload))
    default: try readPictureAtom(atom)
    }
  }

  /// Adds colour properties from the stream that are missing in the container.
  private mutating func addUsability() {
    guard let stream = usability?.color else { return }
    guard var color = video?.color else {
      video?.color = stream
      return
    }
    if color.primaries == nil, color.transfer == nil, color.matrix == nil {
      (color.primaries, color.transfer) = (stream.primaries, stream.transfer)
      color.matrix = stream.matrix
    }
    color.isFullRange = color.isFullRange ?? stream.isFullRange
    video?.color = color
  }

  /// Reads an atom that describes the frames regardless of their codec.
  private mutating func readPictureAtom(_ atom: SliceAtom) throws(ParseError) {
    switch atom.type {
    case .pasp:
      let aspect = try PixelAspectAtom.parse(atom.payload)
      video?.pixelAspect = [Int(clamping: aspect.horizontal), Int(clamping: aspect.vertical)]
    case .clap:
      let clean = try CleanApertureAtom.parse(atom.payload)
      video?.cleanAperture = [
        clean.width.value, clean.height.value, clean.horizontalOffset.value,
        clean.verticalOffset.value,
      ]
    case .colr:
      let color = try ColorAtom.parse(atom.payload)
      // A track may have both codes and a profile; the codes are more precise.
      if video?.color?.primaries == nil || color.hasCodes { video?.color = color.description }
    case .mdcv: video?.masteringDisplay = try MasteringDisplayAtom.parse(atom.payload).parts
    case .clli:
      let light = try ContentLightAtom.parse(atom.payload)
      video?.contentLight = [Int(light.maximum), Int(light.frameAverage)]
    default:
      var spatial = SpatialAtoms(video?.spatial ?? [])
      defer { video?.spatial = spatial.parts }
      if try !spatial.read(atom) { try readCommonExtension(atom) }
    }
  }

  /// Sets the codec string and the bit depth.
  private mutating func readCodec(_ text: String, _ bitDepth: Int?) {
    // For a Dolby Vision format, its record has priority over that of the underlying stream.
    if !isDolbyVision || video?.dolbyVision.isEmpty == true { codecString = text }
    video?.bitDepth = bitDepth
  }

  private mutating func readDolbyVision(_ record: DolbyVisionConfiguration) {
    video?.dolbyVision = record.parts
    if isDolbyVision { codecString = record.codecString(codec) }
  }

  /// Whether the format itself is Dolby Vision; in `hvc1` and other formats, it is an addition to
  /// an ordinary stream.
  private var isDolbyVision: Bool {
    codec == .dvh1 || codec == .dvhe || codec == .dvav || codec == .dva1 || codec == .dav1
  }

  /// Reads MPEG-4 video: `mp4v.20.9`, where the last number is decimal (RFC 6381 §3.3).
  private mutating func readElementaryStream(_ stream: ElementaryStreamDescriptor) {
    if stream.averageBitRate > 0 { bitRate = Int64(stream.averageBitRate) }
    guard let objectType = stream.objectType, objectType != 0, codec == .mp4v else { return }
    codecString = "mp4v." + hexPair(objectType)
    if objectType == 0x20, let profile = stream.videoProfile { codecString += ".\(profile)" }
  }

  /// The HDR format: Dolby Vision if it has a record, or else the one with transfer function 16
  /// (SMPTE ST 2084) or 18 (hybrid log-gamma; ISO/IEC 23091-2 table 3); nil for other functions.
  private var hdrFormat: String? {
    guard let video else { return nil }
    if !video.dolbyVision.isEmpty { return "dolbyVision" }
    switch video.color?.transfer {
    case 16: return video.masteringDisplay.isEmpty && video.contentLight == nil ? "pq" : "hdr10"
    case 18: return "hlg"
    default: return nil
    }
  }
}

extension FourCC {
  fileprivate static let avcC = FourCC("a", "v", "c", "C")
  fileprivate static let hvcC = FourCC("h", "v", "c", "C")
  fileprivate static let vvcC = FourCC("v", "v", "c", "C")
  fileprivate static let av1C = FourCC("a", "v", "1", "C")
  fileprivate static let vpcC = FourCC("v", "p", "c", "C")
  fileprivate static let dvcC = FourCC("d", "v", "c", "C")
  fileprivate static let dvvC = FourCC("d", "v", "v", "C")
  fileprivate static let dvwC = FourCC("d", "v", "w", "C")
  static let pasp = FourCC("p", "a", "s", "p")
  static let clap = FourCC("c", "l", "a", "p")
  static let colr = FourCC("c", "o", "l", "r")
  static let mdcv = FourCC("m", "d", "c", "v")
  static let clli = FourCC("c", "l", "l", "i")
  fileprivate static let mp4v = FourCC("m", "p", "4", "v")
  fileprivate static let dvh1 = FourCC("d", "v", "h", "1")
  fileprivate static let dvhe = FourCC("d", "v", "h", "e")
  fileprivate static let dvav = FourCC("d", "v", "a", "v")
  fileprivate static let dva1 = FourCC("d", "v", "a", "1")
  fileprivate static let dav1 = FourCC("d", "a", "v", "1")
}
