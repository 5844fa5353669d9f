import TestSupport
import Testing

@testable import MetaCore

@Suite struct JournalRecordTests {
  private func record() throws -> JournalRecord {
    var plan = RewritePlan(oldSize: 90_000)
    try plan.keep(0..<500)
    plan.write(RandomPlan.bytes(20_000, seed: 3))
    plan.fill(7)
    plan.write([1, 2, 3])
    try plan.keep(4000..<90_000)
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 17)
    let old = FileIdentity(device: 1, inode: 2, size: plan.newSize, modified: time)
    let new = FileIdentity(device: 1, inode: 2, size: 90_000, modified: time)
    return JournalRecord(
      kind: .inPlace, keepsUndo: true, splice: Splice(offset: 0, count: 4096), batch: 5, time: 6,
      path: Array("/music/song.m4a".utf8), old: old, new: new, inverse: plan, changed: 7,
      context: 8)
  }

  @Test func recordRoundTrips() throws {
    let record = try record()
    let bytes = record.pieces.flatMap { Array($0.bytes) }
    #expect(try JournalRecord(parsing: bytes) == record)
    #expect(Int64(bytes.count) == record.encodedSize)
    // The first bytes already identify the file.
    let head = try JournalRecord.head(in: Array(bytes.prefix(300)), fileSize: Int64(bytes.count))
    #expect(head.new == record.new)
    #expect(head.old == record.old)
    #expect(head.path == record.path)
    #expect(head.kind == record.kind)
    #expect(!head.isSettled)
    #expect(
      try JournalRecord.head(in: bytes, fileSize: Int64(bytes.count) + 1).isSettled)
  }

  @Test func tornRecordIsInvalid() throws {
    let bytes = try record().pieces.flatMap { Array($0.bytes) }
    for length in stride(from: 0, to: bytes.count, by: 61) {
      #expect(throws: ParseError.self) { try JournalRecord(parsing: Array(bytes[..<length])) }
    }
    for index in stride(from: 0, to: bytes.count, by: 67) {
      var damaged = bytes
      damaged[index] ^= 0x10
      #expect(throws: ParseError.self) { try JournalRecord(parsing: damaged) }
    }
  }
}
