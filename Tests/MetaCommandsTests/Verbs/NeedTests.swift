import Foundation
import TestSupport
import Testing

/// `Scripts/need`, with fake programs instead of apt-get and others, which only record their
/// arguments.
@Suite struct NeedTests {
  private let scratch = try? Scratch()

  @Test func aptGetWaitsForTheSystemLock() throws {
    let calls = try need(aptGet: "exit 0")
    #expect(calls == ["-qq -o DPkg::Lock::Timeout=120 install -y --no-install-recommends wanted"])
  }

  @Test func lockedListsAreRetried() throws {
    let calls = try need(
      aptGet: """
        count=$(wc -l < calls)
        case "$*" in
          *update*) [ "$count" -ge 4 ] ;;
          *) [ "$count" -ge 5 ] ;;
        esac
        """)
    #expect(calls.count == 5)
    #expect(calls.allSatisfy { $0.contains("DPkg::Lock::Timeout=120") })
    #expect(calls.count { $0.hasSuffix(" update") } == 3)
  }

  @Test func installedPackagesAreNotRequested() throws {
    #expect(try need(aptGet: "exit 1", dpkgQuery: "printf installed").isEmpty)
  }

  /// What apt-get was called with.
  private func need(aptGet: String, dpkgQuery: String = "exit 1") throws -> [String] {
    let scratch = try #require(scratch)
    let programs = [
      "apt-get": "echo \"$*\" >> calls\n" + aptGet, "dpkg-query": dpkgQuery,
      "sudo": "exec \"$@\"", "sleep": "exit 0",
    ]
    for (name, script) in programs {
      let file = scratch.file(name)
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let result = try Program.run(
      Repository.root.appending(path: "Scripts/need"), ["wanted"], in: scratch.folder,
      environment: ["PATH": "\(scratch.folder.path):/usr/bin:/bin"])
    #expect(result.status == 0)
    let calls = (try? String(contentsOf: scratch.file("calls"), encoding: .utf8)) ?? ""
    return calls.split(separator: "\n").map(String.init)
  }
}
