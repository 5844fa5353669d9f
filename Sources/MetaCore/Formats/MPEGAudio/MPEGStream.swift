/// The audio of one MPEG audio file as a stream: its first frame, the Xing or VBRI header in it
/// and, after ``measure(in:isExact:)``, its duration and bit rate.
///
/// These are derived from that header or, without one or on request, from the frames
/// (``MPEGStreamSurvey``).
struct MPEGStream: Sendable {
  let first: MPEGFrame
  let xing: XingHeader?
  let vbri: VBRIHeader?
  /// The end of the audio.
  var end: Int64
  private(set) var duration: MediaTime?
  private(set) var isDurationEstimated = false
  private(set) var bitRate: Int64?
  /// Whether the examined frames have one bit rate; nil when none were examined.
  private var isConstant: Bool?

  /// Returns the stream that begins with the first frame at or after `offset`, and ends at the end
  /// of the file; nil when there is no frame within ``MPEGFrameSearch/reach``.
  static func find(from offset: Int64, in window: SourceWindow) throws(ParseError) -> MPEGStream? {
    var search = MPEGFrameSearch(window, end: window.length)
    guard let first = try search.first(from: offset) else { return nil }
    let head = try search.head(of: first)
    return MPEGStream(
      first: first, xing: XingHeader(in: head, of: first.header), vbri: VBRIHeader(in: head),
      end: window.length)
  }

  private init(first: MPEGFrame, xing: XingHeader?, vbri: VBRIHeader?, end: Int64) {
    self.first = first
    self.xing = xing
    self.vbri = vbri
    self.end = end
  }

  private var header: MPEGFrameHeader { first.header }

  /// The frame count of the table; nil when it is missing or zero.
  var tableFrameCount: UInt32? {
    let count = xing?.frameCount ?? vbri?.frameCount
    return count == 0 ? nil : count
  }

  /// Determines duration and bit rate from the table, or otherwise from the frames.
  ///
  /// The duration is that of the frames, so it includes encoder delay and padding.
  mutating func measure(in window: SourceWindow, isExact: Bool) throws(ParseError) {
    let length = max(0, end - first.offset)
    if let frames = tableFrameCount, !isExact {
      let samples = Int64(frames) * Int64(header.samplesPerFrame)
      duration = time(samples)
      let bytes = (xing?.byteCount ?? vbri?.byteCount).map(Int64.init) ?? length
      // The frame with the table contains no audio.
      let table = first.end - first.offset
      bitRate = rate(bytes > table ? bytes - table : bytes, over: samples)
      return
    }
    var search = MPEGFrameSearch(window, end: end)
    // A frame with a table contains no audio.
    let second = tableName == nil ? nil : try search.frame(at: first.end, like: header)
    let survey = try MPEGStreamSurvey(from: second ?? first, with: &search, isExact: isExact)
    duration = survey.samples(in: length).flatMap(time)
    isDurationEstimated = !survey.isComplete
    isConstant = survey.isConstant
    bitRate = survey.bitRate
  }

  private func time(_ samples: Int64) -> MediaTime? {
    MediaTime(value: samples, timescale: UInt32(header.sampleRate))
  }

  private func rate(_ bytes: Int64, over samples: Int64) -> Int64? {
    guard samples > 0 else { return nil }
    return Int64(
      exactly: (Double(bytes) * 8 * Double(header.sampleRate) / Double(samples)).rounded())
  }

  /// The uniform type identifier of files with such a stream.
  var fileType: String { "public.\(header.codec)" }

  var track: TrackDescription {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = header.codec
    // The WebCodecs registry of the W3C lists MP3 under this name; layers I and II are not in any
    // registry.
    if header.layer == 3 { track.codecString = "mp3" }
    track.duration = duration
    track.timescale = UInt32(header.sampleRate)
    track.bitRate = bitRate
    track.bitRateMode = rateMode
    track.sampleCount = tableFrameCount.map(Int64.init)
    var audio = AudioDescription()
    audio.sampleRate = Double(header.sampleRate)
    audio.channels = header.channels
    audio.encoder = xing?.lame?.encoder
    audio.encoderDelay = xing?.lame?.delay ?? vbri?.delay
    audio.encoderPadding = xing?.lame?.padding
    track.audio = audio
    return track
  }

  /// Additional properties of the stream.
  var details: [MetadataValue.Part] {
    var parts = [
      MetadataValue.Part("mpegVersion", .string(header.version.name)),
      MetadataValue.Part("layer", .integer(Int64(header.layer))),
      MetadataValue.Part("channelMode", .string(header.channelModeName)),
    ]
    if let rateMode { parts.append(.init("bitRateMode", .string(rateMode.rawValue))) }
    if let tableName { parts.append(MetadataValue.Part("header", .string(tableName))) }
    guard let lame = xing?.lame else { return parts }
    if let lowPass = lame.lowPass {
      parts.append(MetadataValue.Part("lowPass", .integer(Int64(lowPass))))
    }
    if let peak = lame.peak { parts.append(MetadataValue.Part("peak", .real(peak))) }
    if let gain = lame.trackGain { parts.append(MetadataValue.Part("trackGain", .real(gain))) }
    if let gain = lame.albumGain { parts.append(MetadataValue.Part("albumGain", .real(gain))) }
    return parts
  }

  /// Whether the first frame has a table instead of audio.
  var hasTable: Bool { xing != nil || vbri != nil }

  private var tableName: String? {
    if let xing { return xing.isVariable ? "Xing" : "Info" }
    return vbri == nil ? nil : "VBRI"
  }

  private var rateMode: BitRateMode? {
    if header.bitRate == 0 { return .free }
    switch xing?.lame?.method ?? 0 {
    case 1, 8: return .constant
    case 2, 9: return .average
    case 3...6: return .variable
    default: break
    }
    if let xing { return xing.isVariable ? .variable : .constant }
    if vbri != nil { return .variable }
    return isConstant.map { $0 ? .constant : .variable }
  }

  /// The stream as a structure node, with the table of its first frame.
  var structure: StructureNode {
    var node = StructureNode(
      name: "frames", offset: first.offset, size: max(0, end - first.offset), headerSize: 0,
      summary: "MPEG-\(header.version.name) layer \(header.layer), \(header.sampleRate) Hz")
    if let tableName {
      node.children = [
        StructureNode(
          name: tableName, offset: first.offset, size: Int64(first.size),
          headerSize: MPEGFrameHeader.size, summary: xing?.lame?.encoder)
      ]
    }
    return node
  }
}
