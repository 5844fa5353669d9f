import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// The attributes of a file in addition to its bytes.
@Suite struct AttributeTests {
  @Test func modeOwnerAndExtendedAttributesAreKept() throws {
    for shape in RandomPlan.Shape.allCases {
      let scene = try EditScene()
      let path = scene.path.string
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      let set = try #require(Program.find("python3"))
      try script(
        set,
        "import os; os.setxattr(p, 'user.mood', b'blue'); os.chown(p, 0 if os.getuid() == 0 else -1, 12345 if os.getuid() == 0 else -1)",
        path)
      let before = try FileStatus(of: scene.path)
      try scene.execute(scene.plan(shape, 3))
      let after = try FileStatus(of: scene.path)
      #expect(after.permissions == 0o640)
      #expect(after.user == before.user && after.group == before.group)
      #expect(try script(set, "import os; print(os.getxattr(p, 'user.mood'))", path) == "b'blue'\n")
    }
  }

  @Test(.enabled(if: Program.find("setfacl") != nil, "setfacl is not installed"))
  func accessControlListsAreKept() throws {
    let scene = try EditScene()
    let set = try #require(Program.find("setfacl"))
    let get = try #require(Program.find("getfacl"))
    _ = try Program.run(set, ["-m", "u:1234:rw", scene.path.string])
    let before = try Program.run(get, ["-n", scene.path.string]).text
    #expect(before.contains("user:1234:rw-"))
    try scene.execute(scene.plan(.free, 3))
    #expect(try Program.run(get, ["-n", scene.path.string]).text == before)
  }

  @Test func symbolicLinkIsKeptAndItsTargetEdited() throws {
    for shape in RandomPlan.Shape.allCases {
      let scene = try EditScene()
      let link = scene.scratch.file("link.m4a")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: scene.url)
      let plan = try scene.plan(shape, 3)
      let executor = PlanExecutor(path: FilePath(link.path), options: scene.options)
      _ = try executor.execute(plan, readFrom: scene.identity)
      #expect(try scene.content == plan.applied(to: scene.bytes))
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == scene.path.string)
      #expect(try scene.others == [])
      _ = try scene.store.undo(FilePath(link.path), options: scene.options)
      #expect(try scene.content == scene.bytes)
    }
  }

  @Test func allHardLinksAreEdited() throws {
    for shape in RandomPlan.Shape.allCases {
      let scene = try EditScene()
      let other = scene.scratch.file("other name.m4a")
      try FileManager.default.linkItem(at: scene.url, to: other)
      let before = try scene.identity
      let plan = try scene.plan(shape, 3)
      try scene.execute(plan)
      #expect([UInt8](try Data(contentsOf: other)) == plan.applied(to: scene.bytes))
      #expect(try scene.identity.isSameFile(as: before))
      #expect(try scene.others == [])
      try scene.undo()
      #expect([UInt8](try Data(contentsOf: other)) == scene.bytes)
    }
  }

  @Test func aWriteProtectedFileIsRefusedUnlessForced() throws {
    for shape in RandomPlan.Shape.allCases {
      var scene = try EditScene()
      let plan = try scene.plan(shape, 3)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: scene.path.string)
      let error = #expect(throws: MetaError.self) { try scene.execute(plan) }
      #expect(error?.code == .refused)
      #expect(try scene.content == scene.bytes)
      scene.options.force = true
      try scene.execute(plan)
      #expect(try scene.content == plan.applied(to: scene.bytes))
      #expect(try FileStatus(of: scene.path).permissions == 0o444)
    }
  }

  static let canDrop = geteuid() == 0 && Program.find("setpriv") != nil

  /// Runs the helper as an unprivileged user.
  private func asNobody(_ scene: EditScene, _ arguments: String...) throws -> String {
    let setpriv = try #require(Program.find("setpriv"))
    let state = scene.scratch.file("nobody's state")
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
  func foreignFileIsRefusedOrKeepsItsOwner() throws {
    let scene = try EditScene()
    let path = scene.path.string
    // The file is readable, but not writable.
    #expect(try asNobody(scene, "edit", path, "page", "3").hasPrefix("refused"))
    #expect(try asNobody(scene, "edit", path, "free", "3").hasPrefix("refused"))
    #expect(try scene.content == scene.bytes)
    // The file is writable, the folder is not: the journal is stored elsewhere.
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    var expected = try scene.plan(.still, 4).applied(to: scene.bytes)
    #expect(try asNobody(scene, "edit", path, "still", "4") == "in-place\n")
    #expect(try scene.content == expected)
    _ = try asNobody(scene, "undo", path)
    #expect(try scene.content == scene.bytes)
    #expect(try asNobody(scene, "edit", path, "free", "3").hasPrefix("refused"))
    #expect(try scene.content == scene.bytes)
    // Both are writable: the file keeps its owner.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: scene.folder.path)
    expected = try scene.plan(.free, 5).applied(to: scene.bytes)
    #expect(try asNobody(scene, "edit", path, "free", "5") == "rewrite\n")
    #expect(try scene.content == expected)
    #expect(try FileStatus(of: scene.path).user == 0)
    #expect(try scene.others == [])
  }

  @discardableResult private func script(
    _ python: URL, _ text: String, _ path: String
  ) throws -> String {
    try Program.run(python, ["-c", "import sys; p = sys.argv[1]; \(text)", path]).text
  }
}
