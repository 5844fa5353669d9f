import Foundation
import TestSupport

/// A folder with copies of all samples, in which commands run as a reader of the documents would run them.
struct SampleShell {
  private let scratch: Scratch
  private let samples: URL

  init() throws {
    scratch = try Scratch()
    samples = scratch.file("samples")
    try FileManager.default.copyItem(at: Repository.sample(""), to: samples)
  }

  /// What a command prints, line by line, with what it says on standard error; the folder is called `/samples`.
  func lines(_ command: String) throws -> [String] {
    let folder = Program.metatool.deletingLastPathComponent().path
    let prefix =
      "export PATH='\(folder)':$PATH XDG_STATE_HOME='\(scratch.file("state").path)'; exec 2>&1; "
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-c", prefix + command], in: samples)
    let text = result.text.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: samples.path, with: "/samples")
    return text.isEmpty ? [] : text.components(separatedBy: "\n")
  }
}
