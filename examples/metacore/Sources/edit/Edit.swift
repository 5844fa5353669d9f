import MetaCore
import SystemPackage

/// edit FILE TITLE ARTIST...: gives a song a title and artists, and says what that took.
@main
enum Edit {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, let title = arguments.dropFirst().first else {
      return print("edit FILE TITLE ARTIST...")
    }
    let artists = arguments.dropFirst(2).map { MetadataValue.string($0) }
    do throws(MetaError) {
      let outcome = try await Asset(path: FilePath(path)).apply([
        .set(.title, .string(title)), .set(.field(.artist), artists),
      ])
      let strategy = outcome.result.strategy?.rawValue ?? "nothing to change"
      print("\(path): \(strategy), \(outcome.result.bytesWritten) bytes written")
    } catch {
      // Whatever went wrong, the file is as it was; `refused` means that it cannot hold this.
      print(error.code == .refused ? "refused: \(error)" : "\(error)")
    }
  }
}
