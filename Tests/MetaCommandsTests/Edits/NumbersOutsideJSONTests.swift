import Foundation
import TestSupport
import Testing

/// Infinities and NaN, which JSON cannot represent, survive a dump unchanged.
@Suite struct NumbersOutsideJSONTests {
  private static let nan: [UInt8] = [0x7F, 0xC0, 0, 0]
  private static let infinity: [UInt8] = [0x7F, 0x80, 0, 0]
  private static let one: [UInt8] = [0x3F, 0x80, 0, 0]
  private static let below: [UInt8] = [0xFF, 0x80, 0, 0]

  struct Case: CustomTestStringConvertible {
    let sample: String
    let identifier: String
    /// The bytes before the value.
    let mark: [UInt8]
    let value: [UInt8]
    /// The value in JSON.
    let shown: String
    var testDescription: String { "\(sample) \(identifier) \(shown)" }
  }

  static let cases = [
    Case(
      sample: "action-camera.mp4", identifier: "gpmf/CASN", mark: Array("CASN".utf8),
      value: Array("f".utf8) + [4, 0, 4] + nan + infinity + one + below,
      shown: "[null, null, 1, null]"),
    Case(
      sample: "action-camera.mp4", identifier: "gpmf/CASN", mark: Array("CASN".utf8),
      value: Array("f".utf8) + [4, 0, 4] + one + one + nan + one, shown: "[1, 1, null, 1]"),
    Case(
      sample: "action-camera.mp4", identifier: "gpmf/CASN", mark: Array("CASN".utf8),
      value: Array("d".utf8) + [8, 0, 2] + [0xFF, 0xF8] + [UInt8](repeating: 0, count: 14),
      shown: "[null, 0]"),
    Case(
      sample: "camera-keys.mov", identifier: "mdta/org.example.float32",
      mark: [0x16, 0, 0, 0, 0x14] + Array("data".utf8) + [0, 0, 0, 23, 0, 0, 0, 0],
      value: infinity, shown: "null"),
    Case(
      sample: "camera-keys.mov", identifier: "mdta/org.example.float64",
      mark: [0, 0, 0, 24, 0, 0, 0, 0], value: [0x7F, 0xF8, 0, 0, 0, 0, 0, 0], shown: "null"),
    Case(
      sample: "id3v23-everything.mp3", identifier: "id3/RGAD",
      mark: Array("RGAD".utf8) + [0, 0, 0, 8, 0, 0], value: nan, shown: "\"peak\": null"),
  ]

  /// A folder with the file of a case.
  private func folder(_ wanted: Case) throws -> CommandFolder {
    let folder = try CommandFolder()
    var bytes = try Repository.bytes(of: wanted.sample)
    let end = try #require(bytes.firstRange(of: wanted.mark)).upperBound
    bytes.replaceSubrange(end..<(end + wanted.value.count), with: wanted.value)
    try FileManager.default.createDirectory(
      at: folder.folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.file(wanted.sample))
    return folder
  }

  @Test(arguments: cases) func uneditedDumpWritesNothing(_ wanted: Case) throws {
    let folder = try folder(wanted)
    let before = try Data(contentsOf: folder.file(wanted.sample))
    for options in [[], ["--complete"]] {
      let dump = try folder.run(["dump", wanted.sample] + options)
      let line = dump.text.split(separator: "\n").first { $0.contains(wanted.identifier) }
      #expect(line?.contains(wanted.shown) == true, "\(line ?? "")")
      let result = try folder.run("apply", "-", input: dump.text)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try Data(contentsOf: folder.file(wanted.sample)) == before)
    }
  }

  @Test(arguments: cases) func valueIsRestoredFromACompleteDump(_ wanted: Case) throws {
    let folder = try folder(wanted)
    let dump = try folder.run("dump", "--complete", wanted.sample)
    #expect(try folder.run("clear", "--all", wanted.sample).status == 0)
    let result = try folder.run("apply", "-", input: dump.text)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.run("dump", "--complete", wanted.sample).text.contains(wanted.shown))
    let bytes = try Array(Data(contentsOf: folder.file(wanted.sample)))
    #expect(bytes.firstRange(of: wanted.mark + wanted.value) != nil)
  }

  @Test(arguments: cases) func removingAnItemKeepsItsNeighbours(_ wanted: Case) throws {
    let folder = try folder(wanted)
    let other = ["gpmf/MINF", "mdta/org.example.float32", "id3/TIT2"]
      .first { $0.hasPrefix(wanted.identifier.prefix(4)) && $0 != wanted.identifier }
    for identifier in [other, wanted.identifier].compactMap(\.self) {
      let result = try folder.run("set", wanted.sample, "\(identifier)=")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try !folder.run("dump", wanted.sample).text.contains("\"\(identifier)\""))
    }
  }

  /// What `[NaN, 1, -∞, 1]` becomes by edits of `[null, 1, null, 1]`.
  static let lists: [(json: String, bytes: [UInt8])] = [
    ("[1, null, 1, 1]", one + below + one + one),
    ("[1, null, 1, null]", one + below + one + nan),
    ("[2, null, 1, null]", [0x40, 0, 0, 0] + nan + one + below),
    ("[null, 1, 1, 1]", nan + one + one + one),
  ]

  @Test(arguments: lists)
  func listIsEdited(json: String, bytes: [UInt8]) throws {
    let folder = try CommandFolder()
    let shown = "\"value\": [null, 1, null, 1]"
    var file = try Repository.bytes(of: "camera-keys.mov")
    let zero: [UInt8] = [0, 0, 0, 0]
    let place = try #require(file.firstRange(of: zero + zero + Self.one + Self.one))
    file.replaceSubrange(place, with: Self.nan + Self.one + Self.below + Self.one)
    try FileManager.default.createDirectory(at: folder.folder, withIntermediateDirectories: true)
    try Data(file).write(to: folder.file("a.mov"))
    let dump = try folder.run("dump", "--complete", "a.mov").text
    #expect(dump.contains(shown))
    let edited = dump.replacingOccurrences(of: shown, with: "\"value\": \(json)")
    let result = try folder.run("apply", "-", input: edited)
    #expect(result.status == 0, "\(result.errors)")
    let new = try Array(Data(contentsOf: folder.file("a.mov")))
    #expect(Array(new[place]) == bytes)
  }

  @Test func listMemberIsRemoved() throws {
    let folder = try folder(Self.cases[1])
    let dump = try folder.run("dump", "--complete", Self.cases[1].sample).text
    let result = try folder.run(
      "apply", "-", input: dump.replacingOccurrences(of: "[1, 1, null, 1]", with: "[1, null, 1]"))
    #expect(result.status == 3 && result.errors.contains("can only be removed"))
  }

  @Test func missingValueIsStillRefused() throws {
    let folder = try CommandFolder()
    try folder.copy("plain.m4a", as: "a.m4a")
    let text = #"[{"path": "a.m4a", "items": [{"identifier": "itsk/%A9nam", "value": null}]}]"#
    let result = try folder.run("apply", "-", input: text)
    #expect(result.status == 65 && result.errors.contains("expected a value"))
  }
}
