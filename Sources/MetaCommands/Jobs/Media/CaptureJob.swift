internal import Dispatch
internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// Implements `capture`: records a device, a pipe or a test source as a movie, until a limit, the
/// end of the source, a command on standard input or an interruption ends the recording.
///
/// The thread of the command polls for commands, events and the end, while the session captures and
/// encodes on its own threads.
struct CaptureJob: Sendable {
  var video: CaptureInput?
  var audio: CaptureInput?
  var output: InputPath
  /// The container of the movie; nil means a QuickTime movie.
  var fileType: MetaCore.FileType?
  var settings = CaptureMovieFileOutput.Settings()
  /// The size and quality of the recording.
  var preset = CaptureSession.Preset.inputPriority
  /// Changes to the recommended encoder settings.
  var encoding = CaptureEncoding()
  /// The initial video filter.
  var filter: (any VideoFilter)?
  /// The rotation of frames.
  var turn = PictureTurn.none
  /// Whether the pixels are rotated, instead of specifying the rotation in the metadata.
  var turnsPixels = false
  /// The destination of filtered frames as YUV4MPEG2; `-` for standard output.
  var preview: InputPath?
  /// Whether lines of standard input are commands.
  var takesCommands = true
  var printsJSON = false
  var isQuiet = false
  var showsProgress = true

  /// The polling interval in seconds.
  private static let pause = 0.01

  /// Records the movie.
  ///
  /// - Throws: ``Failure``; if a source was lost, this happens after the movie was finished.
  func run(in environment: Environment) throws(Failure) {
    let preview = try opened(environment)
    do throws(Failure) {
      try run(preview, in: environment)
    } catch {
      removeEmptyPreview()
      throw error
    }
  }

  /// Records the movie; frames also go to the preview.
  private func run(
    _ preview: CapturePreviewOutput?, in environment: Environment
  ) throws(Failure) {
    let movie = CaptureMovieFileOutput()
    let session = CaptureSession(codecs: environment.codecs, devices: environment.captureDevices)
    try orFailure { () throws(MetaError) in
      for input in [video, audio].compactMap(\.self) { try session.addInput(input) }
      try session.addOutput(movie)
      if let preview { try session.addOutput(preview) }
      try session.setSessionPreset(preset)
    }
    for connection in session.connections where connection.output === movie || turnsPixels {
      (connection.turn, connection.turnsPixels) = (turn, turnsPixels)
    }
    session.setVideoFilter(filter)
    // Opening may take a long time: a pipe waits for its writer, and a device until its clock is
    // stable.
    let work = EncodingWork(environment: environment, showsProgress: false)
    try orNamedFailure { () throws(MetaError) in
      try work.run { (_) async throws(MetaError) in try session.openInputs() }
    }
    // The first interruption ends the recording; a second one must not end the program before the
    // movie is finished.
    let (sourceError, result) = try Interruptions.handling {
      () throws(Failure) -> (MetaError?, CaptureResult) in
      try orNamedFailure { () throws(MetaError) in
        do throws(MetaError) {
          var settings = settings
          try encoding.apply(to: &settings, session, fileType ?? .quickTimeMovie)
          try movie.startRecording(to: output.path, as: fileType, in: session, settings)
          try session.startRunning()
        } catch {
          session.stopRunning()
          throw error
        }
      }
      let sourceError = record(session, movie, environment)
      return (sourceError, try finish(session, movie, environment))
    }
    try report(result, in: environment)
    if let error = preview?.error { environment.warn(error.reason) }
    if let sourceError { throw Failure(.ioError, "io", sourceError.reason) }
  }

