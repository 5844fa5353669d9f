import TestSupport
import Testing

@testable import MetaCore

/// Properties of edits for any document and any value.
@Suite struct EditPropertyTests {
  /// A document with some fields in some places, sometimes in conflict.
  private func document(_ kind: EditBench.Kind, _ random: inout SeededGenerator) -> EditBench {
    var bench = EditBench(kind)
    for _ in 0..<Int.random(in: 0...14, using: &random) {
      guard let place = kind.places.randomElement(using: &random),
        let space = place.spaces.randomElement(using: &random),
        let field = Field.all.randomElement(using: &random),
        let value = ItemConverterTests.samples(of: field).randomElement(using: &random)
      else { continue }
      var converter = ItemConverter(
        to: space,
        id3Version: ID3Version(container: MetadataContainer(rawValue: place.container)) ?? .v24)
      converter.textLimit = 30
      let ranks = Set(field.row.keys.filter { $0.space == space }.map(\.rank))
      let keys = ranks.sorted().randomElement(using: &random).map { rank in
        field.row.keys.filter { $0.space == space && $0.rank == rank && $0.part != .grouped }
      }
      let conversion = converter.conversion(of: field, [value], keys: keys)
      guard !conversion.items.isEmpty else { continue }
      let entries = space.holdsSeveral ? [conversion.items] : conversion.items.map { [$0] }
      for entry in entries {
        let items = entry.map { item in
          var item = item
          item.location.container = MetadataContainer(rawValue: place.container)
          return item
        }
        bench = bench.applying(
          DocumentEdit(
            adding: DocumentEdit.Entry(items),
            to: InsertionPoint(items[0].location.container, place.spaces)))
      }
    }
    return bench
  }

  private func values(_ bench: EditBench, without names: Set<String>) -> [String: MetadataValue] {
    Dictionary(
      bench.view.entries.filter { !names.contains($0.field.name) }.map {
        ($0.field.name, $0.value)
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Fields that are removed together: a place and its name.
  private func bound(_ field: Field) -> Set<String> {
    field.name == "location" ? ["location", "locationName"] : [field.name]
  }

  @Test(arguments: EditBench.Kind.allCases)
  func editsChangeOnlyWhatIsRequested(_ kind: EditBench.Kind) throws {
    for seed in 0..<250 {
      var random = SeededGenerator(seed: UInt64(seed) &* 977 &+ 13)
      let bench = document(kind, &random)
      guard let field = Field.all.randomElement(using: &random),
        let value = ItemConverterTests.samples(of: field).randomElement(using: &random)
      else { continue }
      let place = "\(kind) seed \(seed): \(field.name) = \(value) in \(bench.lines)"
      let edit = MetadataEdit.set(.field(field), [value])
      guard let resolved = try? bench.resolve(edit) else { continue }
      let edited = bench.applying(resolved.edit)
      let shown = edited.view[field]
      #expect(
        shown == value || isCompleted(value, shown)
          || (shown == nil && resolved.edit.headerDate != nil),
        "\(place) shows \(String(describing: shown)): \(edited.lines)")
      #expect(
        edited.view.findings.allSatisfy { !$0.message.hasPrefix(field.name + " is not") },
        "\(place): \(edited.lines)")
      #expect(
        values(edited, without: [field.name]) == values(bench, without: [field.name]),
        "\(place): \(edited.lines)")
      #expect(try edited.resolve(edit).edit.isEmpty, "\(place), again: \(edited.lines)")
      let removed = try edited.applying(.set(.field(field), []))
      #expect(removed.view[field] == nil, "\(place), removed: \(removed.lines)")
      #expect(
        values(removed, without: bound(field)) == values(bench, without: bound(field)),
        "\(place), removed: \(removed.lines)")
    }
  }

  /// A number without a count keeps the count.
  private func isCompleted(_ value: MetadataValue, _ shown: MetadataValue?) -> Bool {
    guard case .pair(let asked) = value, case .pair(let pair)? = shown else { return false }
    return asked.count == nil && asked.number == pair.number
  }

  @Test(arguments: EditBench.Kind.allCases)
  func addingAndRemovingAValueChangesNothing(_ kind: EditBench.Kind) throws {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed) &* 31 &+ 7)
      let bench = document(kind, &random)
      guard let name = ["artist", "genre", "composer"].randomElement(using: &random),
        let field = Field.named(name),
        let added = try? bench.applying(.add(.field(field), ["Someone new"]))
      else { continue }
      let removed = try added.applying(.remove(.field(field), ["Someone new"]))
      #expect(
        removed.view[field] == bench.view[field],
        "\(kind) \(seed) \(name): \(bench.lines) -> \(added.lines)")
    }
  }
}

extension DocumentEdit {
  fileprivate init(adding entry: Entry, to insertionPoint: InsertionPoint) {
    self.init()
    changes = [.add(insertionPoint, entry)]
  }
}
