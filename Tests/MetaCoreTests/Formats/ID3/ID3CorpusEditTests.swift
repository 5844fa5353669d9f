import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Edits of every normal file of the corpus that can carry ID3: all guarantees hold, or the edit is
/// refused with a known reason.
@Suite(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
struct ID3CorpusEditTests {
  /// The kinds, as the manifest of the corpus calls them.
  static let kinds: Set = [
    "MP3/MP2/MP1", "WAV", "AIFF", "AAC", "DSF", "ID3 tag only", "ID3v1 tag",
  ]

  /// Refused files, and files of an unsupported kind, by the end of their path, with the reason.
  static let known = [
    "fq/riff/testdata/end-of-file.wav":
      "sizes of all ones: the sound reaches to the end of the file",
    "exiftool/RIFF.wav": "sound of no size: what stands behind it is heard",
    "lofty-rs/files/assets/zero/zero.wav": "likewise",
    "taglib/zero-size-chunk.wav": "likewise",
  ]

  static let files: [String] = {
    guard let corpus = Repository.corpus,
      let text = try? String(contentsOf: corpus.appending(path: "manifest.tsv"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let row = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard row.count > 7, row[7] == "normal", kinds.contains(String(row[6])) else { return nil }
      return String(row[0])
    }
  }()

  @Test func everyFileIsEditedOrRefused() throws {
    let corpus = try #require(Repository.corpus)
    var (done, refused) = (0, [String: Int]())
    var new: [String] = []
    for path in ID3CorpusEditTests.files {
      let bytes = [UInt8](try Data(contentsOf: corpus.appending(path: "files/\(path)")))
      guard let file = try? EditHarness(bytes), !file.insertionPoints.isEmpty else { continue }
      for (name, edit) in edits(of: file) {
        do {
          try check(file, edit, "\(path): \(name)")
          done += 1
        } catch let error as ParseError {
          #expect([.unsupported, .wouldLose].contains(error.code), "\(path): \(error)")
          refused[error.reason, default: 0] += 1
          if ID3CorpusEditTests.known[path] == nil { new.append("\(path): \(name): \(error)") }
        }
      }
    }
    print("corpus, ID3: \(done) edits done, \(refused.values.reduce(0, +)) refused")
    for (reason, count) in refused { print("  \(count): \(reason)") }
    #expect(new == [])
  }

  private func edits(of file: EditHarness) -> [(String, DocumentEdit)] {
    let title = EditHarness.titles(of: file.document).first
    return [
      ("longer", file.title((title ?? "") + " and more of it")), ("shorter", file.title("T")),
      ("equal", file.title(String((title ?? "Title").map { $0 == "x" ? "y" : "x" }))),
      ("five fields", fiveFields(of: file)), ("artwork", artwork(of: file)), ("clear", file.clear),
    ]
  }

  /// The cheapest shape in which the edit is possible.
  private func check(_ file: EditHarness, _ edit: DocumentEdit, _ name: String) throws {
    for shape in EditHarness.shapes {
      guard let outcome = try file.outcome(edit, shape) else { continue }
      if name.hasSuffix("clear") {
        #expect(outcome.document.items.isEmpty, "\(name)")
      } else if !name.hasSuffix("artwork") {
        #expect(!EditHarness.titles(of: outcome.document).isEmpty, "\(name)")
      } else {
        #expect(!outcome.document.artwork.isEmpty, "\(name)")
      }
      return
    }
    Issue.record("\(name): no shape will do")
  }

  private func fiveFields(of file: EditHarness) -> DocumentEdit {
    var edit = file.title("A title")
    for (key, old) in [("TPE1", "TP1"), ("TALB", "TAL"), ("TCON", "TCO"), ("TRCK", "TRK")] {
      let items = file.document.items.filter { [key, old].contains($0.key.description) }
      for var item in items {
        item.value = .string("Something Ж new")
        edit.changes.append(.replace(item.location, .init([item])))
      }
      if items.isEmpty { edit.changes.append(file.add(text: "Something new", key: key)) }
    }
    return edit
  }

  private func artwork(of file: EditHarness) -> DocumentEdit {
    var edit = DocumentEdit()
    for item in file.document.items where ["APIC", "PIC"].contains(item.key.description) {
      edit.changes.append(.remove(item.location))
    }
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(0...255)
    let item = MetadataItem(
      keySpace: .id3, key: "APIC", value: .data(.bytes(ByteSlice(png))), dataType: .raw,
      extraAttributes: [
        ExtraAttribute(.mime, .string("image/png")),
        ExtraAttribute(.pictureType, .integer(3)), ExtraAttribute(.info, .string("")),
      ])
    if let insertionPoint = file.insertionPoints.first(where: { $0.keySpaces.contains(.id3) }) {
      edit.changes.append(.add(insertionPoint, .init([item])))
    }
    return edit
  }
}
