internal import SystemPackage

/// The ``SampleEngine`` for stored samples: delivers the samples of one track as they are in the
/// file, with times on the timeline of the asset.
///
/// For each part of the timeline, it delivers, in decode order, every sample that is at least
/// partly presented, and the samples needed to decode them: those from the last sync sample before
/// the part, and for most audio those from 0.1 s before it. Samples needed only for decoding are
/// not `isDisplayed`; their times continue those of the part backwards, so they may precede its
/// start. Nothing is delivered for empty edits; samples beyond the end of the file become gaps.
final class StoredEngine: SampleEngine {
  private let packets: any PacketReader
  private let timeline: Timeline
  private let track: TrackDescription
  private let fileLength: Int64
  private let file: FilePath?

  private var partIndex = 0
  private var part: PartInUnits?
  /// The largest amount, as a negative number, by which presentation has preceded decoding so far.
  private var earliest: Int64 = 0
  /// Samples that are not presented, held until a presented sample follows.
  private var heldSamples: [StoredSample] = []
  /// The samples to deliver, starting at index `nextReady`.
  private var ready: [StoredSample] = []
  private var nextReady = 0
  private var missing: (samples: MissingSamples, part: PartInUnits)?
  /// Whether the next sample begins another part.
  private var resets = false
  private var descriptions: [Int: FormatDescription?] = [:]

  /// The maximum number of held samples; if there are more, they are delivered, to limit memory
  /// use.
  private static let maxHeld = 1 << 16
  /// The maximum size of a sample, in bytes.
  private static let largest: Int64 = 1 << 29

  init(
    _ packets: any PacketReader, _ timeline: Timeline, _ track: TrackDescription,
    fileLength: Int64, file: FilePath?
  ) {
    self.packets = packets
    self.timeline = timeline
    self.track = track
    self.fileLength = fileLength
    self.file = file
  }

  /// Returns the next sample.
  ///
  /// Consecutive samples beyond the end of the file become one gap.
  func next() throws(MetaError) -> SampleBuffer? {
    do throws(ParseError) {
      while let (sample, part) = try nextSample() {
        if isMissing(sample) {
          if missing == nil {
            missing = (MissingSamples(sample), part)
          } else {
            missing?.samples.add(sample)
          }
          continue
        }
        if let gap = takeGap() {
          nextReady -= 1
          return gap
        }
        return try buffer(of: sample, in: part)
      }
      return takeGap()
    } catch {
      throw MetaError(error, file: file)
    }
  }

  // MARK: Selecting samples

  /// Returns the next sample to deliver, and its part.
  private func nextSample() throws(ParseError) -> (StoredSample, PartInUnits)? {
    while true {
      if nextReady < ready.count, let part {
        nextReady += 1
        return (ready[nextReady - 1], part)
      }
      guard try begin() else { return nil }
      guard let part else { continue }
      try fill(of: part)
      if ready.isEmpty {
        self.part = nil
        partIndex += 1
        resets = true
        heldSamples = []
      }
    }
  }

  /// Begins the next part, unless one is open; returns false after the last part.
  private func begin() throws(ParseError) -> Bool {
    while part == nil {
      guard partIndex < timeline.parts.count else { return false }
      let next = timeline.parts[partIndex]
      guard let newPart = try PartInUnits(next, packets.timescale) else {
        partIndex += 1
        continue
      }
      part = newPart
      // Reading from the beginning requires no seek.
      if partIndex > 0 || newPart.shown.lowerBound > 0 {
        try packets.seek(to: newPart.shown.lowerBound)
      }
    }
    return true
  }

  /// Reads up to the next presented sample in a part, or until too many samples are held; nothing
  /// is ready if there is no such sample.
  private func fill(of part: PartInUnits) throws(ParseError) {
    ready = []
    nextReady = 0
    while let sample = try packets.next() {
      earliest = min(earliest, sample.presentationTime.minus(sample.decodeTime))
      heldSamples.append(sample)
      if part.shows(sample) || heldSamples.count >= StoredEngine.maxHeld {
        swap(&ready, &heldSamples)
        return
      }
      let end = part.shown.upperBound
      if sample.presentationTime >= end, sample.decodeTime.plus(earliest) >= end { return }
    }
  }

  // MARK: Buffers

  /// Returns a sample as a buffer: its bytes, and times and durations in asset time.
  private func buffer(
    of sample: StoredSample, in part: PartInUnits
  ) throws(ParseError) -> SampleBuffer {
    var buffer = SampleBuffer(
      .stored(try bytes(of: sample)), at: part.time(sample.presentationTime))
    buffer.decodeTime = part.time(sample.decodeTime)
    buffer.duration = sample.duration.map(part.length)
    buffer.isSync = sample.isSync
    buffer.sampleCount = sample.count
    buffer.formatDescription = description(sample.description)
    buffer.damage = sample.damage
    (buffer.resetsDecoder, resets) = (resets, false)
    // An empty sample may have any offset.
    if case .file(let offset, let size) = sample.place, !sample.isOutside(ofLength: fileLength) {
      buffer.reference = SampleReference(offset: offset, size: size)
    }
    part.trim(&buffer, sample)
    return buffer
  }

  /// Returns the bytes of a sample, from the file or from the demuxer.
  private func bytes(of sample: StoredSample) throws(ParseError) -> ByteSlice {
    switch sample.place {
    case .memory(let bytes): return bytes
    case .file(_, 0): return .empty
    case .file(let offset, let size):
      guard size <= StoredEngine.largest else {
        throw ParseError(
          .limitExceeded, at: offset,
          "a sample of \(size) bytes; the limit is \(StoredEngine.largest)")
      }
      return try packets.bytes(at: offset, count: Int(size))
    }
  }

  /// Returns the format for a sample description in the file, given its number.
  private func description(_ number: Int) -> FormatDescription? {
    if let known = descriptions[number] { return known }
    let format = packets.track(ofDescription: number).flatMap(FormatDescription.init)
    // A malicious file may specify a new description for each sample.
    if descriptions.count < 1024 { descriptions[number] = .some(format) }
    return format
  }

  // MARK: Missing samples

  /// Returns whether a sample is beyond the end of the file.
  private func isMissing(_ sample: StoredSample) -> Bool {
    if case .file(_, 0) = sample.place { return false }
    return sample.isOutside(ofLength: fileLength)
  }

  /// Returns the missing samples as a gap.
  private func takeGap() -> SampleBuffer? {
    guard let (samples, part) = missing else { return nil }
    missing = nil
    let start = part.time(samples.start)
    var buffer = SampleBuffer(.gap, at: start, duration: part.length(samples.duration))
    buffer.isSync = false
    buffer.damage = Diagnostic(
      code: .truncated, path: StructurePath(["track \(track.id)"]), offset: samples.offset,
      message: "track \(track.id) at \(start.roundedSeconds) s: \(samples.reason)")
    return buffer
  }
}
