import Foundation
import TestSupport
import Testing

/// A running range_server.py, which ends with its owner.
final class RangeServer {
  let port: String
  private let process = Process()
  private let lifeline = Pipe()

  /// Serves a folder; with the name of a certificate in `certificates` by TLS.
  init(
    _ folder: URL, certificate: String? = nil, in certificates: URL? = nil, on host: String? = nil
  )
    throws
  {
    process.executableURL = Program.find("python3")
    let script = Repository.root.appending(path: "Tests/MetaForeignTests/range_server.py").path
    process.arguments = [script]
    if let certificate, let certificates {
      process.arguments = [
        script, certificates.appending(path: "\(certificate).pem").path,
        certificates.appending(path: "\(certificate).key").path,
      ]
    }
    if let host { process.arguments?.append(host) }
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    // It ends when the other end of the pipe is closed.
    process.standardInput = lifeline
    process.standardError = FileHandle.nullDevice
    try process.run()
    port = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(!port.isEmpty)
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// What it answers on a path.
  func text(_ path: String) throws -> String {
    let fetch = "import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).read().decode())"
    let python = try #require(Program.find("python3") as URL?)
    return try Program.run(python, ["-c", fetch, "http://127.0.0.1:\(port)/\(path)"]).text
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
