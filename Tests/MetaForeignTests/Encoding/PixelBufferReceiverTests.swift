import Foundation
import MetaForeign
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite("Writing video frames", .enabled(if: Program.find("ffprobe") != nil))
struct PixelBufferReceiverTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  private func writer(_ name: String) throws -> AssetWriter {
    try AssetWriter(path: FilePath(files.file(name).path), fileType: .mp4, codecs: codecs)
  }

  private func input(_ width: Int? = 64, _ height: Int? = 64) -> AssetWriterInput {
    var settings = VideoOutputSettings(codec: .h264, width: width, height: height)
    settings.speed = "ultrafast"
    return AssetWriterInput(.video, settings: .video(settings))
  }

  /// A grey picture.
  private func picture(
    _ grey: UInt8, _ width: Int = 64, _ height: Int = 64, _ format: PixelFormat = .bgra
  ) throws -> PixelBuffer {
    var picture = try MutablePixelBuffer(
      PixelBufferAttributes(format: format, width: width, height: height))
    fill(&picture, grey)
    return picture.finished()
  }

  private func fill(_ picture: inout MutablePixelBuffer, _ grey: UInt8) {
    picture.withMutableBytes(ofPlane: 0) { span in
      for index in span.byteOffsets {
        span.storeBytes(of: grey, toByteOffset: index, as: UInt8.self)
      }
    }
  }

  private func probe(_ name: String) throws -> [String] {
    let arguments = [
      "-v", "error", "-count_frames", "-show_entries",
      "stream=codec_name,width,height,r_frame_rate,nb_read_frames,duration", "-of", "default=nw=1",
      files.file(name).path,
    ]
    let result = try Program.run(try #require(Program.find("ffprobe")), arguments)
    return result.text.split(separator: "\n").map(String.init).sorted()
  }

  @Test("Frames that arrive faster than they are encoded are dropped; the others keep their times")
  func picturesInRealTime() async throws {
    let writer = try writer("live.mp4")
    var input = input(640, 480)
    input.expectsMediaDataInRealTime = true
    let receiver = try writer.inputPixelBufferReceiver(for: input)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    let picture = try picture(128, 640, 480)
    var times: [Int64] = []
    for number in 0..<200 {
      let time = MediaTime(numeric: Int64(number), 30)
      if try receiver.appendImmediately(picture, with: time) { times.append(Int64(number)) }
    }
    receiver.finish()
    try await writer.finishWriting()
    #expect(receiver.droppedSampleCount == 200 - times.count && times.count < 200)
    let asset = Asset(path: writer.path)
    let track = try #require(try await asset.load(.tracks).first)
    let reader = AssetReader(asset: asset)
    let provider = try reader.outputProvider(
      for: AssetReaderTrackOutput(track: track, settings: nil))
    try reader.start()
    var written: [Int64] = []
    while let sample = try await provider.next() {
      written.append(Int64((sample.presentationTime.seconds * 30).rounded()))
    }
    #expect(written.sorted() == times)
  }

  /// A grey value of each frame, in the full range.
  private func luma(_ name: String) throws -> [UInt8] {
    let arguments = [
      "-v", "error", "-i", files.file(name).path, "-vf", "crop=2:2:32:32", "-pix_fmt", "gray", "-f",
      "rawvideo", "-",
    ]
    let result = try Program.run(try #require(Program.find("ffmpeg")), arguments)
    return stride(from: 0, to: result.output.count, by: 4).map { result.output[$0] }
  }

  @Test("Six images become sixty frames at 60 fps")
  func slideshow() async throws {
    let greys: [UInt8] = [0, 50, 100, 150, 200, 250]
    let pictures = try greys.map { try picture($0) }
    let writer = try writer("show.mp4")
    let receiver = try writer.inputPixelBufferReceiver(for: input())
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for frame in 0..<60 {
      let time = try #require(MediaTime(value: Int64(frame), timescale: 60))
      try await receiver.append(pictures[frame / 10], with: time)
    }
    receiver.finish()
    try await writer.finishWriting()
    #expect(
      try probe("show.mp4") == [
        "codec_name=h264", "duration=1.000000", "height=64", "nb_read_frames=60",
        "r_frame_rate=60/1", "width=64",
      ])
    let seen = try luma("show.mp4")
    try #require(seen.count == 60)
    for frame in 0..<60 {
      #expect(abs(Int(seen[frame]) - Int(greys[frame / 10])) < 4, "frame \(frame)")
    }
  }

  @Test(
    "The second frame determines time scale and rate, whatever the time scale of the first",
    arguments: [1, 600])
  func firstTime(timescale: UInt32) async throws {
    let name = "first-\(timescale).mp4"
    let writer = try writer(name)
    let receiver = try writer.inputPixelBufferReceiver(for: input())
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    try await receiver.append(
      picture(0), with: try #require(MediaTime(value: 0, timescale: timescale)))
    for frame in 1..<20 {
      let time = try #require(MediaTime(value: Int64(frame) * 1001, timescale: 30000))
      try await receiver.append(picture(UInt8(frame)), with: time)
    }
    // The writer finishes an unfinished receiver.
    try await writer.finishWriting()
    let facts = try probe(name)
    #expect(
      facts.contains("r_frame_rate=30000/1001") && facts.contains("nb_read_frames=20"), "\(facts)")
  }

  @Test("One frame is a movie, even if the receiver was not finished")
  func onePicture() async throws {
    let writer = try writer("one.mp4")
    let receiver = try writer.inputPixelBufferReceiver(for: input())
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    try await receiver.append(picture(77), with: .zero)
    try await writer.finishWriting()
    #expect(try probe("one.mp4").contains("nb_read_frames=1"))
  }

  @Test("Buffers of the pool are reused, and never exceed its limit")
  func pool() async throws {
    let writer = try writer("pool.mp4")
    let attributes = PixelBufferAttributes(format: .bgra, width: 64, height: 64)
    let receiver = try writer.inputPixelBufferReceiver(for: input(), attributes: attributes)
    let pool = try #require(receiver.pixelBufferPool)
    #expect(pool.attributes == attributes)
    #expect(pool.limit == PixelBufferReceiver.poolLimit)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for frame in 0..<50 {
      var picture = try pool.makeBuffer()
      fill(&picture, UInt8(frame * 5))
      let time = try #require(MediaTime(value: Int64(frame), timescale: 25))
      #expect(try receiver.appendImmediately(picture.finished(), with: time))
    }
    receiver.finish()
    try await writer.finishWriting()
    #expect(try probe("pool.mp4").contains("nb_read_frames=50"))
    var kept: [PixelBuffer] = []
    for _ in 0..<PixelBufferReceiver.poolLimit { kept.append(try pool.makeBuffer().finished()) }
    let error = #expect(throws: MetaError.self) { _ = try pool.makeBuffer().finished() }
    #expect(error?.code == .poolExhausted)
    #expect(kept.count == PixelBufferReceiver.poolLimit)
  }

  @Test("The size of the pool's buffers")
  func poolAttributes() throws {
    let writer = try writer("none.mp4")
    let sized = try writer.inputPixelBufferReceiver(for: input(80, 60))
    #expect(
      sized.pixelBufferPool?.attributes
        == PixelBufferAttributes(format: .bgra, width: 80, height: 60))
    #expect(sized.attributes == nil)
    #expect(try writer.inputPixelBufferReceiver(for: input(nil, nil)).pixelBufferPool == nil)
  }

  @Test("Frames that differ from the settings are refused, and writing continues")
  func refusals() async throws {
    let writer = try writer("refused.mp4")
    let attributes = PixelBufferAttributes(format: .bgra, width: 64, height: 64)
    let receiver = try writer.inputPixelBufferReceiver(for: input(), attributes: attributes)
    let early = await #expect(throws: MetaError.self) {
      try await receiver.append(picture(0), with: .zero)
    }
    #expect(early?.code == .wrongState)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    let size = await #expect(throws: MetaError.self) {
      try await receiver.append(picture(0, 66), with: .zero)
    }
    #expect(size?.code == .invalidSize)
    #expect(size?.reason == "a frame of 66 × 64 pixels for an input of 64 × 64")
    let format = #expect(throws: MetaError.self) {
      try receiver.appendImmediately(picture(0, 64, 64, .rgba), with: .zero)
    }
    #expect(format?.code == .invalidPixelFormat)
    #expect(writer.status == .writing)
    try await receiver.append(picture(0), with: .zero)
    try await receiver.append(picture(9), with: try #require(MediaTime(value: 1, timescale: 5)))
    receiver.finish()
    try await writer.finishWriting()
    #expect(try probe("refused.mp4").contains("nb_read_frames=2"))
  }

  @Test("Impossible inputs and attributes")
  func wrongInputs() throws {
    let writer = try writer("wrong.mp4")
    func code(_ input: AssetWriterInput, _ attributes: PixelBufferAttributes? = nil) -> MetaError
      .Code?
    {
      do throws(MetaError) {
        _ = try writer.inputPixelBufferReceiver(for: input, attributes: attributes)
        return nil
      } catch { return error.code }
    }
    #expect(code(AssetWriterInput(.audio)) == .wrongMediaType)
    #expect(code(AssetWriterInput(.video)) == .invalidAttributes)
    #expect(
      code(input(), PixelBufferAttributes(format: .bgra, width: 0, height: 64)) == .invalidSize)
    let unknown = PixelFormat(rawValue: 0x1234_5678)
    #expect(
      code(input(), PixelBufferAttributes(format: unknown, width: 64, height: 64))
        == .invalidPixelFormat)
    let proRes = AssetWriterInput(
      .video, settings: .video(VideoOutputSettings(codec: .proRes422)))
    #expect(code(proRes) == .unsupported)
    #expect(!writer.canApply(proRes.settings, for: .video))
    #expect(writer.canApply(input().settings, for: .video))
    #expect(!writer.canApply(input().settings, for: .audio))
  }

  @Test("The adaptor of earlier versions")
  func adaptor() async throws {
    let writer = try writer("adaptor.mp4")
    let attributes = PixelBufferAttributes(format: .bgra, width: 64, height: 64)
    let adaptor = try PixelBufferAdaptor(
      assetWriterInput: input(), sourcePixelBufferAttributes: attributes, of: writer)
    #expect(adaptor.sourcePixelBufferAttributes == attributes)
    #expect(!adaptor.isReadyForMoreMediaData)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    #expect(adaptor.isReadyForMoreMediaData)
    #expect(!adaptor.append(try picture(0, 32), withPresentationTime: .zero))
    #expect(adaptor.error?.code == .invalidSize)
    for frame in 0..<5 {
      let pool = try #require(adaptor.pixelBufferPool)
      let time = try #require(MediaTime(value: Int64(frame), timescale: 25))
      #expect(adaptor.append(try pool.makeBuffer().finished(), withPresentationTime: time))
      #expect(adaptor.error == nil)
    }
    adaptor.markAsFinished()
    try await writer.finishWriting()
    #expect(try probe("adaptor.mp4").contains("nb_read_frames=5"))
  }

  // MARK: Presets

  @Test("Settings of a preset make a smaller movie of the same shape")
  func preset() async throws {
    var track = TrackDescription(id: 1, mediaType: .video)
    track.codec = "ffv1"
    track.video = VideoDescription(width: 1281, height: 961)
    var assistant = try #require(OutputSettingsAssistant(preset: .preset640x480))
    assistant.sourceVideoFormat = FormatDescription(track)
    assistant.sourceVideoAverageFrameDuration = MediaTime(value: 1, timescale: 25)
    assistant.sourceVideoMinFrameDuration = assistant.sourceVideoAverageFrameDuration
    var settings = try #require(assistant.videoSettings)
    settings.speed = "ultrafast"
    let writer = try writer("preset.mp4")
    let receiver = try writer.inputPixelBufferReceiver(
      for: AssetWriterInput(.video, settings: .video(settings)))
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for frame in 0..<10 {
      let time = try #require(MediaTime(value: Int64(frame), timescale: 25))
      try await receiver.append(try picture(UInt8(frame * 20), 1281, 961), with: time)
    }
    receiver.finish()
    try await writer.finishWriting()
    #expect(
      try probe("preset.mp4") == [
        "codec_name=h264", "duration=0.400000", "height=480", "nb_read_frames=10",
        "r_frame_rate=25/1", "width=640",
      ])
  }

  @Test("All available presets have their encoders")
  func available() {
    #expect(
      OutputSettingsAssistant.availableOutputSettingsPresets(with: codecs)
        == OutputSettingsAssistant.availableOutputSettingsPresets)
  }
}
