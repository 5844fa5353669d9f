package import Foundation

/// Runs a program to its end.
package enum Program {
  /// What a program printed, and how it ended.
  package struct Result: Sendable {
    /// Its exit code.
    package let status: Int32
    /// Its standard output.
    package let output: Data
    /// Its standard error.
    package let errors: String
    /// Its standard output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The tool as this build made it.
  package static let metatool = built("metatool")

  /// The program that has the libraries, as this build made it.
  package static let foreign = built("metatool-foreign")

  private static func built(_ name: String) -> URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: name)
  }

  /// The path of a program that is installed, or nil.
  package static func find(_ name: String) -> URL? {
    ["/usr/bin", "/usr/local/bin", "/bin"].map { URL(filePath: $0).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a program in `folder` with `input` on its standard input; `environment` is added to that
  /// of the tests.
  package static func run(
    _ program: URL, _ arguments: [String], in folder: URL = Repository.root, input: Data? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // The output of other programs is compared as UTF-8, regardless of the locale of the tests.
    // The user's settings are not read.
    let own = ["LC_ALL": "C.UTF-8", "METATOOL_CONFIG": ""]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
      .merging(environment) { $1 }
    // Files instead of pipes, which could fill up and block.
    let scratch = try Scratch()
    let (out, err) = (scratch.file("out"), scratch.file("err"))
    for file in [out, err] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    if let input {
      try input.write(to: scratch.file("in"))
      process.standardInput = try FileHandle(forReadingFrom: scratch.file("in"))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try Data(contentsOf: out),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }

  /// Runs metatool.
  package static func metatool(
    _ arguments: String..., in folder: URL = Repository.root, input: Data? = nil
  ) throws -> Result {
    try run(metatool, arguments, in: folder, input: input)
  }
}

/// A folder for one test, removed with it.
package final class Scratch: Sendable {
  /// The folder.
  package let folder: URL

  /// Makes an empty folder.
  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "metatool-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The place of a file in it.
  package func file(_ name: String) -> URL { folder.appending(path: name) }

  /// Puts a copy of a sample into it, which may be written to; gives the name that it has there.
  package func copy(_ sample: String, as name: String? = nil) throws -> String {
    let target = file(name ?? sample)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contentsOf: Repository.sample(sample)).write(to: target)
    return name ?? sample
  }
}