  /// Opens the destination of filtered frames, if requested: a new file, or an existing pipe or
  /// device.
  ///
  /// - Throws: ``Failure``, `refused` if the destination is a regular file, which may be an input.
  private func opened(_ environment: Environment) throws(Failure) -> CapturePreviewOutput? {
    guard let preview else { return nil }
    var descriptor = FileDescriptor.standardOutput
    if !preview.isStandardInput {
      let existing = try? preview.path.stat().type
      guard existing != .regular else {
        throw Failure(
          .refused, "refused", "\(preview.display): a file with that name exists")
      }
      do {
        descriptor = try FileDescriptor.open(
          preview.path, .writeOnly, options: existing == nil ? [.create, .exclusiveCreate] : [],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
      } catch { throw Failure(.ioError, "io", "\(preview.display): \(error)") }
    }
    return CapturePreviewOutput(
      descriptor, codecs: environment.codecs, frameDuration: video?.format.frameDuration)
  }

  /// Removes the preview of a recording that failed before its first frame, so that the command can
  /// be repeated.
  private func removeEmptyPreview() {
    guard let path = preview?.path, preview?.isStandardInput == false,
      let status = try? path.stat(), status.type == .regular, status.size == 0
    else { return }
    try? FileNames.remove(path)
  }

  // MARK: Recording

  /// Executes commands until the recording ends; returns the error from a lost source, if any.
  private func record(
    _ session: CaptureSession, _ movie: CaptureMovieFileOutput, _ environment: Environment
  ) -> MetaError? {
    let events = CaptureEvents(session)
    let commands = takesCommands && environment.request == nil ? CommandLines() : nil
    let limit = settings.maxRecordedDuration?.seconds ?? 0
    let line = ProgressLine(
      of: Int(min(limit, 1e9).rounded(.up)), on: environment.sink,
      isShown: showsProgress && limit > 0, unit: "s")
    defer { line.end() }
    var heartbeat = Heartbeat()
    var isStopped = false
    while !isStopped, session.error == nil, !movie.hasEnded, !Interruptions.arePending,
      !environment.isCancelled
    {
      heartbeat.beat()
      for case .filterFailed(let error) in events.takeEvents() {
        events.warnOnce("the filter failed: \(error.reason)", environment)
      }
      for command in commands?.takeLines() ?? [] where !isStopped {
        isStopped = !run(command, session, movie, environment)
      }
      line.move(to: Int(movie.recordedDuration.seconds))
      ThreadPause.wait(seconds: CaptureJob.pause)
    }
    return session.error
  }

  /// Executes a command; returns false for `stop`.
  private func run(
    _ line: CommandLines.Line, _ session: CaptureSession, _ movie: CaptureMovieFileOutput,
    _ environment: Environment
  ) -> Bool {
    let words = line.text.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.count) {
    case (nil, _): break
    case ("pause", 1): movie.pauseRecording()
    case ("resume", 1): movie.resumeRecording()
    case ("stop", 1): return false
    case ("filter", 2):
      do {
        session.setVideoFilter(try FilterNames.filter(named: words[1], in: environment))
      } catch {
        environment.warn("line \(line.number) of standard input: \(error.message)")
      }
    default:
      environment.warn(
        "line \(line.number) of standard input: “\(line.text.prefix(60))” is not a command; use "
          + "pause, resume, filter NAME, stop")
    }
    return true
  }

  /// Stops capturing and completes the movie file.
  private func finish(
    _ session: CaptureSession, _ movie: CaptureMovieFileOutput, _ environment: Environment
  ) throws(Failure) -> CaptureResult {
    let work = EncodingWork(environment: environment, showsProgress: false)
    defer { session.stopRunning() }
    return try orNamedFailure { () throws(MetaError) in
      try work.run { (_) async throws(MetaError) in try await movie.stopRecording() }
    }
  }

  // MARK: Report

  /// Prints the result, unless standard output receives the frames of the preview.
  private func report(_ result: CaptureResult, in environment: Environment) throws(Failure) {
    // Standard output carries the frames.
    guard preview?.isStandardInput != true else { return }
    let report = CaptureReport(job: self, result: result)
    try environment.print(printsJSON ? .values(depth: 3) : .text()) { (results) throws(Failure) in
      if printsJSON {
        try results.value { report.write(to: &$0) }
      } else if !isQuiet {
        try results.text(report.text)
      }
    }
  }
}

/// The encoder options for `capture`, as text such as `codec=h264,bitrate=5M`, which change the
/// settings that the session recommends for its sources.
struct CaptureEncoding: Sendable {
  /// The video options, such as `codec=h264,bitrate=5M`; nil for no change.
  var video: String?
  /// The audio options, such as `codec=aac,bitrate=128k`; nil for no change.
  var audio: String?

  /// Changes the encoder settings for a movie according to the options.
  ///
  /// - Throws: ``MetaError`` for invalid settings.
  func apply(
    to settings: inout CaptureMovieFileOutput.Settings, _ session: CaptureSession,
    _ fileType: MetaCore.FileType
  ) throws(MetaError) {
    if let video {
      // The recommendation depends on the named codec.
      var videoSettings = CaptureMovieFileOutput.usualVideo
      try videoSettings.apply(text: video)
      if var changed = session.recommendedVideoSettings(for: fileType, codec: videoSettings.codec) {
        try changed.apply(text: video)
        videoSettings = changed
      }
      settings.video = videoSettings
    }
    if let audio {
      var audioSettings = AudioOutputSettings(.aac)
      try audioSettings.apply(text: audio)
      if var changed = session.recommendedAudioSettings(for: fileType),
        changed.format == audioSettings.format
      {
        try changed.apply(text: audio)
        audioSettings = changed
      }
      settings.audio = audioSettings
    }
  }
}

/// The result of a recording, as text and JSON: frames captured, written and dropped, audio samples
/// and gaps, duration in seconds and size in bytes.
struct CaptureReport {
  let job: CaptureJob
  let result: CaptureResult

