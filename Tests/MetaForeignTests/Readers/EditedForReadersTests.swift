import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore
@testable import MetaForeign

/// After an edit of title, artist, album, date, track, genre, comment and cover TagLib and
/// libavformat read what was set.
///
/// Values that they do not read are listed with the reason in `Unread.tsv`; `META_UPDATE_GOLDEN=1`
/// regenerates it.
@Suite("Samples edited for other readers")
struct EditedForReadersTests {
  private static let values: [(field: Field, value: String)] = [
    (.title, "Check title"), (.artist, "Check artist"), (.album, "Check album"),
    (.date, "2026-11-25"), (.track, "7/12"), (.genre, "Jazz"), (.comment, "Check comment"),
  ]

  @Test func otherReadersReadEditedFields() throws {
    let scratch = try Scratch()
    var lines = ["sample\treader\tfield\treason"]
    for name in Repository.samples {
      let url = scratch.file(try scratch.copy(name))
      lines += try edit(url, name) ? unread(url, name) : ["\(name)\tmetatool\t\trefuses the edit"]
    }
    let list = Repository.root.appending(path: "Tests/MetaForeignTests/Readers/Unread.tsv")
    #expect(
      try Golden.difference(lines.map { $0 + "\n" }.joined(), from: list) == nil)
  }

  /// Sets the fields; false where the file takes no edit.
  private func edit(_ url: URL, _ name: String) throws -> Bool {
    var options = EditOptions()
    options.allowsLoss = true
    let edits = try EditedForReadersTests.values.map { field, value in
      MetadataEdit.set(.field(field), [try #require(field.value(of: value))])
    }
    let picture = try #require(Artwork(try cover()))
    let editor = FileEditor(path: FilePath(url.path), options: options)
    do throws(MetaError) {
      _ = try editor.apply(edits + [.setArtwork([picture])])
      return true
    } catch {
      #expect(error.code == .refused, "\(name): \(error)")
      return false
    }
  }

  /// A line for each field that a reader does not return as set.
  private func unread(_ url: URL, _ name: String) throws -> [String] {
    let source = try FileSource(path: FilePath(url.path))
    let file = ReaderFile(try Inspector.inspect(source), source)
    let readings = LibAVBackend().readings(
      of: source, name: name, kind: file.document.container.kind)
    let ours = EditedForReadersTests.values.compactMap { field, value in
      let read = file.values(of: field)
      return read == [value] ? nil : "\(name)\tmetatool\t\(field.name)\tholds \(read)"
    }
    return ours
      + readings.flatMap { reading in
        ReaderDifference.all(between: file, and: reading).filter { difference in
          difference.name == Field.artwork.name
            || EditedForReadersTests.values.contains { $0.field.name == difference.name }
        }.map { difference in
          let reason = difference.reason ?? "NO REASON: \(difference.ours), \(difference.theirs)"
          return [name, reading.reader.rawValue, difference.name, reason].joined(separator: "\t")
        }
      }
  }

  private func cover() throws -> [UInt8] {
    let source = DataSource(try Repository.bytes(of: "song-itunes.m4a"))
    let picture = try #require(try Inspector.inspect(source).artwork.first)
    return Array(try picture.data.load(from: source).bytes)
  }
}
