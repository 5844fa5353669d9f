import Foundation
import MetaCore
import SystemPackage

/// artwork FILE FOLDER [COVER]: writes the pictures of a file to a folder, then sets another front
/// cover.
@main
enum ArtworkFiles {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("artwork FILE FOLDER [COVER]") }
    let path = FilePath(arguments[0])
    try await extract(path, into: URL(filePath: arguments[1]))
    if arguments.count > 2 { try await replace(path, by: URL(filePath: arguments[2])) }
  }

  private static func extract(_ path: FilePath, into folder: URL) async throws {
    let asset = Asset(path: path)
    for picture in try await asset.load(.artwork) {
      let name = "\(picture.index).\(picture.mime == "image/png" ? "png" : "jpg")"
      // Large values stay in the file until they are requested.
      try Data(try await asset.data(of: picture)).write(to: folder.appending(path: name))
      print("\(name): \(picture.kind), \(picture.width ?? 0)x\(picture.height ?? 0)")
    }
  }

  private static func replace(_ path: FilePath, by cover: URL) async throws {
    guard let picture = Artwork([UInt8](try Data(contentsOf: cover))) else {
      return print("\(cover.lastPathComponent) is not a supported image")
    }
    let asset = Asset(path: path)
    let pictures = try await asset.load(.artwork)
    let others = pictures.filter { $0.kind != .frontCover }
    let outcome = try await asset.apply([.setArtwork([picture] + others)])
    print("\(path): \(outcome.result.bytesWritten) bytes written")
  }
}
