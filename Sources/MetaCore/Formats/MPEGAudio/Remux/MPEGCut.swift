/// Plans a file with a time range of an MPEG audio file: whole frames between the unchanged tags.
///
///     [tags]  new Xing frame  [carrier]  frames of the source file  [tags]
///
/// A layer III frame refers to bytes of previous frames. If these frames are not kept, a silent
/// frame carries the referenced bytes: all frames can then be decoded, and a player that supports
/// delay and padding plays exactly the requested range. In layers I and II, only the nearest whole
/// frames are kept, without a Xing frame.
struct MPEGCut {
  private let window: SourceWindow
  private let tags: StreamTags
  private let stream: MPEGStream
  private(set) var notes: [Diagnostic] = []
  private(set) var gapless: GaplessInfo?
  /// The findings about requested audio that is not in the file.
  private(set) var losses: [Diagnostic] = []

  /// The maximum number of referenced bytes (ISO/IEC 11172-3 §2.4.2.7: a 9-bit number).
  private static let maxBorrowed = 511

  /// The frames of the source file that are kept, as one range of bytes.
  private struct KeptFrames {
    var range: Range<Int64>
    var first: MPEGFrame
    /// The bytes of previous frames to which the first frame refers.
    var borrowed: [UInt8] = []
    var hundredths: [Int64] = []
    /// The common bit rate; nil when bit rates differ.
    var bitRate: Int?
  }

  init(_ window: SourceWindow, stream: MPEGStream, tags: StreamTags) {
    self.window = window
    self.stream = stream
    self.tags = tags
  }

  private var header: MPEGFrameHeader { stream.first.header }

  /// Plans the new file.
  ///
  /// - Throws: `unsupported` when the range contains no audio, or frames cannot be distinguished
  ///   from other data, and read errors.
  mutating func plan(_ range: MediaTimeRange) throws(ParseError) -> RewritePlan {
    var count: Int64 = 0
    var walk = try walk()
    while try walk.next() != nil { count += 1 }
    let played = MPEGPlayedPart(stream, frameCount: count)
    guard count > 0, let part = played.part(range, sampleRate: header.sampleRate) else {
      throw ParseError(.unsupported, at: 0, "the range contains no audio")
    }
    noteMissing(after: count, played, range)
    var plan = RewritePlan(oldSize: window.length)
    try plan.keep(0..<tags.start)
    if header.layer == 3 {
      try keepExactly(part, of: count, in: &plan)
    } else {
      try keepNearest(part, from: played.samples.lowerBound, of: count, in: &plan)
    }
    try plan.keep(tags.end..<window.length)
    return plan
  }

  /// Reports requested frames that are declared in the header but missing from the file.
  ///
  /// Encoders may or may not count the header's own frame.
  private mutating func noteMissing(
    after count: Int64, _ played: MPEGPlayedPart, _ range: MediaTimeRange
  ) {
    let length = played.samples.upperBound - played.samples.lowerBound
    let end = ExactTime(range.end).units(UInt32(clamping: header.sampleRate), .nearest)
    guard let promised = stream.tableFrameCount.map(Int64.init), promised > count + 1, end > length
    else { return }
    losses.append(
      Diagnostic(
        code: .wouldLose, path: StructurePath(), offset: stream.end,
        message: "the file has only \(count) of the \(promised) frames that its header declares"))
  }

  private func walk() throws(ParseError) -> MPEGFrameWalk {
    try MPEGFrameWalk(in: window, from: stream.first, isAfter: stream.hasTable, to: stream.end)
  }

  // MARK: Layer III

  /// Plans layer III: a Xing frame, the carrier if it is needed, and the frames of the part.
  private mutating func keepExactly(
    _ part: MPEGPlayedPart, of count: Int64, in plan: inout RewritePlan
  ) throws(ParseError) {
    let frames = part.frames(of: count)
    var kept = try keptFrames(frames)
    let skipped = part.samples.lowerBound - frames.lowerBound * part.samplesPerFrame
    // ffmpeg does not open a file with a single frame after the table.
    let isShort = skipped < MPEGPlayedPart.decoderDelay || frames.count < 2
    let carrier = try carrier(for: kept, isNeeded: !kept.borrowed.isEmpty || isShort)
    let added: Int64 = carrier.isEmpty ? 0 : 1
    kept.hundredths = try hundredths(frames, carrierSize: carrier.count)
    let gaplessInfo = GaplessInfo(
      before: skipped + added * part.samplesPerFrame - MPEGPlayedPart.decoderDelay,
      following: frames.upperBound * part.samplesPerFrame - part.samples.upperBound
        + MPEGPlayedPart.decoderDelay,
      count: part.samples.upperBound - part.samples.lowerBound)
    var checksum = LAMEChecksum()
    checksum.append(carrier)
    try checksum.append(kept.range, of: window.source)
    let frame = try XingFrameBuilder(like: kept.first, old: stream, in: window)
    let content = XingFrameBuilder.Content(
      isVariable: stream.xing?.isVariable ?? (kept.bitRate == nil), bitRate: kept.bitRate ?? 0,
      frameCount: frames.upperBound - frames.lowerBound + added,
      audioSize: kept.range.upperBound - kept.range.lowerBound + Int64(carrier.count),
      hundredths: kept.hundredths, delay: gaplessInfo.before, padding: gaplessInfo.following,
      checksum: checksum.value)
    plan.write(frame.bytes(content))
    plan.write(carrier)
    try plan.keep(kept.range)
    gapless = gaplessInfo
  }

