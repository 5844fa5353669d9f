import TestSupport
import Testing

@testable import MetaCore

@Suite("Editing ID3 around streams") struct ID3EditTests {
  static let samples = Repository.samples.filter { name in
    [".mp3", ".aac", ".id3", ".dsf", ".wav", ".aiff", ".aifc"].contains { name.hasSuffix($0) }
  }

  static let streams = samples.filter { $0.hasSuffix(".mp3") || $0.hasSuffix(".aac") }

  @Test("A title in every sample: shorter, longer, much longer", arguments: streams)
  func titles(_ name: String) throws {
    let file = try EditHarness(Repository.bytes(of: name))
    for text in ["T", "A title, a little longer", String(repeating: "Ж", count: 5000)] {
      for shape in EditHarness.shapes {
        guard let outcome = try file.outcome(file.title(text), shape) else {
          #expect(shape.movement != .free, "\(name): free is always possible")
          continue
        }
        let found = EditHarness.titles(of: outcome.document)
        #expect(!found.isEmpty)
        for title in found { #expect(title == text || text.count > 30 && title.first == "?") }
      }
    }
  }

  @Test("Everything is removed, and an empty tag remains", arguments: streams)
  func clear(_ name: String) throws {
    let file = try EditHarness(Repository.bytes(of: name))
    for shape in EditHarness.shapes {
      guard let outcome = try file.outcome(file.clear, shape) else { continue }
      #expect(outcome.document.items.isEmpty, "\(name)")
      #expect(
        outcome.document.container.facts.tags == file.document.container.facts.tags, "\(name)")
    }
  }

  // MARK: Padding

  private func tagged(
    _ frames: [[UInt8]], _ version: ID3Version = .v24, flags: ID3TagHeader.Flags = [],
    padding: Int = 0
  ) throws -> EditHarness {
    let tag = try ID3Tag.encode(frames: frames, version: version, flags: flags, padding: padding)
    return try EditHarness(tag + AudioBuilder.mp3(frames: 4))
  }

  @Test("Padding absorbs the growth and shrinkage of a frame")
  func padding() throws {
    let frames = [try ID3TestTags.text("TIT2", "One"), try ID3TestTags.text("TALB", "Two")]
    let file = try tagged(frames, padding: 100)
    let longer = try file.result(file.title("Longer"), LayoutConstraints(movement: .none))
    #expect(longer.bytes.count == file.old.count)
    #expect(longer.document.values("id3/TIT2") == ["Longer"])
    #expect(longer.document.values("id3/TALB") == ["Two"])
    let full = try file.result(
      file.title(String(repeating: "x", count: 103)), LayoutConstraints(movement: .none))
    #expect(full.bytes.count == file.old.count)
    let tooLong = String(repeating: "x", count: 104)
    #expect(try file.outcome(file.title(tooLong), LayoutConstraints(movement: .none)) == nil)
  }

  @Test("Blocks: the audio moves by whole blocks, and padding remains")
  func blocks() throws {
    let file = try tagged([try ID3TestTags.text("TIT2", "One")])
    let shape = LayoutConstraints(movement: .blocks(4096), padding: 100)
    let outcome = try file.result(file.title("Longer"), shape)
    #expect(outcome.bytes.count == file.old.count + 4096)
    #expect(outcome.plan.rewrite.offsets[Int64(file.old.count - 1)] == Int64(file.old.count + 4095))
    let none = LayoutConstraints(movement: .blocks(4096), padding: 0)
    #expect(try file.outcome(file.title("Longer"), none) == nil)
  }

  @Test("Free: as much padding as requested")
  func free() throws {
    let file = try tagged([try ID3TestTags.text("TIT2", "One")], padding: 500)
    let outcome = try file.result(
      file.title("Four"), LayoutConstraints(movement: .free, padding: 0))
    #expect(outcome.bytes.count == file.old.count - 499)
  }

  @Test("The same title changes nothing")
  func same() throws {
    let file = try tagged([try ID3TestTags.text("TIT2", "One")], padding: 50)
    let outcome = try file.result(file.title("One"), LayoutConstraints(movement: .none))
    #expect(outcome.plan.rewrite.isUnchanged)
  }

  @Test("A file without a tag gets one of version 2.4, or of the requested version")
  func newTag() throws {
    let file = try EditHarness(AudioBuilder.mp3(frames: 4))
    #expect(file.insertionPoints.map(\.container.rawValue) == ["ID3v2.4"])
    let edit = file.title("Ж")
    #expect(try file.outcome(edit, LayoutConstraints(movement: .none)) == nil)
    let outcome = try file.result(edit)
    #expect(outcome.document.container.facts.tags == ["ID3v2.4"])
    #expect(outcome.document.items.map(\.dataType.name) == ["utf8"])
    let old = try file.result(edit, LayoutConstraints(movement: .free, id3Version: .v23))
    #expect(old.document.container.facts.tags == ["ID3v2.3"])
    #expect(old.document.items.map(\.dataType.name) == ["utf16"])
  }
}
