import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Copies from one file to another: the correct bytes, or an error with the way out.
@Suite struct CopiedMetadataTests {
  /// Files with covers, pictures of chapters, and several of them.
  static let sources = [
    "song-itunes.m4a", "book-chapters.m4b", "id3v24-chapters.mp3", "id3v24-everything.mp3",
    "all-tags.mp3", "camera-keys.mov", "song.ape", "song.ogg", "song.wma",
  ]

  /// The samples in which some metadata cannot be stored even if losses are allowed.
  private static func refusedTargets(_ sample: String) -> Set<String> {
    var targets: Set = ["compressed-moov.mov"]
    if ["book-chapters.m4b", "id3v24-chapters.mp3", "song.ogg"].contains(sample) {
      targets.formUnion([
        "broadcast.wav", "chunks.aiff", "early.ape", "id3v22-everything.mp3", "id3v22-unsync.mp3",
        "plain.wv", "song.ape", "song.mpc", "song.ofr", "song.tak", "song.wv", "stream7.mpc",
      ])
    }
    // Both contain XMP.
    if sample == "id3v24-everything.mp3" { targets.formUnion(["in-step.mp4", "two-truths.mp4"]) }
    return targets
  }

  @Test("A copy has the pictures of its source, in every kind of file", arguments: sources)
  func picturesMatchTheSource(sample: String) throws {
    let source = try Repository.bytes(of: sample)
    var refused: Set<String> = []
    for target in Repository.samples {
      let bytes = try Repository.bytes(of: target)
      for choice in [4, 0] as [UInt8] {
        switch FuzzedCopy(source, into: bytes, choice: choice).outcome() {
        case .done(let broken): #expect(broken == [], "\(sample) into \(target), \(choice)")
        case .refused: if choice == 4 { refused.insert(target) }
        }
      }
    }
    #expect(refused.subtracting(CopiedMetadataTests.refusedTargets(sample)) == [])
  }

  @Test("Pictures alone can be copied to every sample that can be edited", arguments: sources)
  func picturesAreNotRefused(sample: String) throws {
    let source = DataSource(try Repository.bytes(of: sample))
    let document = try Inspector.inspect(source)
    let copy = try MetadataTransfer(document, in: source, fields: [.artwork])
    let scratch = try Scratch()
    var refused: [String] = []
    for target in Repository.samples where target != "compressed-moov.mov" {
      let path = FilePath(scratch.file(try scratch.copy(target)).path)
      var editor = FileEditor(path: path)
      editor.options.allowsLoss = true
      do {
        _ = try editor.draft { copy.edits(of: $0.document, .set) }
      } catch {
        refused.append("\(target): \(error.reason)")
      }
    }
    #expect(refused == [])
  }

  private func carried(_ sample: String, _ fields: [Field]) throws -> MetadataTransfer {
    let source = DataSource(try Repository.bytes(of: sample))
    return try MetadataTransfer(try Inspector.inspect(source), in: source, fields: fields)
  }

  private func copied(
    _ sample: String, to target: String, _ fields: [Field], allowingLoss: Bool = false
  ) throws -> (outcome: EditOutcome, document: Document, source: FileSource) {
    let scratch = try Scratch()
    let path = FilePath(scratch.file(try scratch.copy(target)).path)
    var editor = FileEditor(path: path)
    editor.options.allowsLoss = allowingLoss
    let carried = try carried(sample, fields)
    let draft = try editor.draft { carried.edits(of: $0.document, .set) }
    let outcome = try editor.execute(draft)
    let source = try FileSource(path: path)
    return (outcome, try Inspector.inspect(source), source)
  }

  private func chapterPictures(
    _ document: Document, _ source: any ByteSource
  ) throws -> [[UInt8]?] {
    try document.chapters.map { try $0.image.map { Array(try $0.load(from: source).bytes) } }
  }

  @Test(
    "Pictures of chapters are copied",
    arguments: [
      ("id3v24-chapters.mp3", "id3v23-everything.mp3"), ("id3v24-chapters.mp3", "song-itunes.m4a"),
      ("book-chapters.m4b", "song-itunes.m4a"), ("book-chapters.m4b", "id3v24-everything.mp3"),
      ("id3v24-chapters.mp3", "plain.mp3"), ("book-chapters.m4b", "camera-keys.mov"),
    ])
  func chapterPicturesAreCopied(sample: String, target: String) throws {
    let source = DataSource(try Repository.bytes(of: sample))
    let wanted = try chapterPictures(try Inspector.inspect(source), source)
    let copy = try copied(sample, to: target, [.chapters])
    #expect(copy.outcome.draft.resolved.losses == [])
    #expect(try chapterPictures(copy.document, copy.source) == wanted)
    #expect(wanted.contains { $0 != nil })
    // The second time, nothing is left to do.
    let again = try FileEditor(path: FilePath(Repository.sample(target).path)).draft {
      [.setChapters($0.document.chapters)]
    }
    #expect(!again.changesFile)
  }

