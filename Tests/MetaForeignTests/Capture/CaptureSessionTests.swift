import Foundation
import MetaForeign
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
    let film = try files.made(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=\(seconds)"])
    return CaptureInput(pipe: FilePath(film.path), mediaType: .video)
  }

  private func path(_ name: String) -> FilePath { FilePath(files.file(name).path) }

  /// Fails over one picture, and makes all others black.
  private struct Failing: VideoFilter {
    let pixelFormats: [PixelFormat] = [.bgra]

    func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer {
      guard time != MediaTime(numeric: 3, 10) else {
        throw MetaError(.unsupported, reason: "not this one")
      }
      return try MutablePixelBuffer(picture.attributes).finished()
    }
  }

  @Test func samplesComeToATask() async throws {
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

  @Test func aFilterThatFailsPassesThePictureOn() async throws {
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

  @Test func aMovieIsRecorded() async throws {
    let session = CaptureSession(codecs: codecs)
    try session.addInput(film(2))
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    try session.openInputs()
    var settings = CaptureMovieFileOutput.Settings()
    settings.maxRecordedDuration = MediaTime(numeric: 15, 10)
    settings.turn = PictureTurn(degrees: 180)
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

  // MARK: What is not possible

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

  @Test func withoutAPictureThereIsNoMovie() async throws {
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
      ? PipedPictures(FilePath(file.path), CaptureFormat())
      : PipedSound(FilePath(file.path), CaptureFormat())
    #expect(throws: MetaError.self) {
      try source.start(CaptureClock())
      _ = try source.next()
    }
  }
}
