import Foundation
import TestSupport

/// A folder in which metatool runs with a separate state folder.
final class CommandFolder: Sendable {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  var folder: URL { scratch.file("work") }
  var state: URL { scratch.file("state") }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// Copies a sample; folders in the names are created.
  func copy(_ sample: String, as names: String...) throws {
    for name in names {
      try FileManager.default.createDirectory(
        at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Repository.bytes(of: sample)).write(to: file(name))
    }
  }

  /// Copies a sample under its own name, and returns the name.
  func copy(_ sample: String) throws -> String {
    try copy(sample, as: sample)
    return sample
  }

  @discardableResult
  func run(_ words: [String], input: String? = nil) throws -> Program.Result {
    try run(words, bytes: input.map { Data($0.utf8) })
  }

  func run(_ words: [String], bytes: Data?) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: folder, input: bytes,
      environment: ["XDG_STATE_HOME": state.path])
  }

  @discardableResult
  func run(_ words: String..., input: String? = nil) throws -> Program.Result {
    try run(words, input: input)
  }

  /// The paths that a dump lists, in its order.
  func dumped(_ words: String...) throws -> [String] {
    let result = try run(["dump", "--format", "ndjson"] + words)
    return try result.text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["path"] as? String ?? ""
    }
  }

  func value(_ file: String, _ field: String) throws -> String {
    try run("get", file, field).text.trimmingCharacters(in: .newlines)
  }

  /// All files below the folder, with their contents; links and empty folders are omitted.
  var contents: [String: Data] {
    get throws {
      let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      var contents: [String: Data] = [:]
      for name in all {
        let kind = try file(name).resourceValues(forKeys: [.isRegularFileKey])
        if kind.isRegularFile == true { contents[name] = try Data(contentsOf: file(name)) }
      }
      return contents
    }
  }

  /// The files in the state folder with a name, at any depth.
  func left(_ name: String) -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: state.appending(path: name).path)) ?? []
  }
}
