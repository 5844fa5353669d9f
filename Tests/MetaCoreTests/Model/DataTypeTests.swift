import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite struct DataTypeTests {
  @Test(arguments: [(UInt32(0), "raw"), (1, "utf8"), (13, "jpeg"), (21, "int"), (67, "int32")])
  func names(code: UInt32, name: String) {
    #expect(DataType(code: code).name == name)
    #expect(DataType(code: code).code == code)
    #expect(DataType(quickTimeName: name)?.code == code)
  }

  @Test(arguments: [11, 80, 0xFFFF_FFFF] as [UInt32]) func unknownCodesAreNamedByNumber(
    code: UInt32
  ) {
    #expect(DataType(code: code).name == "type\(code)")
    #expect(DataType(quickTimeName: "type\(code)")?.code == code)
  }

  @Test func integersAreNamedByWidth() {
    #expect(DataType(code: 21).coreMediaType() == nil)
    #expect(DataType(code: 21).coreMediaType(width: 2) == "com.apple.metadata.datatype.int16")
    #expect(DataType(code: 22).coreMediaType(width: 3) == nil)
  }

  @Test func namesAreUnique() {
    #expect(Set(DataType.rows.map(\.name)).count == DataType.rows.count)
    #expect(DataType.rows.map(\.code) == DataType.rows.map(\.code).sorted())
    #expect(Set(DataType.rows.map(\.code)).count == DataType.rows.count)
  }

  @Test(.enabled(if: Repository.facts != nil, "the tables of facts are not here"))
  func agreesWithTheFacts() throws {
    let facts = try #require(Repository.facts)
    let table = try String(
      contentsOf: facts.appending(path: "quicktime_data_types.tsv"), encoding: .utf8)
    for line in table.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard let code = UInt32(columns[0]) else { continue }
      let type = DataType(code: code)
      #expect(type.name != "type\(code)", "no row for \(code)")
      guard !columns[4].contains("/") else { continue }
      #expect(type.coreMediaType() ?? "" == columns[4])
    }
  }
}
