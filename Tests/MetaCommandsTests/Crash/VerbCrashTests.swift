import Foundation
import MetaCore
import TestSupport
import Testing

/// `metatool set` is killed at each system call that changes a file, or one of these fails:
/// afterwards the file is the old one or the new one, immediately or after the next verb that reads
/// it, and there are no other files.
@Suite(.serialized) struct VerbCrashTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let sample: String
    let strategy: String
    var layout = "keep"
    var title = Title.long
    var words: [String] = []
    var names = 1

    enum Title: String, CaseIterable {
      case same, short, long
    }

    var testDescription: String {
      ([sample, strategy, layout, title.rawValue] + words).joined(separator: " ")
        + (names > 1 ? " of \(names) names" : "")
    }
  }

  /// A case for each kind of file and strategy, and special cases.
  static let usual = [
    Case(sample: "song-itunes.m4a", strategy: "in-place", title: .same),
    Case(sample: "song-itunes.m4a", strategy: "in-place", layout: "append"),
    Case(sample: "plain.m4a", strategy: "insert"),
    Case(sample: "plain.m4a", strategy: "rewrite", layout: "faststart", words: ["--sync"]),
    Case(sample: "camera-keys.mov", strategy: "in-place"),
    Case(sample: "camera-keys.mov", strategy: "insert", layout: "faststart", words: ["--no-undo"]),
    Case(sample: "track-names.mov", strategy: "rewrite", layout: "append", names: 2),
    Case(sample: "id3v24-everything.mp3", strategy: "in-place", title: .short, words: ["--sync"]),
    Case(sample: "plain.mp3", strategy: "insert", words: ["--keep-mtime"]),
    Case(sample: "plain.mp3", strategy: "rewrite", names: 2),
    Case(sample: "song.ogg", strategy: "in-place"),
    Case(sample: "plain.ogg", strategy: "rewrite", title: .long),
    Case(sample: "plain.flac", strategy: "insert"),
    Case(sample: "song.wma", strategy: "in-place", title: .short),
    Case(sample: "plain.wma", strategy: "insert"),
    Case(sample: "song.wv", strategy: "in-place"),
    Case(sample: "song.dff", strategy: "rewrite"),
  ]

  static let samples = [
    "song-itunes.m4a", "plain.m4a", "camera-keys.mov", "track-names.mov", "id3v24-everything.mp3",
    "plain.mp3", "song.ogg", "plain.flac", "song.wma", "song.wv", "song.dff",
  ]

  private static func isMovie(_ sample: String) -> Bool {
    sample.hasSuffix("m4a") || sample.hasSuffix("mov")
  }

  /// Every strategy in every layout, short and long; impossible edits are refused and not counted.
  static let matrix = samples.flatMap { sample in
    ["in-place", "insert", "clone", "rewrite"].flatMap { strategy in
      (isMovie(sample) ? ["keep", "append", "faststart"] : ["keep"]).flatMap { layout in
        Case.Title.allCases.map {
          Case(sample: sample, strategy: strategy, layout: layout, title: $0)
        }
      }
    }
  }

  @Test(.enabled(if: FaultInjection.isPossible, "strace is not installed"))
  func fileIsEitherOldOrNew() throws {
    let mount = SharingMount()
    if mount == nil { print("clone: skipped, no file system with shared blocks can be mounted") }
    var wanted = 0
    var tally = FaultInjection.Tally()
    var done: Set<String> = []
    for kind in VerbCrashTests.usual + (Repository.runsEverything ? VerbCrashTests.matrix : []) {
      if kind.strategy == "clone", mount == nil { continue }
      let folder = kind.strategy == "clone" ? mount?.folder : nil
      let scene = try Scene(kind, in: folder)
      let (result, places) = try scene.faults.calls(scene.edit)
      guard result.status == 0, result.text.contains(": \(kind.strategy),") else { continue }
      done.insert("\(kind.sample.suffix(3)) \(kind.strategy)")
      let new = try scene.content
      let all = places.flatMap { place in FaultInjection.Fault.allCases.map { (place, $0) } }
      let faults = Repository.cases(of: all, usually: 4, seed: UInt64(53 + done.count))
      wanted += faults.count
      for (place, fault) in faults {
        try check(try Scene(kind, in: folder), new, fault, place, &tally)
      }
    }
    print("metatool set, killed or with an error at a call: \(tally)")
    #expect(tally.survivors == tally.cases)
    #expect(tally.cases > max(20, wanted / 2))
    let strategies =
      ["in-place", "insert", "rewrite"]
      + (Repository.runsEverything && mount != nil ? ["clone"] : [])
    for kind in ["m4a", "mov", "mp3"] {
      for strategy in strategies { #expect(done.contains("\(kind) \(strategy)")) }
    }
  }

  /// Verbs that process the file next; `@` is its path.
  static let verbs = [
    ["dump", "@"], ["get", "@", "title"], ["tree", "@"], ["art", "list", "@"],
    ["chapters", "list", "@"], ["diff", "@", "@"], ["verify", "@"], ["recover", "@"],
    ["copy", "@", "other.m4a"], ["set", "@", "title=Other", "--dry-run"],
  ]

  private func check(
    _ scene: Scene, _ new: Data, _ fault: FaultInjection.Fault, _ place: FaultInjection.Place,
    _ tally: inout FaultInjection.Tally
  ) throws {
    let name = "\(scene.kind.testDescription): \(fault) at \(place)"
    guard let result = try scene.faults.run(scene.edit, fault, at: place) else {
      Issue.record("\(name): it never came")
      return
    }
    tally.cases += 1
    if fault != .kill, result.status == 0 { #expect(try scene.content == new, "\(name)") }
    let isLeft = try scene.others != [] || ![scene.old, new].contains(scene.content)
    let verb = VerbCrashTests.verbs[tally.cases % VerbCrashTests.verbs.count]
    let next = try scene.run(verb)
    if isLeft {
      tally.recovered += 1
      #expect(
        (next.text + next.errors).contains("interrupted"), "\(name): \(verb[0]) kept silent")
    }
    let survives = try [scene.old, new].contains(scene.content) && scene.others == []
    let others = try scene.others
    #expect(survives, "\(name), \(verb[0]): \(next.errors), \(others)")
    tally.survivors += survives ? 1 : 0
    guard try scene.content == new else {
      tally.old += 1
      return
    }
    // A completed edit can be undone, if its undo data could be kept.
    let undone = try scene.run(["undo", "@"])
    #expect(try scene.content == (undone.status == 0 ? scene.old : new), "\(name): undo")
    if fault == .kill, !scene.kind.words.contains("--no-undo") {
      #expect(undone.status == 0, "\(name): undo: \(undone.errors)")
    }
  }
}

