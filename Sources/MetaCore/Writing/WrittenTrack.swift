/// One track of a movie being written: its appended samples are collected in chunks, which are
/// written to the file; its sample tables are derived from the times and sizes of the samples.
struct WrittenTrack: Sendable {
  let input: AssetWriterInput
  /// The track; nil until the first sample determines its timescale.
  var track: NewTrack?
  var collector: SampleCollector?
  let id: UInt32
  /// Samples already written in fragments.
  private(set) var fragmented = TrackSamples()
  /// The duration of the samples in fragments, in units of the track.
  private(set) var fragmentedDuration: Int64 = 0
  /// Samples that are not in the file yet.
  var chunk = Chunk()
  var chunks: [TrackSamples.Chunk] = []
  private var formats: [FormatDescription: UInt32] = [:]
  private(set) var isFinished = false

  /// The chunk being filled: consecutive samples with the same sample description, which are
  /// written together.
  struct Chunk: Sendable {
    var bytes: [UInt8] = []
    var count = 0
    var description: UInt32 = 1
    /// The decode time of the first sample.
    var start = ExactTime.zero
  }

  /// The maximum size of a chunk, in bytes; a single sample may be larger.
  private static let largestChunk = 1 << 20
  /// The maximum duration of a chunk in seconds: with half a second, players can read interleaved
  /// tracks efficiently.
  private static let longestChunk = ExactTime(1, 2)

  init(_ input: AssetWriterInput, id: UInt32) {
    self.input = input
    self.id = id
  }

  /// Whether the track has no samples.
  var isEmpty: Bool { collector == nil }

  // MARK: Samples

  /// Adds a sample, and writes the previous chunk if it is full.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes`, `wrongMediaType`, `unsupported`,
  ///   `nonMonotonicTime` or `limitExceeded`, or the error from writing the chunk.
  mutating func append(
    _ sample: SampleBuffer, session: Int, to file: inout MovieFileWriter, for target: MovieTarget
  ) throws {
    let (stored, format) = try checked(sample)
    let bytes = try MovieAudioConversion.sample(stored, of: format)
    var new = try NewSample(sample, size: bytes.count)
    new.session = session
    // In QuickTime, a sample of uncompressed audio is one frame of all channels (QTFF "Sound Sample
    // Descriptions").
    if !target.isQuickTime { new.count = 1 }
    let entry = try formats[format] == nil ? entry(of: format, stored, for: target) : nil
    try begin(with: sample, format, entry, for: target)
    let description = try number(of: format, entry, for: target)
    if isFull(before: new, bytes.count, description) { try flush(to: &file) }
    do throws(ParseError) {
      try collector?.append(new)
    } catch {
      throw error.code == .malformed
        ? MetaError(.nonMonotonicTime, reason: error.reason) : MetaError(error)
    }
    if chunk.count == 0 { (chunk.start, chunk.description) = (new.decodeTime, description) }
    chunk.bytes += bytes.bytes
    chunk.count += new.count
  }

  /// Returns the bytes and the format of a sample.
  private func checked(_ sample: SampleBuffer) throws(MetaError) -> (ByteSlice, FormatDescription) {
    guard let bytes = sample.stored else {
      throw MetaError(
        .unsupported, reason: "an input without settings accepts only stored samples")
    }
    guard let format = sample.formatDescription ?? input.sourceFormatHint else {
      throw MetaError(.invalidAttributes, reason: "the sample has no format description")
    }
    guard format.mediaType == input.mediaType else {
      throw MetaError(
        .wrongMediaType,
        reason:
          "\(format.mediaType.rawValue) sample for \(input.mediaType.rawValue) input")
    }
    guard UInt32(exactly: bytes.count) != nil else {
      throw MetaError(.limitExceeded, reason: "a sample of \(bytes.count) bytes is too large")
    }
    return (bytes, format)
  }

  /// Creates the track from its first sample, which determines timescale, handler and display size
  /// unless the input does; does nothing if the track exists.
  private mutating func begin(
    with sample: SampleBuffer, _ format: FormatDescription, _ entry: StoredSampleEntry?,
    for target: MovieTarget
  ) throws(MetaError) {
    guard track == nil else { return }
    guard let handler = NewTrack.handler(of: input.mediaType, format: entry?.format) else {
      throw MetaError(
        .unsupported, reason: "movies do not support \(input.mediaType.rawValue) tracks")
    }
    // The timescale of the duration fits the track; an edit may begin between two units.
    let length = sample.duration.flatMap { $0.isNumeric ? $0 : nil }
    let timescale =
      input.mediaTimeScale ?? length?.timescale ?? sample.presentationTime.timescale
    var track = NewTrack(id: id, handler: handler, timescale: timescale)
    track.language = input.languageTag
    track.isEnabled = input.marksOutputTrackAsEnabled
    track.rollDistance = WrittenTrack.rollDistance(of: format, lasting: sample.duration)
    let size =
      input.naturalSize ?? format.presentationDimensions()
    track.width = FixedPoint.number(size?.width ?? 0)
    track.height = FixedPoint.number(size?.height ?? 0)
    track.matrix =
      input.turn.map { TransformationMatrix($0, of: (track.width, track.height)) }
      ?? TransformationMatrix(input.transform)
    self.track = track
    collector = SampleCollector(timescale: timescale)
  }

