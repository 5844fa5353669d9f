internal import Dispatch
internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// Implements `waveform`: reads the audio of one file, on several threads if requested, and writes
/// its minima, maxima and averages as a drawing, an audiowaveform file or JSON.
struct WaveformJob: Sendable {
  /// The formats in which a waveform is written: files of the program audiowaveform, drawings, or
  /// metatool's JSON.
  enum Form: String, Sendable, CaseIterable {
    /// The JSON format of audiowaveform.
    case json
    /// The `.dat` format of audiowaveform.
    case dat
    /// A vector drawing.
    case svg
    /// A bitmap drawing.
    case png
    /// The JSON format of metatool.
    case result
    /// A drawing made of characters.
    case text
  }

  let input: InputPath
  var track: UInt32?
  var resolution = WaveformReader.Resolution.bins(1800)
  var splitsChannels = false
  var range = MediaTimeRange.all
  /// The size of a value in audiowaveform files: 8 or 16 bits.
  var bits = 16
  var drawing = WaveformDrawing()
  var form = Form.text
  var output: InputPath?
  /// Whether the file name precedes the drawing.
  var isNamed = false
  var jobs = 1
  var isStrict = false
  var force = false

  func run(in environment: Environment) throws(Failure) {
    let access = MediaAccess(environment: environment)
    let asset = try access.asset(input)
    let reader = try orFailure { () throws(MetaError) in
      try WaveformReader(
        asset: asset, track: track, resolution: resolution, splitsChannels: splitsChannels,
        timeRange: range, codecs: access.codecs)
    }
    let waveform = try read(reader, environment)
    guard waveform.length > 0 else {
      throw Failure(.dataError, "noMedia", "the file has no audio in this range")
    }
    try access.report(waveform.findings, isStrict: isStrict, at: input)
    var drawing = drawing
    drawing.marks = reader.marks(in: waveform.sampleCount)
    try write(waveform, drawing, environment)
  }

  /// Reads the segments of the audio, each thread one segment at a time, and joins them.
  private func read(
    _ reader: WaveformReader, _ environment: Environment
  ) throws(Failure) -> WaveformData {
    let results = Mutex<[Int: Result<WaveformData, MetaError>]>([:])
    let next = Mutex(0)
    let heartbeat = Mutex(Heartbeat())
    DispatchQueue.concurrentPerform(iterations: min(jobs, reader.segments)) { _ in
      environment.beginThread()
      while true {
        let segment = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard segment < reader.segments else { return }
        let result = Result { () throws(MetaError) in
          try reader.read(
            segment: segment, progress: { _ in heartbeat.withLock { $0.beat() } },
            isCancelled: { environment.isCancelled })
        }
        results.withLock { $0[segment] = result }
      }
    }
    let all = results.withLock { $0 }
    return try orFailure { () throws(MetaError) in
      let parts = try all.sorted { $0.key < $1.key }.map { (_, result) throws(MetaError) in
        try result.get()
      }
      return reader.joined(parts)
    }
  }

  // MARK: Output

  /// Writes the waveform in the format of the job.
  private func write(
    _ waveform: WaveformData, _ drawing: WaveformDrawing, _ environment: Environment
  ) throws(Failure) {
    switch form {
    case .json: try write(Array(WaveformFile.json(of: waveform, bits: bits).utf8), environment)
    case .dat: try write(WaveformFile.data(of: waveform, bits: bits), environment)
    case .svg: try write(Array(drawing.svg(of: waveform).utf8), environment)
    case .png:
      let image = try orFailure { () throws(MetaError) in try drawing.png(of: waveform) }
      try write(image, environment)
    case .text:
      let text = (isNamed ? "\(input.display)\n" : "") + drawing.text(of: waveform)
      try environment.print(.text()) { (results) throws(Failure) in try results.text(text) }
    case .result:
      try environment.print(.values(depth: 3)) { (results) throws(Failure) in
        try results.value { write(waveform, to: &$0) }
      }
    }
  }

  /// Writes bytes to the output file, or to standard output as text.
  private func write(_ bytes: [UInt8], _ environment: Environment) throws(Failure) {
    guard let output, !output.isStandardInput else {
      let text = String(decoding: bytes, as: UTF8.self)
      return try environment.print(.text()) { (results) throws(Failure) in
        try results.text(text)
      }
    }
    try orNamedFailure { () throws(MetaError) in
      try OutputFile.write(bytes, to: output.path, replacing: force)
    }
  }

  /// Writes the waveform as an object; `docs/schema/waveform.schema.json` describes the format.
  private func write(_ waveform: WaveformData, to json: inout JSONWriter) {
    json.beginObject()
    json.path(input)
    json.member("sampleRate", waveform.sampleRate)
    json.member("samplesPerPixel", waveform.samplesPerPixel)
    json.member("samples", waveform.sampleCount)
    json.member("bins", waveform.length)
    json.array("channels", waveform.channels) { json, channel in
      json.beginObject()
      WaveformJob.write("min", channel.map(\.minimum), to: &json)
      WaveformJob.write("max", channel.map(\.maximum), to: &json)
      WaveformJob.write("average", channel.map(\.average), to: &json)
      WaveformJob.write("rms", channel.map(\.rms), to: &json)
      json.endObject()
    }
    json.array("damage", waveform.findings) { json, finding in
      json.string(finding.message)
    }
    json.endObject()
  }

  private static func write(_ name: StaticString, _ values: [Float], to json: inout JSONWriter) {
    json.array(name, values) { json, value in
      json.real((Double(value) * 1e6).rounded() / 1e6)
    }
  }
}