  /// Finds the frames, and the bytes to which the first of them refers.
  private func keptFrames(_ frames: Range<Int64>) throws(ParseError) -> KeptFrames {
    var walk = try walk()
    var lenders: [Range<Int64>] = []
    var lent = 0
    var kept: KeptFrames?
    var index: Int64 = 0
    while index < frames.upperBound, let frame = try walk.next() {
      if index < frames.lowerBound {
        lenders.append(frame.mainData)
        lent += frame.mainData.count
        while let first = lenders.first, lent - first.count >= MPEGCut.maxBorrowed {
          lent -= lenders.removeFirst().count
        }
      } else if index == frames.lowerBound {
        kept = KeptFrames(
          range: frame.offset..<min(frame.end, stream.end), first: frame,
          bitRate: frame.header.bitRate)
        if header.layer == 3, index > 0 {
          let count = try frame.mainDataBegin(in: window)
          kept?.borrowed = try borrowed(count, from: lenders)
        }
      } else if let range = kept?.range {
        kept?.range = range.lowerBound..<min(frame.end, stream.end)
        if kept?.bitRate != frame.header.bitRate { kept?.bitRate = nil }
      }
      index += 1
    }
    guard let kept else {
      throw ParseError(.malformed, at: 0, "the frames could not be found again")
    }
    return kept
  }

  /// Returns the last `count` bytes of main data in these ranges, preceded by zeros if there are
  /// fewer.
  private func borrowed(
    _ count: Int, from lenders: [Range<Int64>]
  ) throws(ParseError) -> [UInt8] {
    var bytes: [UInt8] = []
    for place in lenders.reversed() where bytes.count < count {
      let part = min(place.count, count - bytes.count)
      bytes = try window.bytes(at: place.upperBound - Int64(part), count: part).bytes + bytes
    }
    return [UInt8](repeating: 0, count: count - bytes.count) + bytes
  }

  /// Returns a silent frame that ends with the bytes to which the first frame refers; empty if it
  /// is not needed.
  ///
  /// - Throws: `unsupported` when these bytes do not fit in any frame.
  private func carrier(for kept: KeptFrames, isNeeded: Bool) throws(ParseError) -> [UInt8] {
    guard isNeeded else { return [] }
    let header = kept.first.header
    let headSize = MPEGFrameHeader.size + header.sideInformationSize
    let frame = header.fitting(
      for: headSize + kept.borrowed.count, freeSize: kept.first.unpaddedSize)
    guard let frame else {
      throw ParseError(
        .unsupported, at: kept.first.offset,
        "no frame can hold the bytes to which the first frame refers")
    }
    let silence = [UInt8](
      repeating: 0, count: frame.size - MPEGFrameHeader.size - kept.borrowed.count)
    return frame.header.bytes + silence + kept.borrowed
  }

  /// Returns the offsets of the frames played after each hundredth of the time, relative to the
  /// start of the carrier.
  private func hundredths(
    _ frames: Range<Int64>, carrierSize: Int
  ) throws(ParseError) -> [Int64] {
    let added: Int64 = carrierSize > 0 ? 1 : 0
    let count = frames.upperBound - frames.lowerBound + added
    var walk = try walk()
    var places: [Int64] = []
    var start: Int64?
    var index = -frames.lowerBound
    while index + added < count, let frame = try walk.next() {
      defer { index += 1 }
      guard index >= 0 else { continue }
      let origin = start ?? frame.offset
      start = origin
      if index == 0, added > 0 {
        while places.count < 100, Int64(places.count) * count / 100 < 1 { places.append(0) }
      }
      while places.count < 100, Int64(places.count) * count / 100 <= index + added {
        places.append(frame.offset - origin + Int64(carrierSize))
      }
    }
    return places
  }

  // MARK: Layers I and II

  /// Keeps the nearest whole frames: these layers have no table for the played part of a frame.
  private mutating func keepNearest(
    _ part: MPEGPlayedPart, from origin: Int64, of count: Int64, in plan: inout RewritePlan
  ) throws(ParseError) {
    let frames = part.nearestFrames(of: count)
    let kept = try keptFrames(frames)
    try plan.keep(kept.range)
    let samples =
      frames.lowerBound * part.samplesPerFrame..<frames.upperBound * part.samplesPerFrame
    guard samples != part.samples else { return }
    let shown = (samples.lowerBound - origin)..<(samples.upperBound - origin)
    notes.append(.frameBorder(shown, sampleRate: header.sampleRate, at: kept.range.lowerBound))
  }
}
