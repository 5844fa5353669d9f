import Foundation
import TestSupport

/// A folder in which metatool runs with a state of its own.
final class CommandFolder: Sendable {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  var folder: URL { scratch.file("work") }
  var state: URL { scratch.file("state") }

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// Copies of a sample; folders in their names are made.
  func copy(_ sample: String, as names: String...) throws {
    for name in names {
      try FileManager.default.createDirectory(
        at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Repository.bytes(of: sample)).write(to: file(name))
    }
  }

  /// A copy of a sample by its own name, which is returned.
  func copy(_ sample: String) throws -> String {
    try copy(sample, as: sample)
    return sample
  }

  @discardableResult
  func run(_ words: [String], input: String? = nil) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: folder, input: input.map { Data($0.utf8) },
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

  /// All files below the folder, with what they hold; links and empty folders are left out.
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

  /// What lies in the state folder under a name, at any depth.
  func left(_ name: String) -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: state.appending(path: name).path)) ?? []
  }
}
