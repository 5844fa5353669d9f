/// Recognises, describes and checks AC-3 and E-AC-3 without a container (ETSI TS 102 366), in files
/// with tags around the audio.
enum DolbyAudio {
  /// The maximum size, in bytes, of a stream whose frames are all counted.
  private static let small: Int64 = 1 << 20
  /// The size, in bytes, of the part of a longer stream in which frames are counted.
  private static let partSize: Int64 = 1 << 16

  /// Whether two consecutive frames of the same kind begin at an offset, or one frame that ends
  /// with the file.
  static func begins(
    at offset: Int64, in window: SourceWindow, isEnhanced: Bool
  ) throws(ParseError) -> Bool {
    let file = 0..<window.length
    guard let first = try frame(at: offset, in: window, file), first.isEnhanced == isEnhanced else {
      return false
    }
    let next = offset + Int64(first.size)
    if next >= window.length { return next == window.length }
    return try frame(at: next, in: window, file)?.isEnhanced == isEnhanced
  }

  private static func frame(
    at offset: Int64, in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> DolbyFrame? {
    let frame = DolbyFrame(try window.bytes(at: offset, upTo: 8, in: stream))
    return frame.flatMap { $0.size >= 8 ? $0 : nil }
  }

  /// Counts the frames (in a long stream, only those in its first part), and describes the audio;
  /// nil when the stream does not begin with a frame.
  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    guard let first = try frame(at: stream.lowerBound, in: window, stream) else { return nil }
    let length = Int64(stream.count)
    let part = min(length, length <= small ? length : partSize)
    let end = stream.lowerBound + part
    var (position, samples, hasFurther) = (stream.lowerBound, Int64(0), false)
    while position < end, let frame = try frame(at: position, in: window, stream) {
      if frame.isFurther { hasFurther = true } else { samples += Int64(frame.sampleCount) }
      position += Int64(frame.size)
    }
    let counted = min(position, stream.upperBound) - stream.lowerBound
    let isComplete = part == length
    var properties = AudioProperties(
      codec: first.isEnhanced ? "eac3" : "ac3", sampleRate: first.sampleRate ?? 0,
      sampleCount: isComplete
        ? samples
        : Int64(exactly: (Double(samples) * Double(length) / Double(max(1, counted))).rounded()))
    properties.codecString = first.isEnhanced ? "ec-3" : "ac-3"
    properties.isEstimated = !isComplete
    properties.bitRate = first.bitRate
    if !first.isEnhanced { properties.bitRateMode = .constant }
    // Dependent substreams may add channels or replace existing ones.
    guard !hasFurther else { return properties }
    properties.channels = first.channels
    properties.speakers = DolbyFrame.speakers(
      mode: first.mode, hasLowFrequencies: first.hasLowFrequencies)
    return properties
  }

  static func check(
    _ window: SourceWindow, _ stream: Range<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    try report.checkDolbyStream(window, in: stream, StructurePath(["frames"]))
  }
}
