import Foundation
import TestSupport
import Testing

/// The table of AVFoundation's names is complete and correct, and the article matches it.
///
/// `Scripts/generate-tables` regenerates the article.
@Suite("Table of AVFoundation's names") struct AVFoundationTableTests {
  private let table: AVFoundationTable
  private let names: PublicNames

  init() throws {
    table = try AVFoundationTable()
    names = try PublicNames()
  }

  @Test(
    "Every name in the facts has exactly one row, and no other AVFoundation name has one",
    .enabled(if: Facts.areHere, "needs the tables of facts (METATOOL_FACTS)"))
  func namesAreComplete() throws {
    let wanted = try Facts.rows("avf_api").map { "\($0["class"] ?? "") \($0["name"] ?? "")" }
    #expect(wanted.count > 700)
    let given = table.rows.filter { !$0.isType && ($0.type == "-" || $0.type.hasPrefix("AV")) }
      .map { "\($0.type) \($0.name)" }
    #expect(given.sorted() == wanted.sorted())
  }

  @Test("The CoreMedia and CoreVideo families are included") func familiesArePresent() {
    let families = [
      "CMTime", "CMTimeRange", "CMSampleBuffer", "CMBlockBuffer", "CMFormatDescription",
      "CVPixelBuffer", "CVPixelBufferPool",
    ]
    #expect(Array(table.types.suffix(families.count)) == families)
    for family in families {
      #expect(table.rows.count(where: { $0.type == family }) > 10, "\(family)")
    }
  }

  @Test("Names are unique in a class, and every class has its own row") func rowsAreUnique() {
    let keys = table.rows.map { "\($0.type) \($0.name)" }
    #expect(keys.count == Set(keys).count)
    #expect(Set(table.types) == Set(table.rows.map(\.type)))
    #expect(table.types.count == Set(table.types).count)
  }

  @Test("Every row has a counterpart, a way, or a reason") func rowsSaySomething() {
    for row in table.rows where row.type != "-" || !row.isType {
      let text = table.text(of: row)
      switch row.answer {
      case .same, .here: #expect(!row.symbols.isEmpty, "\(row)")
      case .how: #expect(!text.isEmpty && !row.symbols.isEmpty, "\(row)")
      case .not: #expect(!text.isEmpty, "\(row)")
      }
      #expect(!text.contains("|") && text.components(separatedBy: "`").count % 2 == 1, "\(row)")
    }
  }

  @Test("Names in rows are public in MetaCore, MetaForeign or MetaCapture") func symbolsExist() {
    #expect(names.all.count > 1000)
    for row in table.rows {
      for symbol in row.symbols { #expect(names.all.contains(symbol), "\(row.type) \(row.name)") }
      for symbol in qualifiedNames(in: row.text) {
        #expect(names.all.contains(symbol), "\(row.type) \(row.name): \(symbol)")
      }
    }
  }

  /// The code in a text that has the form of a member of a type.
  private func qualifiedNames(in text: String) -> [String] {
    text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      .filter { $0.wholeMatch(of: /[A-Z]\w*(\.\w+)+(\([\w:]*\))?/) != nil }
  }

  @Test("The article matches the table") func articleIsGeneratedFromTheTable() throws {
    let file = Repository.root.appending(
      path: "Sources/MetaCore/MetaCore.docc/ComingFromAVFoundation.md")
    let stored = try String(contentsOf: file, encoding: .utf8)
    let mark = try #require(stored.firstRange(of: AVFoundationArticle.mark))
    let article = AVFoundationArticle(table: table, names: names).text
    if ProcessInfo.processInfo.environment["META_UPDATE_TABLES"] != nil {
      let text = stored[..<mark.upperBound] + article
      try String(text).write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(
        stored[mark.upperBound...] == article, "Scripts/generate-tables writes the article again")
    }
  }
}
