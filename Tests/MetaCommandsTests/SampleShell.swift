import Foundation
import TestSupport

/// A folder with copies of all samples, in which commands run as in the documents.
struct SampleShell {
  private let scratch: Scratch
  private let samples: URL

  init() throws {
    scratch = try Scratch()
    samples = scratch.file("samples")
    try FileManager.default.copyItem(at: Repository.sample(""), to: samples)
  }

  /// Runs a command in a shell; `printed` is the value of `$OUT`, the name of a file.
  func run(
    _ command: String, in shell: String = "/bin/sh", printed: Data = Data()
  ) throws -> Program.Result {
    let folder = Program.metatool.deletingLastPathComponent().path
    let output = scratch.file("printed")
    try printed.write(to: output)
    return try Program.run(
      URL(filePath: shell), ["-c", "export PATH='\(folder)':$PATH; " + command], in: samples,
      environment: ["XDG_STATE_HOME": scratch.file("state").path, "OUT": output.path])
  }

  /// What a command prints, line by line, with what it writes to standard error; the folder is
  /// called `/samples`.
  func lines(_ command: String) throws -> [String] {
    let result = try run("exec 2>&1; " + command)
    let text = result.text.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: samples.path, with: "/samples")
    return text.isEmpty ? [] : text.components(separatedBy: "\n")
  }
}
