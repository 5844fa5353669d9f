internal import Foundation
internal import MetaCore
internal import SystemPackage

/// Reads video streams, audio streams and colour tables from arbitrary bytes.
///
/// The first byte selects the kind.
package enum FuzzedCapture {
  /// How many samples of a stream are read at most.
  private static let maxSamples = 1024
  /// Larger tables take too long to be useful.
  private static let largestTable = 1 << 16

  /// The broken guarantees.
  package static func read(_ input: [UInt8]) -> [String] {
    guard let choice = input.first else { return [] }
    let bytes = Array(input.dropFirst())
    switch choice % 5 {
    case 0: return withFile(bytes) { pictures(PipedVideo($0, CaptureFormat()), bytes.count) }
    case 1: return withFile(bytes) { pictures(PipedVideo($0, rawPictures(choice)), bytes.count) }
    case 2: return withFile(bytes) { sound(PipedAudio($0, CaptureFormat()), bytes.count) }
    case 3: return withFile(bytes) { sound(PipedAudio($0, rawAudio(choice)), bytes.count) }
    default: return table(String(decoding: bytes.prefix(largestTable), as: UTF8.self))
    }
  }

  private static func withFile(_ bytes: [UInt8], _ body: (FilePath) -> [String]) -> [String] {
    let name = "metatool-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    guard (try? Data(bytes).write(to: file)) != nil else { return [] }
    defer { try? FileManager.default.removeItem(at: file) }
    return body(FilePath(file.path))
  }

  private static func rawPictures(_ choice: UInt8) -> CaptureFormat {
    var format = CaptureFormat()
    (format.width, format.height) = (Int(choice) / 5, Int(choice) % 7)
    format.pixelFormat = choice % 2 == 0 ? .bgra : .yCbCr420Planar
    return format
  }

  private static func rawAudio(_ choice: UInt8) -> CaptureFormat {
    var format = CaptureFormat()
    (format.sampleRate, format.channels) = (Int(choice) * 1000, Int(choice) % 9)
    format.pcm = choice % 2 == 0 ? .int16 : .float32
    return format
  }

  // MARK: Streams

  private static func samples(_ source: some CaptureSource) -> [SampleBuffer] {
    guard (try? source.start(CaptureClock())) != nil else { return [] }
    var samples: [SampleBuffer] = []
    while samples.count < maxSamples, let sample = try? source.next() { samples.append(sample) }
    return samples
  }

  private static func pictures(_ source: PipedVideo, _ length: Int) -> [String] {
    var (broken, size): ([String], Int) = ([], 0)
    for (number, sample) in samples(source).enumerated() {
      guard let picture = sample.pixels, let duration = source.frameDuration else {
        return ["a sample without a picture"]
      }
      size += picture.packedBytes().count
      if sample.presentationTime != duration * number { broken.append("a picture at another time") }
      let video = source.format?.video
      if video?.width != picture.width || video?.height != picture.height {
        broken.append("a picture of another size")
      }
    }
    if size > length { broken.append("pictures that were not read") }
    return broken
  }

  private static func sound(_ source: PipedAudio, _ length: Int) -> [String] {
    var (broken, size, count): ([String], Int, Int64) = ([], 0, 0)
    for sample in samples(source) {
      guard let audio = sample.audio else { return ["a sample without sound"] }
      let scale = UInt32(clamping: audio.format.sampleRate)
      if sample.presentationTime != MediaTime(value: count, timescale: scale) {
        broken.append("sound at another time")
      }
      count += Int64(audio.frameCount)
      size += audio.frameCount * audio.format.bytesPerFrame
    }
    if size > length { broken.append("sound that was not read") }
    return broken
  }

  // MARK: Tables

  private static func table(_ text: String) -> [String] {
    guard let cube = try? ColorCube(text: text) else { return [] }
    guard let again = try? ColorCube(text: cube.text) else { return ["a table that is not read"] }
    var broken: [String] = []
    if again.text != cube.text { broken.append("a table that changes") }
    let attributes = PixelBufferAttributes(format: .bgra, width: 8, height: 2)
    let picture = try? MutablePixelBuffer(attributes).finished()
    if let picture, (try? cube.apply(to: picture, at: .zero))?.width != 8 {
      broken.append("a table without a picture")
    }
    return broken
  }
}
