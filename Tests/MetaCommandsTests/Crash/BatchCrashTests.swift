import Foundation
import MetaCore
import TestSupport
import Testing

/// `metatool set -r` is killed at each system call that changes a file, or one of them fails: each
/// file is then the old one or the new one as soon as it is read, and the reused journal is
/// removed.
@Suite struct BatchCrashTests {
  private static let samples = ["song-itunes.m4a", "id3v24-everything.mp3", "plain.m4a"]

  /// A folder of files that are edited together.
  private struct Scene {
    let scratch: Scratch
    let folder: URL
    let faults: FaultInjection
    let edit: [String]

    init(_ words: [String]) throws {
      scratch = try Scratch()
      folder = scratch.file("work")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for sample in BatchCrashTests.samples {
        try Data(Repository.bytes(of: sample))
          .write(to: folder.appending(path: sample))
      }
      faults = FaultInjection(Program.metatool, in: scratch, state: scratch.file("state"))
      let title = "title=" + String(repeating: "long ", count: 1200)
      edit = ["set", "-r", folder.path, title, "-j", "1"] + words
    }

    var contents: [String: Data] {
      get throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
          uniqueKeysWithValues: names.map {
            ($0, try Data(contentsOf: folder.appending(path: $0)))
          })
      }
    }

    func run(_ words: [String]) throws -> Program.Result {
      try Program.run(
        Program.metatool, words, in: folder,
        environment: ["XDG_STATE_HOME": scratch.file("state").path])
    }
  }

  @Test(
    .enabled(if: FaultInjection.isPossible, "strace is not installed"),
    arguments: [[], ["--no-undo"]])
  func everyFileIsEitherOldOrNew(words: [String]) throws {
    let whole = try Scene(words)
    let old = try whole.contents
    let (result, places) = try whole.faults.calls(whole.edit)
    #expect(result.status == 0)
    let new = try whole.contents
    #expect(Set(new.keys) == Set(BatchCrashTests.samples))
    let all = places.flatMap { place in FaultInjection.Fault.allCases.map { (place, $0) } }
    let faults = Repository.cases(of: all, usually: 6, seed: 59)
    var tally = FaultInjection.Tally()
    for (place, fault) in faults {
      let scene = try Scene(words)
      guard try scene.faults.run(scene.edit, fault, at: place) != nil else {
        Issue.record("\(fault) at \(place): it never came")
        continue
      }
      tally.cases += 1
      if try scene.contents.count > old.count { tally.recovered += 1 }
      _ = try scene.run(["dump", "-r", scene.folder.path])
      let left = try scene.contents
      let survives =
        Set(left.keys) == Set(old.keys)
        && left.allSatisfy { old[$0.key] == $0.value || new[$0.key] == $0.value }
      #expect(survives, "\(fault) at \(place): \(left.keys.sorted())")
      tally.survivors += survives ? 1 : 0
      if left == old { tally.old += 1 }
      let undone = try scene.run(["undo", "-r", scene.folder.path])
      if fault == .kill, words.isEmpty {
        #expect(try scene.contents == old, "\(fault) at \(place): \(undone.errors)")
      }
    }
    print("metatool set -r, killed or with an error at a call: \(tally)")
    #expect(tally.cases > faults.count / 2)
  }
}