  /// Returns the sample description for a new format.
  private func entry(
    of format: FormatDescription, _ sample: ByteSlice, for target: MovieTarget
  ) throws(MetaError) -> StoredSampleEntry? {
    if let entry = format.sampleEntry { return entry }
    return try MovieAudioConversion.entry(
      for: format, sample: sample, isQuickTime: target.isQuickTime)
  }

  /// Returns the index of the sample description for a format.
  private mutating func number(
    of format: FormatDescription, _ entry: StoredSampleEntry?, for target: MovieTarget
  ) throws -> UInt32 {
    if let known = formats[format] { return known }
    guard let entry else {
      throw MetaError(
        .unsupported, reason: "cannot create a sample description for \(format.codec)")
    }
    let number = try track?.add(entry, for: target) ?? 1
    formats[format] = number
    return number
  }

  /// Returns whether a sample must begin a new chunk.
  private func isFull(before sample: NewSample, _ size: Int, _ description: UInt32) -> Bool {
    guard chunk.count > 0 else { return false }
    if description != chunk.description || chunk.bytes.count + size > WrittenTrack.largestChunk {
      return true
    }
    guard let length = sample.decodeTime.minus(chunk.start) else { return true }
    return length >= WrittenTrack.longestChunk || length < .zero
  }

  /// Writes the chunk to the file.
  private mutating func flush(to file: inout MovieFileWriter) throws {
    guard chunk.count > 0 else { return }
    let offset = try file.write(chunk.bytes)
    let first = chunks.last.map { $0.first + $0.count } ?? 0
    chunks.append(
      TrackSamples.Chunk(
        offset: offset, size: Int64(chunk.bytes.count), first: first, count: chunk.count,
        description: chunk.description))
    chunk.bytes.removeAll(keepingCapacity: true)
    chunk.count = 0
  }

  /// Adds samples that were written in a fragment.
  mutating func addFragmented(_ samples: TrackSamples) {
    fragmented.append(samples)
    fragmentedDuration = fragmentedDuration.plus(samples.duration)
  }

  // MARK: End

  /// Whether the last frame is presented until the end of its session.
  private var isLasting: Bool { input.mediaType == .video && input.expectsMediaDataInRealTime }

  /// Finishes the input; a frame that is presented until the end of its session, which may not be
  /// known yet, remains in memory until ``end(_:to:)``.
  mutating func finish(to file: inout MovieFileWriter) throws {
    guard !isFinished else { return }
    isFinished = true
    if !isLasting { try end([], to: &file) }
  }

  /// Ends the track; the last video frame of a real-time source is presented until the end of its
  /// session, if known.
  mutating func end(_ sessions: [WritingSession], to file: inout MovieFileWriter) throws {
    isFinished = true
    try flush(to: &file)
    let session = collector?.pendingSession.flatMap {
      sessions.indices.contains($0) ? sessions[$0] : nil
    }
    let end = isLasting ? session?.end : nil
    try collector?.finish(until: end)
  }

  /// Returns the finished track; nil if it has no samples.
  func finished(_ sessions: [WritingSession]) -> NewTrack? {
    guard var track, let collector else { return nil }
    if fragmented.count > 0 {
      track.samples = fragmented
    } else {
      track.samples = collector.samples
      track.samples.chunks = chunks
    }
    track.parts = collector.parts(of: sessions)
    return track
  }
}

extension NewSample {
  /// Creates a sample for the stored bytes of a buffer.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for times that are not numeric.
  init(_ sample: SampleBuffer, size: Int) throws(MetaError) {
    let decodeTime = sample.decodeTime ?? sample.presentationTime
    guard sample.presentationTime.isNumeric, decodeTime.isNumeric else {
      throw MetaError(.invalidAttributes, reason: "the sample has no valid time")
    }
    self.init(
      decodedAt: ExactTime(decodeTime), presentedAt: ExactTime(sample.presentationTime), size: size)
    duration = sample.duration.flatMap { $0.isNumeric ? ExactTime($0) : nil }
    trim = (
      sample.trimDurationAtStart.map { ExactTime($0) } ?? .zero,
      sample.trimDurationAtEnd.map { ExactTime($0) } ?? .zero
    )
    count = max(1, sample.sampleCount)
    isSync = sample.isSync
    isDisplayed = sample.isDisplayed
    isDiscontinuous = sample.resetsDecoder
  }
}
