import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// `metatool serve` as a process: the answers to request lines.
@Suite struct ServeTests {
  /// A line of an answer.
  struct Line {
    let members: [String: Any]

    /// The id as text, `null` where there is none.
    var id: String { members["id"].map { $0 is NSNull ? "null" : "\($0)" } ?? "" }
    var result: Any? { members["result"] }
    var text: String? { result as? String }
    var warning: String? { members["warning"] as? String }
    var error: [String: Any]? { members["error"] as? [String: Any] }
    var status: Int? { (members["done"] as? [String: Any])?["status"] as? Int }
  }

  /// The answer to one request.
  struct Answer {
    let lines: [Line]

    var status: Int? { lines.last?.status }
    var results: [Any] { lines.compactMap(\.result) }
    var text: String { lines.compactMap(\.text).joined() }
    var warnings: [String] { lines.compactMap(\.warning) }
    var codes: [String] { lines.compactMap { $0.error?["code"] as? String } }
  }

  static func request(_ id: Any, _ verb: String, _ arguments: [String]) throws -> String {
    let object: [String: Any] = ["id": id, "verb": verb, "arguments": arguments]
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  static func serve(
    _ lines: [String], _ options: [String] = [], in folder: URL = Repository.root,
    state: URL? = nil
  ) throws -> [Line] {
    let input = Data(lines.map { $0 + "\n" }.joined().utf8)
    let result = try Program.run(
      Program.metatool, ["serve"] + options, in: folder, input: input,
      environment: state.map { ["XDG_STATE_HOME": $0.path] } ?? [:])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    return try result.output.split(separator: 0x0A).map { line in
      let object = try JSONSerialization.jsonObject(with: line)
      return Line(members: try #require(object as? [String: Any]))
    }
  }

  /// The answer to one request.
  static func answer(
    _ verb: String, _ arguments: [String], in folder: URL = Repository.root, state: URL? = nil
  ) throws -> Answer {
    Answer(lines: try serve([try request(1, verb, arguments)], in: folder, state: state))
  }

  // MARK: The protocol

  @Test(arguments: [#""a \"b\" é""#, "12345678901234567890", "-1.50e3", #""""#])
  func idsAreReturnedUnchanged(id: String) throws {
    let line =
      "{\"verb\":\"get\",\"arguments\":[\"Samples/song-itunes.m4a\",\"title\"],\"id\":\(id)}"
    let result = try Program.metatool("serve", input: Data(line.utf8))
    #expect(
      result.text
        == "{\"id\":\(id),\"result\":\"Blue Train\\n\"}\n{\"id\":\(id),\"done\":{\"status\":0}}\n")
  }

  @Test(arguments: [
    "x", "{", "[]", "7", #"{"id":1}"#, #"{"verb":"dump"}"#, #"{"id":[],"verb":"dump"}"#,
    #"{"id":1,"verb":2}"#, #"{"id":1,"verb":"dump","arguments":"a"}"#,
    #"{"id":1,"verb":"dump","arguments":[1]}"#, #"{"id":1,"verb":"dump","more":1}"#,
    #"{"id":1,"verb":"dump","arguments":["a\u0000b"]}"#, #"{"id":1,"cancel":1}"#,
    #"{"id":1,"verb":"dump","progress":3}"#,
  ])
  func invalidRequestIsReportedAndTheLoopContinues(line: String) throws {
    let lines = try ServeTests.serve([line, "", "  ", try ServeTests.request(2, "fields", [])])
    #expect(lines.first?.id == "null")
    #expect(lines.first?.error?["code"] as? String == "malformed")
    #expect(lines.dropFirst().allSatisfy { $0.id == "2" })
    #expect(lines.last?.status == 0)
  }

  @Test func idIsInUseUntilItsRequestIsDone() throws {
    let dump = try ServeTests.request(1, "dump", ["-r", "Samples", "--exact"])
    let lines = try ServeTests.serve([dump, dump])
    #expect(lines.filter { $0.id == "null" }.count == 1)
    #expect(lines.compactMap(\.status) == [0])
  }

  @Test func tooLongLineIsSkipped() throws {
    let long = String(repeating: "x", count: ServeLoop.longestLine + 1)
    let lines = try ServeTests.serve([long, try ServeTests.request(2, "fields", [])])
    #expect(lines.first?.error?["code"] as? String == "malformed")
    #expect(lines.last?.status == 0)
  }

  @Test func unsupportedRequestsAreRefused() throws {
    for (verb, arguments) in [
      ("dump", ["-"]), ("dump", ["--files-from", "-"]), ("get", ["-", "title"]),
      ("apply", ["-"]), ("art", ["extract", "Samples/song-itunes.m4a", "-o", "-"]),
      ("set", ["Samples/song-itunes.m4a", "title=A", "-o", "-"]),
      ("chapters", ["import", "Samples/plain.m4a", "--from", "-"]),
    ] {
      let answer = try ServeTests.answer(verb, arguments)
      #expect(answer.status == 64, "\(verb)")
      #expect(answer.codes == ["usage"], "\(verb)")
      #expect(answer.results.count == (verb == "dump" && arguments == ["-"] ? 1 : 0), "\(verb)")
    }
    for verb in ["serve", "Samples/plain.m4a", "", "--help", "nonsense"] {
      let answer = try ServeTests.answer(verb, [])
      #expect(answer.status == 64)
      #expect(answer.codes == ["usage"])
    }
  }

  @Test func helpIsAResult() throws {
    let answer = try ServeTests.answer("get", ["--help"])
    #expect(answer.status == 0)
    #expect(answer.text == (try Program.metatool("get", "--help").text))
  }

  @Test func fileNamesAreBytes() throws {
    let scratch = try Scratch()
    let name = Data("caf".utf8 + [0xE9] + ".m4a".utf8)
    let shell = try #require(Program.find("sh"))
    _ = try Program.run(
      shell,
      ["-c", "cp \"$1\" \"$(printf 'caf\\351.m4a')\"", "sh", Repository.sample("plain.m4a").path],
      in: scratch.folder)
    let argument = "{\"base64\":\"\(name.base64EncodedString())\"}"
    let lines = try ServeTests.serve(
      ["{\"id\":1,\"verb\":\"dump\",\"arguments\":[\(argument)]}"], in: scratch.folder)
    #expect(lines.last?.status == 0)
    let file = lines.first?.result as? [String: Any]
    #expect(file?["pathBase64"] as? String == name.base64EncodedString())
  }

  // MARK: The same as the command line

  @Test func dumpsEqualThoseOfTheCommandLine() throws {
    let names = Repository.samples.map { "Samples/" + $0 } + ["missing.m4a", "README.md"]
    let plain = try Program.run(Program.metatool, ["dump", "--format", "ndjson"] + names)
    let expected = plain.output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    // One at a time on the fast path, and all at once in a batch.
    let lines = try names.map { try ServeTests.request($0, "dump", [$0]) }
    let one = try Program.metatool("serve", input: Data(lines.joined(separator: "\n").utf8))
    let all = try ServeTests.request(1, "dump", names)
    let batch = try Program.metatool("serve", input: Data(all.utf8))
    for (name, line) in zip(names, expected) {
      let id = try #require(String(data: JSONEncoder().encode(name), encoding: .utf8))
        .replacing("\\/", with: "/")
      #expect(one.text.contains("{\"id\":\(id),\"result\":\(line)}\n"), "\(name)")
    }
    let results = batch.text.split(separator: "\n").filter { $0.hasPrefix("{\"id\":1,\"result\":") }
    #expect(results.map { $0.dropFirst(17).dropLast() }.map(String.init) == expected)
    #expect(batch.text.hasSuffix("{\"id\":1,\"done\":{\"status\":1}}\n"))
  }

  /// What each verb prints, by a request and by the command line; `@` is a copy of a sample.
  static let verbs: [[String]] = [
    ["dump", "@", "--format", "text"], ["dump", "@", "--format", "yaml"],
    ["dump", "@", "--complete"], ["dump", "*.m4?", "--format", "json"], ["get", "@", "title"],
    ["get", "@", "label"],
    ["set", "@", "title=New"], ["set", "@", "title=New", "--json"],
    ["set", "@", "title=New", "--dry-run", "--json", "--padding", "100"],
    ["set", "title=New", "--", "@"], ["set", "@", "titel=New"], ["set", "missing", "title=New"],
    ["clear", "@", "--all"], ["clear", "@", "--private", "--json"], ["clear", "@"],
    ["art", "list", "@"], ["art", "list", "@", "--format", "json"],
    ["art", "extract", "@"], ["art", "extract", "@", "--manifest"],
    ["art", "set", "@", "--image", "cover.png"], ["art", "add", "@", "-i", "cover.png", "--json"],
    ["art", "remove", "@"], ["chapters", "list", "book.m4b"],
    ["chapters", "list", "book.m4b", "--format", "json"],
    ["chapters", "export", "book.m4b", "--format", "webvtt"],
    ["chapters", "import", "@", "--from", "chapters.txt"], ["chapters", "clear", "book.m4b"],
    ["copy", "book.m4b", "@"], ["copy", "book.m4b", "@", "--json", "--fields", "nonsense"],
    ["apply", "changes.json"], ["diff", "@", "book.m4b"], ["diff", "@", "@"],
    ["diff", "@", "book.m4b", "--format", "json"], ["tree", "@"],
    ["tree", "@", "--format", "json"], ["fields"], ["fields", "--format", "json"],
    ["verify", "@"], ["verify", "@", "--format", "json", "--against", "book.m4b"],
    ["check", "."], ["check", ".", "--format", "json", "--no-media"],
    ["check", "@", "--fix", "--format", "csv"], ["check", "@", "--only", "nonsense"],
    ["undo", "@"], ["recover", "@"], ["recover", "@", "--json"], ["get", "@"],
    ["rename", "--to", "x {title}", "@"], ["rename", "--to", "{title}", "@", "--json"],
    ["rename", "--to", "{mood}", "@"], ["dump", "@", "--format", "json", "--where", "artwork"],
    ["set", "@", "title=New", "--transaction", "--json"],
    ["read", "@", "--md5"], ["read", "@", "--as", "s16le", "--frame-md5"],
    ["read", "missing", "--md5"],
    ["frame", "@", "-o", "shot.png"],
    ["waveform", "@", "--json", "--bins", "3"], ["waveform", "@"],
    ["slideshow", "cover.png", "-o", "show.mp4", "--each", "0.2", "title=New"],
    ["slideshow", "missing.png", "-o", "show.mp4"], ["presets"], ["presets", "--json"],
    ["config"], ["config", "--format", "json"],
    ["capture", "--list"], ["capture", "-o", "x.mov", "--video", "missing.y4m"],
    ["gain", "@", "--json"], ["gain", "@", "--album"], ["gain", "@", "--remove"],
    ["gain", "@", "--peak", "rms"], ["readers", "@"], ["readers", "@", "--format", "json"],
    ["timed", "list", "@"], ["timed", "export", "@", "--format", "json"],
    ["capture", "-o", "x.mov", "--audio", "tset"], ["capture", "-o", "x.mov"],
    ["help", "art"], ["export", "book.m4b", "new.mov"], ["export", "book.m4b", "song.m4a"],
    ["export", "book.m4b", "new.mp4", "title=New", "--json", "--no-faststart"],
    ["export", "book.m4b", "song.m4a", "--force", "--start", "0.5", "--dry-run"],
    ["transcode", "book.m4b", "new.mov"], ["transcode", "book.m4b", "song.m4a"],
    ["transcode", "book.m4b", "new.mp4", "--audio", "codec=alac", "--json", "--dry-run"],
  ]

  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.copy("song-itunes.m4a", as: "song.m4a")
    _ = try scratch.copy("book-chapters.m4b", as: "book.m4b")
    try Data("00:00:00.000 One\n00:00:00.500 Two\n".utf8).write(to: scratch.file("chapters.txt"))
    try Data(#"[{"path":"song.m4a","metadata":{"title":"Applied"}}]"#.utf8)
      .write(to: scratch.file("changes.json"))
    _ = try Program.metatool(
      "art", "extract", Repository.sample("song-itunes.m4a").path, "--index", "1", "-o", ".",
      in: scratch.folder)
    try FileManager.default.moveItem(
      at: scratch.file("song-itunes.cover.2.png"), to: scratch.file("cover.png"))
    // Dumps of two such folders have the same dates.
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
        ofItemAtPath: scratch.file(name).path)
    }
    return scratch
  }

  @Test(arguments: verbs) func verbReturnsTheCommandLineOutput(words: [String]) throws {
    let words = words.map { $0 == "@" ? "song.m4a" : $0 }
    let (left, right) = (try folder(), try folder())
    let plain = try Program.run(
      Program.metatool, words, in: left.folder,
      environment: ["XDG_STATE_HOME": left.file("state").path])
    let answer = try ServeTests.answer(
      words[0], Array(words.dropFirst()), in: right.folder, state: right.file("state"))
    #expect(answer.status == Int(plain.status))
    let isJSON = words.contains { ["--json", "json", "--manifest", "--complete"].contains($0) }
    if isJSON, !plain.output.isEmpty {
      let value = try JSONSerialization.jsonObject(with: plain.output)
      let isOneValue = [
        "chapters", "check", "diff", "tree", "fields", "verify", "waveform", "presets",
        "config",
      ].contains(words[0])
      let expected = isOneValue ? [value] : (value as? [Any] ?? [value])
      #expect(answer.results as NSArray == expected as NSArray)
    } else {
      #expect(answer.text == plain.text)
    }
    if !plain.errors.isEmpty { #expect(answer.warnings.count + answer.codes.count > 0) }
    if plain.errors.isEmpty { #expect(answer.warnings.count + answer.codes.count == 0) }
    for name in ["song.m4a", "book.m4b", "new.mov", "new.mp4"] {
      let (one, other) = (left.file(name), right.file(name))
      #expect((try? Data(contentsOf: one)) == (try? Data(contentsOf: other)))
    }
  }

  @Test func everyVerbIsTried() {
    let tried = Set(ServeTests.verbs.map { $0[0] })
    for verb in RequestRunner.verbs {
      #expect(tried.contains(verb), "a row for \(verb) is missing")
    }
  }
}