  @Test(
    "Losses of chapters are listed, and refused unless allowed",
    arguments: [
      ("id3v24-chapters.mp3", "song.ogg"), ("book-chapters.m4b", "plain.flac"),
    ])
  func chapterLossesAreListed(sample: String, target: String) throws {
    let error = #expect(throws: MetaError.self) {
      try self.copied(sample, to: target, [.chapters])
    }
    #expect(error?.code == .refused)
    #expect(error?.reason.contains("chapter pictures") == true, "\(error?.reason ?? "")")
    let copy = try copied(sample, to: target, [.chapters], allowingLoss: true)
    #expect(!copy.outcome.draft.resolved.losses.isEmpty)
    #expect(copy.document.chapters.count == 3)
  }

  @Test("Two covers in a file that stores one", arguments: ["song.wv", "song.ape", "song.mpc"])
  func twoCoversIntoASingleSlot(target: String) throws {
    let covers = [MetadataEdit.addArtwork([try picture(1)]), .addArtwork([try picture(2)])]
    let scratch = try Scratch()
    let path = FilePath(scratch.file(try scratch.copy(target)).path)
    let old = try Data(contentsOf: URL(filePath: path.string))
    var editor = FileEditor(path: path)
    let error = #expect(throws: MetaError.self) { try editor.apply(covers) }
    #expect(error?.code == .refused)
    #expect(try Data(contentsOf: URL(filePath: path.string)) == old)
    editor.options.allowsLoss = true
    let outcome = try editor.apply(covers)
    #expect(outcome.draft.resolved.losses.contains { $0.field == .artwork })
    let keys = try Inspector.inspect(FileSource(path: path)).items
      .filter { $0[extra: .pictureType] != nil }.map { $0.key.description.lowercased() }
    #expect(Set(keys).count == keys.count, "\(keys)")
  }

  @Test("A picture kind that the file cannot store is a loss") func kinds() throws {
    let scratch = try Scratch()
    let path = FilePath(scratch.file(try scratch.copy("plain.m4a")).path)
    var editor = FileEditor(path: path)
    let back = try picture(1, .backCover)
    #expect(throws: MetaError.self) { try editor.apply([.addArtwork([back])]) }
    editor.options.allowsLoss = true
    let outcome = try editor.apply([.addArtwork([back])])
    #expect(outcome.draft.resolved.losses.map(\.reason) == [.lessPrecise])
    editor.options.allowsLoss = false
    #expect(throws: MetaError.self) { try editor.apply([.addArtwork([back])]) }
  }

  @Test("Artwork of another asset is refused until it is loaded")
  func artworkOfAnotherAsset() async throws {
    let other = FilePath(Repository.sample("song-itunes.m4a").path)
    let pictures = try await Asset(path: other).load(.artwork)
    let scratch = try Scratch()
    let path = FilePath(scratch.file(try scratch.copy("plain.m4a")).path)
    let old = try Data(contentsOf: URL(filePath: path.string))
    let error = await #expect(throws: MetaError.self) {
      try await Asset(path: path).apply([.setArtwork(pictures)])
    }
    #expect(error?.code == .refused)
    #expect(error?.reason.contains("load them from their source") == true)
    #expect(try Data(contentsOf: URL(filePath: path.string)) == old)
    let source = try FileSource(path: other)
    let loaded = try pictures.map { try $0.loaded(from: source) }
    try await Asset(path: path).apply([.setArtwork(loaded)])
    let file = try FileSource(path: path)
    #expect(
      try Inspector.inspect(file).artwork.map { try $0.data.load(from: file) }
        == loaded.map { try $0.data.load(from: file) })
  }

  @Test("A chapter after the end of the file is refused") func chaptersAfterTheEnd() throws {
    for sample in ["plain.m4a", "plain.mp3", "plain.flac", "song.ogg"] {
      let path = FilePath(Repository.sample(sample).path)
      let late = Chapter(
        start: try #require(MediaTime(value: 100, timescale: 1)), title: "Late", source: "")
      let error = #expect(throws: MetaError.self) {
        try FileEditor(path: path).draft { _ in [.setChapters([late])] }
      }
      #expect(error?.reason.contains("begins at 100.0 s") == true, "\(sample)")
    }
  }

  private func picture(_ number: UInt8, _ kind: Artwork.Kind = .frontCover) throws -> Artwork {
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, number]
    return try #require(Artwork(png, kind: kind))
  }

  @Test("Inputs that fuzzing found") func foundByFuzzing() throws {
    for input in try Repository.fuzzCorpus("copy") {
      guard case .done(let broken) = FuzzedCopy(input)?.outcome() else { continue }
      #expect(broken == [])
    }
  }
}
