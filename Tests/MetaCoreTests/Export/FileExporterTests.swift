import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite("Exports")
struct FileExporterTests {
  static let movies = Repository.samples.filter { name in
    let isMovie = ["mp4", "mov", "m4a", "m4b", "m4v", "3gp"].contains(
      URL(filePath: name).pathExtension)
    return isMovie && name != "init-segment.mp4" && name != "file-meta.mp4"
  }

  /// An export of a sample, in memory.
  struct Exported {
    let old: [UInt8]
    let new: [UInt8]
    let draft: ExportDraft

    var oldDocument: Document { get throws { try Inspector.inspect(DataSource(old)) } }
    var document: Document { get throws { try Inspector.inspect(DataSource(new)) } }
    var view: MetadataView { get throws { MetadataView(try document) } }

    init(_ sample: String, to type: String, _ change: (inout ExportOptions) -> Void = { _ in })
      throws
    {
      let scratch = try Scratch()
      var options = ExportOptions()
      change(&options)
      let exporter = FileExporter(
        path: FilePath(Repository.sample(sample).path), options: options)
      let output = FilePath(scratch.file("new.\(type)").path)
      draft = try exporter.draft(to: output)
      let result = try exporter.execute(draft, to: output)
      old = try Repository.bytes(of: sample)
      new = [UInt8](try Data(contentsOf: URL(filePath: output.string)))
      #expect(result.bytesWritten == Int64(new.count))
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      #expect(names == ["new.\(type)"])
    }
  }

  @Test(
    "The first type to which a movie can be exported is its own",
    arguments: [
      ("plain.m4a", MetaCore.FileType.m4a), ("episode.m4v", .m4v), ("moov-first.mp4", .mp4),
      ("camera-keys.mov", .quickTimeMovie), ("phone-udta.3gp", .mobile3GPP),
    ])
  func ownType(sample: String, type: MetaCore.FileType) throws {
    let types = try FileExporter(path: FilePath(Repository.sample(sample).path)).fileTypes()
    #expect(types.first == type)
    #expect(Set(types).count == types.count && types.count == 7)
  }

  @Test("Every sample of every track is copied, to every container", arguments: movies)
  func samplesAreUnchanged(sample: String) throws {
    for type in ["mp4", "mov", "m4v", "3gp"] {
      let exported = try Exported(sample, to: type) { $0.allowsLoss = true }
      let old = try ListedSamples(exported.compared(exported.old))
      let new = try ListedSamples(exported.compared(exported.new))
      #expect(old == new, "\(type)")
      #expect(new.standInMedia, "\(type)")
      let strict = StrictFile(Data(exported.new))
      #expect(strict.faults == [], "\(type)")
      let document = try exported.document
      #expect(document.container.kind == (type == "mov" ? "mov" : type == "3gp" ? "3gp" : "mp4"))
      #expect(try document.duration?.seconds == exported.oldDocument.duration?.seconds)
      #expect(document.container.details.contains { $0 == .init("layout", .string("moovFirst")) })
    }
  }

