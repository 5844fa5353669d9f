import TestSupport
import Testing

@testable import MetaCore

@Suite("Entries inside atoms with others")
struct CompoundEditTests {
  /// A change of every entry that holds a value: the items of one place together.
  private func changes(
    _ document: Document, from old: String, to new: String
  ) -> [DocumentEdit.Change] {
    var changes: [DocumentEdit.Change] = []
    var seen: Set<ItemLocation> = []
    for item in document.items where item.value == .string(old) {
      guard seen.insert(item.location).inserted else { continue }
      let entry = document.items.filter { $0.location == item.location }.map { item in
        var item = item
        if item.value == .string(old) { item.value = .string(new) }
        return item
      }
      changes.append(.replace(item.location, DocumentEdit.Entry(entry)))
    }
    return changes
  }

  @Test(arguments: ["Red", "Red Train at Night, and what came of it"])
  func everyContainerIsUpdated(title: String) throws {
    let old = try Repository.bytes(of: "in-step.mp4")
    let check = try EditCheck(old)
    var edit = DocumentEdit()
    edit.changes = changes(check.document, from: "Blue Train", to: title)
    let places = Set(edit.changes.compactMap { $0.location?.container })
    #expect(places.count == 6)
    let plan = try #require(try check.plan(edit, LayoutConstraints(movement: .free)))
    let new = RewritePlanTests.result(of: plan, on: old)
    let document = try Inspector.inspect(DataSource(new))
    #expect(document.items.filter { $0.value == .string("Blue Train") }.isEmpty)
    #expect(
      document.items.filter { $0.value == .string(title) }.count
        == check.document.items.filter { $0.value == .string("Blue Train") }.count)
    #expect(document.items.count == check.document.items.count)
    #expect(document.items.map(\.identifier) == check.document.items.map(\.identifier))
    #expect(document.diagnostics.count == check.document.diagnostics.count)
    #expect(try ListedSamples(DataSource(new)) == ListedSamples(DataSource(old)))
    let inverse = try plan.inverse(of: DataSource(old))
    #expect(RewritePlanTests.result(of: inverse, on: new) == old)
  }

  @Test func freedBytesBecomeZeros() throws {
    let old = try Repository.bytes(of: "song-itunes.m4a")
    let check = try EditCheck(old)
    var edit = check.title(nil)
    edit.erasesFreed = true
    for shape in [
      LayoutConstraints(movement: .none), LayoutConstraints(movement: .none, layout: .append),
    ] {
      let plan = try #require(try check.plan(edit, shape))
      let new = RewritePlanTests.result(of: plan, on: old)
      let left = new.indices.filter { new[$0...].starts(with: "Blue Train".utf8) }
      let before = old.indices.filter { old[$0...].starts(with: "Blue Train".utf8) }
      #expect(left.count == before.count - 1)
    }
  }
}
