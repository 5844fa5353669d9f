import MetaCore
import MetaForeign
import SystemPackage

/// keyframes INPUT OUTPUT.mp4: encodes the video of a film as 1280x720 H.264 in which every frame
/// is a key frame, as video editors prefer.
///
/// Frames are read as BGRA, and the writer requests them when it is ready: the API of AVFoundation
/// before 2025, which can be ported line by line.
@main
enum KeyFrameFile {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 else { return print("keyframes INPUT OUTPUT.mp4") }
    let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
    let asset = Asset(path: FilePath(arguments[0]))
    let tracks = try await asset.load(.tracks)
    guard let track = tracks.first(where: { $0.mediaType == .video }) else {
      return print("\(arguments[0]): no video")
    }

    let reader = AssetReader(asset: asset, codecs: codecs)
    let output = ClassicReaderOutput(
      AssetReaderTrackOutput(track: track, settings: .pixels(.bgra)))
    try reader.add(output)
    let writer = try AssetWriter(path: FilePath(arguments[1]), fileType: .mp4, codecs: codecs)
    let input = ClassicWriterInput(AssetWriterInput(.video, settings: .video(settings)))
    guard writer.canAdd(input) else { return print("\(arguments[1]): no such input") }
    try writer.add(input)
    guard reader.startReading(), writer.startWriting() else {
      return print(String(describing: reader.error ?? writer.error))
    }
    try writer.startSession(atSourceTime: .zero)
    try await append(all: output, to: input)
    if let error = reader.error ?? writer.error { throw error }
    try await writer.finishWriting()
    print("\(arguments[1]): every frame is a key frame")
  }

  private static var settings: VideoOutputSettings {
    var settings = VideoOutputSettings(codec: .h264, width: 1280, height: 720)
    settings.profileLevel = "H264_Main_3_1"
    settings.maxKeyFrameInterval = 1
    settings.averageBitRate = 10_500_000
    return settings
  }

  /// Returns when the last frame is appended, or when one cannot be read or appended.
  private static func append(
    all output: ClassicReaderOutput, to input: ClassicWriterInput
  ) async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    try input.requestMediaDataWhenReady {
      while input.isReadyForMoreMediaData {
        guard let sample = try? output.copyNextSampleBuffer(), input.append(sample) else {
          input.markAsFinished()
          return end.finish()
        }
      }
    }
    for await _ in ends {}
  }
}
