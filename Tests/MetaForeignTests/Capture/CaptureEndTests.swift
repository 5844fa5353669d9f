import Foundation
import MetaForeign
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// The ends of recordings and sessions, also while other calls are in progress.
@Suite("Ends of captures")
struct CaptureEndTests {
  private let scratch: Scratch
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { scratch = try Scratch() }

  private func path(_ name: String) -> FilePath { FilePath(scratch.file(name).path) }

  @Test(
    "A recording of endless pipes ends",
    arguments: [[.audio], [.video], [.video, .audio]] as [[MediaType]], [false, true])
  func endlessPipes(mediaTypes: [MediaType], hasLimit: Bool) async throws {
    let session = CaptureSession(codecs: codecs)
    for mediaType in mediaTypes {
      var input = CaptureInput(pipe: "/dev/zero", mediaType: mediaType)
      (input.format.width, input.format.height) = (64, 48)
      // Frames end within buffers of audio.
      input.format.frameDuration = MediaTime(numeric: 1, 7)
      (input.format.sampleRate, input.format.channels) = (8000, 1)
      try session.addInput(input)
    }
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    try session.openInputs()
    var settings = CaptureMovieFileOutput.Settings()
    settings.audio = AudioOutputSettings(.linearPCM)
    if hasLimit { settings.maxRecordedDuration = MediaTime(numeric: 1, 1) }
    try movie.startRecording(to: path("new.mov"), in: session, settings)
    try session.startRunning()
    while !movie.hasEnded, hasLimit || movie.recordedDuration.seconds < 1 {
      try await Task.sleep(for: .milliseconds(2))
    }
    let result = try await movie.stopRecording()
    session.stopRunning()
    #expect(result.duration.seconds >= 0.9)
    let seconds = Double(result.soundSampleCount) / 8000
    #expect(mediaTypes != [.audio] || abs(seconds - result.duration.seconds) < 0.001)
  }

  /// Ten frames in one second, after which no more follow; or audio in buffers of 0.15 s that
  /// arrive later.
  private final class Paced: CaptureDeviceProvider, CaptureSource {
    let mediaType: MediaType
    let isLive = false
    let frameDuration: MediaTime? = nil
    let format: FormatDescription? = nil
    private let state = Mutex((number: Int64(0), isStopped: false))

    init(_ mediaType: MediaType) { self.mediaType = mediaType }

    func start(_ clock: CaptureClock) {}
    func stop() { state.withLock { $0.isStopped = true } }

    func next() throws(MetaError) -> SampleBuffer? {
      let number = state.withLock { state in
        defer { state.number += 1 }
        return state.number
      }
      if mediaType == .video, number < 10 {
        let picture = try MutablePixelBuffer(
          PixelBufferAttributes(format: .bgra, width: 64, height: 48))
        return SampleBuffer(
          .pixels(picture.finished()), at: MediaTime(numeric: number, 10),
          duration: MediaTime(numeric: 1, 10))
      }
      repeat {
        ThreadPause.wait(seconds: 0.2)
      } while mediaType == .video && !state.withLock({ $0.isStopped })
      guard !state.withLock({ $0.isStopped }) else { return nil }
      let audio = AudioBuffer(
        silence: 1200, AudioFormat(pcm: .int16, sampleRate: 8000, channels: 1))
      return SampleBuffer(audio, atSample: number * 1200)
    }

    func devices(for mediaType: MediaType) -> [CaptureDevice] { [] }
    func device(named name: String, for mediaType: MediaType) -> CaptureDevice? { nil }
    func source(
      of device: CaptureDevice, _ format: CaptureFormat
    ) throws(MetaError) -> (any CaptureSource)? { Paced(device.mediaType) }
  }

