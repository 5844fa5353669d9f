import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// A file from which private data is cleared, and the checks afterwards.
struct PrivateScene {
  let scratch: Scratch
  let old: [UInt8]
  let path: FilePath
  var options = EditOptions()

  init(_ bytes: [UInt8], name: String = "file") throws {
    scratch = try Scratch()
    old = bytes
    path = FilePath(scratch.file(name).path)
    try Data(bytes).write(to: scratch.file(name))
    options.state = StateFolder(FilePath(scratch.file("state/metatool").path))
    options.keepsUndo = false
  }

  var content: [UInt8] { get throws { [UInt8](try Data(contentsOf: URL(filePath: path.string))) } }

  /// Every file in the folder of undo data and journals.
  var kept: [String] {
    let found = FileManager.default.enumerator(atPath: scratch.file("state").path)
    return (found?.allObjects as? [String] ?? []).filter { $0.contains("-") }
  }

  func edit(_ edits: [MetadataEdit]) throws -> EditOutcome {
    try FileEditor(path: path, options: options).apply(edits)
  }

  /// Clears private data and checks properties of every file; the secrets are texts that must not
  /// occur anywhere.
  @discardableResult
  func clear(secrets: [String] = [], _ edits: [MetadataEdit] = []) throws -> EditOutcome {
    let outcome = try edit([.clearPrivate] + edits)
    let new = try content
    let items = outcome.draft.document.items
    // The owner may be the artist.
    let known = outcome.draft.newItems.flatMap { PrivateScene.texts(of: $0.value) }
    let found = secrets + items.flatMap { PrivateScene.secrets(in: $0) }
    for secret in Set(found).subtracting(known) {
      for bytes in PrivateScene.spellings(of: secret) {
        #expect(!new.contains(bytes), "\(secret) is still in the file")
      }
    }
    let telling = try Inspector.inspect(DataSource(old)).tracks.filter(
      PrivateAtoms.mayContainPositions)
    #expect(
      try ListedSamples(DataSource(new))
        == ListedSamples(DataSource(old)).blanked(telling.map(\.id)))
    #expect(try EditHarness.media(of: new) == EditHarness.media(of: old))
    try checkKept(outcome, new)
    #expect(kept.isEmpty, "\(kept)")
    let again = try edit([.clearPrivate])
    #expect(again.result == .unchanged)
    #expect(again.draft.privacy.removed.isEmpty, "\(again.draft.privacy.removed)")
    return outcome
  }

  /// Checks that items that are not private are unchanged.
  private func checkKept(_ outcome: EditOutcome, _ new: [UInt8]) throws {
    let wanted = outcome.draft.newItems.filter { $0.key != "packet" && $0.key != "iXML" }
    let found = try Inspector.inspect(DataSource(new)).items
      .filter { $0.key != "packet" && $0.key != "iXML" }
    #expect(found.map(\.identifier) == wanted.map(\.identifier))
    // Pictures keep their length; separate tests check their bytes.
    for (item, other) in zip(found, wanted)
    where Self.withoutPlaces(item.value) != Self.withoutPlaces(other.value) {
      guard let data = item.value.dataValue, data.count == other.value.dataValue?.count else {
        Issue.record("\(item.identifier): \(item.value) is not \(other.value)")
        return
      }
    }
  }

  /// A value in which unloaded bytes are represented by their number.
  private static func withoutPlaces(_ value: MetadataValue) -> MetadataValue {
    switch value {
    case .data(.file(let place)): .integer(place.count)
    case .list(let values): .list(values.map(withoutPlaces))
    case .record(let parts): .record(parts.map { .init($0.name, withoutPlaces($0.value)) })
    default: value
    }
  }

  /// The texts of a private item that are too long to occur by chance.
  private static func secrets(in item: MetadataItem) -> [String] {
    guard PrivateTable.kind(of: item) != nil else { return [] }
    return texts(of: item.value).filter { $0.utf8.count >= 6 }
  }

  private static func texts(of value: MetadataValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .list(let values): values.flatMap(texts)
    case .record(let parts): parts.flatMap { texts(of: $0.value) }
    default: []
    }
  }

  private static func spellings(of text: String) -> [[UInt8]] {
    [.utf8, .utf16BigEndian, .utf16LittleEndian, .latin1].compactMap { (encoding: TextEncoding) in
      encoding.encode(text)
    }
  }
}

extension [UInt8] {
  /// Whether these bytes occur in here.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    Data(self).range(of: Data(part)) != nil
  }
}
