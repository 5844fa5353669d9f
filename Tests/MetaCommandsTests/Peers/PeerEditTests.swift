import Foundation
import TestSupport
import Testing

/// Compares what independent programs read in edited files with the requested values, and what we
/// read in files that they wrote.
///
/// `PeerEditExceptions.tsv` lists each disagreement with its reason; an unlisted disagreement, or a
/// listed one that no longer occurs, fails. The table holds for the versions of Debian 12.
@Suite struct PeerEditTests {
  static let readers = ["ffprobe", "exiftool", "mutagen", "mediainfo", "AtomicParsley", "TagLib"]
    .filter(Peers.isInstalled)
  static let writers = ["mutagen", "AtomicParsley", "ffmpeg", "TagLib"].filter(Peers.isInstalled)

  @Test(.enabled(if: !readers.isEmpty, "no peer is installed"), arguments: readers)
  func peersReadWrittenFields(_ peer: String) throws {
    let table = try PeerEditExceptions(of: peer)
    var (found, compared): ([PeerDifference], Int) = ([], 0)
    let all = try EditedSamples.all.get()
    // ffprobe reads one file at a time and takes half of the total time.
    let edits = peer == "ffprobe" ? Repository.cases(of: all, usually: 2, seed: 63) : all
    for edit in edits {
      let theirs = try Peers.read(by: peer, all: true, edit.edited, in: edit.folder)
      let dumps = try edit.dumps()
      #expect(!theirs.isEmpty)
      for (file, fields) in theirs {
        let dump = try #require(dumps[file])
        let pairs = try differences(edit, dump, fields, peer)
        compared += pairs.count
        found += pairs.compactMap(\.self).map {
          PeerDifference(edit: edit.name, file: file, field: $0.field, text: $0.text)
        }
      }
    }
    table.check(found, isComplete: edits.count == all.count)
    print("\(peer): \(compared) values compared, \(found.count) differ as listed")
  }

  /// For each field that is compared: nil where they agree.
  private func differences(
    _ edit: EditedSamples, _ dump: [String: Any], _ theirs: [String: Any], _ peer: String
  ) throws -> [(field: String, text: String)?] {
    edit.fields.filter { !PeerEditExceptions.unnamed(by: peer).contains($0) }.map { field in
      let ours = PeerAgreement.value(field, dump)
      let isNone = ours == nil || ours as? Int == 0 || (ours as? [Any])?.isEmpty == true
      guard let value = theirs[field] else {
        return isNone ? nil : (field, "nothing for \(ours ?? "")")
      }
      if isNone, value as? Int == 0 || (value as? [Any])?.isEmpty == true { return nil }
      if PeerAgreement.agrees(field, dump, value) { return nil }
      return (field, "\("\(value)".prefix(60)) for \("\(ours ?? "nothing")".prefix(60))")
    }
  }

  /// ID3v2.2 does not support chapters, and those of cue points and marks stay.
  static let refusals = [
    "id3v22-everything.mp3", "id3v22-unsync.mp3", "broadcast.wav", "chunks.aiff",
  ]

  /// APE tags cannot store chapters.
  private static func hasAPETag(_ file: String) -> Bool {
    ["ape", "wv", "mpc", "ofr", "tak"].contains { file.hasSuffix("." + $0) }
  }

  @Test func editsArePresent() throws {
    for edit in try EditedSamples.all.get() {
      for (file, dump) in try edit.dumps() {
        let lost = edit.losses[file] ?? []
        for (field, value) in try edit.wanted() where !lost.contains(field) {
          #expect(isSame(PeerAgreement.value(field, dump), value), "\(edit.name) \(file) \(field)")
        }
      }
      #expect(edit.edited.count + edit.refused.count == EditedSamples.files.count)
      let refused = edit.refused.filter { file, _ in
        !PeerEditTests.refusals.contains(file)
          && !(edit.name == "chapters" && PeerEditTests.hasAPETag(file))
      }
      #expect(refused == [:], "\(edit.name)")
    }
  }

  /// Whether values of a dump are the same.
  private func isSame(_ ours: Any?, _ wanted: Any) -> Bool {
    func json(_ value: Any) -> Data? {
      try? JSONSerialization.data(withJSONObject: ["value": value], options: .sortedKeys)
    }
    return ours.map { json($0) == json(wanted) } ?? false
  }

