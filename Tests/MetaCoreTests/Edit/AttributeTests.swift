import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// What belongs to a file beside its bytes.
@Suite struct AttributeTests {
  @Test func modeOwnerAndExtendedAttributesStay() throws {
    for shape in RandomPlan.Shape.allCases {
      let bench = try EditBench()
      let path = bench.path.string
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      let set = try #require(Program.find("python3"))
      try script(
        set,
        "import os; os.setxattr(p, 'user.mood', b'blue'); os.chown(p, 0 if os.getuid() == 0 else -1, 12345 if os.getuid() == 0 else -1)",
        path)
      let before = try FileStatus(of: bench.path)
      try bench.execute(bench.plan(shape, 3))
      let after = try FileStatus(of: bench.path)
      #expect(after.permissions == 0o640)
      #expect(after.user == before.user && after.group == before.group)
      #expect(try script(set, "import os; print(os.getxattr(p, 'user.mood'))", path) == "b'blue'\n")
    }
  }

  @Test(.enabled(if: Program.find("setfacl") != nil, "setfacl is not installed"))
  func accessListsStay() throws {
    let bench = try EditBench()
    let set = try #require(Program.find("setfacl"))
    let get = try #require(Program.find("getfacl"))
    _ = try Program.run(set, ["-m", "u:1234:rw", bench.path.string])
    let before = try Program.run(get, ["-n", bench.path.string]).text
    #expect(before.contains("user:1234:rw-"))
    try bench.execute(bench.plan(.free, 3))
    #expect(try Program.run(get, ["-n", bench.path.string]).text == before)
  }

  @Test func aSymbolicLinkStaysAndItsTargetIsEdited() throws {
    for shape in RandomPlan.Shape.allCases {
      let bench = try EditBench()
      let link = bench.scratch.file("link.m4a")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: bench.url)
      let plan = try bench.plan(shape, 3)
      let executor = PlanExecutor(path: FilePath(link.path), options: bench.options)
      _ = try executor.execute(plan, readFrom: bench.identity)
      #expect(try bench.content == plan.applied(to: bench.bytes))
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == bench.path.string)
      #expect(try bench.others == [])
      _ = try bench.store.undo(FilePath(link.path), options: bench.options)
      #expect(try bench.content == bench.bytes)
    }
  }

  @Test func allNamesOfAFileAreEdited() throws {
    for shape in RandomPlan.Shape.allCases {
      let bench = try EditBench()
      let other = bench.scratch.file("other name.m4a")
      try FileManager.default.linkItem(at: bench.url, to: other)
      let before = try bench.identity
      let plan = try bench.plan(shape, 3)
      try bench.execute(plan)
      #expect([UInt8](try Data(contentsOf: other)) == plan.applied(to: bench.bytes))
      #expect(try bench.identity.isSameFile(as: before))
      #expect(try bench.others == [])
      try bench.undo()
      #expect([UInt8](try Data(contentsOf: other)) == bench.bytes)
    }
  }

  @Test func aWriteProtectedFileIsRefusedUnlessForced() throws {
    for shape in RandomPlan.Shape.allCases {
      var bench = try EditBench()
      let plan = try bench.plan(shape, 3)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: bench.path.string)
      let error = #expect(throws: MetaError.self) { try bench.execute(plan) }
      #expect(error?.code == .refused)
      #expect(try bench.content == bench.bytes)
      bench.options.force = true
      try bench.execute(plan)
      #expect(try bench.content == plan.applied(to: bench.bytes))
      #expect(try FileStatus(of: bench.path).permissions == 0o444)
    }
  }

  static let canDrop = geteuid() == 0 && Program.find("setpriv") != nil

  /// Runs the helper as a user who owns nothing.
  private func asNobody(_ bench: EditBench, _ arguments: String...) throws -> String {
    let setpriv = try #require(Program.find("setpriv"))
    let state = bench.scratch.file("nobody's state")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: state.path)
    let result = try Program.run(
      setpriv,
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/env",
        "XDG_STATE_HOME=\(state.path)", CrashTests.helper.path,
      ] + arguments,
      in: URL(filePath: "/"))
    return result.text + result.errors
  }

  @Test(.enabled(if: canDrop, "needs root and setpriv"))
  func aFileOfSomebodyElseIsRefusedOrKeepsItsOwner() throws {
    let bench = try EditBench()
    let path = bench.path.string
    // The file may be read, not written.
    #expect(try asNobody(bench, "edit", path, "page", "3").hasPrefix("refused"))
    #expect(try asNobody(bench, "edit", path, "free", "3").hasPrefix("refused"))
    #expect(try bench.content == bench.bytes)
    // It may be written, the folder may not: the journal goes elsewhere.
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    var expected = try bench.plan(.still, 4).applied(to: bench.bytes)
    #expect(try asNobody(bench, "edit", path, "still", "4") == "in-place\n")
    #expect(try bench.content == expected)
    _ = try asNobody(bench, "undo", path)
    #expect(try bench.content == bench.bytes)
    #expect(try asNobody(bench, "edit", path, "free", "3").hasPrefix("refused"))
    #expect(try bench.content == bench.bytes)
    // Both may be written: the file keeps its owner.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: bench.folder.path)
    expected = try bench.plan(.free, 5).applied(to: bench.bytes)
    #expect(try asNobody(bench, "edit", path, "free", "5") == "rewrite\n")
    #expect(try bench.content == expected)
    #expect(try FileStatus(of: bench.path).user == 0)
    #expect(try bench.others == [])
  }

  @discardableResult private func script(
    _ python: URL, _ text: String, _ path: String
  ) throws -> String {
    try Program.run(python, ["-c", "import sys; p = sys.argv[1]; \(text)", path]).text
  }
}
