import Foundation
import MetaCore
import MetaForeign
import SystemPackage

/// livefilter INPUT.y4m OUTPUT: video frames from a pipe or file (`-` for standard input), through
/// a custom filter, to an asset writer.
///
/// `CaptureMovieFileOutput` does the second half in one call, with sound, pauses and limits; here
/// the program receives the samples.
@main
enum LiveFilter {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 else { return print("livefilter INPUT.y4m OUTPUT") }
    let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
    let session = CaptureSession(codecs: codecs)
    let pipe = arguments[0] == "-" ? nil : FilePath(arguments[0])
    try session.addInput(CaptureInput(pipe: pipe, mediaType: .video))
    session.setVideoFilter(Flash())
    let output = CaptureDataOutput(.video, discardsLateSamples: false)
    try session.addOutput(output)
    try session.startRunning()
    let count = try await write(output.samples, to: FilePath(arguments[1]), codecs)
    print("\(arguments[1]): \(count) frames")
  }

  private static func write(
    _ samples: AsyncStream<SampleBuffer>, to path: FilePath, _ codecs: MediaCodecs
  ) async throws -> Int {
    let writer = try AssetWriter(path: path, fileType: .mp4, codecs: codecs)
    let receiver = try writer.inputReceiver(
      for: AssetWriterInput(.video, settings: .video(VideoOutputSettings(codec: .h264))))
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    var count = 0
    for await sample in samples {
      try await receiver.append(sample)
      count += 1
    }
    receiver.finish()
    try await writer.finishWriting()
    return count
  }
}

/// The noir effect, and every tenth frame as a negative.
struct Flash: VideoFilter {
  private let noir = PhotoEffect.noir.cube
  private let negative = ColorCube(size: 2) { red, green, blue in
    SIMD3(1 - red, 1 - green, 1 - blue)
  }

  /// The formats that both tables support.
  var pixelFormats: [PixelFormat] { noir.pixelFormats }

  func apply(to picture: PixelBuffer, at time: MediaTime) throws(MetaError) -> PixelBuffer {
    let grey = try noir.apply(to: picture, at: time)
    // 25 frames per second: every tenth frame, in units of 1/25 s.
    guard let negative, time.converted(toTimescale: 25).value % 10 == 9 else { return grey }
    return try negative.apply(to: grey, at: time)
  }
}
