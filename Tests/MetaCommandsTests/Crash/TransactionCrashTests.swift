import Foundation
import TestSupport
import Testing

/// A transaction and a renaming are killed at each system call that changes a file, or one of them
/// fails: after the next command, all files are the old ones, or all are the new ones.
@Suite(.enabled(if: FaultInjection.isPossible, "strace is not installed"))
struct TransactionCrashTests {
  enum Work: String, CaseIterable, Sendable {
    case set, rewrite, rename
  }

  private struct Scene {
    let place: CommandFolder
    let faults: FaultInjection
    let words: [String]

    init(_ work: Work) throws {
      let place = try CommandFolder()
      self.place = place
      for (sample, name) in [
        ("song-itunes.m4a", "a.m4a"), ("id3v24-everything.mp3", "b.mp3"), ("plain.m4a", "c.m4a"),
      ] {
        try place.copy(sample, as: name)
      }
      faults = FaultInjection(Program.metatool, in: place.scratch, state: place.state)
      let title = "title=" + String(repeating: "long ", count: 900)
      let files = ["a.m4a", "b.mp3", "c.m4a"].map { place.file($0).path }
      switch work {
      case .set: words = ["set", title, "--transaction", "-j", "1"] + files
      case .rewrite: words = ["set", title, "--transaction", "--strategy", "rewrite"] + files
      case .rename: words = ["rename", "--to", "[{mood}/]{title}"] + files
      }
      if work == .rename { try nameFiles() }
    }

    /// Two files swap their names, and one is moved to a new folder.
    private func nameFiles() throws {
      for words in [
        ["a.m4a", "title=c"], ["c.m4a", "title=a"], ["b.mp3", "title=new/x", "mood=folder"],
      ] {
        let result = try place.run(["set", "--no-undo"] + words)
        #expect(result.status == 0, "\(result.errors)")
      }
    }
  }

  @Test func passKilledTwiceIsComplete() throws {
    let scene = try Scene(.rename)
    let old = try scene.place.contents
    let atTheEnd = FaultInjection.Place(call: "renameat", number: 1)
    #expect(try scene.faults.run(scene.words, .kill, at: atTheEnd) != nil)
    #expect(try scene.place.contents != old)
    let dump = ["dump", scene.place.file("a.m4a").path]
    let inTheRound = FaultInjection.Place(call: "renameat2", number: 2)
    #expect(try scene.faults.run(dump, .kill, at: inTheRound) != nil)
    _ = try scene.place.run(dump)
    #expect(try scene.place.contents == old)
    #expect(scene.place.left("transactions").isEmpty)
  }

  @Test func recoverReportsFilesThatCannotBeRestored() throws {
    let scene = try Scene(.rename)
    let old = try scene.place.contents
    let atTheEnd = FaultInjection.Place(call: "renameat", number: 1)
    #expect(try scene.faults.run(scene.words, .kill, at: atTheEnd) != nil)
    try Data("new".utf8).write(to: scene.place.file("b.mp3"))
    let result = try scene.place.run("recover", "a.m4a")
    #expect(result.status == 3)
    #expect(result.errors.contains("could not be restored"))
    try FileManager.default.removeItem(at: scene.place.file("b.mp3"))
    #expect(try scene.place.run("undo", "--last").status == 0)
    #expect(try scene.place.contents == old)
  }

  @Test(arguments: Work.allCases)
  func allFilesAreOldOrAllAreNew(work: Work) throws {
    let whole = try Scene(work)
    let old = try whole.place.contents
    let (result, places) = try whole.faults.calls(whole.words)
    #expect(result.status == 0, "\(result.errors)")
    let new = try whole.place.contents
    #expect(new != old)
    let all = places.flatMap { place in FaultInjection.Fault.allCases.map { (place, $0) } }
    let faults = Repository.cases(of: all, usually: 6, seed: 61)
    var tally = FaultInjection.Tally()
    for (place, fault) in faults {
      let scene = try Scene(work)
      let name = "\(work): \(fault) at \(place)"
      guard let result = try scene.faults.run(scene.words, fault, at: place) else {
        Issue.record("\(name): it never came")
        continue
      }
      tally.cases += 1
      if try ![old, new].contains(scene.place.contents) { tally.recovered += 1 }
      let next = try scene.place.run("dump", "-r", ".")
      let left = try scene.place.contents
      let survives = [old, new].contains(left)
      #expect(survives, "\(name): \(result.errors) \(next.errors) \(left.keys.sorted())")
      #expect(scene.place.left("transactions").isEmpty, "\(name)")
      if fault != .kill, result.status == 0 { #expect(left == new, "\(name)") }
      tally.survivors += survives ? 1 : 0
      guard left == new else {
        tally.old += 1
        continue
      }
      let undone = try scene.place.run("undo", "--last")
      #expect(try scene.place.contents == old, "\(name): undo: \(undone.errors)")
    }
    print("metatool \(work) of all or none, killed or with an error at a call: \(tally)")
    #expect(tally.survivors == tally.cases)
    #expect(tally.cases > faults.count / 2)
  }
}
