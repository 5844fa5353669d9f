internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Reads the samples of one track, decoded or as stored, into a file, to standard output, or into digests.
struct ReadJob: Sendable {
  /// What is made of the samples.
  enum Product: Sendable, Hashable {
    /// Their bytes.
    case bytes
    /// One MD5 of all.
    case digest
    /// One MD5 for each buffer, with its times.
    case digests
  }

  let input: InputPath
  var track: UInt32?
  /// What samples are decoded to; nil for samples as the file stores them.
  var settings: ReadSettings? = .decoded
  var range = MediaTimeRange.all
  var product = Product.bytes
  var output: InputPath?
  var isStrict = false
  var force = false

  func run(in environment: Environment) throws(Failure) {
    let access = MediaAccess(environment: environment)
    let asset = try access.asset(input)
    let reader = AssetReader(asset: asset, codecs: access.codecs)
    let provider = try orFailure { () throws(MetaError) in
      try reader.setTimeRange(range)
      try reader.setStopsAtDamage(isStrict)
      let provider =
        if let settings {
          try reader.outputProvider(for: FirstTrackOutput(.audio, track: track, settings: settings))
        } else {
          try reader.outputProvider(for: StoredTrackOutput(track: track))
        }
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
        if let audio = sample.audio { try target.add(audio, at: sample.presentationTime) }
        if let stored = sample.stored { try target.add(stored, of: sample) }
      }
      guard target.frames > 0 else {
        let what = settings == nil ? "samples" : "sound that can be decoded"
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

/// Where samples go.
struct ReadTarget {
  private let job: ReadJob
  private let environment: Environment
  private var digest = MD5()
  private let file: OutputFile?
  /// How many samples were added; of sound, of each channel.
  private(set) var frames: Int64 = 0
  /// The units per second of the times of stored samples, which the first one tells.
  private var timescale: UInt32?
  private var text = ""

  init(_ job: ReadJob, in environment: Environment) throws(Failure) {
    self.job = job
    self.environment = environment
    guard job.product == .bytes else {
      file = nil
      return
    }
    guard let output = job.output, !output.isStandardInput else {
      try environment.checkStandardOutput()
      guard !Terminal.isStandardOutput else {
        throw Failure(
          .usage, "usage", "samples are not written to a terminal; name a file with -o")
      }
      file = nil
      return
    }
    file = try orFailure { () throws(MetaError) in
      try OutputFile(opening: output.path, replacing: job.force)
    }
  }

  mutating func add(_ audio: AudioBuffer, at time: MediaTime) throws(Failure) {
    let start = units(time, UInt32(clamping: audio.format.sampleRate))
    let bytes = audio.interleavedBytes()
    try add(
      bytes[...], Times(decode: start, presentation: start, duration: Int64(audio.frameCount)))
    frames += Int64(audio.frameCount)
  }

  /// Adds a sample as it is stored, whose times are printed in the units of its track.
  mutating func add(_ stored: ByteSlice, of sample: SampleBuffer) throws(Failure) {
    // A time may have finer units, where an edit list moves it by a part of one.
    let scale = timescale ?? (sample.duration ?? sample.presentationTime).timescale
    timescale = scale
    let times = Times(
      decode: units(sample.decodeTime ?? sample.presentationTime, scale),
      presentation: units(sample.presentationTime, scale),
      duration: sample.duration.map { units($0, scale) } ?? 0)
    try add(stored.bytes, times)
    frames += Int64(sample.sampleCount)
  }

  /// When a buffer is decoded and presented, and for how long.
  private struct Times {
    var decode: Int64
    var presentation: Int64
    var duration: Int64
  }

  private func units(_ time: MediaTime, _ timescale: UInt32) -> Int64 {
    time.converted(toTimescale: timescale).value
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, _ times: Times) throws(Failure) {
    switch job.product {
    case .bytes: try write(bytes)
    case .digest: digest.append(bytes)
    case .digests: try addLine(bytes, times)
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    do throws(Errno) {
      if let file {
        try file.file.write(bytes)
      } else {
        try FileDescriptor.standardOutput.writeWhole(Array(bytes))
      }
    } catch {
      throw Failure(.ioError, "io", "the output: \(error)")
    }
  }

  /// A line in the columns of ffmpeg's framemd5: stream, decode time, presentation time, duration, size, MD5.
  private mutating func addLine(_ bytes: ArraySlice<UInt8>, _ times: Times) throws(Failure) {
    var digest = MD5()
    digest.append(bytes)
    text += "0, \(padded(times.decode, 10)), \(padded(times.presentation, 10)), "
    text += "\(padded(times.duration, 8)), \(padded(Int64(bytes.count), 8)), "
    text += "\(digest.finish().hexadecimal)\n"
    if text.utf8.count > 1 << 16 { try flush() }
  }

  private mutating func flush() throws(Failure) {
    let lines = text
    text = ""
    try environment.print(.text()) { (results) throws(Failure) in try results.text(lines) }
  }

  mutating func finish() throws(Failure) {
    switch job.product {
    case .digest:
      let line = "MD5=\(digest.finish().hexadecimal)\n"
      try environment.print(.text()) { (results) throws(Failure) in try results.text(line) }
    case .digests: try flush()
    case .bytes:
      guard let file, let output = job.output else { return }
      try orFailure { () throws(MetaError) in
        try file.finish(output.path, replacing: job.force)
      }
    }
  }

  func discard() { file?.discard() }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }
}
