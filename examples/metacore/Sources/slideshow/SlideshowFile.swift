import Foundation
import MetaCore
import MetaForeign
import SystemPackage

/// slideshow OUTPUT SECONDS IMAGE...: makes a movie of 640 × 640 pixels at 60 frames per second
/// from images, each presented for the same time.
///
/// `Slideshow` does this in one call, with chapters and sound, and encodes an image only once; here
/// every frame is appended, as in a program that draws its frames.
@main
enum SlideshowFile {
  static let framesPerSecond: UInt32 = 60

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3, let seconds = Int(arguments[1]), (1...3600).contains(seconds) else {
      return print("slideshow OUTPUT SECONDS IMAGE...")
    }
    let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
    let pictures = try arguments.dropFirst(2).map { path in
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      return try PixelBuffer(image: bytes, width: 640, height: 640, codecs: codecs)
    }
    let count = seconds * Int(framesPerSecond)
    try await write(pictures, frames: count, to: FilePath(arguments[0]), codecs)
    print("\(arguments[0]): \(count) frames of \(pictures.count) images")
  }

  private static func write(
    _ pictures: [PixelBuffer], frames count: Int, to path: FilePath, _ codecs: MediaCodecs
  ) async throws {
    let writer = try AssetWriter(path: path, fileType: .mp4, codecs: codecs)
    let settings = VideoOutputSettings(codec: .h264, width: 640, height: 640)
    let receiver = try writer.inputPixelBufferReceiver(
      for: AssetWriterInput(.video, settings: .video(settings)))
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for frame in 0..<count {
      guard let time = MediaTime(value: Int64(frame), timescale: framesPerSecond) else { continue }
      // Returns when the encoder is ready for the next one, so frames are made no faster than they
      // are encoded.
      try await receiver.append(pictures[frame * pictures.count / count], with: time)
    }
    receiver.finish()
    // The file has its final name from here on.
    try await writer.finishWriting()
  }
}
