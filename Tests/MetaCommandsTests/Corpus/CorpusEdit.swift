import Foundation
import SystemPackage
import TestSupport

@testable import MetaCommands
@testable import MetaCore

/// The outcome of some edits of corpus files.
struct CorpusTally {
  var files = 0
  var edits = 0
  var byPeers = 0
  var strategies: [String: Int] = [:]
  var broken: [String] = []
  var refused: [Refusal] = []

  /// An edit that was refused.
  struct Refusal: Hashable {
    let file: String
    let edit: String
    let reason: String
  }

  init() {}

  mutating func add(_ other: CorpusTally) {
    files += other.files
    edits += other.edits
    byPeers += other.byPeers
    strategies.merge(other.strategies, uniquingKeysWith: +)
    broken += other.broken
    refused += other.refused
  }

  /// Edits a copy of a file, compares it with the file, and undoes the edit; each edit separately.
  init(of file: URL, name: String, _ edits: [CorpusEdit], asksPeers: Bool = true) throws {
    files = 1
    let subject = try EditedFile(copying: file, asksPeers: asksPeers)
    for edit in edits {
      do {
        try check(subject, edit, name)
      } catch let error as MetaError where error.code == .refused {
        let isTouched = try Data(contentsOf: subject.url) != subject.bytes
        if isTouched || error.reason.isEmpty { broken.append("\(name): refused, but touched") }
        refused.append(Refusal(file: name, edit: edit.name, reason: error.reason))
        try subject.reset()
      } catch {
        broken.append("\(name): \(edit.name): \(error)")
        try subject.reset()
      }
    }
  }

  private mutating func check(
    _ subject: EditedFile, _ edit: CorpusEdit, _ name: String
  ) throws {
    let outcome = try subject.editor.apply(edit.edits(of: subject.document))
    edits += 1
    strategies[outcome.result.strategy?.rawValue ?? "none", default: 0] += 1
    let new = try Data(contentsOf: subject.url)
    let document = try Inspector.inspect(DataSource([UInt8](new)))
    var found = try subject.brokenMedia()
    found += edit.missing(in: document, was: subject.document, new)
    found += try EditPromises.broken(from: subject.bytes, to: new) { edit.isAbout($0) }
    if subject.peerMedia != nil { byPeers += 1 }
    if outcome.result.strategy != nil { found += try subject.rollBackAll() }
    broken += found.map { "\(name): \(edit.name): \($0)" }
  }
}

/// An edit that is applied to every file.
struct CorpusEdit: Sendable {
  let name: String
  /// The names of the affected fields; empty for all.
  let fields: [String]

  static let all = [
    CorpusEdit(name: "longer", fields: ["title"]), CorpusEdit(name: "shorter", fields: ["title"]),
    CorpusEdit(name: "equal", fields: ["title"]), CorpusEdit(name: "artwork", fields: ["artwork"]),
    CorpusEdit(name: "clear", fields: []), CorpusEdit(name: "five", fields: five.map(\.0)),
  ]

  static let five: [(String, MetadataValue)] = [
    ("title", "A title"), ("artist", "Jemand Übermütiges"), ("album", "An album"),
    ("track", .pair(NumberPair(number: 3, count: 9))), ("comment", "Что-то сказано"),
  ]

  static let picture: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
    + [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
    + [UInt8](repeating: 0x55, count: 3000) + [0xFF, 0xD9]

  func edits(of document: Document) -> [MetadataEdit] {
    switch name {
    case "artwork":
      return [Artwork(CorpusEdit.picture, kind: .frontCover)].compactMap(\.self).map {
        .setArtwork([$0])
      }
    case "clear": return [.clear(keeping: [])]
    case "five": return CorpusEdit.five.compactMap { set($0.0, $0.1) }
    default: return [set("title", .string(title(of: document)))].compactMap(\.self)
    }
  }

  private func set(_ name: String, _ value: MetadataValue) -> MetadataEdit? {
    Field.named(name).map { .set(.field($0), [value]) }
  }

  func title(of document: Document) -> String {
    let old = Field.named("title").flatMap { MetadataView(document)[$0]?.stringValue } ?? ""
    switch name {
    case "longer": return old + " and somewhat more of it"
    case "shorter": return old == "x" ? "" : "x"
    default: return String(repeating: "y", count: max(1, old.utf8.count))
    }
  }

  func isAbout(_ item: MetadataItem) -> Bool { NamedItems(fields).contains(item) }

  /// Differences from the requested result.
  func missing(in new: Document, was old: Document, _ bytes: Data) -> [String] {
    let view = MetadataView(new)
    func value(_ name: String) -> MetadataValue? { Field.named(name).flatMap { view[$0] } }
    switch name {
    case "artwork":
      let picture = new.artwork.first.flatMap {
        try? $0.data.load(from: DataSource([UInt8](bytes)))
      }
      return new.artwork.count == 1 && picture?.bytes.elementsEqual(CorpusEdit.picture) == true
        ? [] : ["\(new.artwork.count) pictures"]
    case "clear":
      return (new.items.filter(isAbout).map { "\($0.identifier) is still there" })
        + (new.artwork.isEmpty ? [] : ["a picture is still there"])
    case "five":
      return CorpusEdit.five.filter { name, wanted in
        let found = value(name)
        return found != wanted && found != .list([wanted])
      }.map { "\($0.0) is \(value($0.0).map { "\($0)" } ?? "nothing")" }
    default:
      let wanted = title(of: old)
      return value("title")?.stringValue ?? "" == wanted
        ? [] : ["the title is \(value("title") ?? "")"]
    }
  }
}
