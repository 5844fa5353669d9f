import MetaCore
import SystemPackage

/// edit FILE TITLE ARTIST...: sets the title and artists of a song, and prints what was done.
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
      // After any error the file is unchanged; `refused` means that it cannot store the values.
      print(error.code == .refused ? "refused: \(error)" : "\(error)")
    }
  }
}
