import Foundation
import TestSupport
import Testing

/// Independent programs that read and write metadata, through `peers.py`.
enum Peers {
  /// TagLib has no program; ours is compiled if a compiler and the library are installed.
  static let taglib: (program: URL, folder: Scratch)? = {
    let source = Repository.root.appending(path: "Tests/MetaCommandsTests/Peers/taglib_peer.cpp")
    guard let compiler = Program.find("g++"), let folder = try? Scratch() else { return nil }
    let program = folder.file("taglib_peer")
    let words = ["-std=c++17", "-I/usr/include/taglib", source.path, "-o", program.path, "-ltag"]
    guard (try? Program.run(compiler, words).status) == 0 else { return nil }
    return (program, folder)
  }()

  static func isInstalled(_ peer: String) -> Bool {
    guard let python = Program.find("python3") else { return false }
    switch peer {
    case "mutagen": return (try? Program.run(python, ["-c", "import mutagen"]).status) == 0
    case "TagLib": return taglib != nil
    default: return Program.find(peer) != nil
    }
  }

  /// What we read in files, by name.
  static func dumps(of files: [String], in folder: URL) throws -> [String: [String: Any]] {
    let dump = try Program.run(
      Program.metatool, ["dump", "--format", "ndjson"] + files, in: folder)
    var byName: [String: [String: Any]] = [:]
    for line in dump.text.split(separator: "\n") {
      let file = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let file, let path = file["path"] as? String { byName[path] = file }
    }
    return byName
  }

  /// What a peer reads in them: all supported fields, or those compared in the samples.
  static func read(
    by peer: String, all: Bool = false, _ files: [String], in folder: URL
  ) throws -> [String: [String: Any]] {
    let result = try run([peer] + (all ? ["--all"] : []) + files, in: folder)
    return try JSONSerialization.jsonObject(with: result.output) as? [String: [String: Any]] ?? [:]
  }

  /// Writes fields to a file with a peer.
  static func write(
    _ fields: [String: Any], by peer: String, into file: String, in folder: URL
  ) throws {
    let json = try JSONSerialization.data(withJSONObject: fields)
    _ = try run([peer, "--write", file], in: folder, input: json)
  }

  private static func run(
    _ words: [String], in folder: URL, input: Data? = nil
  ) throws -> Program.Result {
    let python = try #require(Program.find("python3"))
    let script = Repository.root.appending(path: "Tests/MetaCommandsTests/Peers/peers.py").path
    let result = try Program.run(
      python, [script] + words, in: folder, input: input,
      environment: ["TAGLIB_PEER": taglib?.program.path ?? ""])
    #expect(result.status == 0, "\(words.prefix(2)): \(result.errors)")
    return result
  }
}

/// Whether a field of a dump and the value of a peer agree.
enum PeerAgreement {
  static func agrees(_ field: String, _ dump: [String: Any], _ theirs: Any) -> Bool {
    switch field {
    case "duration": isNear(dump["duration"] as? Double, theirs as? Double)
    case "pictures": (dump["artwork"] as? [Any])?.count == theirs as? Int
    case "artist", "genre", "albumArtist", "composer":
      isSame(value(field, dump) as? [String] ?? [], theirs as? [String] ?? [])
    case "date": isPart(theirs as? String ?? "", of: value(field, dump) as? String ?? "")
    case "track", "disc": isPair(theirs as? String ?? "", value(field, dump) as? [String: Int])
    case "compilation": value(field, dump) as? Bool == theirs as? Bool
    case "bpm": value(field, dump) as? Double == (theirs as? String).flatMap { Double($0) }
    case "chapters": value(field, dump) as? [String] == theirs as? [String]
    default: value(field, dump) as? String == theirs as? String
    }
  }

  static func value(_ field: String, _ dump: [String: Any]) -> Any? {
    switch field {
    case "duration": dump["duration"]
    case "pictures": (dump["artwork"] as? [Any])?.count
    case "chapters": chapters(dump["chapters"] as? [[String: Any]] ?? [])
    default: (dump["metadata"] as? [String: Any])?[field]
    }
  }

  /// "start title" of each.
  private static func chapters(_ chapters: [[String: Any]]) -> [String] {
    chapters.map { chapter in
      let start = String(format: "%.3f", chapter["start"] as? Double ?? 0)
      return [start, chapter["title"] as? String ?? ""].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
  }

  /// Encoder delay and padding, which some subtract, are less than a tenth of a second.
  private static func isNear(_ ours: Double?, _ theirs: Double?) -> Bool {
    guard let ours, let theirs else { return false }
    return abs(ours - theirs) < 0.01
  }

  /// Several values, as a list or joined in one of the ways used by peers.
  private static func isSame(_ ours: [String], _ theirs: [String]) -> Bool {
    ours == theirs
      || theirs.count == 1
        && ["/", " / ", ";", "; ", ", "].contains { ours.joined(separator: $0) == theirs[0] }
  }

  /// A date as precise as ours, or less.
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
