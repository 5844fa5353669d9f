internal import MetaCore
internal import SystemPackage

/// Implements `slideshow`: creates a movie from images, optionally with audio and a chapter for
/// each image, and reports the result.
struct SlideshowJob: Sendable {
  /// The images, in order.
  var images: [InputPath]
  /// The chapter titles; if empty, the file names are used.
  var titles: [String] = []
  /// A file whose audio accompanies the images, or nil for a silent movie.
  var sound: InputPath?
  var output: InputPath
  /// The other settings; `run` opens the images and the audio.
  var slideshow = Slideshow([])
  var printsJSON = false
  var isQuiet = false
  var showsProgress = true

  /// Creates the movie.
  ///
  /// - Throws: ``Failure``, which names the file that caused it, if any.
  func run(in environment: Environment) throws(Failure) {
    let access = MediaAccess(environment: environment)
    let slideshow = try opened(access)
    let (path, codecs) = (output.path, access.codecs)
    let work = EncodingWork(environment: environment, showsProgress: showsProgress)
    let result = try orNamedFailure { () throws(MetaError) in
      try work.run { (progress) throws(MetaError) in
        try await slideshow.write(to: path, codecs: codecs, progress: progress)
      }
    }
    try access.report(result.findings, isStrict: false, at: sound ?? output)
    let report = SlideshowReport(job: self, result: result)
    try environment.print(printsJSON ? .values(depth: 3) : .text()) { (results) throws(Failure) in
      if printsJSON {
        try results.value { report.write(to: &$0) }
      } else if !isQuiet {
        try results.text(report.text)
      }
    }
  }

  /// Returns the slideshow with its images and audio opened; images from standard input or web
  /// addresses are read into memory, and other images are read by path.
  private func opened(_ access: MediaAccess) throws(Failure) -> Slideshow {
    var slideshow = slideshow
    slideshow.images = try images.enumerated().map { (index, path) throws(Failure) in
      let title = titles.indices.contains(index) ? titles[index] : nil
      guard path.isStandardInput || path.isAddress else {
        return Slideshow.Image(path: path.path, title: title ?? SlideshowJob.title(of: path))
      }
      do throws(Failure) {
        let bytes = try SourceOpener.readAll(path, in: access.environment)
        return Slideshow.Image(.bytes(bytes), title: title ?? SlideshowJob.title(of: path))
      } catch {
        throw Failure(error.status, error.code, "\(path.display): \(error.message)")
      }
    }
    if let sound {
      do throws(Failure) { slideshow.sound = try access.asset(sound) } catch {
        throw Failure(error.status, error.code, "\(sound.display): \(error.message)")
      }
    }
    return slideshow
  }

  /// Returns the file name without its extension, or nil for standard input.
  private static func title(of path: InputPath) -> String? {
    guard !path.isStandardInput else { return nil }
    let name = path.display.split(separator: "/").last.map(String.init) ?? path.display
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// The result of `slideshow`, as text and JSON: the file, its video and audio, the time of each
/// image, losses and notes.
struct SlideshowReport {
  let job: SlideshowJob
  let result: SlideshowResult

  private var losses: [String] {
    result.draft.losses.map(\.message) + result.draft.metadataLosses.map(\.description)
  }

  private var notes: [String] {
    result.notes + result.draft.notes.map(\.description) + result.result.notes
  }

  /// The report as text: losses and notes, video, audio, and the file.
  var text: String {
    var lines = losses.map { "lost: \($0)" } + notes.map { "note: \($0)" }
    let video = result.video
    lines.append(
      "video: \(video.codec.rawValue) \(video.width ?? 0)x\(video.height ?? 0), "
        + "\(result.frameCount) frames of \(result.images.count) images, "
        + "\(result.encodedFrameCount) encoded")
    if let audio = result.audio {
      lines.append(
        "audio: \(audio.text), \((result.soundDuration ?? .zero).roundedSeconds) s")
    }
    lines.append("\(job.output.display): \(result.result.bytesWritten) bytes written")
    return ExportReport.text(lines)
  }

  /// Writes the report as an object; `docs/schema/slideshow.schema.json` describes the format.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("output", job.output.display)
    json.member("fileType", result.draft.fileType.rawValue)
    json.member("bytesWritten", result.result.bytesWritten)
    json.member("duration", result.duration.seconds)
    json.object("video") { json in
      json.member("codec", result.video.codec.rawValue)
      json.member("width", result.video.width)
      json.member("height", result.video.height)
      json.member("frameRate", 1 / result.frameDuration.seconds)
      json.member("frames", result.frameCount)
      json.member("encodedFrames", result.encodedFrameCount)
      json.member("repeated", result.isRepeated)
    }
    if let audio = result.audio {
      json.object("audio") { json in
        json.member("codec", audio.format.rawValue)
        json.member("bitRate", audio.bitRate)
        json.member("sampleRate", audio.sampleRate)
        json.member("channels", audio.channels)
        json.member("duration", result.soundDuration?.seconds)
      }
    }
    json.array("images", Array(zip(job.images, result.images))) { json, image in
      json.beginObject()
      json.path(image.0)
      json.member("title", image.1.title)
      json.member("start", image.1.start.seconds)
      json.member("duration", image.1.duration.seconds)
      json.member("width", image.1.width)
      json.member("height", image.1.height)
      json.endObject()
    }
    json.array("damage", result.findings) { $0.string($1.message) }
    json.array("losses", losses) { $0.string($1) }
    json.array("notes", notes) { $0.string($1) }
    json.endObject()
  }
}
