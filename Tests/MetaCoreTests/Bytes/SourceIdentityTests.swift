import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// A location in one source is never read from another.
@Suite struct SourceIdentityTests {
  private func location(_ source: any ByteSource) -> DataValue {
    .file(FileLocation(offset: 1, count: 2, in: source.sourceIdentity))
  }

  @Test func bytesOfAnotherSourceAreNotRead() throws {
    let source = DataSource([1, 2, 3, 4])
    let value = location(source)
    #expect(try value.load(from: source) == ByteSlice([2, 3]))
    #expect(try value.load(from: DataSource([1, 2, 3, 4])) == ByteSlice([2, 3]))
    let error = #expect(throws: ParseError.self) { try value.load(from: DataSource([1, 2, 3, 5])) }
    #expect(error?.code == .otherSource)
    #expect(error?.reason.contains("load them from their source") == true)
    let planned = PlannedSource(.unchanged(4), of: source)
    #expect(throws: ParseError.self) { try value.load(from: planned) }
    #expect(throws: ParseError.self) { try value.head(2, in: SourceWindow(planned)) }
    #expect(try value.loaded(from: source).load(from: planned) == ByteSlice([2, 3]))
  }

  @Test func nestedValuesAreLoaded() throws {
    let source = DataSource([1, 2, 3, 4])
    let data = MetadataValue.data(location(source))
    let value = MetadataValue.list([.record([.init("a", data)]), "x"])
    let loaded = MetadataValue.data(.bytes(ByteSlice([2, 3])))
    #expect(try value.loaded(from: source) == .list([.record([.init("a", loaded)]), "x"]))
  }

  @Test func changedFileIsADifferentSource() throws {
    let scratch = try Scratch()
    let url = scratch.file("a")
    let path = FilePath(url.path)
    try Data([1, 2, 3, 4]).write(to: url)
    let old = try FileSource(path: path)
    let value = location(old)
    #expect(try value.load(from: FileSource(path: path)) == ByteSlice([2, 3]))
    let modified = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate]
    // Clocks of file systems tick every few milliseconds.
    Thread.sleep(forTimeInterval: 0.05)
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data([9, 9, 9, 9]))
    try handle.close()
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(modified)], ofItemAtPath: url.path)
    // In place, of the same size, with the old time; the source that is open still has the same
    // file.
    #expect(throws: ParseError.self) { try value.load(from: old) }
    #expect(throws: ParseError.self) { try value.load(from: FileSource(path: path)) }
  }

  @Test func onlyFileIdentitiesRoundTripThroughJSON() throws {
    let scratch = try Scratch()
    try Data([1, 2, 3, 4]).write(to: scratch.file("a"))
    let file = try FileSource(path: FilePath(scratch.file("a").path))
    func again(_ value: DataValue, _ key: SourceIdentity? = nil) throws -> DataValue {
      let decoder = JSONDecoder()
      if let key { decoder.userInfo[try #require(SourceIdentity.decodingKey)] = key }
      return try decoder.decode(DataValue.self, from: JSONEncoder().encode(value))
    }
    #expect(try again(location(file)) == location(file))
    let memory = DataSource([1, 2, 3, 4])
    #expect(try again(location(memory)) != location(memory))
    #expect(throws: ParseError.self) { try again(location(memory)).load(from: memory) }
    #expect(try again(location(memory), memory.sourceIdentity) == location(memory))
  }
}
