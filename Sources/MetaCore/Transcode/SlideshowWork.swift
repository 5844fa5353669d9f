internal import SystemPackage

/// Writes the movie of a slideshow: frames and audio are written to an unnamed file, and exporting
/// that file adds metadata and chapters.
struct SlideshowWork {
  private let slideshow: Slideshow
  private let output: FilePath
  private let codecs: MediaCodecs
  private let fileType: FileType
  private let pictures: SlideshowImages
  private let plan: SlideshowPlan
  private let video: VideoOutputSettings
  private let audio: AudioOutputSettings?
  private let notes: [String]

  /// The unnamed movie with all frames and the audio, and how they were encoded.
  private struct Encoded {
    let file: OutputFile
    var encodedFrames = 0
    var isRepeated = false
    var soundDuration: MediaTime?
    var findings: [Diagnostic] = []
  }

  /// Checks the request, and reads the headers of all images and of the audio.
  ///
  /// - Throws: ``MetaError``, as for ``Slideshow/write(to:codecs:progress:)``.
  init(_ slideshow: Slideshow, to output: FilePath, _ codecs: MediaCodecs) throws(MetaError) {
    self.slideshow = slideshow
    self.output = output
    self.codecs = codecs
    let fileType = try SlideshowWork.fileType(of: slideshow, output)
    self.fileType = fileType
    try SlideshowWork.checkOutput(output, slideshow)
    pictures = try SlideshowImages(slideshow, codecs)
    let audioSource = try slideshow.sound.map { (asset) throws(MetaError) in
      try SlideshowAudio.source(of: asset)
    }
    plan = try SlideshowPlan(slideshow, soundDuration: audioSource?.duration)
    (video, notes) = try SlideshowWork.video(slideshow, fileType, pictures, plan)
    audio = try audioSource.map { (source) throws(MetaError) in
      let usual = OutputSettings.recommendedAudioSettings(for: fileType, source: source.format)
      guard let settings = slideshow.audioSettings ?? usual else {
        throw MetaError.refused("\(fileType.name) does not support audio", output)
      }
      return settings
    }
    for settings in [OutputSettings.video(video)] + (audio.map { [.audio($0)] } ?? []) {
      guard FileTypeCodecs.of(fileType)?.supports(settings) ?? false else {
        throw MetaError.refused("\(fileType.name) does not support \(settings.codecName)", output)
      }
    }
  }

  /// Returns the requested file type, or the type for the file name, if it can hold video.
  private static func fileType(
    of slideshow: Slideshow, _ output: FilePath
  ) throws(MetaError) -> FileType {
    let named = output.extension.flatMap { FileType(pathExtension: $0) }
    guard let type = slideshow.fileType ?? named,
      !OutputSettings.availableVideoCodecs(for: type).isEmpty
    else {
      throw MetaError.refused(
        "the name of a slideshow's output must end in .mov, .mp4, .m4v, .3gp or .3g2", output)
    }
    return type
  }

  /// Rejects an output that must not be replaced: an existing file, unless replacing it is allowed,
  /// and any image or audio file of the slideshow.
  private static func checkOutput(
    _ output: FilePath, _ slideshow: Slideshow
  ) throws(MetaError) {
    guard let existing = try? FileStatus(of: output) else { return }
    let inputs = slideshow.images.compactMap(\.path) + [slideshow.sound?.path].compactMap(\.self)
    for input in inputs {
      if let status = try? FileStatus(of: input),
        status.identity.isSameFile(as: existing.identity)
      {
        throw MetaError.refused("the output is one of the inputs; specify another output", output)
      }
    }
    guard slideshow.force else {
      throw MetaError.refused("\(output) exists; use --force to replace it", output)
    }
  }

