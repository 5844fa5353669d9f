import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite("Exports of audio without a container")
struct AudioExportTests {
  /// Exports bytes of a file of a type, in memory.
  static func export(
    _ bytes: [UInt8], _ type: String, to other: String? = nil,
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> (draft: ExportDraft, bytes: [UInt8]) {
    let scratch = try Scratch()
    let input = scratch.file("old.\(type)")
    try Data(bytes).write(to: input)
    var options = ExportOptions()
    change(&options)
    let exporter = FileExporter(path: FilePath(input.path), options: options)
    let output = FilePath(scratch.file("new.\(other ?? type)").path)
    let draft = try exporter.draft(to: output)
    _ = try exporter.execute(draft, to: output)
    return (draft, [UInt8](try Data(contentsOf: URL(filePath: output.string))))
  }

  static func range(_ start: Int64, _ end: Int64) throws -> MediaTimeRange {
    MediaTimeRange(
      start: try #require(MediaTime(value: start, timescale: 1000)),
      end: try #require(MediaTime(value: end, timescale: 1000)))
  }

  private static let samples = Repository.samples.filter { $0.hasSuffix(".mp3") }

  // MARK: Whole files

  @Test(
    "Without range and edits, the new file equals the old one byte for byte", arguments: samples)
  func whole(sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    #expect(try AudioExportTests.export(bytes, "mp3").bytes == bytes)
  }

  @Test("Edits of the same command are applied during the export; the audio is unchanged")
  func edits() throws {
    let title = try #require(Field.named("title"))
    let bytes = try Repository.bytes(of: "all-tags.mp3")
    let new = try AudioExportTests.export(bytes, "mp3") {
      $0.edits = [.set(title, .string("Holiday"))]
    }
    #expect(MetadataView(try AudioBuilder.document(new.bytes))[title] == .string("Holiday"))
    #expect(try sound(new.bytes) == sound(bytes))
    let shared = try AudioExportTests.export(bytes, "mp3") { $0.filter = .forSharing }
    let names = MetadataView(try AudioBuilder.document(shared.bytes)).entries.map(\.field.name)
    #expect(names.contains("title") && !names.contains("comment"))
    #expect(try sound(shared.bytes) == sound(bytes))
  }

  /// The bytes between the tags.
  private func sound(_ bytes: [UInt8]) throws -> [UInt8] {
    var audio: [UInt8] = []
    try Inspector.visitMedia(of: DataSource(bytes)) { sample in
      audio += bytes[Int(sample.range.lowerBound)..<Int(sample.range.upperBound)]
    }
    return audio
  }

  @Test("Audio can only become a file of its own type")
  func targets() throws {
    for (sample, types) in [
      ("plain.mp3", [FileType.mp3]), ("id3.aac", [.aac]), ("plain.wav", []),
    ] {
      let exporter = FileExporter(path: FilePath(Repository.sample(sample).path))
      #expect(try exporter.fileTypes() == types)
    }
    #expect(FileType(pathExtension: "MP2") == .mp2)
    let bytes = try Repository.bytes(of: "plain.mp3")
    for (type, change) in [("m4a", nil), ("mp2", nil), ("mp3", [UInt32(2)])] {
      #expect {
        try AudioExportTests.export(bytes, "mp3", to: type) { $0.tracks = change.map { Set($0) } }
      } throws: {
        ($0 as? MetaError)?.code == (type == "mp3" ? .refused : .backend)
      }
    }
  }

  // MARK: Cuts

  /// The header of a file: LAME's delay and padding, frames and bytes.
  private func header(_ bytes: [UInt8]) throws -> (xing: XingHeader, frame: MPEGFrame) {
    let window = SourceWindow(DataSource(bytes))
    let tags = try StreamTags.findLeading(in: window)
    let stream = try #require(try MPEGStream.find(from: tags.start, in: window))
    return (try #require(stream.xing), stream.first)
  }

  @Test("A cut stores its exact length, in a new or corrected header")
  func headers() throws {
    let frames = AudioBuilder.mp3(frames: 400)
    let table = AudioBuilder.xing("Info", frames: 400, bytes: UInt32(frames.count + 417))
    for (bytes, name) in [(table + frames, "LAME3.99r"), (frames, "LAME3.100")] {
      let new = try AudioExportTests.export(bytes, "mp3") {
        $0.timeRange = try? AudioExportTests.range(2000, 5000)
      }
      let (xing, frame) = try header(new.bytes)
      let lame = try #require(xing.lame)
      #expect(!xing.isVariable && lame.encoder == name)
      #expect(xing.byteCount == UInt32(new.bytes.count))
      let count = try #require(xing.frameCount)
      #expect(Int(count) * 417 + frame.size == new.bytes.count)
      let (delay, padding) = (try #require(lame.delay), try #require(lame.padding))
      #expect(Int(count) * 1152 - delay - padding == 3 * 44100)
      // The gain stays where there is one.
      #expect((lame.trackGain == -6.5) == (name == "LAME3.99r"))
      var sum = LAMEChecksum()
      sum.append(new.bytes.dropFirst(frame.size))
      let tag = new.bytes[xing.tagPlace..<(xing.tagPlace + 36)]
      #expect(tag.dropFirst(32).prefix(2).reduce(0) { $0 << 8 | UInt16($1) } == sum.value)
    }
  }

  @Test("The checksums equal those of LAME")
  func checksums() throws {
    var sum = LAMEChecksum()
    sum.append("123456789".utf8)
    #expect(sum.value == 0xBB3D)
  }

  @Test("A Fraunhofer header is replaced by one that can store the start of the audio")
  func vbri() throws {
    let bytes = try Repository.bytes(of: "vbri.mp3")
    let new = try AudioExportTests.export(bytes, "mp3") {
      $0.timeRange = try? AudioExportTests.range(100, 300)
    }
    let lame = try #require(try header(new.bytes).xing.lame)
    let samples = try #require(try AudioBuilder.document(new.bytes).duration).value
    #expect(samples - Int64(lame.delay ?? 0) - Int64(lame.padding ?? 0) == 200 * 22050 / 1000)
  }

  @Test("Bits borrowed from earlier frames are kept in a frame of silence", arguments: [0, 2])
  func carrier(checksumSize: Int) throws {
    // Every frame borrows a hundred bytes, and numbers tell them apart.
    let stream = (0..<60).flatMap { number -> [UInt8] in
      [0xFF, checksumSize == 0 ? 0xFB : 0xFA, 0x90, 0x64] + AudioBuilder.zeros(checksumSize)
        + [100 >> 1, 0] + AudioBuilder.zeros(30)
        + [UInt8](repeating: UInt8(number), count: 381 - checksumSize)
    }
    let new = try AudioExportTests.export(stream, "mp3") {
      $0.timeRange = try? AudioExportTests.range(500, 900)
    }
    let frame = try header(new.bytes).frame
    let carrier = new.bytes[frame.size..<(frame.size + 417)]
    #expect(carrier.dropFirst(4).prefix(32).allSatisfy { $0 == 0 })
    let next = new.bytes[frame.size + 417 + 36 + checksumSize]
    #expect(Array(carrier.suffix(100)) == [UInt8](repeating: next - 1, count: 100))
    #expect(carrier.dropFirst(36).prefix(281).allSatisfy { $0 == 0 })
  }

  @Test("Junk between frames is kept, and too much of it is refused")
  func junk() throws {
    let junk = AudioBuilder.zeros(5000)
    let frames = AudioBuilder.mp3(frames: 60)
    let new = try AudioExportTests.export(frames + junk + frames, "mp3") {
      $0.timeRange = try? AudioExportTests.range(1000, 2000)
    }
    let part = new.bytes.count - (try header(new.bytes).frame.size)
    #expect((part - junk.count).isMultiple(of: 417))
    let wide = AudioBuilder.zeros(2 << 20)
    #expect(throws: MetaError.self) {
      try AudioExportTests.export(frames + wide + frames, "mp3") {
        $0.timeRange = try? AudioExportTests.range(1000, 2000)
      }
    }
    #expect(try AudioExportTests.export(frames + wide + frames, "mp3").draft.plan.isUnchanged)
  }

  @Test(
    "In free format all frames keep their size, and a cut without space for a header is refused")
  func freeFormat() throws {
    func frames(_ size: Int) -> [UInt8] {
      (0..<60).flatMap { _ in [0xFF, 0xFB, 0x00, 0x64] + AudioBuilder.zeros(size - 4) }
    }
    let new = try AudioExportTests.export(frames(600), "mp3") {
      $0.timeRange = try? AudioExportTests.range(300, 900)
    }
    #expect(try header(new.bytes).frame.size == 600 && new.bytes.count.isMultiple(of: 600))
    #expect(throws: MetaError.self) {
      try AudioExportTests.export(frames(150), "mp3") {
        $0.timeRange = try? AudioExportTests.range(300, 900)
      }
    }
  }

  @Test(
    "A truncated file is played to its end if losses are allowed or the end is not requested"
  )
  func truncationError() throws {
    let bytes = AudioBuilder.xing(frames: 400, bytes: 400 * 417) + AudioBuilder.mp3(frames: 100)
    #expect(throws: MetaError.self) {
      try AudioExportTests.export(bytes, "mp3") {
        $0.timeRange = try? AudioExportTests.range(1000, 9000)
      }
    }
    let inside = try AudioExportTests.export(bytes, "mp3") {
      $0.timeRange = try? AudioExportTests.range(1000, 2000)
    }
    #expect(inside.draft.losses == [])
    let new = try AudioExportTests.export(bytes, "mp3") {
      $0.timeRange = try? AudioExportTests.range(1000, 9000)
      $0.allowsLoss = true
    }
    #expect(
      new.draft.losses.map(\.message) == [
        "the file has only 100 of the 400 frames that its header declares"
      ])
    let xing = try header(new.bytes).xing
    let (count, delay) = (try #require(xing.frameCount), try #require(xing.lame?.delay))
    // 529 is the decoder delay.
    #expect(xing.lame?.padding == 529)
    #expect(Int(count) * 1152 - delay - 529 == 100 * 1152 - 576 - 529 - 44100)
  }

