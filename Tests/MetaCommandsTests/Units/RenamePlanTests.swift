import MetaCore
import SystemPackage
import Testing

@testable import MetaCommands

/// Conflicts of new names are detected before any file is renamed.
@Suite struct RenamePlanTests {
  private func plan(
    _ moves: [(String, String)], existing: Set<String> = [], ignoresCase: Bool = false,
    unreachable: Set<String> = []
  ) -> RenamePlan {
    func key(_ path: FilePath) -> String {
      ignoresCase ? path.string.lowercased() : path.string
    }
    let all = Set((existing.union(moves.map { "/" + $0.0 })).map { key(FilePath($0)) })
    let steps = moves.map { old, new in
      RenamePlan.Step(
        path: InputPath(text: old), shown: InputPath(text: "/" + new), old: FilePath("/" + old),
        new: FilePath("/" + new))
    }
    return RenamePlan(
      steps,
      RenamePlan.FileSystemQueries(
        exists: { all.contains(key($0)) }, isSame: { key($0) == key($1) },
        ignoresCase: { _ in ignoresCase },
        obstacle: { unreachable.contains($1.string) ? "no" : nil }))
  }

  private func refused(_ plan: RenamePlan) -> [Bool] { plan.steps.map { $0.failure != nil } }

  @Test func swapsAndChainsAreAllowed() {
    #expect(refused(plan([("a", "b"), ("b", "a")])) == [false, false])
    #expect(refused(plan([("a", "b"), ("b", "c")])) == [false, false])
    #expect(refused(plan([("a", "b"), ("b", "c"), ("c", "a")])) == [false, false, false])
  }

  @Test func twoFilesCannotHaveOneName() {
    let plan = plan([("a", "x"), ("b", "x"), ("c", "d")])
    #expect(refused(plan) == [true, true, false])
    #expect(plan.steps[0].failure?.message == "b would get the same name")
    #expect(plan.wishes == [FileRenaming.RenameRequest(old: "/c", new: "/d")])
  }

  @Test func existingNameBlocksTheChain() {
    let plan = plan([("a", "b"), ("b", "c"), ("d", "e")], existing: ["/c"])
    #expect(refused(plan) == [true, true, false])
    #expect(plan.steps[1].failure?.message == "/c already exists")
  }

  @Test func unrenamedFileBlocksTheName() {
    #expect(refused(plan([("a", "b"), ("b", "b")])) == [true, true])
    #expect(plan([("b", "b")]).wishes.isEmpty)
    #expect(refused(plan([("b", "b")])) == [false])
  }

  @Test func unreachableTargetBlocksNoOtherFile() {
    let plan = plan([("a", "F/x"), ("b", "c"), ("d", "a")], unreachable: ["/F/x"])
    #expect(refused(plan) == [true, false, true])
  }

  @Test func fileIsNotAFolder() {
    #expect(refused(plan([("a", "x"), ("b", "x/y/z"), ("c", "d")])) == [false, true, false])
    #expect(
      refused(plan([("a", "X"), ("b", "x/y"), ("c", "d")], ignoresCase: true))
        == [false, true, false])
  }

  @Test func caseInsensitiveFolders() {
    #expect(refused(plan([("a", "x"), ("b", "X")])) == [false, false])
    #expect(refused(plan([("a", "x"), ("b", "X")], ignoresCase: true)) == [true, true])
    // A change of case for the same file is a new name.
    let plan = plan([("song", "Song")], ignoresCase: true)
    #expect(refused(plan) == [false])
    #expect(plan.wishes.count == 1)
  }

  @Test func failedFileKeepsItsName() {
    var steps = plan([("a", "b"), ("b", "c")]).steps
    steps[1].failure = Failure(.refused, "missingField", "there is no title")
    let plan = RenamePlan(
      steps,
      RenamePlan.FileSystemQueries(
        exists: { ["/a", "/b"].contains($0.string) }, isSame: { $0 == $1 },
        ignoresCase: { _ in false }))
    #expect(refused(plan) == [true, true])
    #expect(plan.wishes.isEmpty)
  }
}