  @Test("A recording ends if its end is within a buffer of audio")
  func lateAudio() async throws {
    let session = CaptureSession(codecs: codecs, devices: CaptureDevices([Paced(.video)]))
    for mediaType in [MediaType.video, .audio] {
      try session.addInput(
        CaptureInput(
          device: CaptureDevice(uniqueID: "paced", localizedName: "", mediaType: mediaType)))
    }
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    try session.openInputs()
    var settings = CaptureMovieFileOutput.Settings()
    settings.audio = AudioOutputSettings(.linearPCM)
    try movie.startRecording(to: path("new.mov"), in: session, settings)
    try session.startRunning()
    while movie.recordedDuration.seconds < 1 { try await Task.sleep(for: .milliseconds(2)) }
    let result = try await movie.stopRecording()
    session.stopRunning()
    #expect(result.duration.seconds == 1 && result.soundSampleCount >= 8000)
  }

  // MARK: Concurrent calls

  /// A source that calls a closure while it is started, and another when its format is first
  /// requested afterwards.
  private final class Calling: CaptureDeviceProvider, CaptureSource {
    let mediaType = MediaType.video
    let isLive = false
    let frameDuration: MediaTime? = nil
    /// The errors in calls from the closures; nil for a call that succeeded.
    let codes = Mutex<[MetaError.Code?]>([])
    private let calls = Mutex<[@Sendable () -> Void]>([])
    private let stopCount = Mutex(0)

    func setCalls(
      _ onStart: @escaping @Sendable () -> Void, _ onFormat: @escaping @Sendable () -> Void
    ) {
      calls.withLock { $0 = [onFormat, onStart] }
    }

    var isStopped: Bool { stopCount.withLock { $0 > 0 } }

    var format: FormatDescription? {
      calls.withLock { $0.popLast() }?()
      return nil
    }

    func start(_ clock: CaptureClock) { calls.withLock { $0.popLast() }?() }
    func stop() { stopCount.withLock { $0 += 1 } }
    func next() throws(MetaError) -> SampleBuffer? { nil }
    func devices(for mediaType: MediaType) -> [CaptureDevice] { [] }
    func device(named name: String, for mediaType: MediaType) -> CaptureDevice? { nil }
    func source(
      of device: CaptureDevice, _ format: CaptureFormat
    ) throws(MetaError) -> (any CaptureSource)? { self }
  }

  private func session(_ source: Calling) throws -> CaptureSession {
    let session = CaptureSession(codecs: codecs, devices: CaptureDevices([source]))
    try session.addInput(
      CaptureInput(device: CaptureDevice(uniqueID: "calls", localizedName: "", mediaType: .video)))
    return session
  }

  @Test("Stopping a session while its inputs are being opened leaves none of them open")
  func stoppingWhileOpening() throws {
    let source = Calling()
    let session = try session(source)
    source.setCalls({ session.stopRunning() }, {})
    let error = #expect(throws: MetaError.self) { try session.openInputs() }
    source.setCalls({}, {})
    #expect(error?.code == .wrongState)
    #expect(source.isStopped && !session.isOpen)
  }

  @Test("Stopping a session that was not started ends its data outputs")
  func stoppingBeforeStarting() async throws {
    let session = try session(Calling())
    let output = CaptureDataOutput(.video)
    try session.addOutput(output)
    try session.openInputs()
    session.stopRunning()
    // Cancelling the task ends its loop, but not the stream.
    let hasEnded = Task {
      for await _ in output.samples {}
      return !Task.isCancelled
    }
    let limit = Task {
      try await Task.sleep(for: .seconds(5))
      hasEnded.cancel()
    }
    #expect(await hasEnded.value)
    limit.cancel()
    #expect(throws: MetaError.self) { try session.startRunning() }
  }

  @Test("A recording cannot be started while another one is being started")
  func startingTwice() throws {
    let source = Calling()
    let session = try session(source)
    let movie = CaptureMovieFileOutput()
    try session.addOutput(movie)
    let (first, second) = (path("a.mov"), path("b.mov"))
    source.setCalls(
      {},
      {
        do throws(MetaError) {
          try movie.startRecording(to: second, in: session)
          source.codes.withLock { $0.append(nil) }
        } catch {
          source.codes.withLock { $0.append(error.code) }
        }
      })
    try session.openInputs()
    try movie.startRecording(to: first, in: session)
    session.stopRunning()
    #expect(source.codes.withLock { $0 } == [.wrongState])
    #expect(!FileManager.default.fileExists(atPath: second.string))
  }
}
