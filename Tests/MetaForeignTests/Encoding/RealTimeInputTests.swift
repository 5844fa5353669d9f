import Foundation
import MetaForeign
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Inputs that expect their samples in real time, with an encoder that blocks until a test releases
/// it.
@Suite("Inputs in real time")
struct RealTimeInputTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// An encoder that is reached through a gate.
  private final class GatedEncoder: MediaEncoder {
    private let encoder: any MediaEncoder
    private let gate: Gate

    init(_ encoder: any MediaEncoder, _ gate: Gate) { (self.encoder, self.gate) = (encoder, gate) }

    func encode(_ sample: SampleBuffer) throws(MetaError) -> [SampleBuffer] {
      try gate.pass()
      return try encoder.encode(sample)
    }

    func finish() throws(MetaError) -> [SampleBuffer] { try encoder.finish() }
  }

  private final class Gate: Sendable {
    private let isOpen = Mutex(false)
    let error: MetaError?

    init(failing error: MetaError? = nil) { self.error = error }

    func open() { isOpen.withLock { $0 = true } }

    func pass() throws(MetaError) {
      while !isOpen.withLock({ $0 }) { usleep(1000) }
      if let error { throw error }
    }
  }

  private struct GatedCodecs: CodecLibrary {
    let gate: Gate

    func audioDecoder(for request: DecoderRequest) throws(ParseError) -> (any AudioDecoder)? { nil }
    func audioConverter(to target: AudioTarget) throws(ParseError) -> (any AudioConverting)? { nil }
    func encodes(_ settings: OutputSettings) -> Bool { true }

    func encoder(for request: EncoderRequest) throws(ParseError) -> (any MediaEncoder)? {
      GatedEncoder(try ForeignCodecs.all.encoder(for: request), gate)
    }
  }

  private func writer(_ gate: Gate) throws -> AssetWriter {
    try AssetWriter(
      path: FilePath(scratch.file("new.mov").path), fileType: .quickTimeMovie,
      codecs: MediaCodecs([GatedCodecs(gate: gate)]))
  }

  private var input: AssetWriterInput {
    var input = AssetWriterInput(.audio, settings: .audio(AudioOutputSettings(.linearPCM)))
    input.expectsMediaDataInRealTime = true
    return input
  }

  /// One second of audio, in 100 samples.
  private func second(_ number: Int) throws -> SampleBuffer {
    let format = AudioFormat(pcm: .int16, sampleRate: 100, channels: 1)
    let bytes = [UInt8](repeating: UInt8(clamping: number), count: 200)
    return SampleBuffer(
      .audio(try AudioBuffer(format, bytes: [bytes])), at: MediaTime(numeric: Int64(number), 1))
  }

  @Test("Appending does not wait, and excess frames are dropped and counted")
  func tooMuch() async throws {
    let gate = Gate()
    let writer = try writer(gate)
    let receiver = try writer.inputReceiver(for: input)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    #expect(receiver.isReadyForMoreMediaData)
    var taken = 0
    for number in 0..<20 where try receiver.appendImmediately(second(number)) { taken += 1 }
    #expect(!receiver.isReadyForMoreMediaData)
    // Ten seconds wait, and one more may be with the encoder.
    #expect(taken == 10 || taken == 11)
    #expect(receiver.droppedSampleCount == (20 - taken) * 100)
    receiver.finish()
    #expect(throws: MetaError.self) { try receiver.appendImmediately(second(20)) }
    gate.open()
    try await writer.finishWriting()
    let document = try Inspector.inspect(try FileSource(path: writer.path))
    #expect(document.tracks.map(\.sampleCount) == [Int64(taken * 100)])
  }

  @Test(
    "The last frame is presented until the session ends", arguments: [nil, 1] as [Int64?],
    [false, true])
  func lastPicture(fragmentSeconds: Int64?, isFinishedEarly: Bool) async throws {
    let writer = try AssetWriter(
      path: FilePath(scratch.file("new.mov").path), fileType: .quickTimeMovie,
      codecs: .standard.adding(ForeignCodecs.all))
    if let fragmentSeconds {
      try writer.setMovieFragmentInterval(MediaTime(numeric: fragmentSeconds, 1))
    }
    var input = AssetWriterInput(.video, settings: .video(VideoOutputSettings(codec: .h264)))
    input.expectsMediaDataInRealTime = true
    let receiver = try writer.inputReceiver(for: input)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for number in 0..<3 {
      let picture = try MutablePixelBuffer(
        PixelBufferAttributes(format: .yCbCr420Planar, width: 64, height: 48))
      try await receiver.append(
        SampleBuffer(
          .pixels(picture.finished()), at: MediaTime(numeric: Int64(number), 10),
          duration: MediaTime(numeric: 1, 10)))
    }
    if isFinishedEarly { receiver.finish() }
    // Later samples were dropped.
    try writer.endSession(atSourceTime: MediaTime(numeric: 5, 10))
    try await writer.finishWriting()
    let track = try #require(Inspector.inspect(try FileSource(path: writer.path)).tracks.first)
    #expect(track.duration?.seconds == 0.5 && track.sampleCount == 3)
  }

  @Test("An encoder that fails later ends writing, and leaves no file")
  func lateFailure() async throws {
    let gate = Gate(failing: MetaError(.io, reason: "no"))
    let writer = try writer(gate)
    let receiver = try writer.inputReceiver(for: input)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    try await receiver.append(second(0))
    try await receiver.append(second(1))
    gate.open()
    let error = await #expect(throws: MetaError.self) { try await writer.finishWriting() }
    #expect(error?.reason == "no" || error?.code == .wrongState)
    #expect(writer.status == .failed && writer.error?.reason == "no")
    #expect(!FileManager.default.fileExists(atPath: writer.path.string))
  }

  @Test("Queued frames are not encoded when writing is cancelled")
  func cancelled() async throws {
    let gate = Gate()
    let writer = try writer(gate)
    let receiver = try writer.inputReceiver(for: input)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for number in 0..<5 { try await receiver.append(second(number)) }
    writer.cancelWriting()
    gate.open()
    #expect(writer.status == .cancelled)
    #expect(!FileManager.default.fileExists(atPath: writer.path.string))
    let late = second
    await #expect(throws: MetaError.self) { try await receiver.append(late(5)) }
  }
}
