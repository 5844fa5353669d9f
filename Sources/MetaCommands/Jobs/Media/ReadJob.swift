internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements `read`: reads the samples of one track, decoded or as stored, and writes them to a
/// file, to standard output, or as MD5 digests.
struct ReadJob: Sendable {
  /// The output of `read`: the bytes of the samples, or their MD5 digests.
  enum OutputForm: Sendable, Hashable {
    /// The bytes of the samples.
    case bytes
    /// One MD5 digest of all samples.
    case digest
    /// One MD5 digest for each buffer, with its times.
    case digests
  }

  let input: InputPath
  /// The media type of the track to choose, or nil for any type.
  var media: MediaType?
  /// The track, or nil for the first track of the media type.
  var track: UInt32?
  /// The format of decoded samples, or nil for samples as stored in the file.
  var settings: ReadSettings? = .decoded
  var range = MediaTimeRange.all
  var product = OutputForm.bytes
  var output: InputPath?
  /// Whether reading stops at the first damage.
  var isStrict = false
  var force = false

  /// Returns the reader output for the track: samples as stored, of any media type if `media` is
  /// nil, or decoded audio or video.
  static func output(
    _ media: MediaType?, track: UInt32?, settings: ReadSettings?
  ) -> any AssetReaderOutput {
    if settings == nil, media == nil { return StoredTrackOutput(track: track) }
    return FirstTrackOutput(media, track: track, settings: settings)
  }

  func run(in environment: Environment) throws(Failure) {
    let access = MediaAccess(environment: environment)
    let asset = try access.asset(input)
    let reader = AssetReader(asset: asset, codecs: access.codecs)
    let provider = try orFailure { () throws(MetaError) in
      try reader.setTimeRange(range)
      try reader.setStopsAtDamage(isStrict)
      let provider = try reader.outputProvider(
        for: ReadJob.output(media, track: track, settings: settings))
      try reader.start()
      return provider
    }
    var target = try ReadTarget(self, in: environment)
    var heartbeat = Heartbeat()
    do throws(Failure) {
      while let sample = try orFailure({ () throws(MetaError) in
        try provider.copyNextSampleBuffer()
      }) {
        heartbeat.beat()
        try target.add(sample)
      }
      guard target.samples > 0 else {
        let what = settings == nil ? "samples" : "samples that can be decoded"
        let cause = reader.findings.first.map { ": " + $0.message } ?? ""
        throw Failure(.dataError, "noMedia", "the track has no \(what) in this range\(cause)")
      }
      try target.finish()
    } catch {
      target.discard()
      throw error
    }
    try access.report(reader.findings, isStrict: isStrict, at: input)
  }
}

/// The destination of the samples of `read`: a file, standard output, one digest of all samples, or
/// a line with a digest for each buffer.
///
/// A file gets its name only at the end (``finish()``), so that a failure leaves no file.
struct ReadTarget {
  private let job: ReadJob
  private let environment: Environment
  private var digest = MD5()
  /// The output file, or nil for standard output and for digests.
  private let file: OutputFile?
  /// The number of non-empty sample buffers that were added.
  private(set) var samples = 0
  /// The timescale in the lines of digests: the sample rate of decoded audio, otherwise the
  /// timescale of the first sample.
  private var timescale: UInt32?
  /// The lines of digests that have not been printed.
  private var text = ""

  /// Opens the destination; the output file has no name until ``finish()``.
  init(_ job: ReadJob, in environment: Environment) throws(Failure) {
    self.job = job
    self.environment = environment
    guard job.product == .bytes else {
      file = nil
      return
    }
    guard let output = job.output, !output.isStandardInput else {
      try MediaAccess(environment: environment).checkStandardOutput(for: "samples")
      file = nil
      return
    }
    file = try orNamedFailure { () throws(MetaError) in
      try OutputFile(opening: output.path, replacing: job.force)
    }
  }

  /// Writes the bytes of a sample, or adds them to the digest; gaps without samples are ignored.
  mutating func add(_ sample: SampleBuffer) throws(Failure) {
    let bytes: ArraySlice<UInt8>
    switch sample.content {
    case .audio(let audio):
      bytes = audio.interleavedBytes()[...]
      timescale = UInt32(clamping: audio.format.sampleRate)
    case .pixels(let pixels): bytes = pixels.packedBytes()[...]
    case .stored(let stored): bytes = stored.bytes
    case .gap: return
    }
    guard !bytes.isEmpty else { return }
    switch job.product {
    case .bytes: try MediaAccess(environment: environment).write(bytes, to: file)
    case .digest: digest.append(bytes)
    case .digests: try addLine(bytes, sample)
    }
    samples += 1
  }

  /// Adds a line with the columns of ffmpeg's framemd5: stream, decode time, presentation time,
  /// duration, size and MD5.
  private mutating func addLine(_ bytes: ArraySlice<UInt8>, _ sample: SampleBuffer) throws(Failure)
  {
    var digest = MD5()
    digest.append(bytes)
    // Times may have a finer timescale if an edit list moves them by a fraction of a unit.
    let timescale = timescale ?? (sample.duration ?? sample.presentationTime).timescale
    self.timescale = timescale
    let start = sample.presentationTime.converted(toTimescale: timescale).value
    let decoded = sample.decodeTime?.converted(toTimescale: timescale).value ?? start
    let duration = sample.duration?.converted(toTimescale: timescale).value ?? 0
    let times = [decoded, start].map { "\($0)".padded(before: 10) }.joined(separator: ", ")
    text += "0, \(times), \("\(duration)".padded(before: 8)), "
    text += "\("\(bytes.count)".padded(before: 8)), \(digest.finish().hexadecimal)\n"
    if text.utf8.count > 1 << 16 { try flush() }
  }

  /// Prints the lines of digests so far.
  private mutating func flush() throws(Failure) {
    let lines = text
    text = ""
    try environment.print(.text()) { (results) throws(Failure) in try results.text(lines) }
  }

  /// Prints the digests, or gives the output file its name.
  mutating func finish() throws(Failure) {
    switch job.product {
    case .digest:
      let line = "MD5=\(digest.finish().hexadecimal)\n"
      try environment.print(.text()) { (results) throws(Failure) in try results.text(line) }
    case .digests: try flush()
    case .bytes:
      guard let file, let output = job.output else { return }
      try orNamedFailure { () throws(MetaError) in
        try file.finish(output.path, replacing: job.force)
      }
    }
  }

  /// Removes the unfinished output file.
  func discard() { file?.discard() }
}