  @Test("Every field is copied, to every container", arguments: movies)
  func fieldsAreKept(sample: String) throws {
    for type in ["mp4", "mov", "3gp"] {
      let exported = try Exported(sample, to: type) { $0.allowsLoss = true }
      let lost = Set(exported.draft.metadataLosses.compactMap(\.field?.name))
      let (old, new) = (MetadataView(try exported.oldDocument), try exported.view)
      for entry in old.entries where !lost.contains(entry.field.name) {
        // 3GPP writes the same place in other digits.
        if type == "3gp", entry.field.name == "location" { continue }
        #expect(new[entry.field] == entry.value, "\(entry.field.name) to \(type)")
      }
      #expect(
        try exported.document.chapters.map(\.title) == exported.oldDocument.chapters.map(\.title))
      let covers = { (document: Document, bytes: [UInt8]) throws in
        try document.artwork.map { try $0.data.load(from: DataSource(bytes)).bytes.map(\.self) }
      }
      #expect(
        try covers(exported.document, exported.new)
          == covers(exported.oldDocument, exported.old), "covers to \(type)")
    }
  }

  @Test("A field is stored where players of the new container look, and only once")
  func fieldsAreConverted() throws {
    let movie = try Exported("camera-keys.mov", to: "mp4")
    let titles = try movie.document.items.filter { $0.commonKey == .title }
    #expect(titles.map(\.keySpace) == [.iTunes])
    let back = try Exported("song-itunes.m4a", to: "mov")
    let items = try back.document.items.filter { $0.commonKey == .title && $0.keySpace != .iTunes }
    #expect(Set(items.map(\.keySpace)) == [.quickTimeMetadata, .quickTimeUserData])
    // Items without a field keep their key.
    let old = try movie.oldDocument.items.map(\.identifier.rawValue)
    #expect(Set(old).contains("mdta/com.apple.quicktime.content.identifier"))
    #expect(
      try movie.view[try #require(Field.named("contentIdentifier"))]
        == MetadataView(try movie.oldDocument)[try #require(Field.named("contentIdentifier"))])
  }

  @Test("Edits of the same command are applied during the export")
  func edits() throws {
    let title = try #require(Field.named("title"))
    let exported = try Exported("camera-keys.mov", to: "mp4") {
      $0.edits = [.set(title, .string("Holiday"))]
    }
    #expect(try exported.view[title] == .string("Holiday"))
  }

  @Test("A shared file does not reveal who, where or with which device")
  func sharing() throws {
    let exported = try Exported("camera-keys.mov", to: "mp4") { $0.filter = .forSharing }
    let names = Set(try exported.view.entries.map(\.field.name))
    #expect(names == ["title"])
    let secrets = ["+52.5200", "Signal", "6F9619FF"]
    let text = String(decoding: exported.new, as: UTF8.self)
    for secret in secrets { #expect(!text.contains(secret)) }
  }

  @Test("Fragments become tables, and their index is removed")
  func fragments() throws {
    for sample in ["fragmented-sidx.mp4", "fragmented-mfra.mp4", "fragmented-hybrid.mp4"] {
      let exported = try Exported(sample, to: "mp4")
      let types = try MovieSourceNames.types(of: DataSource(exported.new))
      #expect(Set(types).isDisjoint(with: ["moof", "mfra", "sidx", "mvex"]))
      #expect(
        try exported.document.container.details.contains {
          $0 == .init("fragmented", .boolean(false))
        })
    }
  }

  @Test("Timecode tracks have one media information header of each kind")
  func informationHeaders() throws {
    let names: Set = ["gmhd", "nmhd"]
    func headers(_ sample: String, _ type: String) throws -> [String] {
      let exported = try Exported(sample, to: type) { $0.allowsLoss = true }
      return try MovieSourceNames.types(of: DataSource(exported.new)).filter(names.contains)
    }
    #expect(try headers("timecode-25.mp4", "mov") == ["gmhd"])
    #expect(try headers("timecode-gps.mov", "mov") == ["gmhd"])
    #expect(try headers("timecode-gps.mov", "mp4") == ["nmhd", "gmhd"])
  }

  @Test("A whole movie can be written as fragments", arguments: movies)
  func intoFragments(sample: String) throws {
    for type in ["mp4", "mov"] {
      let exported = try Exported(sample, to: type) {
        $0.movieFragmentInterval = MediaTime(value: 3, timescale: 10)
        $0.allowsLoss = true
      }
      #expect(StrictFile(Data(exported.new)).faults == [], "\(type)")
      let (old, new) = (try exported.oldDocument, try exported.document)
      #expect(new.container.details.contains { $0 == .init("fragmented", .boolean(true)) })
      #expect(new.tracks.map(\.sampleCount) == old.tracks.map(\.sampleCount))
      #expect(new.tracks.map(\.startTimecode) == old.tracks.map(\.startTimecode))
      #expect(new.chapters.map(\.title) == old.chapters.map(\.title))
      for (one, other) in zip(old.tracks, new.tracks) {
        let (one, other) = (one.duration?.seconds ?? 0, other.duration?.seconds ?? 0)
        #expect(abs(one - other) < 0.05, "\(type): \(one) became \(other)")
      }
    }
  }

  @Test("Only movies have fragments")
  func audioFilesHaveNoFragments() throws {
    #expect(throws: MetaError.self) {
      try Exported("v23-utf16.mp3", to: "mp3") {
        $0.movieFragmentInterval = MediaTime(value: 3, timescale: 10)
      }
    }
  }

  // MARK: Cuts

  private func range(_ start: Int64, _ end: Int64) throws -> MediaTimeRange {
    MediaTimeRange(
      start: try #require(MediaTime(value: start, timescale: 1000)),
      end: try #require(MediaTime(value: end, timescale: 1000)))
  }

  @Test("Chapters, timecodes and gapless times are cut with the media")
  func cuts() throws {
    let part = try range(250, 800)
    let book = try Exported("book-chapters.m4b", to: "m4b") { $0.timeRange = part }
    let chapters = try book.document.chapters
    #expect(chapters.map(\.title) == ["Departure", "Brücke", "東京"])
    #expect(chapters.map { ($0.start.seconds * 1000).rounded() } == [0, 150, 450])
    #expect(try book.document.duration?.seconds == 0.55)
    let code = try Exported("timecode-25.mp4", to: "mp4") { $0.timeRange = part }
    func timecode(_ document: Document) throws -> Int {
      let start = document.tracks.first { $0.mediaType == .timecode }?.startTimecode
      return frames(try #require(start))
    }
    // Six frames of 25 a second have begun and ended.
    #expect(try timecode(code.document) == timecode(code.oldDocument) + 6)
    let key = MetadataIdentifier(rawValue: "itlk/com.apple.iTunes.iTunSMPB")
    let song = try Exported("song-itunes.m4a", to: "m4a") { $0.timeRange = part }
    let text = try #require(
      try song.document.items.first { $0.identifier == key }?.value.stringValue)
    let numbers = text.split(separator: " ").prefix(4).compactMap { Int64($0, radix: 16) }
    let count = try ListedSamples(DataSource(song.new)).tracks.values.first?.count ?? 0
    #expect(numbers[3] == 12128)
    #expect(numbers[1] + numbers[2] + numbers[3] == Int64(count) * 1024)
  }

  private func frames(_ code: String) -> Int {
    let parts = code.split { $0 == ":" || $0 == ";" }.compactMap { Int($0) }
    return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 25 + parts[3]
  }

  @Test("A cut has exactly the requested duration, wherever it starts")
  func lengths() throws {
    var generator = SeededGenerator(seed: 8)
    for sample in ["moov-first.mp4", "timecode-gps.mov", "fragmented-sidx.mp4", "in-step.mp4"] {
      for _ in 0..<20 {
        let start = Int64.random(in: 0...900, using: &generator)
        let part = try range(start, start + Int64.random(in: 1...(1000 - start), using: &generator))
        let exported = try Exported(sample, to: "mov") { $0.timeRange = part }
        let wanted = part.end.seconds - part.start.seconds
        let seconds = try #require(try exported.document.duration?.seconds)
        let old = try #require(try exported.oldDocument.duration?.seconds)
        #expect(
          seconds <= wanted + 0.002 && seconds >= min(wanted, old - part.start.seconds) - 0.05)
        #expect(StrictFile(Data(exported.new)).faults == [])
      }
    }
  }

  // MARK: Refusals

  @Test("A track of timed positions is not shared, whatever the form of its samples")
  func sharedMoments() throws {
    let still = Array("com.apple.quicktime.still-image-time".utf8)
    let place = Array("com.apple.quicktime.location.ISO6709".utf8)
    let keys = try Repository.bytes(of: "live-photo.mov").replacing(still, with: place)
    try checkSharing(of: keys, as: "mov", without: place)
    let camera = try Repository.bytes(of: "street-camera.mp4")
    for codec in ["camm", "gpmd", "rtmd", "djmd", "gps "].map({ Array($0.utf8) }) {
      try checkSharing(
        of: camera.replacing(Array("camm".utf8), with: codec), as: "mp4", without: codec)
    }
  }

  private func checkSharing(of bytes: [UInt8], as type: String, without place: [UInt8]) throws {
    let scratch = try Scratch()
    let old = scratch.file("old.\(type)")
    try Data(bytes).write(to: old)
    for (filter, isThere) in [(nil, true), (MetadataFilter.forSharing, false)] {
      var options = ExportOptions()
      options.filter = filter
      let exporter = FileExporter(path: FilePath(old.path), options: options)
      let output = scratch.file("new\(isThere).\(type)")
      let draft = try exporter.draft(to: FilePath(output.path))
      #expect(draft.notes.contains { $0.message.contains("private metadata") } == !isThere)
      _ = try exporter.execute(draft, to: FilePath(output.path))
      let new = [UInt8](try Data(contentsOf: output))
      #expect(
        try Inspector.inspect(DataSource(new)).tracks.contains { $0.mediaType == .metadata }
          == isThere)
      #expect(new.contains(place) == isThere)
    }
  }

  @Test("Long media keeps its alignment to blocks of 64 KiB")
  func alignedMedia() throws {
    let long: Int64 = 1 << 25
    for (head, shift) in [(Int64(36), Int64(0)), (37, 65535), (20, 16), (65536 + 36, 0)] {
      var plan = RewritePlan(oldSize: long)
      try plan.append(checking: .write(ByteSlice([UInt8](repeating: 0, count: Int(head)))))
      try plan.append(checking: .keep(36..<long))
      #expect(plan.shiftToAlign == shift)
    }
    // Short media is not aligned, because copying is fast.
    var plan = RewritePlan(oldSize: 1000)
    try plan.append(checking: .write(ByteSlice([1])))
    try plan.append(checking: .keep(36..<1000))
    #expect(plan.shiftToAlign == 0)
  }

  @Test("Impossible requests are refused, and nothing is written")
  func refusals() throws {
    let scratch = try Scratch()
    func refusal(
      _ sample: String, _ name: String, _ change: (inout ExportOptions) -> Void = { _ in }
    ) -> MetaError? {
      var options = ExportOptions()
      change(&options)
      let exporter = FileExporter(
        path: FilePath(Repository.sample(sample).path), options: options)
      let output = FilePath(scratch.file(name).path)
      do throws(MetaError) {
        _ = try exporter.execute(try exporter.draft(to: output), to: output)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal("moov-first.mp4", "a.m4a")?.code == .refused)
    #expect(refusal("moov-first.mp4", "a.xyz")?.code == .backend)
    #expect(refusal("moov-first.mp4", "a.mp4") { $0.tracks = [99] }?.code == .refused)
    #expect(refusal("plain.wav", "a.mp4")?.code == .backend)
    #expect(refusal("moov-first.mp4", "a.m4a") { $0.tracks = [2] } == nil)
    #expect(refusal("moov-first.mp4", "a.m4a") { $0.tracks = [2] }?.code == .refused)
    #expect(refusal("moov-first.mp4", "a.m4a") { ($0.tracks, $0.force) = ([2], true) } == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(names == ["a.m4a"])
  }

  @Test(
    "The input is never replaced, and another file only on request"
  )
  func sameFile() throws {
    let scratch = try Scratch()
    let path = FilePath(scratch.file(try scratch.copy("camera-keys.mov")).path)
    let old = try Data(contentsOf: URL(filePath: path.string))
    let other = FilePath(scratch.file("other.mov").path)
    try Data([1]).write(to: URL(filePath: other.string))
    var options = ExportOptions()
    options.timeRange = try range(0, 500)
    for (isForced, output) in [(false, path), (true, path), (false, other)] {
      options.force = isForced
      let exporter = FileExporter(path: path, options: options)
      #expect(throws: MetaError.self) {
        try exporter.execute(try exporter.draft(to: output), to: output)
      }
    }
    #expect(try Data(contentsOf: URL(filePath: path.string)) == old)
    options.force = true
    let forced = FileExporter(path: path, options: options)
    _ = try forced.execute(try forced.draft(to: other), to: other)
    #expect(try Inspector.inspect(FileSource(path: other)).duration?.seconds == 0.5)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).count == 2)
  }
}

extension FileExporterTests.Exported {
  /// The bytes in the form that the test readers require, with an uncompressed movie atom.
  func compared(_ bytes: [UInt8]) throws -> any ByteSource {
    let window = SourceWindow(DataSource(bytes))
    let tree = try AtomTree(window)
    guard let movie = tree.movie, let cmov = movie.child(.cmov) else { return DataSource(bytes) }
    var log = DiagnosticLog()
    let inflated = try CompressedMovie.inflate(cmov, in: window, limits: .standard, log: &log)
    let moov = try inflated.window.bytes(at: inflated.moov.offset, count: Int(inflated.moov.size))
    return DataSource(bytes.replacingType(at: Int(movie.offset)) + moov.bytes)
  }
}

extension [UInt8] {
  /// The same bytes with an atom turned into free space.
  fileprivate func replacingType(at offset: Int) -> [UInt8] {
    var copy = self
    copy.replaceSubrange((offset + 4)..<(offset + 8), with: Array("free".utf8))
    return copy
  }
}
