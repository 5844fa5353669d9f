import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Entries of real files: encoding what was read gives the same bytes.
@Suite struct EntryRoundTripTests {
  /// The counts over all files.
  struct Count {
    var entries = 0
    /// Entries that encode to the same bytes without using the old ones.
    var plain = 0
    var failures: [String] = []
    /// The reasons why others do not.
    var reasons: [String: Int] = [:]
  }

  @Test func samplesBecomeTheSameBytes() throws {
    var count = Count()
    for name in Repository.samples {
      try check(Repository.bytes(of: name), name, &count)
    }
    #expect(count.failures == [])
    #expect(count.entries > 150)
    print("entries of samples:", summary(count))
  }

  @Test(.enabled(if: Repository.corpus != nil, "the corpus is not here"))
  func corpusBecomesTheSameBytes() throws {
    let corpus = try #require(Repository.corpus)
    var count = Count()
    let root = corpus.appending(path: "files")
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() {
      guard let data = try? Data(contentsOf: root.appending(path: name)), data.count < 64 << 20
      else { continue }
      try check([UInt8](data), name, &count)
    }
    #expect(count.failures == [])
    #expect(count.entries > 300)
    print("entries of the corpus:", summary(count))
  }

  private func summary(_ count: Count) -> String {
    let reasons = count.reasons.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
    return "\(count.entries), the same from their items alone \(count.plain); else: "
      + reasons.joined(separator: ", ")
  }

  private func check(_ bytes: [UInt8], _ name: String, _ count: inout Count) throws {
    let source = DataSource(bytes)
    guard let document = try? Inspector.inspect(source), document.container.isMadeOfAtoms else {
      return
    }
    let file = EntryFile(bytes, document)
    for entry in file.entries {
      count.entries += 1
      let place = "\(name) \(entry.items[0].identifier) at \(entry.items[0].location.offset)"
      do {
        let isSame = try file.encode(entry.items, replacing: entry.bytes) == entry.bytes
        if !isSame, entry.claimsItsSize {
          count.failures.append(place)
        }
      } catch { count.failures.append("\(place): \(error)") }
      let plain = try? file.encode(entry.items, replacing: nil)
      if plain == entry.bytes {
        count.plain += 1
      } else {
        count.reasons[file.reason(entry), default: 0] += 1
      }
    }
  }
}

extension ContainerDescription {
  fileprivate var isMadeOfAtoms: Bool {
    ["mp4", "mov", "3gp", "3g2", "heif", "avif", "jp2", "cr3"].contains(kind)
  }
}

/// A file whose entries are re-encoded.
private struct EntryFile {
  struct Entry {
    var items: [MetadataItem]
    var bytes: ByteSlice

    /// Damaged files have entries that exceed their container, and some have 64-bit sizes, which
    /// are written with 32.
    var claimsItsSize: Bool {
      var reader = ByteReader(bytes)
      return (try? reader.u32()).map { Int($0) == bytes.count } ?? false
    }
  }

  let encoder: EntryEncoder
  let source: DataSource
  let document: Document
  var entries: [Entry] = []

  init(_ bytes: [UInt8], _ document: Document) {
    source = DataSource(bytes)
    self.document = document
    encoder = EntryEncoder(source: source, isQuickTime: document.container.kind == "mov")
    guard !document.container.details.contains(where: { $0.name == "compressedMovie" }) else {
      return
    }
    var places: [Int64: Int] = [:]
    for item in document.items where EntryFile.isEntry(item) {
      let location = item.location
      if let index = places[location.offset] {
        entries[index].items.append(item)
        continue
      }
      let range = Int(location.offset)..<Int(location.offset + location.size)
      places[location.offset] = entries.count
      entries.append(
        Entry(items: [item], bytes: ByteSlice(Array(bytes[range]), origin: location.offset)))
    }
  }

  private static func isEntry(_ item: MetadataItem) -> Bool {
    let last = item.location.container.rawValue.split(separator: "/").last
    return last == "ilst" || last == "udta"
  }

  func encode(_ items: [MetadataItem], replacing old: ByteSlice?) throws -> ByteSlice {
    let entry = DocumentEdit.Entry(items)
    if items[0].location.container.rawValue.hasSuffix("udta") {
      return ByteSlice(try encoder.userDataEntry(entry, replacing: old))
    }
    var keys = try keysTable(of: items[0])
    let before = keys
    let bytes = try encoder.itemListEntry(entry, replacing: old, keys: &keys)
    if old != nil { #expect(keys == before) }
    return ByteSlice(bytes)
  }

  /// The `keys` of the list that contains an item.
  private func keysTable(of item: MetadataItem) throws -> KeysAtom? {
    var log = DiagnosticLog()
    let window = SourceWindow(source)
    var walker = AtomWalker(window, limits: .standard)
    var atoms = try walker.walk(log: &log)
    while let atom = atoms.first(where: {
      $0.offset < item.location.offset && item.location.offset < $0.end
    }) {
      if atom.type == .meta {
        return try atom.child(.keys).map { try KeysAtom.parse($0.payload(in: window), log: &log) }
      }
      atoms = atom.children
    }
    return nil
  }

  func reason(_ entry: Entry) -> String {
    let item = entry.items[0]
    return
      "\(item.location.container.rawValue.hasSuffix("udta") ? "udta" : "ilst") \(item.key) \(item.dataType)"
  }
}
