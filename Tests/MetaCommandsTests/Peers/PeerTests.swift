import Foundation
import TestSupport
import Testing

/// Compares what independent programs read in the samples with what we read.
///
/// `PeerExceptions.tsv` lists each disagreement with its reason; an unlisted disagreement, or a
/// listed one that no longer occurs, fails. The table holds for the versions of Debian 12.
@Suite struct PeerTests {
  /// One disagreement: peer, file, field.
  struct Row: Hashable, CustomStringConvertible {
    let peer: String
    let file: String
    let field: String
    var description: String { "\(peer)\t\(file)\t\(field)" }
  }

  static let peers = ["ffprobe", "exiftool", "mutagen", "mediainfo", "AtomicParsley"].filter {
    Peers.isInstalled($0)
  }

  @Test(.enabled(if: !peers.isEmpty, "no peer is installed"), arguments: peers)
  func samplesAreReadAsByOthers(_ peer: String) throws {
    let ours = try Peers.dumps(of: Repository.samples, in: Repository.sample(""))
    let theirs = try Peers.read(by: peer, Repository.samples, in: Repository.sample(""))
    #expect(!theirs.isEmpty)
    var found: [Row: String] = [:]
    for (file, fields) in theirs {
      let dump = try #require(ours[file])
      for (field, value) in fields where !PeerAgreement.agrees(field, dump, value) {
        found[Row(peer: peer, file: file, field: field)] =
          "\(value), ours \(PeerAgreement.value(field, dump) ?? "nothing")"
      }
    }
    let known = try exceptions(of: peer)
    let new = found.filter { !known.contains($0.key) }.map { "\($0.key)\t\($0.value)" }
    #expect(new.sorted() == [])
    let gone = known.subtracting(found.keys).map(\.description)
    #expect(gone.sorted() == [])
  }

  private func exceptions(of peer: String) throws -> Set<Row> {
    let url = Repository.root.appending(path: "Tests/MetaCommandsTests/Peers/PeerExceptions.tsv")
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
