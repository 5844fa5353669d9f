internal import ArgumentParser
internal import MetaCore
internal import MetaSystem

/// The verb `transcode`, which re-encodes video and audio tracks of a file, as requested or as the
/// new container requires, copies the other tracks and the metadata, and writes a new file.
struct Transcode: CodecVerb {
  static let configuration = CommandConfiguration(
    commandName: "transcode",
    abstract: "Re-encode the video or audio of a file, and keep everything else.",
    discussion: """
      The extension of OUTPUT determines its format: mov, mp4, m4a, m4b, m4v, 3gp, 3g2. Without a preset or \
      settings, a track is encoded only when the new file cannot hold it. Settings are comma-separated words with \
      values, such as codec=h264,width=1280,bitrate=5M,keyframes=2s or codec=aac,bitrate=128k; docs/transcoding.md \
      lists them. Metadata, chapters, timecode, subtitles, languages, references and rotation are kept. What cannot be \
      kept is refused, or omitted with --allow-loss and listed; so is damaged media. OUTPUT is written completely or \
      not at all.

        metatool transcode film.mov film.mp4 --preset 1280x720
        metatool transcode talk.mp4 talk.m4a --video none --audio codec=aac,bitrate=96k
      """)

  @Option(
    help: ArgumentHelp(
      "Encode video and audio with this preset: 1280x720, hevc1920x1080, audio; see metatool presets.",
      valueName: "name"), completion: .list(OutputSettingsPreset.all.map(\.name)))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "Encode video with these settings; copy keeps it unchanged, none leaves it out.",
      valueName: "settings"))
  var video: String?

  @Option(help: ArgumentHelp("The same for audio.", valueName: "settings"))
  var audio: String?

  @Option(
    name: .customLong("track"),
    help: ArgumentHelp(
      "The same for one track: 3=copy, 3=none, 3=codec=aac,bitrate=96k; may be repeated.",
      valueName: "n=settings"))
  var treatments: [String] = []

  @Option(
    help: ArgumentHelp(
      "The frame rate, such as 25, 29.97 or 30000/1001; keep keeps the times of all frames.",
      valueName: "n"))
  var fps = "keep"

  @Option(help: "Keep the rotation as a property of the track, or apply it to the frames.")
  var rotate = Rotation.keep

  /// The handling of the rotation of video, as values of `--rotate`.
  enum Rotation: String, OptionWord {
    case keep, apply
  }

  @Option(help: ByteSize.help)
  var memory: ByteSize?

  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @OptionGroup var flags: ExportFlags

  @Argument(
    help: ArgumentHelp(
      "The input, the output, and edits of the form FIELD=VALUE.", valueName: "input output edit"),
    completion: .custom(FieldWords.edits))
  var arguments: [String]

  func validate() throws { _ = try settings() }

  /// Plans the job to determine whether it needs the helper; planning itself does not need it.
  ///
  /// The edits make no difference, and are left to the process that runs the verb: it reports their
  /// errors, and reads values from standard input.
  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    // Invalid arguments make the command fail when the verb runs.
    let paths = environment.paths(amongEdits: arguments)
    guard paths.count == 2, let job = try? job(for: paths, []) else { return nil }
    guard !job.input.isStandardInput, !job.input.isAddress else {
      return HelperNeeds(memory: memory?.bytes)
    }
    do throws(MetaError) {
      let transcoder = job.transcoder(of: job.input.path, environment)
      let needs = try transcoder.needs(
        to: job.output.path, processors: ProcessorCount.online)
      guard needs?.areAny ?? true else { return nil }
      return HelperNeeds(memory: memory?.bytes ?? needs?.memory)
    } catch {
      return nil
    }
  }

  var helperFiles: [InputPath] { arguments.first.map { [InputPath(text: $0)] } ?? [] }

  func run(in environment: Environment) throws {
    let job = try job(in: environment)
    try environment.orEnd(job.input) { try job.run(in: environment) }
  }

  /// Returns the job for the arguments.
  private func job(in environment: Environment) throws -> TranscodeJob {
    let parsed = try environment.editArguments(arguments, flags.literal)
    guard parsed.paths.count == 2 else {
      throw ValidationError("Specify the file to transcode and the output file.")
    }
    let edits = try environment.edits(parsed, ofInput: parsed.paths[0], for: parsed.paths[1])
    return try job(for: parsed.paths, edits)
  }

  /// Returns the job for the input, the output and the edits.
  private func job(for paths: [InputPath], _ edits: [MetadataEdit]) throws -> TranscodeJob {
    var options = try settings()
    options.export = try flags.options(edits)
    return TranscodeJob(
      input: paths[0], output: paths[1], options: options, isDryRun: flags.dryRun,
      printsJSON: flags.json, isQuiet: work.quiet, showsProgress: work.showsProgress)
  }

  // MARK: Settings

  /// Returns the handling of each track, depending on the options.
  private func settings() throws -> TranscodeOptions {
    var options = TranscodeOptions()
    options.preset = try preset.map(Transcode.preset)
    options.mediaTreatments[.video] = try video.map { text in
      try Transcode.treatment(text) { (text) throws(MetaError) in
        .video(try VideoOutputSettings(text: text))
      }
    }
    options.mediaTreatments[.audio] = try audio.map { text in
      try Transcode.treatment(text) { (text) throws(MetaError) in
        .audio(try AudioOutputSettings(text: text))
      }
    }
    for text in treatments {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = UInt32(parts[0]) else {
        throw ValidationError("--track must be a number and settings: 3=copy.")
      }
      guard options.trackTreatments[number] == nil else {
        throw ValidationError("--track is given twice for track \(number).")
      }
      options.trackTreatments[number] = try Transcode.treatment(String(parts[1])) {
        (text) throws(MetaError) in try OutputSettings(text: text)
      }
    }
    options.frameDuration = fps == "keep" ? nil : try EncodingWords.frameDuration(fps)
    options.appliesTransform = rotate == .apply
    return options
  }

  /// Returns the preset with the given name.
  private static func preset(_ name: String) throws -> OutputSettingsPreset {
    if let preset = OutputSettingsPreset(named: name) { return preset }
    let names = OutputSettingsPreset.all.map(\.name)
    let hint =
      SpellingSuggestion.nearest(to: name, of: names).map { "; did you mean \($0)?" } ?? "."
    throw ValidationError("unknown preset \(name)\(hint)")
  }

  /// Parses the handling of a track: `copy`, `none`, or the settings for an encoder.
  private static func treatment(
    _ text: String, _ settings: (String) throws(MetaError) -> OutputSettings
  ) throws -> TrackTreatment {
    switch text {
    case "copy": return .copied
    case "none": return .leftOut
    default:
      do throws(MetaError) {
        return .encoded(try settings(text))
      } catch {
        throw ValidationError(error.reason)
      }
    }
  }
}
