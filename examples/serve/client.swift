// A client for `metatool serve` that uses only Foundation.
//
//     swiftc -swift-version 6 client.swift -o client && ./client FILE...      prints the title of each file

import Foundation

// EXAMPLE
/// A running `metatool serve` that is sent one request at a time.
final class Serve {
  private let process = Process()
  private let (requests, answers) = (Pipe(), Pipe())
  private var unread = Data()
  private var lastID = 0

  struct Failure: Error {
    let status: Int
    let messages: [String]
  }

  init(_ program: String) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["serve"]
    process.standardInput = requests
    process.standardOutput = answers
    try process.run()
  }

  /// Runs a request and returns its results: strings, or JSON parsed by `JSONSerialization`.
  func run(_ verb: String, _ arguments: String...) throws -> [Any] {
    lastID += 1
    let request: [String: Any] = ["id": lastID, "verb": verb, "arguments": arguments]
    let line = try JSONSerialization.data(withJSONObject: request) + Data("\n".utf8)
    try requests.fileHandleForWriting.write(contentsOf: line)
    var results: [Any] = []
    var messages: [String] = []
    while let answer = try readLine() {
      if let result = answer["result"] { results.append(result) }
      if let error = answer["error"] as? [String: Any] {
        messages.append(error["message"] as? String ?? "")
      }
      guard let done = answer["done"] as? [String: Any] else { continue }
      let status = done["status"] as? Int ?? -1
      if status != 0 { throw Failure(status: status, messages: messages) }
      return results
    }
    throw Failure(status: -1, messages: ["metatool serve has ended"])
  }

  /// Ends the program and returns its exit code.
  func close() throws -> Int32 {
    try requests.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func readLine() throws -> [String: Any]? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread = Data(unread[(end + 1)...]) }
        return try JSONSerialization.jsonObject(with: unread[..<end]) as? [String: Any]
      }
      let more = answers.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }
}
// EXAMPLE

let serve = try Serve(ProcessInfo.processInfo.environment["METATOOL"] ?? "/usr/local/bin/metatool")
for path in CommandLine.arguments.dropFirst() {
  do {
    for case let file as [String: Any] in try serve.run("dump", path) {
      let metadata = file["metadata"] as? [String: Any]
      print("\(path): \(metadata?["title"] as? String ?? "no title")")
    }
  } catch let failure as Serve.Failure {
    print("\(path): \(failure.messages.joined(separator: "; "))")
  }
}
exit(try serve.close())
