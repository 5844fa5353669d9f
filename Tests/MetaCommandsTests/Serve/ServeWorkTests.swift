import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// `metatool serve` at work: many requests at once, stopping, clients, and input of any kind.
@Suite struct ServeWorkTests {
  @Test(arguments: ["1", "2", "5"])
  func concurrentAnswersKeepLinesIntact(jobs: String) throws {
    let names = Repository.samples.map { "Samples/" + $0 }
    let lines = try (0..<150).map { number in
      let name = names[number % names.count]
      switch number % 5 {
      case 0: return try ServeTests.request(number, "get", [name, "title"])
      case 1: return try ServeTests.request(number, "dump", [name, "missing"])
      case 2: return try ServeTests.request(number, "dump", [name, "--complete"])
      case 3: return try ServeTests.request(number, "tree", [name])
      default: return try ServeTests.request(number, "dump", [name])
      }
    }
    let answered = try ServeTests.serve(lines, ["-j", jobs])
    for number in 0..<150 {
      let mine = answered.filter { $0.id == "\(number)" }
      #expect(mine.compactMap(\.status).count == 1)
      #expect(mine.last?.status != nil)
      if number % 5 == 1 { #expect(mine.compactMap(\.result).count == 2) }
    }
  }

  /// A burst of requests whose sender does not wait for the answers.
  @Test func endsWithoutAReader() throws {
    let scratch = try Scratch()
    let lines = try (0..<40).map { try ServeTests.request($0, "dump", ["Samples/plain.m4a"]) }
    try Data(lines.joined(separator: "\n").utf8).write(to: scratch.file("requests"))
    for _ in 0..<5 {
      let result = try Program.run(
        URL(filePath: "/bin/bash"),
        [
          "-c", #""$0" serve < "$1" | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}"#,
          Program.metatool.path, scratch.file("requests").path,
        ])
      #expect(result.text == "0\n" || result.text == "141\n", "\(result.text)\(result.errors)")
    }
  }

  /// More requests than may be pending, and no signal for a closed pipe.
  @Test func endsQuietlyDuringABurst() throws {
    let scratch = try Scratch()
    let lines = try (0..<3000).map { try ServeTests.request($0, "dump", ["Samples/plain.m4a"]) }
    try Data(lines.joined(separator: "\n").utf8).write(to: scratch.file("requests"))
    for _ in 0..<3 {
      let result = try Program.run(
        URL(filePath: "/bin/bash"),
        [
          "-c",
          #"trap '' PIPE; "$0" serve < "$1" | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}"#,
          Program.metatool.path, scratch.file("requests").path,
        ])
      #expect(result.text == "0\n", "\(result.text)\(result.errors)")
    }
  }

  @Test func aShortDumpDoesNotWaitForLongOnes() throws {
    let scratch = try Scratch()
    try list(of: 1000, in: scratch)
    let long = ["--files-from", scratch.file("list").path, "--format", "text"]
    let lines = try (1...6).map { try ServeTests.request("long\($0)", "dump", long) }
    let short = try ServeTests.request("short", "dump", ["Samples/plain.m4a"])
    let answered = try ServeTests.serve(lines + [short], ["-j", "2"])
    let order = answered.filter { $0.status != nil }.map(\.id)
    #expect(order.first == "short")
    #expect(order.count == 7)
  }

  @Test func requestsAreStopped() throws {
    let scratch = try Scratch()
    try list(of: 20000, in: scratch)
    let long = ["--files-from", scratch.file("list").path, "-j", "2"]
    let answered = try ServeTests.serve(
      [
        try ServeTests.request(1, "dump", long), try ServeTests.request("two", "dump", long),
        #"{"cancel":1}"#, #"{"cancel":"two"}"#, #"{"cancel":"none"}"#,
        try ServeTests.request(3, "fields", []),
      ], ["-j", "1"])
    for id in ["1", "two"] {
      let mine = answered.filter { $0.id == id }
      #expect(mine.last?.status == 130)
      #expect(mine.compactMap(\.result).count < 20000)
    }
    #expect(answered.filter { $0.id == "3" }.last?.status == 0)
  }

  @Test func stoppedBatchLeavesCompleteFiles() throws {
    let scratch = try Scratch()
    let names = try (0..<300).map { try scratch.copy("plain.m4a", as: "\($0).m4a") }
    let old = try Data(contentsOf: Repository.sample("plain.m4a"))
    let edit = try ServeTests.request(1, "set", names + ["title=A"])
    let answered = try ServeTests.serve(
      [edit, #"{"cancel":1}"#], in: scratch.folder, state: scratch.file("state"))
    #expect(answered.last?.status == 130)
    let titles = try Program.run(
      Program.metatool, ["dump", "-r", ".", "--format", "ndjson"], in: scratch.folder)
    #expect(titles.status == 0)
    #expect(titles.errors.isEmpty)
    let left = try names.count { try Data(contentsOf: scratch.file($0)) == old }
    #expect(left > 0)
  }

  @Test func progressIsSentOnRequest() throws {
    let request = #"{"id":1,"verb":"dump","arguments":["-r","Samples"],"progress":true}"#
    let reports = try ServeTests.serve([request]).compactMap {
      $0.members["progress"] as? [String: Int]
    }
    #expect(reports.first?["done"] == 1)
    #expect(reports.allSatisfy { $0["total"] == reports.first?["total"] })
    let silent = try ServeTests.serve([try ServeTests.request(1, "dump", ["-r", "Samples"])])
    #expect(silent.allSatisfy { $0.members["progress"] == nil })
  }

  @Test func closedPipeEndsServeQuietly() throws {
    let scratch = try Scratch()
    let line = try ServeTests.request(1, "dump", ["-r", "Samples"])
    try Data((line + "\n").utf8).write(to: scratch.file("in"))
    let shell = try #require(Program.find("sh"))
    for trap in ["", "trap '' PIPE; "] {
      let script = "\(trap)\"$0\" serve < \"$1\" | head -c 10"
      let result = try Program.run(
        shell, ["-c", script, Program.metatool.path, scratch.file("in").path])
      #expect(result.errors.isEmpty)
      #expect(result.output.count == 10)
    }
  }

  @Test func anyBytesAreInput() throws {
    var generator = SeededGenerator(seed: 61)
    let words = [
      "{", "}", "[", "]", "\"id\"", ":", ",", "1", "\"verb\"", "\"dump\"", "\"arguments\"",
      "\"Samples/plain.m4a\"", "\"cancel\"", "\n", "\\u0000", "\\ud800", "\"base64\"", "\"AA==\"",
      #"{"id":1,"verb":"get","arguments":["#, "\"-r\"", "true", "1e999", " ", "\"\"",
    ].map { Data($0.utf8) }
    for round in 0..<40 {
      var input = Data()
      for _ in 0..<400 {
        if round.isMultiple(of: 2) {
          input.append(UInt8.random(in: 0...255, using: &generator))
        } else {
          input += words.randomElement(using: &generator) ?? Data()
        }
        if Int.random(in: 0..<12, using: &generator) == 0 { input.append(0x0A) }
      }
      let result = try Program.metatool("serve", input: input)
      #expect(result.status == 0, "round \(round)")
      #expect(result.errors.isEmpty)
      for line in result.output.split(separator: 0x0A) {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: line) }
      }
    }
  }

  @Test func allLinesMatchTheSchema() throws {
    let sent = [
      try ServeTests.request(1, "dump", ["-r", "Samples"]), #"{"cancel":1}"#, "nonsense",
      #"{"id":"b","verb":"dump","arguments":["missing",{"base64":"6Q=="}],"progress":true}"#,
      try ServeTests.request(2, "get", ["Samples/plain.m4a", "titel"]),
    ]
    let result = try Program.metatool("serve", input: Data(sent.joined(separator: "\n").utf8))
    let python = try #require(Program.find("python3"))
    let validate = """
      import json, sys, jsonschema
      schema = json.load(open("docs/schema/serve.schema.json"))
      for line in sys.stdin:
          if line.strip() != "nonsense":
              for error in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(line)):
                  print(line[:100], error.message[:200])
      """
    let input = Data(sent.map { $0 + "\n" }.joined().utf8) + result.output
    let judged = try Program.run(python, ["-c", validate], input: input)
    #expect(judged.text + judged.errors == "")
  }

  // MARK: Clients

  @Test func pythonClientWorks() throws {
    let python = try #require(Program.find("python3"))
    let client = try Program.run(
      python,
      ["examples/serve/client.py", "Samples/song-itunes.m4a", "missing", "Samples/plain.m4a"],
      environment: ["METATOOL": Program.metatool.path])
    #expect(client.status == 0)
    #expect(
      client.text
        == "Samples/song-itunes.m4a: Blue Train\nmissing: no title\nSamples/plain.m4a: no title\n")
    #expect(client.errors == "missing: no such file\n")
    let script = """
      import os, sys
      sys.path.insert(0, "examples/serve")
      import client
      serve = client.Serve(os.environ["METATOOL"])
      assert serve.run("get", "Samples/song-itunes.m4a", "title") == ["Blue Train\\n"]
      try:
          serve.run("get", "Samples/plain.m4a", "title")
      except client.ServeError as error:
          assert error.status == 1
      long = serve.start("dump", *["Samples/song-itunes.m4a"] * 5000)
      serve.cancel(long)
      assert list(serve.lines(long))[-1]["done"]["status"] == 130
      assert serve.close() == 0
      """
    let used = try Program.run(
      python, ["-c", script], environment: ["METATOOL": Program.metatool.path])
    #expect(used.errors == "")
    #expect(used.status == 0)
  }

  @Test func swiftClientCompilesAndWorks() throws {
    let scratch = try Scratch()
    let compiler = try #require(Program.find("env"))
    let built = try Program.run(
      compiler,
      ["swiftc", "-swift-version", "6", "examples/serve/client.swift", "-o"]
        + [scratch.file("client").path])
    try #require(built.status == 0, "\(built.errors)")
    let client = try Program.run(
      scratch.file("client"), ["Samples/song-itunes.m4a", "missing", "Samples/plain.m4a"],
      environment: ["METATOOL": Program.metatool.path])
    #expect(client.status == 0)
    #expect(
      client.text
        == "Samples/song-itunes.m4a: Blue Train\nmissing: no such file\nSamples/plain.m4a: no title\n"
    )
    let code = try String(
      contentsOf: Repository.root.appending(path: "examples/serve/client.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/serve.md"), encoding: .utf8)
    #expect(
      page.contains(try #require(code.components(separatedBy: "// EXAMPLE\n").dropFirst().first)))
  }

  /// A file that lists a sample many times.
  private func list(of count: Int, in scratch: Scratch) throws {
    let line = Repository.sample("song-itunes.m4a").path + "\n"
    try Data(String(repeating: line, count: count).utf8).write(to: scratch.file("list"))
  }
}