  // MARK: The other way

  static let written = [
    "plain.m4a", "song-itunes.m4a", "moov-first.mp4", "plain.mp3", "id3v23-everything.mp3",
    "id3v1.mp3", "plain.wav", "plain.aiff",
  ]

  @Test(.enabled(if: !writers.isEmpty, "no peer is installed"), arguments: writers)
  func valuesWrittenByPeersAreRead(_ peer: String) throws {
    let scratch = try Scratch()
    let picture = scratch.file("cover.jpg")
    try Data(CorpusEdit.picture).write(to: picture)
    var fields = EditedSamples.wanted
    fields["picture"] = picture.path
    fields["bpm"] = "128"
    fields["compilation"] = "1"
    for field in ["track", "disc"] { fields[field] = field == "track" ? "3/12" : "1/2" }
    let files = PeerEditTests.written.filter {
      peer != "AtomicParsley" || $0.contains(".m") && !$0.hasSuffix("mp3")
    }
    for file in files {
      try FileManager.default.copyItem(at: Repository.sample(file), to: scratch.file(file))
      try Peers.write(fields, by: peer, into: file, in: scratch.folder)
    }
    var found: [PeerDifference] = []
    for (file, dump) in try Peers.dumps(of: files, in: scratch.folder) {
      for (field, value) in EditedSamples.wanted {
        let ours = PeerAgreement.value(field, dump)
        guard !isSame(ours, value) else { continue }
        let text = "\(ours ?? "nothing") for \(value)"
        found.append(PeerDifference(edit: "written", file: file, field: field, text: text))
      }
      let pictures = (dump["artwork"] as? [Any])?.count ?? 0
      if pictures != 1 {
        found.append(
          PeerDifference(edit: "written", file: file, field: "pictures", text: "\(pictures) for 1"))
      }
    }
    try PeerEditExceptions(of: peer, written: true).check(found)
  }
}

/// A value that differs between a peer and us.
struct PeerDifference {
  let edit: String
  let file: String
  let field: String
  let text: String
}

/// The known differences of one peer.
struct PeerEditExceptions {
  private struct Row {
    let edits: [Substring]
    let files: [Substring]
    let fields: [Substring]
    let line: String
  }

  private let peer: String
  private let rows: [Row]

  /// Fields that a peer does not support.
  static func unnamed(by peer: String) -> Set<String> {
    switch peer {
    case "exiftool": ["chapters"]
    case "AtomicParsley": ["chapters"]
    default: []
    }
  }

  init(of peer: String, written: Bool = false) throws {
    self.peer = peer
    let url = Repository.root.appending(
      path: "Tests/MetaCommandsTests/Peers/PeerEditExceptions.tsv")
    rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#") else { return nil }
      let parts = line.split(separator: "\t")
      #expect(parts.count == 5, "peer, edits, files, fields, reason: \(line)")
      guard parts.count == 5, parts[0] == peer, (parts[1] == "written") == written else {
        return nil
      }
      let lists = parts[1...3].map { $0.split(separator: ",") }
      return Row(edits: lists[0], files: lists[1], fields: lists[2], line: String(line))
    }
  }

  /// Every difference has a row, and, if the list is complete, every row a difference.
  func check(_ found: [PeerDifference], isComplete: Bool = true) {
    var used: Set<String> = []
    var new: [String] = []
    for difference in found {
      let fitting = rows.filter { row in
        PeerEditExceptions.matches(difference.edit, row.edits)
          && PeerEditExceptions.matches(difference.file, row.files)
          && PeerEditExceptions.matches(difference.field, row.fields)
      }
      used.formUnion(fitting.map(\.line))
      if fitting.isEmpty {
        new.append(
          [peer, difference.edit, difference.file, difference.field, difference.text].joined(
            separator: "\t"))
      }
    }
    #expect(new.sorted() == [])
    if isComplete { #expect(rows.map(\.line).filter { !used.contains($0) } == []) }
  }

  /// Patterns are names, with at most one `*` for any text.
  private static func matches(_ text: String, _ patterns: [Substring]) -> Bool {
    patterns.contains { pattern in
      guard let star = pattern.firstIndex(of: "*") else { return pattern == text }
      let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
      return text.count >= head.count + tail.count && text.hasPrefix(head) && text.hasSuffix(tail)
    }
  }
}
