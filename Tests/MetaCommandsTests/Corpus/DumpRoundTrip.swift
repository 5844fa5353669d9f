import Foundation
import TestSupport

/// `dump --complete`, `clear --all`, `apply` over many files at once, and whether they are then
/// restored.
struct DumpRoundTrip {
  /// The number of files with items that were cleared and restored.
  private(set) var done = 0
  private(set) var withItems = 0
  /// Files that cannot be cleared, with the reason.
  private(set) var uncleared: [String: String] = [:]
  /// Files that were not restored, with the difference.
  private(set) var failed: [String: String] = [:]

  private let scratch: Scratch

  /// Runs over copies of files; names are those below `folder`.
  init(_ names: [String], in folder: URL) throws {
    scratch = try Scratch()
    for name in names {
      let copy = scratch.file(name)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Write-protected files would be refused.
      try Data(contentsOf: folder.appending(path: name)).write(to: copy)
    }
    let before = try dump(names).filter { $0.value["error"] == nil }
    uncleared = try results(
      "clear", "--all", "--files-from", "-", input: before.keys.sorted().joined(separator: "\n"))
    let cleared = before.keys.filter { uncleared[$0] == nil }.sorted()
    let changes = try cleared.map { try JSONSerialization.data(withJSONObject: before[$0] ?? [:]) }
    try Data(changes.joined(separator: [0x0A])).write(to: scratch.file("changes.ndjson"))
    let refused = try results("apply", "changes.ndjson", input: "")
    failed[""] = refused[""]
    let after = try dump(cleared)
    for name in cleared {
      let difference = DumpRoundTrip.difference(before[name] ?? [:], after[name] ?? [:])
      if let reason = refused[name] ?? difference {
        failed[name] = reason
      } else {
        done += 1
      }
      if (before[name]?["items"] as? [Any])?.isEmpty == false { withItems += 1 }
    }
  }

  private func dump(_ names: [String]) throws -> [String: [String: Any]] {
    let result = try Program.metatool(
      "dump", "--complete", "--format", "ndjson", "--files-from", "-", in: scratch.folder,
      input: Data(names.joined(separator: "\n").utf8))
    var dumps: [String: [String: Any]] = [:]
    for line in result.output.split(separator: 0x0A) {
      let dump = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
      dumps[dump["path"] as? String ?? ""] = dump
    }
    return dumps
  }

  /// The files that a verb refused, with the reasons.
  private func results(_ verb: String..., input: String) throws -> [String: String] {
    let result = try Program.run(
      Program.metatool, verb + ["--no-undo", "--json"], in: scratch.folder,
      input: Data(input.utf8))
    let parsed = try? JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    guard let parsed else {
      return ["": "\(verb[0]) ended with \(result.status): \(result.errors)"]
    }
    var refused: [String: String] = [:]
    for file in parsed {
      guard let error = file["error"] as? [String: Any] else { continue }
      refused[file["path"] as? String ?? ""] = error["message"] as? String
    }
    return refused
  }

  // MARK: Comparing

  /// The first difference between two dumps of a file, except for offsets; nil when there is none.
  static func difference(_ left: [String: Any], _ right: [String: Any]) -> String? {
    let (old, new) = (items(left), items(right))
    if let index = zip(old, new).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      let isOrder = Set(old) == Set(new)
      return isOrder ? "another order" : "item \(index) is \(new[index]), was \(old[index])"
    }
    if old.count != new.count { return "\(new.count) items instead of \(old.count)" }
    for key in ["metadata", "artwork", "chapters"] {
      let (one, other) = (left[key] as? NSObject, right[key] as? NSObject)
      if one != other { return "other \(key)" }
    }
    return nil
  }

  private static func items(_ dump: [String: Any]) -> [NSDictionary] {
    (dump["items"] as? [[String: Any]] ?? []).map { item in
      var item = item
      var entry = item["entry"] as? [String: Any] ?? [:]
      entry["offset"] = nil
      item["entry"] = entry
      return item as NSDictionary
    }
  }
}