  /// The report as text.
  var text: String {
    var lines: [String] = []
    if job.video != nil {
      lines.append(
        "video: \(result.capturedFrameCount) frames captured, \(result.writtenFrameCount) written, "
          + "\(result.droppedFrameCount) dropped")
    }
    if job.audio != nil {
      lines.append(
        "audio: \(result.soundSampleCount.counted("sample")), "
          + "\(result.soundGapCount.counted("gap"))")
    }
    lines.append(
      "\(job.output.display): \(result.duration.roundedSeconds) s, \(result.fileSize) bytes written"
    )
    return ExportReport.text(lines)
  }

  /// Writes the report as an object; `docs/schema/capture.schema.json` describes the format.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("output", job.output.display)
    json.member("bytesWritten", result.fileSize)
    json.member("duration", result.duration.seconds)
    if job.video != nil {
      json.object("video") { json in
        json.member("captured", result.capturedFrameCount)
        json.member("written", result.writtenFrameCount)
        json.member("dropped", result.droppedFrameCount)
      }
    }
    if job.audio != nil {
      json.object("audio") { json in
        json.member("samples", result.soundSampleCount)
        json.member("gaps", result.soundGapCount)
      }
    }
    json.endObject()
  }
}

/// Collects the events of a capture session, which arrive as an asynchronous sequence, for the
/// thread of the command, which polls them.
private final class CaptureEvents: Sendable {
  private let state = Mutex(State())

  /// The events of the session since the last poll, and the warnings that were printed before.
  private struct State {
    var events: [CaptureSession.Event] = []
    var warnings: Set<String> = []
  }

  init(_ session: CaptureSession) {
    Task.detached { [self] in
      for await event in session.events { state.withLock { $0.events.append(event) } }
    }
  }

  /// Returns the events since the last call.
  func takeEvents() -> [CaptureSession.Event] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Prints a warning only once, as it may recur with every frame.
  func warnOnce(_ text: String, _ environment: Environment) {
    if state.withLock({ $0.warnings.insert(text).inserted }) { environment.warn(text) }
  }
}

/// Reads the lines of standard input, which are commands such as `pause`, on a separate thread,
/// because reading would block the thread of the command, which polls them.
private final class CommandLines: Sendable {
  /// A line of standard input, which is a command, with its number, counted from 1, for messages.
  struct Line: Sendable {
    let number: Int
    let text: String
  }

  private let lines = Mutex<[Line]>([])
  /// The maximum length of a command, in bytes.
  private static let longest = 4096

  init() {
    DispatchQueue(label: "capture.commands").async { [self] in
      var input = LineInput([.standardInput], limit: CommandLines.longest)
      var number = 0
      while let next = try? input.next() {
        number += 1
        switch next {
        case .line(let bytes):
          let text = String(decoding: bytes, as: UTF8.self)
          add(number, text.hasSuffix("\r") ? String(text.dropLast()) : text)
        case .tooLong: add(number, "a line that is too long")
        case .end, .stopped: return
        }
      }
    }
  }

  private func add(_ number: Int, _ text: String) {
    lines.withLock { $0.append(Line(number: number, text: text)) }
  }

  /// Returns the lines since the last call.
  func takeLines() -> [Line] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// The names of the video filters for `capture --filter`, and their conversion to filters: photo
/// effects, and files with a colour table.
enum FilterNames {
  /// The name for no filter.
  static let none = "none"

  /// The names, for completion and suggestions.
  static let all = [none] + PhotoEffect.allCases.map(\.rawValue)

  /// Returns the filter for a name, which is an effect or the path of a `.cube` file; nil for
  /// `none`.
  ///
  /// - Throws: ``Failure`` for an unknown name, or a file that is not a valid table.
  static func filter(
    named name: String, in environment: Environment
  ) throws(Failure) -> (any VideoFilter)? {
    if name == none { return nil }
    if let effect = PhotoEffect(named: name) { return effect.cube }
    guard name.lowercased().hasSuffix(".cube") else {
      throw Failure(
        .usage, "usage", "unknown filter “\(name)”\(SpellingSuggestion.hint(for: name, of: all))")
    }
    do {
      let source = try SourceOpener.open(InputPath(text: name), in: environment)
      guard source.length <= largestTable else {
        throw MetaError(.limitExceeded, reason: "the table is too large (\(source.length) bytes)")
      }
      let bytes = try source.read(at: 0, count: Int(source.length))
      return try ColorCube(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      let failure =
        error as? Failure ?? (error as? MetaError).map { Failure($0) }
        ?? Failure(.ioError, "io", "\(error)")
      throw Failure(failure.status, failure.code, "\(name): \(failure.message)")
    }
  }

  /// The maximum size of a table, in bytes: 256³ colours of 30 characters each.
  private static let largestTable: Int64 = 512 << 20
}
