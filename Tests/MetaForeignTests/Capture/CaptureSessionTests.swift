import Foundation
import MetaForeign
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Capture sessions as programs use them, with pipes, which need no real time.
@Suite("Capture sessions", .enabled(if: Program.find("ffmpeg") != nil))
struct CaptureSessionTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  private func film(_ seconds: Double = 1) throws -> CaptureInput {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=\(seconds)"])
    return CaptureInput(pipe: FilePath(film.path), mediaType: .video)
  }

  private func path(_ name: String) -> FilePath { FilePath(files.file(name).path) }

  /// Fails for one frame, and turns all others black.
  private struct Failing: VideoFilter {
    let pixelFormats: [PixelFormat] = [.bgra]

    func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer {
      guard time != MediaTime(numeric: 3, 10) else {
        throw MetaError(.unsupported, reason: "not this one")
      }
      return try MutablePixelBuffer(picture.attributes).finished()
    }
  }

  @Test func samplesAreDeliveredToATask() async throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(film())
    let output = CaptureDataOutput(.video, discardsLateSamples: false)
    try session.addOutput(output)
    try session.startRunning()
    var times: [MediaTime] = []
    for await sample in output.samples {
      #expect(sample.pixels?.width == 64)
      times.append(sample.presentationTime)
    }
    #expect(times == (0..<10).map { MediaTime(numeric: $0, 10) })
    var hasEnded = false
    for await event in session.events {
      if case .ended(.video) = event { hasEnded = true }
    }
    #expect(hasEnded)
  }

  @Test func failingFilterPassesThePictureThrough() async throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(film())
    session.setVideoFilter(Failing())
    let output = CaptureDataOutput(.video, discardsLateSamples: false)
    try session.addOutput(output)
    try session.startRunning()
    var formats: [PixelFormat?] = []
    for await sample in output.samples { formats.append(sample.pixels?.format) }
    #expect(formats == (0..<10).map { $0 == 3 ? .yCbCr420Planar : .bgra })
    var reasons: [String] = []
    for await event in session.events {
      if case .filterFailed(let error) = event { reasons.append(error.reason) }
    }
    #expect(reasons == ["not this one"])
  }

  @Test(
    "Formats that cannot be turned directly are converted first", arguments: ["yuv422p", "yuv420p"])
  func framesAreRotated(format: String) async throws {
    let film = try files.create(
      "\(format).y4m",
      ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-pix_fmt", format])
    let session = CaptureSession(codecs: codecs)
    try session.addInput(CaptureInput(pipe: FilePath(film.path), mediaType: .video))
    let output = CaptureDataOutput(.video, discardsLateSamples: false)
    try session.addOutput(output)
    try session.openInputs()
    session.connection(to: output, for: .video)?.turn = PictureTurn(degrees: 90)
    try session.startRunning()
    var count = 0
    for await sample in output.samples {
      count += 1
      let pixels = try #require(sample.pixels)
      #expect(pixels.width == 48 && pixels.height == 64)
      let video = sample.formatDescription?.track.video
      #expect(video?.width == 48 && video?.height == 64)
    }
    #expect(count == 10)
    for await event in session.events {
      if case .filterFailed(let error) = event { Issue.record("\(error)") }
    }
  }

  /// A filter that turns frames in any pixel format black.
  private struct Blackening: VideoFilter {
    let pixelFormats: [PixelFormat] = []

    func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer {
      try MutablePixelBuffer(
        PixelBufferAttributes(format: .bgra, width: picture.width, height: picture.height)
      ).finished()
    }
  }

  @Test func framesThatCannotBeRotatedAreFiltered() async throws {
    let film = try files.create(
      "film.y4m",
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.2", "-pix_fmt", "yuv422p",
      ])
    // Rotation requires a conversion, for which there is no library.
    let session = CaptureSession(codecs: .standard)
    try session.addInput(CaptureInput(pipe: FilePath(film.path), mediaType: .video))
    session.setVideoFilter(Blackening())
    let output = CaptureDataOutput(.video, discardsLateSamples: false)
    try session.addOutput(output)
    session.connection(to: output, for: .video)?.turn = PictureTurn(degrees: 90)
    try session.startRunning()
    var frames: [String] = []
    for await sample in output.samples {
      let pixels = try #require(sample.pixels)
      frames.append("\(pixels.width)x\(pixels.height) \(pixels.format == .bgra)")
    }
    #expect(frames == ["64x48 true", "64x48 true"])
    var failures = 0
    for await event in session.events {
      if case .filterFailed = event { failures += 1 }
    }
    #expect(failures == 2)
  }

  @Test func aMovieIsRecorded() async throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(film(2))
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    try session.openInputs()
    var settings = CaptureMovieFileOutput.Settings()
    settings.maxRecordedDuration = MediaTime(numeric: 15, 10)
    session.connection(to: movie, for: .video)?.turn = PictureTurn(degrees: 180)
    try movie.startRecording(to: path("new.mp4"), as: .mp4, in: session, settings)
    #expect(movie.isRecording && !movie.isRecordingPaused)
    try session.startRunning()
    while !movie.hasEnded { try await Task.sleep(for: .milliseconds(5)) }
    let result = try await movie.stopRecording()
    session.stopRunning()
    #expect(result.duration == MediaTime(numeric: 15, 10))
    #expect(result.capturedFrameCount == 15 && result.writtenFrameCount == 15)
    #expect(!movie.isRecording && movie.recordedDuration == .zero)
    let document = try await Asset(path: path("new.mp4")).load(.tracks)
    #expect(document.count == 1 && document[0].preferredTransform.a == -1)
  }

  @Test func theSizeIsLimited() async throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(film(60))
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    try session.openInputs()
    var settings = CaptureMovieFileOutput.Settings()
    settings.maxRecordedFileSize = 100_000
    settings.video = VideoOutputSettings(codec: .png)
    try movie.startRecording(to: path("new.mov"), in: session, settings)
    try session.startRunning()
    while !movie.hasEnded { try await Task.sleep(for: .milliseconds(5)) }
    let result = try await movie.stopRecording()
    session.stopRunning()
    #expect(result.fileSize >= 100_000 && result.writtenFrameCount < 600)
  }

  // MARK: Connections and presets

  /// Records a film with a modified session; returns its only track.
  private func recorded(
    _ input: CaptureInput, _ change: (CaptureSession, CaptureMovieFileOutput) throws -> Void
  ) async throws -> AssetTrack {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(input)
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    try change(session, movie)
    try session.openInputs()
    try movie.startRecording(to: path("new.mp4"), as: .mp4, in: session)
    try session.startRunning()
    while !movie.hasEnded { try await Task.sleep(for: .milliseconds(5)) }
    _ = try await movie.stopRecording()
    session.stopRunning()
    return try #require(try await Asset(path: path("new.mp4")).load(.tracks).first)
  }

  @Test(arguments: [0, 90, 180, 270], [false, true])
  func rotationIsStoredForPlayers(degrees: Int, isMirrored: Bool) async throws {
    let turn = PictureTurn(degrees: degrees, isMirrored: isMirrored)
    let track = try await recorded(film()) { session, movie in
      session.connection(to: movie, for: .video)?.turn = turn
    }
    let video = try #require(track.formatDescriptions.first?.video)
    #expect((video.width, video.height) == (64, 48))
    #expect(video.rotation == degrees && video.isMirrored == isMirrored)
    // The corners of the frame are those of the displayed image.
    let matrix = track.preferredTransform
    let right: Double = matrix.a * 64 + matrix.c * 48 + matrix.tx
    let bottom: Double = matrix.b * 64 + matrix.d * 48 + matrix.ty
    #expect([matrix.tx, right].sorted() == [0, turn.swapsSides ? 48 : 64])
    #expect([matrix.ty, bottom].sorted() == [0, turn.swapsSides ? 64 : 48])
  }

  @Test func picturesAreRotatedForOneOutput() async throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(film())
    let upright = CaptureDataOutput(.video, discardsLateSamples: false)
    let turned = CaptureDataOutput(.video, discardsLateSamples: false)
    for output in [upright, turned] { try session.addOutput(output) }
    let connection = try #require(session.connection(to: turned, for: .video))
    connection.turn = PictureTurn(degrees: 90)
    #expect(connection.turnsPixels && session.connection(to: turned, for: .audio) == nil)
    try session.startRunning()
    var widths: [Int?] = []
    for await sample in upright.samples { widths.append(sample.pixels?.width) }
    #expect(widths == Array(repeating: 64, count: 10))
    widths = []
    for await sample in turned.samples {
      widths.append(sample.pixels?.width)
      #expect(sample.formatDescription?.video?.width == 48)
    }
    #expect(widths == Array(repeating: 48, count: 10))
  }

  @Test func disabledConnectionDeliversNothing() async throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(film())
    let outputs = [0, 1].map { _ in CaptureDataOutput(.video, discardsLateSamples: false) }
    for output in outputs { try session.addOutput(output) }
    session.connection(to: outputs[1], for: .video)?.isEnabled = false
    try session.startRunning()
    var counts: [Int] = []
    for output in outputs {
      var count = 0
      for await _ in output.samples { count += 1 }
      counts.append(count)
    }
    #expect(counts == [10, 0])
  }

  @Test func presetScalesPicturesDown() async throws {
    let film = try files.create(
      "large.y4m", ["-f", "lavfi", "-i", "testsrc2=size=640x480:rate=10:duration=1"])
    let input = CaptureInput(pipe: FilePath(film.path), mediaType: .video)
    let track = try await recorded(input) { session, _ in
      try session.setSessionPreset(.low)
      #expect(session.recommendedVideoSettings(for: .mp4) == nil)
    }
    let video = try #require(track.formatDescriptions.first?.video)
    #expect((video.width, video.height) == (192, 144))
  }

  @Test func aPresetNeverEnlarges() async throws {
    let track = try await recorded(film()) { session, _ in
      try session.setSessionPreset(.hd1280x720)
    }
    #expect(track.formatDescriptions.first?.video?.width == 64)
  }

  @Test func recommendedSettingsRequireOpenInputs() throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(CaptureInput(device: .testPicture))
    try session.addInput(CaptureInput(device: .testTone))
    try session.setSessionPreset(.iFrame960x540)
    #expect(session.format(of: .video) == nil)
    try session.openInputs()
    defer { session.stopRunning() }
    // The test picture is a device from which the size is requested.
    #expect(session.format(of: .video)?.video?.width == 960)
    let video = try #require(session.recommendedVideoSettings(for: .quickTimeMovie))
    #expect((video.width, video.height) == (960, 540))
    #expect(video.averageBitRate == 1_555_000 && video.maxKeyFrameInterval == 1)
    #expect(session.recommendedVideoSettings(for: .mp4, codec: .hevc)?.codec == .hevc)
    #expect(session.recommendedVideoSettings(for: .m4a) == nil)
    let audio = try #require(session.recommendedAudioSettings(for: .mp4))
    #expect(audio.sampleRate == 48_000 && audio.channels == 2)
    #expect(throws: MetaError.self) { try session.setSessionPreset(.high) }
    #expect(!session.canSetSessionPreset(.init(rawValue: "AVCaptureSessionPresetPhoto")))
  }

  @Test func presetsHaveNames() {
    for preset in CaptureSession.Preset.all {
      #expect(CaptureSession.Preset(named: preset.name) == preset)
      #expect(CaptureSession.Preset(named: preset.rawValue) == preset)
    }
    #expect(CaptureSession.Preset.all.count == 13)
    #expect(CaptureSession.Preset(named: "photo") == nil)
  }

  @Test func nonSquarePixelsAreKept() async throws {
    let film = try files.create(
      "wide.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1,setsar=16/15"])
    let input = CaptureInput(pipe: FilePath(film.path), mediaType: .video)
    let track = try await recorded(input) { _, _ in }
    #expect(track.formatDescriptions.first?.video?.pixelAspect == [16, 15])
    let turned = try await recorded(input) { session, movie in
      let connection = session.connection(to: movie, for: .video)
      connection?.turn = PictureTurn(degrees: 90)
      connection?.turnsPixels = true
      try FileManager.default.removeItem(atPath: path("new.mp4").string)
    }
    #expect(turned.formatDescriptions.first?.video?.pixelAspect == [15, 16])
  }

  // MARK: Clocks

  /// Video from a camera, a frame every 10 ms, and audio from a device whose samples are 50 ms late
  /// according to the clock.
  private final class Slow: CaptureDeviceProvider, CaptureSource {
    let mediaType: MediaType
    let isLive = true
    let frameDuration: MediaTime? = nil
    let format: FormatDescription? = nil
    private let count = Mutex(0)

    init(_ mediaType: MediaType) { self.mediaType = mediaType }

    var clockDrift: MediaTime { MediaTime(numeric: mediaType == .audio ? 50 : 0, 1000) }

    func start(_ clock: CaptureClock) {}
    func stop() {}

    func next() throws(MetaError) -> SampleBuffer? {
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      ThreadPause.wait(seconds: 0.01)
      guard mediaType == .video, number < 20 else { return nil }
      let picture = try MutablePixelBuffer(
        PixelBufferAttributes(format: .bgra, width: 16, height: 16))
      return SampleBuffer(
        .pixels(picture.finished()), at: MediaTime(numeric: Int64(number) + 100, 100))
    }

    func devices(for mediaType: MediaType) -> [CaptureDevice] { [] }
    func device(named name: String, for mediaType: MediaType) -> CaptureDevice? { nil }
    func source(
      of device: CaptureDevice, _ format: CaptureFormat
    ) throws(MetaError) -> (any CaptureSource)? { Slow(device.mediaType) }
  }

  @Test func picturesFollowTheAudioClock() async throws {
    let devices = CaptureDevices([Slow(.video)])
    let session = CaptureSession(codecs: codecs, devices: devices)
    for kind in [MediaType.video, .audio] {
      try session.addInput(
        CaptureInput(device: CaptureDevice(uniqueID: "slow", localizedName: "", mediaType: kind)))
    }
    let output = CaptureDataOutput(.video, discardsLateSamples: false)
    try session.addOutput(output)
    try session.startRunning()
    var first: MediaTime?
    for await sample in output.samples { first = first ?? sample.presentationTime }
    #expect(first == MediaTime(numeric: 95, 100))
    session.stopRunning()
  }

  // MARK: Impossible requests

  @Test func wrongStatesAreErrors() async throws {
    let session = CaptureSession(codecs: codecs)
    let movie = CaptureMovieFileOutput()
    func isWrong(_ body: () throws -> Void) -> Bool {
      do {
        try body()
        return false
      } catch { return (error as? MetaError)?.code == .wrongState }
    }
    #expect(isWrong { try session.startRunning() })
    #expect(isWrong { try movie.startRecording(to: path("a.mov"), in: session) })
    await #expect(throws: MetaError.self) { try await movie.stopRecording() }
    let input = try film()
    try session.addInput(input)
    #expect(isWrong { try session.addInput(input) })
    try session.addOutput(movie)
    try session.openInputs()
    #expect(isWrong { try session.openInputs() })
    #expect(isWrong { try session.addOutput(CaptureDataOutput(.audio)) })
    try movie.startRecording(to: path("a.mov"), in: session)
    #expect(isWrong { try movie.startRecording(to: path("b.mov"), in: session) })
    try session.startRunning()
    #expect(isWrong { try session.startRunning() })
    while movie.recordedDuration == .zero { try await Task.sleep(for: .milliseconds(2)) }
    _ = try await movie.stopRecording()
    session.stopRunning()
    #expect(isWrong { try movie.startRecording(to: path("b.mov"), in: session) })
  }

  @Test func noMovieWithoutAPicture() async throws {
    let empty = files.file("empty.y4m")
    try Data("YUV4MPEG2 W64 H48 F10:1\n".utf8).write(to: empty)
    let session = CaptureSession(codecs: codecs)
    try session.addInput(CaptureInput(pipe: FilePath(empty.path), mediaType: .video))
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    try session.openInputs()
    try movie.startRecording(to: path("new.mov"), in: session)
    try session.startRunning()
    let error = await #expect(throws: MetaError.self) { try await movie.stopRecording() }
    #expect(error?.code == .noSamples)
    #expect(!files.exists(files.file("new.mov")))
    session.stopRunning()
  }

  @Test(arguments: [
    "YUV4MPEG2 W64\nFRAME\n", "YUV4MPEG2 W64 H48 C411\n", "YUV4MPEG2 W0 H48\nFRAME\n",
    "YUV4MPEG2 W999999999 H999999999 F1:1\nFRAME\n", "YUV4MPEG2 Wx H48\n",
    "YUV4MPEG2 " + String(repeating: "X", count: 5000), "RIFF0000WAVEfmt \u{4}\0\0\0",
    "RIFF0000WAVEdata",
  ])
  func damagedStreamsAreErrors(text: String) throws {
    let file = files.file("damaged")
    try Data(text.utf8).write(to: file)
    let kind: MediaType = text.hasPrefix("RIFF") ? .audio : .video
    let source: any CaptureSource =
      kind == .video
      ? PipedVideo(FilePath(file.path), CaptureFormat())
      : PipedAudio(FilePath(file.path), CaptureFormat())
    #expect(throws: MetaError.self) {
      try source.start(CaptureClock())
      _ = try source.next()
    }
  }
}
