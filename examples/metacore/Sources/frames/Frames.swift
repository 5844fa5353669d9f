import Foundation
import MetaCore
import MetaForeign
import SystemPackage

/// frames FILE FOLDER [COUNT]: writes evenly spaced frames of a film to a folder, as PNG.
@main
enum FrameFiles {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("frames FILE FOLDER [COUNT]") }
    let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
    let asset = Asset(path: FilePath(arguments[0]))
    let duration = try await asset.load(.duration)
    let count = arguments.count > 2 ? max(1, Int(arguments[2]) ?? 1) : 4

    let generator = ImageGenerator(asset: asset, codecs: codecs)
    generator.maximumSize = (640, 640)
    let times = (0..<count).map { duration.multiplied(by: Int64($0), over: Int64(count)) }
    for await (requested, result) in generator.images(for: times) {
      do {
        let (image, time) = try result.get()
        let name = "\(requested.seconds).png"
        let bytes = try image.encoded(as: .png, codecs: codecs)
        try Data(bytes).write(to: URL(filePath: arguments[1]).appending(path: name))
        print("\(name): \(image.width)x\(image.height) at \(time.seconds) s")
      } catch {
        // A failed frame does not stop the others.
        print("\(requested.seconds) s: \(error)")
      }
    }
  }
}