  /// Returns the video settings, completed with the size, the frame rate and the colours of the
  /// movie, and a note if its size is rounded.
  private static func video(
    _ slideshow: Slideshow, _ fileType: FileType, _ pictures: SlideshowImages,
    _ plan: SlideshowPlan
  ) throws(MetaError) -> (VideoOutputSettings, notes: [String]) {
    let codec = OutputSettings.availableVideoCodecs(for: fileType).first ?? .h264
    var settings = slideshow.videoSettings ?? VideoOutputSettings(codec: codec)
    let size = try pictures.movieSize(settings)
    (settings.width, settings.height) = (size.width, size.height)
    if settings.expectedSourceFrameRate == nil {
      settings.expectedSourceFrameRate = 1 / plan.frameDuration.seconds
    }
    if settings.color == nil { settings.color = .convertedRGB }
    // Pixels are square, whatever the resolutions of the images.
    if settings.pixelAspectRatio == nil {
      settings.pixelAspectRatio = PixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)
    }
    guard (size.width, size.height) != size.wanted else { return (settings, []) }
    let note =
      "the size \(size.wanted.width) × \(size.wanted.height) is rounded to \(size.width) × \(size.height): "
      + "\(settings.codec.rawValue) requires even sizes"
    return (settings, [note])
  }

  // MARK: Work

  /// Writes the movie.
  ///
  /// - Throws: ``MetaError``, as for ``Slideshow/write(to:codecs:progress:)``.
  func run(_ progress: CopyProgress?) async throws(MetaError) -> SlideshowResult {
    var encoded: Encoded?
    if slideshow.repeatsGroups { encoded = try await encode(repeating: true, progress) }
    if encoded == nil { encoded = try await encode(repeating: false, progress) }
    guard let encoded else { throw .cancelled(output) }
    defer { encoded.file.discard() }
    let (draft, result) = try export(encoded.file)
    progress?(1)
    return SlideshowResult(
      images: images(), video: video, audio: audio, soundDuration: encoded.soundDuration,
      frameDuration: plan.frameDuration, frameCount: plan.frameCount,
      encodedFrameCount: encoded.encodedFrames, isRepeated: encoded.isRepeated,
      findings: encoded.findings, notes: notes, draft: draft, result: result)
  }

  /// Encodes everything into an unnamed file; returns nil if groups should be repeated but cannot
  /// be.
  private func encode(
    repeating: Bool, _ progress: CopyProgress?
  ) async throws(MetaError) -> Encoded? {
    // The slideshow has no original, so it keeps the permissions of the unnamed file.
    let writer = try AssetWriter(
      unnamedFor: output, fileType: fileType, codecs: codecs, permissions: OutputFile.everyone)
    do throws(MetaError) {
      try writer.setOverallDurationHint(plan.time(of: plan.frameCount))
      guard let track = try track(in: writer, repeating: repeating) else { return nil }
      let slideshowAudio = try slideshow.sound.map { (asset) throws(MetaError) in
        try SlideshowAudio(
          asset, audio ?? AudioOutputSettings(.aac), until: plan.time(of: plan.frameCount),
          in: writer)
      }
      try writer.start()
      try writer.startSession(atSourceTime: .zero)
      guard try write(track, slideshowAudio, progress) else {
        writer.cancelWriting()
        return nil
      }
      guard let file = try await writer.finishUnnamed() else { throw .cancelled(output) }
      return Encoded(
        file: file, encodedFrames: track.encodedFrames, isRepeated: repeating,
        soundDuration: slideshowAudio?.end, findings: slideshowAudio?.findings ?? [])
    } catch {
      writer.cancelWriting()
      throw error
    }
  }

  /// Adds the video track to the movie; returns nil if groups cannot be repeated.
  ///
  /// The image with the longest group is encoded first; it determines the format and the delay of
  /// the track.
  private func track(
    in writer: AssetWriter, repeating: Bool
  ) throws(MetaError) -> (any SlideshowTrack)? {
    guard repeating else { return try EncodedSlideshowTrack(plan, video, in: writer) }
    let longest = plan.bounds.indices.dropLast().max {
      plan.groups(of: $0, video).length < plan.groups(of: $1, video).length
    }
    return try RepeatedSlideshowTrack(
      plan, video, first: longest ?? 0, try frame(longest ?? 0), in: writer)
  }

  private func frame(_ image: Int) throws(MetaError) -> PixelBuffer {
    try pictures.frame(
      image, width: video.width ?? 0, height: video.height ?? 0,
      isEven: video.codec.needsEvenSize)
  }

  /// Writes all frames together with the audio; returns false if groups cannot be repeated.
  private func write(
    _ track: any SlideshowTrack, _ slideshowAudio: SlideshowAudio?, _ progress: CopyProgress?
  ) throws(MetaError) -> Bool {
    for image in slideshow.images.indices {
      let isDone = try track.write(
        image, { () throws(MetaError) in try frame(image) }
      ) { (frame) throws(MetaError) in
        guard !Task.isCancelled else { throw .cancelled(output) }
        try slideshowAudio?.advance(to: plan.time(of: frame))
        // The last hundredth of the progress is that of the export.
        progress?(0.99 * Double(frame) / Double(plan.frameCount))
      }
      guard isDone else { return false }
    }
    track.finish()
    try slideshowAudio?.advance(to: .positiveInfinity)
    return true
  }

  // MARK: Export

  /// Gives the movie its metadata, chapters and name.
  private func export(
    _ file: OutputFile
  ) throws(MetaError) -> (draft: ExportDraft, result: EditResult) {
    var options = ExportOptions()
    options.fileType = fileType
    options.force = slideshow.force
    options.edits = (slideshow.hasChapters ? [.setChapters(chapters())] : []) + slideshow.edits
    let exporter = FileExporter(path: file.path, options: options)
    do throws(MetaError) {
      let draft = try exporter.draft(to: output)
      return (draft, try exporter.execute(draft, to: output))
    } catch {
      throw MetaError(
        error.code, file: output, reason: error.reason, underlying: error.underlying)
    }
  }

  private func chapters() -> [Chapter] {
    images().map { image in
      Chapter(
        start: image.start, end: image.start + image.duration, title: image.title, source: "edit")
    }
  }

  /// Returns the images with their titles and time ranges, for the result and the chapters.
  private func images() -> [SlideshowResult.Image] {
    slideshow.images.enumerated().map { index, image in
      let start = plan.time(of: plan.bounds[index])
      return SlideshowResult.Image(
        path: image.path, title: image.chapterTitle(index + 1), start: start,
        duration: plan.time(of: plan.frameCount(of: index)), width: pictures.sizes[index]?.width,
        height: pictures.sizes[index]?.height)
    }
  }
}

extension ColorProperties {
  /// The colour properties of untagged RGB converted by libswscale, which uses the matrix of ITU-R
  /// BT.601.
  ///
  /// The primaries and transfer function are those of BT.709: sRGB has the same primaries and a
  /// similar transfer function.
  fileprivate static var convertedRGB: ColorProperties {
    var color = ColorProperties()
    (color.primaries, color.transfer, color.matrix) = (1, 1, 6)
    return color
  }
}