  @Test("Nothing is played after the end")
  func afterTheEnd() throws {
    #expect {
      try AudioExportTests.export(AudioBuilder.mp3(frames: 60), "mp3") {
        $0.timeRange = try? AudioExportTests.range(3000, 4000)
      }
    } throws: {
      ($0 as? MetaError)?.code == .refused
    }
  }

  @Test("AAC is cut at frame boundaries, which is reported")
  func adts() throws {
    let frame = AudioBuilder.adts(frames: 1)
    let new = try AudioExportTests.export(AudioBuilder.adts(frames: 100), "aac") {
      $0.timeRange = try? AudioExportTests.range(500, 1000)
    }
    // 22050 is nearest to frame 22, 44100 to 43.
    #expect(new.bytes.count == frame.count * 21)
    #expect(new.draft.notes.map(\.message) == ["cut at frame boundaries: from 0.511 s to 0.998 s"])
  }

  @Test(
    "Damaged files are cut or refused", arguments: ["xing", "vbri.mp3", "plain.mp3", "id3.aac"])
  func hostile(sample: String) throws {
    let bytes =
      sample == "xing"
      ? AudioBuilder.xing(frames: 30, bytes: 31 * 417) + AudioBuilder.mp3(frames: 30)
      : try Repository.bytes(of: sample)
    var generator = SeededGenerator(seed: 4)
    var request = RemuxRequest(sample.hasSuffix("aac") ? .aac : .mp3)
    var cuts = 0
    for number in 0..<(Repository.runsEverything ? 400 : 150) {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(
          in: 0..<min(broken.count, number.isMultiple(of: 2) ? 600 : .max), using: &generator)
        broken[place] = UInt8.random(in: 0...255, using: &generator)
      }
      if number.isMultiple(of: 3) {
        broken.removeLast(Int.random(in: 0..<broken.count, using: &generator))
      }
      let start = Int64.random(in: 0...600, using: &generator)
      request.range = try AudioExportTests.range(
        start, start + Int64.random(in: 1...400, using: &generator))
      let source = DataSource(broken)
      guard let document = try? Inspector.inspect(source),
        let plan = try? Inspector.remux(document, in: source, request)
      else { continue }
      cuts += 1
      let planned = PlannedSource(plan.rewrite, of: DataSource(broken))
      let new = try planned.read(at: 0, count: Int(planned.length))
      if let gapless = plan.gapless {
        #expect((0...4095).contains(gapless.before) && (0...4095).contains(gapless.following))
      }
      #expect(throws: Never.self) { try Inspector.inspect(DataSource(new)) }
    }
    #expect(cuts > 40)
  }

  // MARK: Frames with times

  @Test("Chapters are cut frame by frame, with their subframes", arguments: [3, 4])
  func chapters(version: Int) throws {
    let old = try Repository.bytes(of: "id3v2\(version)-chapters.mp3")
    let new = try AudioExportTests.export(old, "mp3") {
      $0.timeRange = try? AudioExportTests.range(300, 650)
    }
    let document = try AudioBuilder.document(new.bytes)
    #expect(document.chapters.map(\.title) == ["Departure", "Brücke"])
    #expect(document.chapters.map(\.start.seconds) == [0, 0.1])
    #expect(document.chapters.map(\.end?.seconds) == [0.1, 0.35])
    #expect(document.chapters[0].url == "https://example.com/departure")
    let tables = document.items.filter { $0.key == "CTOC" }.map { $0.value[part: "children"] }
    #expect(tables == [.list(["ch1", "part2"]), .list(["ch2"])])
  }

  @Test("Lyrics, events and lengths are cut; offsets in the old file are lost")
  func times() throws {
    let old = try Repository.bytes(of: "id3v24-everything.mp3")
    let part = try AudioExportTests.range(300, 800)
    #expect(throws: MetaError.self) {
      try AudioExportTests.export(old, "mp3") { $0.timeRange = part }
    }
    let new = try AudioExportTests.export(old, "mp3") {
      ($0.timeRange, $0.allowsLoss) = (part, true)
    }
    #expect(
      new.draft.losses.map(\.path.description).sorted() == [
        "ID3v2.4/ASPI", "ID3v2.4/MLLT", "ID3v2.4/POSS",
      ])
    let document = try AudioBuilder.document(new.bytes)
    func value(_ key: String) -> MetadataValue? {
      document.items.first { $0.identifier.rawValue == "id3/\(key)" }?.value
    }
    #expect(value("TLEN") == "500")
    #expect(value("ETCO") == nil && value("MLLT") == nil)
    guard case .list(let texts)? = value("SYLT")?[part: "texts"] else {
      Issue.record("no lyrics")
      return
    }
    #expect(texts.map { $0[part: "time"] } == [.integer(0), .integer(200)])
    #expect(texts.map { $0[part: "text"] } == ["First line", "\nSecond line"])
  }
}
