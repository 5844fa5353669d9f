import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// A file in memory for editing, and the checks that hold for every edit.
struct EditHarness {
  let old: [UInt8]
  let document: Document
  let insertionPoints: [InsertionPoint]

  init(_ bytes: [UInt8]) throws {
    old = bytes
    document = try Inspector.inspect(DataSource(bytes))
    insertionPoints = try Inspector.insertionPoints(of: document, in: DataSource(bytes))
  }

  /// The result of an edit.
  struct Outcome {
    let bytes: [UInt8]
    let document: Document
    let plan: EditPlan
  }

  static let shapes: [LayoutConstraints] = [
    LayoutConstraints(movement: .none), LayoutConstraints(movement: .blocks(4096)),
    LayoutConstraints(movement: .free),
    LayoutConstraints(movement: .free, padding: 0),
  ]

  /// Makes an edit and checks all promises; nil when it cannot be laid out in this shape.
  func outcome(
    _ edit: DocumentEdit, _ shape: LayoutConstraints = LayoutConstraints(movement: .free)
  ) throws -> Outcome? {
    let source = DataSource(old)
    guard let plan = try Inspector.plan(edit, of: document, in: source, shape: shape)
    else { return nil }
    let new = RewritePlanTests.result(of: plan.rewrite, on: old)
    #expect(Int64(new.count) == plan.rewrite.newSize)
    let inverse = try plan.rewrite.inverse(of: source)
    #expect(RewritePlanTests.result(of: inverse, on: new) == old, "the inverse gives the old file")
    if shape.movement == .none { #expect(plan.rewrite.offsets.isStill) }
    let document = try Inspector.inspect(DataSource(new))
    #expect(try EditHarness.media(of: new) == EditHarness.media(of: old), "payload is the same")
    let outcome = Outcome(bytes: new, document: document, plan: plan)
    if shape.id3Version == nil { try checkKept(edit, outcome) }
    return outcome
  }

  /// The outcome of an edit that must be possible in this shape.
  func result(
    _ edit: DocumentEdit, _ shape: LayoutConstraints = LayoutConstraints(movement: .free)
  ) throws -> Outcome {
    try #require(try outcome(edit, shape))
  }

  /// Entries that the edit does not name keep their order and bytes.
  private func checkKept(_ edit: DocumentEdit, _ outcome: Outcome) throws {
    let named = Set(edit.changes.compactMap(\.location))
    var isChapter: (MetadataItem) -> Bool = { _ in false }
    if edit.chapters != nil { isChapter = { ["CHAP", "CTOC"].contains($0.key.description) } }
    let kept = document.items.filter {
      !named.contains($0.location) && !isChapter($0) && $0.keySpace != .id3v1
    }
    var rest = outcome.document.items[...]
    for item in kept {
      let stored = EditHarness.stored(item, in: old)
      let place = rest.firstIndex {
        $0.key == item.key && $0.keySpace == item.keySpace
          && EditHarness.stored($0, in: outcome.bytes) == stored
      }
      guard let place else {
        Issue.record("\(item.location.container.rawValue)/\(item.key) is not there any more")
        return
      }
      rest = rest[(place + 1)...]
    }
  }

  /// The bytes of an entry.
  static func stored(_ item: MetadataItem, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let start = Int(item.location.offset)
    return bytes[start..<(start + Int(item.location.size))]
  }

  /// The bytes of the payload, without tags.
  static func media(of bytes: [UInt8]) throws -> [UInt8] {
    let source = DataSource(bytes)
    let nodes = try Inspector.structure(of: source)
    var media: [UInt8] = []
    let payload: Set = ["frames", "ADIF", "data", "fmt ", "SSND", "COMM", "fact", "MARK", "cue "]
    for node in nodes {
      let isForm = ["RIFF", "RIFX", "RF64", "BW64", "FORM"].contains(node.name)
      for node in isForm ? node.children : [node] where payload.contains(node.name) {
        media += bytes[Int(node.offset)..<Int(min(Int64(bytes.count), node.offset + node.size))]
      }
    }
    return media
  }

  // MARK: Edits

  /// The keys of the title in every key space.
  static let titleKeys: Set = ["TIT2", "TT2", "title", "Title", "INAM", "NAME", "ETT"]

  /// The titles of the file, in every place.
  static func titles(of document: Document) -> [String] {
    document.items.filter { titleKeys.contains($0.key.description) }
      .compactMap(\.value.stringValue)
  }

  /// An edit that gives the file a title in every place that holds one.
  func title(_ text: String) -> DocumentEdit {
    var edit = DocumentEdit()
    for item in document.items where EditHarness.titleKeys.contains(item.key.description) {
      var new = item
      new.value = .string(text)
      edit.changes.append(.replace(item.location, .init([new])))
    }
    if edit.changes.isEmpty { edit.changes.append(add(text: text, key: "TIT2")) }
    return edit
  }

  /// A change that adds a text frame to the first ID3 tag.
  func add(text: String, key: String) -> DocumentEdit.Change {
    let insertionPoint = insertionPoints.first { $0.keySpaces.contains(.id3) }
    let item = MetadataItem(
      keySpace: .id3, key: .text(key), value: .string(text), dataType: .utf8)
    return .add(insertionPoint ?? InsertionPoint(.none, []), .init([item]))
  }

  /// An edit that removes every entry.
  var clear: DocumentEdit {
    var edit = DocumentEdit()
    var seen: Set<ItemLocation> = []
    for item in document.items where seen.insert(item.location).inserted {
      edit.changes.append(.remove(item.location))
    }
    return edit
  }
}

extension EditHarness {
  /// The file after edits in a shape; nil when it cannot be laid out so.
  static func edited(
    _ file: [UInt8], _ shape: LayoutConstraints, _ edits: MetadataEdit...
  ) throws -> [UInt8]? {
    let source = DataSource(file)
    let document = try Inspector.inspect(source)
    let insertionPoints = try Inspector.insertionPoints(of: document, in: source)
    let resolved = try EditResolver.resolve(edits, for: document, insertionPoints: insertionPoints)
    let plan = try Inspector.plan(resolved.edit, of: document, in: source, shape: shape)
    guard let plan else { return nil }
    if shape.movement == .none { #expect(plan.rewrite.offsets.isStill) }
    let new = plan.rewrite.applied(to: file)
    let back = try plan.rewrite.inverse(of: source)
    #expect(back.applied(to: new) == file)
    return new
  }

  /// No rule is newly broken, and the media is unchanged.
  static func check(_ new: [UInt8], against old: [UInt8], _ name: String) throws {
    let (before, after) = (StrictFile(Data(old)), StrictFile(Data(new)))
    #expect(before.faults == [] && after.faults == [], "\(name)")
    #expect(before.media == after.media && !after.media.isEmpty, "\(name)")
  }
}
