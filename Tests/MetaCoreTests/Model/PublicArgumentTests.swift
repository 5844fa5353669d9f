import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Extreme arguments of the public API: each gives a value or an error, none crashes.
@Suite struct PublicArgumentTests {
  private static let integers: [Int64] = [
    .min, .min + 1, -0x8000_0001, -1, 0, 1, 255, 256, 65535, 65536, 0xFFFF_FFFF, 1 << 53, 1 << 62,
    .max - 1, .max,
  ]
  private static let reals: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, -0.0, 0, 1, -1, 1e18, 1e19, 0x1p53, 0x1p62, 0x1p63, 0x1p64,
  ]
  private static let texts = [
    "", "\0", " ", "-", "/", ":", "9223372036854775808", "-9223372036854775808", "1e19", "nan", "∞",
    "\u{10FFFD}", "\u{FEFF}", "e\u{301}", "a/b/c", "99999999999999999999/99999999999999999999",
    "+91.0-181.0/", "9999-12-31T23:59:60.999999999+23:59", "%", "%zz/%", "id3/TXXX:", "/",
    "uint99999",
    "int9223372036854775807", String(repeating: "x", count: 1 << 20),
    String(repeating: "9", count: 1 << 16), String(repeating: "\0", count: 4096),
  ]

  // MARK: Times and dates

  @Test func times() {
    for value in Self.integers {
      #expect(MediaTime(value: value, timescale: 0) == nil)
      for timescale in [1, 600, UInt32.max] {
        guard let time = MediaTime(value: value, timescale: timescale) else { continue }
        #expect(time.seconds.isFinite)
        let range = MediaTimeRange(start: time, end: time)
        #expect(range == range)
      }
    }
    for text in Self.texts { _ = MediaTime(clock: text) }
  }

  @Test func dates() {
    let numbers = Self.integers.map { Int(clamping: $0) }
    for number in numbers {
      var dates = [
        MetadataDate(year: number),
        MetadataDate(year: 2000, month: number, day: number, hour: number, minute: number),
        MetadataDate(
          year: number, month: 1, day: 1, hour: 0, minute: 0, second: number, fraction: "x\0",
          zone: .offset(minutes: number)),
      ]
      dates.append(MetadataDate(year: 2000, month: 2, day: number, hour: 1, minute: 1, zone: .utc))
      for date in dates {
        #expect(!date.description.isEmpty)
        _ = date.unixEpochSeconds
        for seconds in Self.integers { _ = date.shifted(by: seconds) }
      }
    }
    for seconds in Self.integers {
      _ = MetadataDate(unixEpoch: seconds)
      _ = MetadataDate(macEpoch: UInt64(bitPattern: seconds))
      _ = MetadataDate(windowsFileTime: UInt64(bitPattern: seconds))
    }
    for text in Self.texts {
      _ = MetadataDate(iso8601: text)
      _ = MetadataDate(exif: text)
      _ = MetadataDate(year: text, dayMonth: text, time: text)
    }
  }

  @Test func placesAreSpelledWithoutExponents() {
    for number in Self.reals {
      let place = Location(latitude: number, longitude: number, altitude: number)
      #expect(!place.iso6709.contains("e") && !place.iso6709.contains("n"))
    }
    for text in Self.texts { _ = Location(iso6709: text) }
  }

  // MARK: Names

  @Test func namesAndCounts() {
    for number in Self.integers {
      let small = Int(clamping: number)
      _ = Genre.id3v1Name(small)
      _ = Genre.name(gnre: small)
      _ = Genre.appleName(geID: small)
      _ = Artwork.Kind(id3Type: number).id3Type
      _ = LanguageTag(packedQuickTime: UInt16(truncatingIfNeeded: number))
      _ = MacLanguage(code: UInt16(truncatingIfNeeded: number))
      _ = DataType(code: UInt32(truncatingIfNeeded: number)).coreMediaType(width: small)
      _ = FileTime(seconds: number, nanoseconds: number)
      _ = TrackEdit(trackID: UInt32(truncatingIfNeeded: number))
    }
    for text in Self.texts {
      _ = EditTarget(text)
      _ = Field.named(text)
      _ = FileType(rawValue: text).pathExtension
      _ = FileType(pathExtension: text)
      _ = MetadataIdentifier(rawValue: text).key
      _ = MetadataIdentifier(rawValue: text).keySpace
      _ = MetadataIdentifier(keySpace: KeySpace(rawValue: text), key: .text(text))
      _ = KeySpace(identifierPrefix: text).identifierPrefix
      _ = (LanguageTag(iso639: text), LanguageTag(rawValue: text).iso639)
      _ = (LanguageTag(rawValue: text).packedQuickTime, LanguageTag(rawValue: text).primaryLanguage)
      _ = LanguageTag(rawValue: text).matches(LanguageTag(rawValue: "en"))
      _ = (Genre.id3v1Number(text), Genre.parseID3(text), Genre.encodeID3(text))
      _ = (DataType(name: text), DataType(quickTimeName: text))
      _ = ImageInfo.probe(ByteSlice(Array(text.utf8.prefix(4096))))
      for field in Field.all { _ = field.value(of: text) }
    }
  }

  // MARK: Bytes

  @Test func plansAreLimitedToTheFileSize() throws {
    var plan = RewritePlan(oldSize: .max)
    plan.fill(.max)
    plan.fill(.max)
    plan.fill(.min)
    plan.write([1, 2, 3])
    #expect(plan.newSize == .max)
    #expect(throws: ParseError.self) { try plan.keep(0..<10) }
    #expect(throws: ParseError.self) { try plan.keep(.min..<(.max)) }
    _ = (plan.places, plan.dropped, plan.offsets[.max], plan.offsets[.min], plan.isUnchanged)
    for size in Self.integers {
      var plan = RewritePlan(oldSize: size)
      plan.fill(size)
      _ = (RewritePlan.unchanged(size).places, plan.dropped, plan.offsets.isStill)
      _ = RewritePlan.Segment.fill(size).count
    }
    #expect(RewritePlan.Segment.keep(.min ..< .max).count == .max)
  }

  @Test func slicesAreClamped() {
    let slice = ByteSlice([1, 2, 3], origin: .max - 3)
    for start in Self.integers.map({ Int($0) }) {
      for count in Self.integers.map({ Int($0) }) {
        #expect(slice.clamped(from: start, count: count).count <= 3)
      }
      _ = slice[start]
    }
    for offset in Self.integers {
      for count in Self.integers {
        let source = DataSource([1, 2, 3])
        let location = FileLocation(offset: offset, count: count, in: source.sourceIdentity)
        _ = try? DataValue.file(location).load(from: source, limit: Int(count))
        _ = try? DataSource([1, 2, 3]).read(at: offset, count: Int(count))
      }
    }
  }

  @Test func limitsBelowZeroAreZero() throws {
    for number in Self.integers.map({ Int($0) }) {
      var options = ReadOptions()
      options.limits.depth = number
      options.limits.structures = number
      options.limits.nodes = number
      options.limits.items = number
      options.limits.tracks = number
      options.limits.chapters = number
      options.limits.value = number
      options.limits.diagnostics = number
      for sample in ["book-chapters.m4b", "id3v24-chapters.mp3", "blocks.flac", "song.ogg"] {
        let source = DataSource(try Repository.bytes(of: sample))
        _ = try? Inspector.inspect(source, options: options)
        _ = try? Inspector.structure(of: source, options: options)
        try? Inspector.visitMedia(of: source, limits: options.limits) { (_) throws(ParseError) in }
      }
    }
  }

  // MARK: Sources

  /// A source that breaks its contract.
  private struct LyingSource: ByteSource {
    enum Lie: CaseIterable { case shorter, longer, nothing, other, long, negative, least, refusing }
    let bytes: [UInt8]
    let lie: Lie
    let sourceIdentity = SourceIdentity()

    var length: Int64 {
      switch lie {
      case .long: .max
      case .negative: -1
      case .least: .min
      case .other: Int64(bytes.count * 3)
      default: Int64(bytes.count)
      }
    }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      let all = try DataSource(bytes).read(at: offset, count: count)
      switch lie {
      case .shorter: return Array(all.prefix(all.count / 2))
      case .longer: return all + [UInt8](repeating: 0xFF, count: 5000)
      case .nothing: return []
      case .refusing:
        if offset > 0 { throw ParseError(.io, at: offset, "no") }
        return all
      default: return all
      }
    }
  }

  static let samples = [
    "book-chapters.m4b", "fragmented-sidx.mp4", "compressed-moov.mov", "id3v24-chapters.mp3",
    "all-tags.mp3", "broadcast.wav", "rf64.wav", "chunks.aiff", "blocks.flac", "song.ogg",
    "song.wma",
    "song.dff", "silence.dsf", "song.ape", "song.wv", "song.tta", "song.mpc", "id3.aac", "tag.id3",
  ]

  @Test("A source that breaks its contract gives a document or an error", arguments: samples)
  func lyingSources(sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    for lie in LyingSource.Lie.allCases {
      let source = LyingSource(bytes: bytes, lie: lie)
      let document = try? Inspector.inspect(source)
      _ = try? Inspector.structure(of: source)
      try? Inspector.visitMedia(of: source) { (_) throws(ParseError) in }
      guard let document else { continue }
      for item in document.items { _ = try? item.value.dataValue?.load(from: source) }
      if let input = try? EditInput(source) {
        _ = try? input.preview([.set(try #require(Field.named("title")), "x"), .clearPrivate])
      }
      if [.long, .negative, .least, .nothing].contains(lie) { Issue.record("\(lie) was read") }
    }
    #expect(throws: ParseError.self) {
      try Inspector.inspect(LyingSource(bytes: bytes, lie: .long))
    }
  }

  // MARK: Edits

  private static var values: [MetadataValue] {
    var values = integers.map { MetadataValue.integer($0) }
    values += [.unsigned(0), .unsigned(.max), .boolean(true), .list([]), .record([]), .string("")]
    values += reals.map { .real($0) }
    for number in integers.map({ Int($0) }) {
      values.append(.pair(NumberPair(number: number, count: number)))
      values.append(.pair(NumberPair(number: nil, count: nil, label: "\0")))
      values.append(
        .date(MetadataDate(year: number, month: number, zone: .offset(minutes: number))))
      values.append(
        .record([
          .init("rating", .integer(Int64(number))), .init("count", .integer(.max)),
          .init("latitude", .real(Double(number))), .init("longitude", .real(.nan)),
        ]))
    }
    values += texts.filter { $0.utf8.count < 5000 }.map { .string($0) }
    values += [
      .data(.bytes(.empty)), .list([.list([.integer(.min)])]),
      .data(.file(FileLocation(offset: .max, count: .max, in: SourceIdentity()))),
      .data(.file(FileLocation(offset: .min, count: .min, in: SourceIdentity()))),
    ]
    return values
  }

  @Test("Every field and key accepts or refuses every value", arguments: samples)
  func everyValue(sample: String) throws {
    let input = try EditInput(DataSource(try Repository.bytes(of: sample)))
    let keys = input.insertionPoints.flatMap(\.keySpaces).flatMap { space in
      Field.all.flatMap { field in
        field.keys.filter { $0.space == space }.flatMap(\.keys).prefix(1).compactMap {
          EditTarget("\(space.identifierPrefix)/\($0)")
        }
      }
    }
    let targets = Field.all.map { EditTarget.field($0) } + keys
    let values = Self.values
    for (index, target) in targets.enumerated() {
      // Each target with some of the values, so that all values meet all kinds of targets in
      // seconds.
      let step = Repository.runsEverything ? 3 : 31
      for (place, value) in values.enumerated() where (place + index).isMultiple(of: step) {
        _ = try? input.resolved([.set(target, [value])], allowingLoss: place % 2 == 0)
      }
    }
    for (index, value) in values.enumerated()
    where Repository.runsEverything || (index + sample.utf8.count).isMultiple(of: 5) {
      let target = targets[index * 7 % targets.count]
      _ = try? input.preview([.add(target, [value, value]), .remove(target, [value])])
    }
  }

  @Test("Pictures, tracks and shifts with any number", arguments: samples)
  func otherEdits(sample: String) throws {
    let input = try EditInput(DataSource(try Repository.bytes(of: sample)))
    let date = try #require(Field.named("date"))
    for number in Self.integers {
      var track = TrackEdit(trackID: input.document.tracks.first?.id ?? 1)
      track.rotation = Int(number)
      track.name = String(repeating: "n", count: Int(max(0, min(70000, number))))
      track.language = LanguageTag(rawValue: Self.texts[abs(Int(number % 20))])
      let edits: [MetadataEdit] = [
        .removeArtwork([Int(number)]), .shift(date, seconds: number), .track(track),
        .onTrack(UInt32(truncatingIfNeeded: number), .clear(keeping: [])),
      ]
      for edit in edits { _ = try? input.preview([edit]) }
      var options = EditOptions()
      options.padding = number
      _ = try? Inspector.plan(
        try input.resolved([.set(.field(date), ["2001"])], allowingLoss: true).edit,
        of: input.document, in: input.source, shape: options.shape(.free))
    }
  }

  @Test("Impossible padding is refused")
  func padding() async throws {
    let scratch = try Scratch()
    let name = try scratch.copy("plain.m4a")
    let title = try #require(Field.named("title"))
    for padding in [Int64.max, .min, -1, 1 << 40] {
      var options = EditOptions()
      options.padding = padding
      options.keepsUndo = false
      options.strategy = .rewrite
      let before = try Data(contentsOf: scratch.file(name))
      let editor = FileEditor(path: FilePath(scratch.file(name).path), options: options)
      #expect(throws: MetaError.self) {
        try editor.execute(
          try editor.draft { (_) throws(MetaError) in
            [.set(title, .string(String(repeating: "x", count: 9000)))]
          })
      }
      #expect(try Data(contentsOf: scratch.file(name)) == before)
    }
  }

  // MARK: Chapters

  @Test("Chapters at any time are written, lost or refused", arguments: samples)
  func chapters(sample: String) throws {
    let input = try EditInput(DataSource(try Repository.bytes(of: sample)))
    var times: [MediaTime] = [.invalid, .indefinite, .positiveInfinity, .negativeInfinity]
    for timescale in [UInt32(1), 1000, .max] {
      times += Self.integers.compactMap { MediaTime(value: $0, timescale: timescale) }
    }
    for time in times {
      for (start, end) in [(time, time), (.zero, time), (time, .zero)] {
        let chapters = [Chapter(start: start, end: end, title: "x", source: "test")]
        _ = try? input.preview([.setChapters(chapters)])
      }
    }
  }

  @Test func chaptersOfImpossibleTimesAreRefused() throws {
    let input = try EditInput(DataSource(try Repository.bytes(of: "plain.m4a")))
    for (value, timescale) in [(Int64(-1), UInt32(1000)), (1 << 61, 1), (.max, 1), (.min, 1)] {
      let time = try #require(MediaTime(value: value, timescale: timescale))
      let chapter = Chapter(start: time, end: nil, title: "x", source: "test")
      #expect(throws: EditRefusal.self) {
        try input.resolved([.setChapters([chapter])], allowingLoss: false)
      }
      let resolved = try input.resolved([.setChapters([chapter])], allowingLoss: true)
      #expect(resolved.losses.map(\.reason) == [.outOfRange])
    }
  }

  @Test func timesATrackCannotExpressAreErrors() throws {
    let time = try #require(MediaTime(value: 1 << 61, timescale: 1))
    let samples = try ChapterSamples(
      [Chapter(start: time, end: time, title: "x", source: "test")], [[0]], timescale: 1,
      movieEnd: 0)
    #expect(throws: ParseError.self) { try samples.edits(movieTimescale: 600) }
    let track = NewChapterTrack(
      id: 2, samples: samples, language: nil, movieTimescale: .max, isQuickTime: false)
    #expect(throws: ParseError.self) { try track.encoded(width: 4) }
    #expect(throws: ParseError.self) {
      try NeroChapterList([Chapter(start: time, end: nil, title: "x", source: "test")], version: 1)
    }
    #expect(throws: ParseError.self) {
      try VorbisChapters.fields([Chapter(start: time, end: nil, title: "x", source: "test")])
    }
  }
}
