import Foundation
import TestSupport
import Testing

/// What independent programs read in the samples, against what we read.
///
/// `PeerExceptions.tsv` lists each disagreement with its reason; one that is not listed, and one listed that is gone, fails. The
/// table holds for the versions of Debian 12.
@Suite struct PeerTests {
  /// One disagreement: peer, file, field.
  struct Row: Hashable, CustomStringConvertible {
    let peer: String
    let file: String
    let field: String
    var description: String { "\(peer)\t\(file)\t\(field)" }
  }

  static let peers = ["ffprobe", "exiftool", "mutagen", "mediainfo", "AtomicParsley"].filter {
    isInstalled($0)
  }

  @Test(.enabled(if: !peers.isEmpty, "no peer is installed"), arguments: peers)
  func theSamplesAreReadAsOthersReadThem(_ peer: String) throws {
    let ours = try dumps()
    let theirs = try read(by: peer)
    #expect(!theirs.isEmpty)
    var found: [Row: String] = [:]
    for (file, fields) in theirs {
      let dump = try #require(ours[file])
      for (field, value) in fields where !Agreement.agrees(field, dump, value) {
        found[Row(peer: peer, file: file, field: field)] =
          "\(value), ours \(Agreement.value(field, dump) ?? "nothing")"
      }
    }
    let known = try exceptions(of: peer)
    let new = found.filter { !known.contains($0.key) }.map { "\($0.key)\t\($0.value)" }
    #expect(new.sorted() == [])
    let gone = known.subtracting(found.keys).map(\.description)
    #expect(gone.sorted() == [])
  }

  private static func isInstalled(_ peer: String) -> Bool {
    guard let python = Program.find("python3") else { return false }
    guard peer == "mutagen" else { return Program.find(peer) != nil }
    return (try? Program.run(python, ["-c", "import mutagen"]).status) == 0
  }

  private func dumps() throws -> [String: [String: Any]] {
    let dump = try Program.run(
      Program.metatool, ["dump", "--format", "ndjson"] + Repository.samples,
      in: Repository.sample(""))
    var byName: [String: [String: Any]] = [:]
    for line in dump.text.split(separator: "\n") {
      let file = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let file, let path = file["path"] as? String { byName[path] = file }
    }
    return byName
  }

  private func read(by peer: String) throws -> [String: [String: Any]] {
    let python = try #require(Program.find("python3"))
    let script = Repository.root.appending(path: "Tests/MetaCommandsTests/peers.py").path
    let result = try Program.run(
      python, [script, peer] + Repository.samples, in: Repository.sample(""))
    #expect(result.status == 0, "\(result.errors)")
    return try JSONSerialization.jsonObject(with: result.output) as? [String: [String: Any]] ?? [:]
  }

  private func exceptions(of peer: String) throws -> Set<Row> {
    let url = Repository.root.appending(path: "Tests/MetaCommandsTests/PeerExceptions.tsv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    var rows: Set<Row> = []
    for line in lines where !line.hasPrefix("#") {
      let parts = line.split(separator: "\t").map(String.init)
      #expect(parts.count == 4, "peer, file, fields, reason: \(line)")
      guard parts.count == 4, parts[0] == peer else { continue }
      for field in parts[2].split(separator: ",") {
        rows.insert(Row(peer: peer, file: parts[1], field: String(field)))
      }
    }
    return rows
  }
}

/// When a field of a dump and the value of a peer are the same.
private enum Agreement {
  static func agrees(_ field: String, _ dump: [String: Any], _ theirs: Any) -> Bool {
    switch field {
    case "duration": isNear(dump["duration"] as? Double, theirs as? Double)
    case "pictures": (dump["artwork"] as? [Any])?.count == theirs as? Int
    case "artist", "genre": isSame(value(field, dump) as? [String] ?? [], theirs as? [String] ?? [])
    case "date": isPart(theirs as? String ?? "", of: value(field, dump) as? String ?? "")
    case "track", "disc": isPair(theirs as? String ?? "", value(field, dump) as? [String: Int])
    default: value(field, dump) as? String == theirs as? String
    }
  }

  static func value(_ field: String, _ dump: [String: Any]) -> Any? {
    switch field {
    case "duration": dump["duration"]
    case "pictures": (dump["artwork"] as? [Any])?.count
    default: (dump["metadata"] as? [String: Any])?[field]
    }
  }

  /// Encoder delay and padding, which some subtract, are less than a tenth of a second.
  private static func isNear(_ ours: Double?, _ theirs: Double?) -> Bool {
    guard let ours, let theirs else { return false }
    return abs(ours - theirs) < 0.01
  }

  /// Several values, as a list or joined in one of the ways that peers have.
  private static func isSame(_ ours: [String], _ theirs: [String]) -> Bool {
    ours == theirs
      || theirs.count == 1
        && ["/", " / ", ";", "; ", ", "].contains { ours.joined(separator: $0) == theirs[0] }
  }

  /// A date that is as exact as ours, or less.
  private static func isPart(_ theirs: String, of ours: String) -> Bool {
    guard theirs.count >= 4 else { return false }
    return ours.hasPrefix(theirs) || theirs.hasPrefix(ours) && ours.count >= 16
  }

  private static func isPair(_ theirs: String, _ ours: [String: Int]?) -> Bool {
    let parts = theirs.split(separator: "/").map { Int($0) }
    return parts.first == .some(ours?["number"])
      && (parts.count < 2 || parts[1] == ours?["count"])
  }
}
