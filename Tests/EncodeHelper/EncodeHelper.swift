import MetaCore
import MetaForeign
import SystemPackage
import TestSupport

/// `export SOURCE OUTPUT`, `stored SOURCE OUTPUT`: copies a movie by an export, or by reading and
/// writing its stored samples.
///
/// `MODE OUTPUT WIDTH HEIGHT FRAMES`: encodes generated moving frames, and prints how many were
/// written.
///
///     alone        the encoder, without a writer
///     fast         a writer, with a source that waits only for the writer
///     live         a real-time writer, which drops frames that it cannot encode in time
///     interleaved  a writer that receives a second of video and a second of audio in turn
///     video-first  a writer that receives all video before any audio
@main struct EncodeHelper {
  private let path: FilePath
  private let frameCount: Int64
  private let pictures: [PixelBuffer]
  private let video: VideoOutputSettings
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
  private static let rate: UInt32 = 30
  private static let soundRate = 48_000

  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.count == 3 { return try await copy(words[0], FilePath(words[1]), FilePath(words[2])) }
    guard words.count == 5, let width = Int(words[2]), let height = Int(words[3]),
      let count = Int64(words[4])
    else { return print("MODE OUTPUT WIDTH HEIGHT FRAMES") }
    let helper = try EncodeHelper(FilePath(words[1]), width, height, count)
    let written: Int64
    switch words[0] {
    case "alone": written = try helper.encodeAlone()
    case "fast": written = try await helper.write()
    case "live": written = try await helper.writeLive()
    case "interleaved": written = try await helper.writeWithAudio(turn: Int64(rate))
    case "video-first": written = try await helper.writeWithAudio(turn: count)
    default: return print("no such mode")
    }
    print(written)
  }

  private init(_ path: FilePath, _ width: Int, _ height: Int, _ frameCount: Int64) throws {
    self.path = path
    self.frameCount = frameCount
    pictures = try (0..<8).map { try EncodeHelper.picture($0, width, height) }
    var video = VideoOutputSettings(codec: .h264, width: width, height: height)
    video.speed = "veryfast"
    self.video = video
  }

  /// Moving stripes.
  private static func picture(_ number: Int, _ width: Int, _ height: Int) throws -> PixelBuffer {
    var picture = try MutablePixelBuffer(
      PixelBufferAttributes(format: .yCbCr420Planar, width: width, height: height))
    for plane in 0..<3 {
      let bytesPerRow = picture.bytesPerRow(ofPlane: plane)
      picture.withMutableBytes(ofPlane: plane) { span in
        for index in span.byteOffsets {
          let (row, column) = index.quotientAndRemainder(dividingBy: max(1, bytesPerRow))
          let value = UInt8(truncatingIfNeeded: (column + 8 * number) ^ (row / 16))
          span.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
        }
      }
    }
    return picture.finished()
  }

  private func time(_ number: Int64) -> MediaTime {
    MediaTime(value: number, timescale: EncodeHelper.rate) ?? .invalid
  }

  private func picture(_ number: Int64) -> PixelBuffer { pictures[Int(number % 8)] }

  private func encodeAlone() throws -> Int64 {
    let request = EncoderRequest(.video(video), timescale: EncodeHelper.rate)
    let encoder = try ForeignCodecs.all.encoder(for: request)
    var written: Int64 = 0
    for number in 0..<frameCount {
      var sample = SampleBuffer(.pixels(picture(number)), at: time(number))
      sample.duration = time(1)
      written += Int64(try encoder.encode(sample).count)
    }
    return written + Int64(try encoder.finish().count)
  }

  // MARK: Copies

  private static func copy(
    _ mode: String, _ source: FilePath, _ output: FilePath
  ) async throws {
    let asset = Asset(path: source)
    guard mode == "stored" else {
      _ = try await ExportSession(asset: asset).export(to: output, as: .mp4)
      return
    }
    let writer = try AssetWriter(path: output, fileType: .mp4)
    try await SampleCopy(stored: asset, to: writer).run()
  }

  // MARK: Writers

  private func write() async throws -> Int64 {
    let writer = try AssetWriter(path: path, fileType: .mp4, codecs: codecs)
    let receiver = try writer.inputPixelBufferReceiver(
      for: AssetWriterInput(.video, settings: .video(video)))
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for number in 0..<frameCount {
      try await receiver.append(picture(number), with: time(number))
    }
    receiver.finish()
    try await writer.finishWriting()
    return frameCount
  }

  private func writeLive() async throws -> Int64 {
    let writer = try AssetWriter(path: path, fileType: .mp4, codecs: codecs)
    var input = AssetWriterInput(.video, settings: .video(video))
    input.expectsMediaDataInRealTime = true
    let receiver = try writer.inputPixelBufferReceiver(for: input)
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for number in 0..<frameCount {
      _ = try receiver.appendImmediately(picture(number), with: time(number))
      try await Task.sleep(for: .milliseconds(3))
    }
    receiver.finish()
    try await writer.finishWriting()
    return frameCount - Int64(receiver.droppedSampleCount)
  }

  /// Appends `turn` frames at a time, and the audio of that time.
  private func writeWithAudio(turn: Int64) async throws -> Int64 {
    let writer = try AssetWriter(path: path, fileType: .mp4, codecs: codecs)
    let receiver = try writer.inputPixelBufferReceiver(
      for: AssetWriterInput(.video, settings: .video(video)))
    let audioInput = try writer.inputReceiver(
      for: AssetWriterInput(.audio, settings: .audio(AudioOutputSettings(.aac))))
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for start in stride(from: 0, to: frameCount, by: Int(max(1, turn))) {
      let end = min(frameCount, start + turn)
      for number in start..<end {
        try await receiver.append(picture(number), with: time(number))
      }
      for number in start..<end { try await audioInput.append(tone(number)) }
    }
    receiver.finish()
    audioInput.finish()
    try await writer.finishWriting()
    return frameCount
  }

  /// The audio for one frame.
  private func tone(_ number: Int64) throws -> SampleBuffer {
    let rate = EncodeHelper.soundRate
    let count = rate / Int(EncodeHelper.rate)
    let bytes = (0..<(4 * count)).map { UInt8(truncatingIfNeeded: ($0 / 4 * 440) >> 6) }
    let format = AudioFormat(pcm: .int16, sampleRate: rate, channels: 2)
    return SampleBuffer(
      .audio(try AudioBuffer(format, bytes: [bytes])),
      at: MediaTime(value: number * Int64(count), timescale: UInt32(rate)) ?? .invalid)
  }
}