/// A folder with a sample that is edited, and another one.
private struct Scene {
  let kind: VerbCrashTests.Case
  let scratch: Scratch
  let folder: URL
  let file: URL
  let old: Data
  let faults: FaultInjection

  init(_ kind: VerbCrashTests.Case, in place: URL?) throws {
    self.kind = kind
    scratch = try Scratch()
    let work = place ?? scratch.folder
    folder = work.appending(path: "work")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "file." + (kind.sample.split(separator: ".").last ?? ""))
    old = try Data(contentsOf: Repository.sample(kind.sample))
    try old.write(to: file)
    try Data(contentsOf: Repository.sample("podcast.m4a")).write(to: scratch.file("other.m4a"))
    for name in 1..<kind.names {
      try FileManager.default.linkItem(at: file, to: scratch.file("name\(name)"))
    }
    let state = scratch.file("state")
    faults = FaultInjection(Program.metatool, in: scratch, state: state)
    // The state after the very first edit.
    try FileManager.default.createDirectory(
      at: state.appending(path: "metatool/undo"), withIntermediateDirectories: true)
  }

  /// The arguments of the edit.
  var edit: [String] {
    let title =
      switch kind.title {
      case .same: "Train Blue"
      case .short: "Short"
      case .long: String(repeating: "long ", count: 1200)
      }
    return [
      "set", file.path, "title=\(title)", "--strategy", kind.strategy, "--layout", kind.layout,
    ] + kind.words
  }

  var content: Data { get throws { try Data(contentsOf: file) } }

  /// The other files in the folder.
  var others: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0 != file.lastPathComponent }
    }
  }

  func run(_ verb: [String]) throws -> Program.Result {
    try Program.run(
      Program.metatool, verb.map { $0 == "@" ? file.path : $0 }, in: scratch.folder,
      environment: ["XDG_STATE_HOME": scratch.file("state").path])
  }
}
