import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Properties of edits for the documents of real files and of every sample.
@Suite struct EditRealFileTests {
  private static let files: [URL] = {
    var files = Repository.samples.map(Repository.sample)
    guard let corpus = Repository.corpus?.appending(path: "files") else { return files }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: corpus.path)) ?? []
    files += names.sorted().map { corpus.appending(path: $0) }
    return files
  }()

  private func benches() -> [(name: String, bench: EditBench)] {
    Self.files.compactMap { file in
      guard let source = try? FileSource(path: FilePath(file.path)),
        let document = try? Inspector.inspect(source), !document.items.isEmpty
      else { return nil }
      return (file.lastPathComponent, EditBench(document))
    }
  }

  @Test func displayedValuesAreAlreadyPresent() throws {
    var count = 0
    for (name, bench) in benches() {
      let conflicts = bench.view.findings.map(\.message)
      for entry in bench.view.entries
      where !conflicts.contains(where: { $0.hasPrefix(entry.field.name + " ") }) {
        count += 1
        let edit = MetadataEdit.set(.field(entry.field), members(entry.value))
        do {
          let changes = try bench.resolve(edit).edit.changes
          #expect(changes.isEmpty, "\(name): \(entry.field.name) = \(entry.value): \(changes)")
        } catch {
          Issue.record("\(name): \(entry.field.name) = \(entry.value): \(error)")
        }
      }
    }
    #expect(count > 100)
    print("edits that change nothing:", count)
  }

  @Test func onlyTheNewValueChanges() throws {
    for (name, bench) in benches() {
      for field in ["title", "artist", "date", "genre", "comment"].compactMap(Field.named) {
        let value: MetadataValue = field.name == "date" ? "2001" : "Something new"
        let edit = MetadataEdit.set(.field(field), [value])
        guard let edited = try? bench.applying(edit) else { continue }
        let place = "\(name): \(field.name)"
        #expect(
          members(edited.view[field] ?? "").map(ValueForm.text) == [ValueForm.text(value)],
          "\(place)")
        #expect(
          edited.view.findings.allSatisfy { !$0.message.hasPrefix(field.name + " is not") },
          "\(place): \(edited.view.findings)")
        #expect(try edited.resolve(edit).edit.isEmpty, "\(place), again")
        let others = edited.view.entries.filter { $0.field != field }.map(\.value)
        #expect(others == bench.view.entries.filter { $0.field != field }.map(\.value), "\(place)")
      }
    }
  }

  @Test func clearingKeepsChaptersAndGaplessData() throws {
    for (name, bench) in benches() {
      // In comments, each part of a chapter is a field with a separate key.
      let left = try bench.applying(.clear(keeping: [])).document.items.filter {
        $0.keySpace != .vorbis || VorbisChapters.part(of: $0.key.description) == nil
      }
      let fields = left.flatMap(Field.fields).map(\.name)
      #expect(Set(fields).isSubset(of: ["chapters", "gaplessInfo"]), "\(name)")
      #expect(left.count <= fields.count, "\(name)")
    }
  }

  private func members(_ value: MetadataValue) -> [MetadataValue] {
    if case .list(let values) = value { values } else { [value] }
  }
}

extension EditBench {
  /// A document that was read; its places are those that have items.
  init(_ document: Document) {
    self.init(.mp3)
    self.document = document
    insertionPoints = []
    for item in document.items where item.trackID == nil {
      if let index = insertionPoints.firstIndex(where: { $0.container == item.location.container })
      {
        if !insertionPoints[index].keySpaces.contains(item.keySpace) {
          insertionPoints[index].keySpaces.append(item.keySpace)
        }
      } else {
        insertionPoints.append(InsertionPoint(item.location.container, [item.keySpace]))
      }
    }
  }
}
