import Foundation
import MetaCore
import TestSupport
import Testing

// EXAMPLE
func rename(_ path: String, to title: String) async -> String {
  do throws(MetaError) {
    try await Asset(path).apply([.set(.title, .string(title))])
    return "renamed"
  } catch {
    switch error.code {
    case .refused: return "The file is unchanged: \(error.reason)."
    case .notReadable: return "\(path) \(error.reason)."
    case .backend: return "Files of this kind are read by MetaForeign, and not edited."
    case .truncated, .malformed:
      return "The file is damaged in \(error.path) at byte \(error.offset ?? 0)."
    case .cancelled: return ""
    default: return "\(error)"
    }
  }
}
// EXAMPLE

@Suite struct ErrorExample {
  @Test func worksAsTheArticleSays() async throws {
    #expect(await rename("/nowhere/song.m4a", to: "x") == "/nowhere/song.m4a no such file.")
    let scratch = try Scratch()
    let file = scratch.file("song.m4a")
    try FileManager.default.copyItem(at: Repository.sample("song-itunes.m4a"), to: file)
    #expect(await rename(file.path, to: "Blue") == "renamed")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    #expect(await rename(file.path, to: "x").hasPrefix("The file is unchanged: "))
  }

  @Test func isInTheArticle() throws {
    try Example.expect("ErrorExample", in: "Sources/MetaCore/MetaCore.docc/HandlingErrors.md")
  }
}
