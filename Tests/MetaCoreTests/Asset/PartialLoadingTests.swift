import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// A source that counts the bytes that are read from it.
private final class CountedSource: ByteSource {
  private let data: DataSource
  private let count = Mutex(0)

  init(_ bytes: [UInt8]) { data = DataSource(bytes) }

  var length: Int64 { data.length }
  var sourceIdentity: SourceIdentity { data.sourceIdentity }
  var bytesRead: Int { count.withLock { $0 } }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    let bytes = try data.read(at: offset, count: count)
    self.count.withLock { $0 += bytes.count }
    return bytes
  }
}

/// A property loaded from only the necessary parts equals that of a complete read.
@Suite struct PartialLoadingTests {
  private func text<Value>(
    _ property: AssetProperty<Value>, of asset: Asset
  ) async -> String {
    do throws(MetaError) {
      return "\(try await asset.load(property))"
    } catch {
      return "\(error)"
    }
  }

  private func expectTheSame<Value>(
    _ property: AssetProperty<Value>, as whole: Asset, of path: FilePath
  ) async {
    let alone = await text(property, of: Asset(path: path))
    let expected = await text(property, of: whole)
    #expect(alone == expected, "\(property.name) of \(path)")
  }

  @Test(arguments: Repository.samples)
  func singlePropertyEqualsThatOfTheWholeFile(_ sample: String) async {
    let path = FilePath(Repository.sample(sample).path)
    let whole = Asset(path: path)
    _ = try? await whole.load(.document)
    await expectTheSame(.metadata, as: whole, of: path)
    await expectTheSame(.commonMetadata, as: whole, of: path)
    await expectTheSame(.availableMetadataFormats, as: whole, of: path)
    await expectTheSame(.fields, as: whole, of: path)
    await expectTheSame(.artwork, as: whole, of: path)
    await expectTheSame(.tracks, as: whole, of: path)
    await expectTheSame(.duration, as: whole, of: path)
    await expectTheSame(.chapters, as: whole, of: path)
    await expectTheSame(.chapterMetadataGroups, as: whole, of: path)
    await expectTheSame(.preferredTransform, as: whole, of: path)
    await expectTheSame(.creationDate, as: whole, of: path)
  }

  @Test("Chapters are in the document only on request")
  func chaptersOnRequest() throws {
    var wrong: [String] = []
    for sample in Repository.samples {
      let source = DataSource(try Repository.bytes(of: sample))
      let options = AssetParts([.items, .tracks]).applied(to: ReadOptions())
      if try !Inspector.inspect(source, options: options).chapters.isEmpty { wrong.append(sample) }
    }
    #expect(wrong == [])
  }

  /// Without a Xing header, the duration is estimated from frames all over the file.
  @Test func metadataAloneReadsLessThanTheTracks() async throws {
    let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
    let bytes = [UInt8]((0..<8000).map { _ in frame }.joined())
    let (some, all) = (CountedSource(bytes), CountedSource(bytes))
    _ = try await Asset(source: some).load(.metadata)
    _ = try await Asset(source: all).load(.metadata, .tracks)
    #expect(some.bytesRead < all.bytesRead)
  }
}
