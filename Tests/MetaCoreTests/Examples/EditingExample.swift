import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

// EXAMPLE
func relabel(_ path: FilePath, cover: Artwork, options: EditOptions) async throws -> [String] {
  let asset = Asset(path: path)
  let outcome = try await asset.apply(
    [
      .set(.title, "Blue Train (live)"),
      .add(.artist, "Bo Ek"),
      .set(.track, .pair(NumberPair(number: 4, count: 9))),
      .set(.comment),  // without a value: removed
      .setArtwork([cover]),
    ], options: options)

  // The strategy, and notes about values that could not be stored everywhere.
  var lines = ["\(outcome.result.strategy?.rawValue ?? "nothing to do")"]
  lines += outcome.draft.notes.map(\.message)

  // A loaded asset does not change; a new one has the new values.
  let fields = try await Asset(path: path).load(.fields)
  lines.append("\(fields[.title]?.stringValue ?? "") by \(fields[.artist]?.stringValue ?? "")")
  return lines
}

/// Restores the file before its last edit, byte for byte; the edit must have used `keepsUndo`.
func undo(_ path: FilePath, options: EditOptions) async throws {
  try await Asset(path: path).undo(options: options)
}
// EXAMPLE

@Suite struct EditingExample {
  @Test func worksAsTheArticleSays() async throws {
    let scratch = try Scratch()
    let file = scratch.file("song.m4a")
    try FileManager.default.copyItem(at: Repository.sample("song-itunes.m4a"), to: file)
    let before = try Data(contentsOf: file)
    let picture = try Inspector.inspect(DataSource([UInt8](before))).artwork.first?.data
    let bytes = try #require(try picture?.load(from: DataSource([UInt8](before)))).bytes
    let cover = try #require(Artwork([UInt8](bytes)))
    var options = EditOptions()
    options.keepsUndo = true
    options.state = StateFolder(FilePath(scratch.file("state").path))
    let path = FilePath(file.path)
    let lines = try await relabel(path, cover: cover, options: options)
    #expect(lines == ["in-place", "Blue Train (live) by Ada Lind"])
    try await undo(path, options: options)
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func isInTheArticle() throws {
    try Example.expect("EditingExample", in: "Sources/MetaCore/MetaCore.docc/EditingAFile.md")
  }
}
