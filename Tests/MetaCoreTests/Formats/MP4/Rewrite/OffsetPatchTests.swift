import TestSupport
import Testing

@testable import MetaCore

@Suite("Offsets of rewritten movies")
struct OffsetPatchTests {
  private let free = LayoutConstraints(movement: .free)

  /// A file with a hole: bytes not in `bytes` are zeros.
  struct SparseSource: ByteSource {
    let bytes: [UInt8]
    let length: Int64
    let sourceIdentity = SourceIdentity()

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      guard offset >= 0, offset < length, count > 0 else { return [] }
      let count = Int(min(Int64(count), length - offset))
      guard offset < bytes.count else { return [UInt8](repeating: 0, count: count) }
      let part = bytes[Int(offset)...].prefix(count)
      return part + [UInt8](repeating: 0, count: count - part.count)
    }
  }

  /// The new file of a plan, made when it is read.
  struct PlannedFile: ByteSource {
    let plan: RewritePlan
    let old: any ByteSource
    let sourceIdentity = SourceIdentity()
    var length: Int64 { plan.newSize }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      var result: [UInt8] = []
      let wanted = offset..<min(length, offset + Int64(count))
      for place in plan.places {
        let range = wanted.clamped(to: place.offset..<(place.offset + place.segment.count))
        guard !range.isEmpty else { continue }
        let start = range.lowerBound - place.offset
        switch place.segment {
        case .keep(let kept):
          result += try old.read(at: kept.lowerBound + start, count: range.count)
        case .write(let bytes): result += bytes.clamped(from: Int(start), count: range.count).bytes
        case .fill: result += [UInt8](repeating: 0, count: range.count)
        }
      }
      return result
    }
  }

  /// Counts the bytes read from a file.
  final class CountingSource: ByteSource, @unchecked Sendable {
    let source: DataSource
    private(set) var count = 0
    /// The announced reads.
    private(set) var announced: [Range<Int64>] = []
    var length: Int64 { source.length }
    var sourceIdentity: SourceIdentity { source.sourceIdentity }
    init(_ bytes: [UInt8]) { source = DataSource(bytes) }

    func willRead(_ range: Range<Int64>) { announced.append(range) }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      let bytes = try source.read(at: offset, count: count)
      self.count += bytes.count
      return bytes
    }
  }

  /// The offset of the first entry of a table in a file.
  private func table(_ type: String, in file: [UInt8]) throws -> Int {
    let code = Array(type.utf8)
    let found = file.indices.first { file[$0...].starts(with: code) }
    return try #require(found) + 12
  }

  @Test("32-bit tables become 64-bit ones when a chunk crosses 4 GiB")
  func crossing() throws {
    var fixture = MovieFixture()
    fixture.parts[2] = .mdat(.long)
    var file = fixture.bytes()
    let length = Int64(5) << 30
    let start = try table("mdat", in: file) - 16
    var writer = ByteWriter()
    writer.u64(UInt64(length - Int64(start)))
    file.replaceSubrange((start + 8)..<(start + 16), with: writer.bytes)
    // The last chunk of the first track is directly before the boundary.
    let last = try table("stco", in: file) + 8
    file.replaceSubrange(last..<(last + 4), with: [0xFF, 0xFF, 0xFF, 0xF0])
    let source = SparseSource(bytes: file, length: length)
    let document = try Inspector.inspect(source)
    let edit = try EditCheck(file).title(String(repeating: "x", count: 40))
    let plan = try #require(
      try Inspector.plan(edit, of: document, in: source, shape: free)?.rewrite)
    let new = PlannedFile(plan: plan, old: source)
    #expect(try ListedSamples(new) == ListedSamples(source))
    let names = try MovieSourceNames.types(of: new)
    #expect(names.filter { $0 == "co64" }.count == 1)
    #expect(names.filter { $0 == "stco" }.count == 1)
    // Nothing moves, so no table must become wider.
    let append = try #require(
      try Inspector.plan(
        edit, of: document, in: source, shape: LayoutConstraints(movement: .none, layout: .append))?
        .rewrite)
    #expect(try MovieSourceNames.types(of: PlannedFile(plan: append, old: source)).contains("stco"))
    #expect(try ListedSamples(PlannedFile(plan: append, old: source)) == ListedSamples(source))
  }

  @Test("A chunk in removed bytes is refused; one past the end is kept")
  func dangling() throws {
    var fixture = MovieFixture()
    fixture.movieEnd = atom("udta", MP4RewriterTests.list)
    var file = fixture.bytes()
    let place = try table("stco", in: file)
    let title = try #require(file.indices.first { file[$0...].starts(with: "Blue Train".utf8) })
    file.replaceSubrange(place..<(place + 4), with: words([UInt32(title)]))
    let check = try EditCheck(file)
    #expect(throws: ParseError.self) { try check.plan(check.title("another"), free) }
    file.replaceSubrange(place..<(place + 4), with: words([0x7000_0000]))
    let broken = try EditCheck(file)
    let new = try #require(try broken.plan(broken.title("another, longer"), free))
    let bytes = RewritePlanTests.result(of: new, on: file)
    #expect(bytes[place..<(place + 4)].elementsEqual(words([0x7000_0000])))
  }

  @Test(
    "Extents without fields take neither time nor memory", .timeLimit(.minutes(10)),
    arguments: [[0, 0], [0, 4]] as [[UInt8]])
  func extentsWithoutFields(widths: [UInt8]) throws {
    let item: [UInt8] = [0, 1, 0, 0, 0xFF, 0xFF]
    let count: UInt8 = 255
    let list = widths + [0, count] + Array(repeatElement(item, count: Int(count)).joined())
    let file =
      MovieFixture().bytes()
      + fullAtom(
        "meta", fullAtom("hdlr", words([0]), Array("pict".utf8), [UInt8](repeating: 0, count: 13)),
        fullAtom("iloc", list))
    let check = try EditCheck(file)
    let edit = check.title(String(repeating: "x", count: 40))
    #expect(try check.plan(edit, free) != nil)
  }

  @Test(
    "An edit that would overwrite samples is refused, even if nothing moves",
    arguments: [MovieFixture.Part.moov, .mdat(.short)])
  func overlapping(last: MovieFixture.Part) throws {
    var fixture = MovieFixture()
    if case .moov = last { fixture.parts = [fixture.parts[0], .mdat(.short), .moov] }
    fixture.movieEnd = atom("udta", MP4RewriterTests.list, atom("free", [0, 0, 0, 0, 0, 0, 0, 0]))
    var file = fixture.bytes()
    let still = LayoutConstraints(movement: .none)
    let check = try EditCheck(file)
    #expect(try check.plan(check.title("Red Train"), still) != nil)
    // The first chunk, of 5 + 6 bytes, begins before the entry of the title and ends with its first
    // byte.
    let offsets = try table("stco", in: file)
    let title = try #require(file.indices.first { file[$0...].starts(with: "Blue Train".utf8) })
    let entry = title - 16 - 8
    file.replaceSubrange(offsets..<(offsets + 4), with: words([UInt32(entry - 10)]))
    let spoiled = try EditCheck(file)
    #expect(throws: ParseError.self) { try spoiled.plan(spoiled.title("Gold Train"), still) }
    file.replaceSubrange(offsets..<(offsets + 4), with: words([UInt32(entry - 11)]))
    let near = try EditCheck(file)
    #expect(try near.plan(near.title("Gold Train"), still) != nil)
  }

  @Test(
    "Fragments with truncated media do not claim bytes written there later",
    arguments: [MovieFixture.Base.explicit, .zero, .fragment])
  func cutOffFragments(base: MovieFixture.Base) throws {
    var fixture = MovieFixture()
    fixture.parts = [MP4RewriterTests.ftyp, .moov, .fragment, .fragment]
    fixture.base = base
    let file = fixture.bytes()
    let last = try #require(file.lastIndex(of: "mdat"))
    var done = 0
    for end in stride(from: last + 4, to: file.count, by: 3) {
      let check = try EditCheck(Array(file[..<end]))
      for layout in [LayoutConstraints.Layout.keep, .append, .faststart] {
        let shape = LayoutConstraints(movement: .free, layout: layout)
        do {
          if try check.apply(check.title(String(repeating: "x", count: 400)), shape) != nil {
            done += 1
          }
        } catch let error as ParseError { #expect(error.code == .unsupported) }
      }
    }
    #expect(done > 10)
  }

  @Test("Tables outside a movie are not corrected, so the media is not moved")
  func tablesAlone() throws {
    var fixture = MovieFixture()
    fixture.parts.append(.raw(atom("trak", atom("mdia", []))))
    let check = try EditCheck(fixture.bytes())
    #expect(throws: ParseError.self) { try check.plan(check.title("Blue Train"), free) }
  }

  @Test("Indexes of unknown versions are not corrected", arguments: ["sidx", "tfra"])
  func unknownIndexes(type: String) throws {
    var fixture = MovieFixture()
    fixture.parts = [MP4RewriterTests.ftyp, .moov, .sidx, .fragment, .fragment, .mfra]
    var file = fixture.bytes()
    let known = try EditCheck(file)
    #expect(try known.plan(known.title("Blue Train"), free) != nil)
    file[try #require(file.lastIndex(of: type)) + 4] = 2
    let unknown = try EditCheck(file)
    #expect(throws: ParseError.self) { try unknown.plan(unknown.title("Blue Train"), free) }
  }

  @Test("Media in other files is left alone")
  func otherFiles() throws {
    var fixture = MovieFixture()
    fixture.referenceFlags = 0
    let file = fixture.bytes()
    let check = try EditCheck(file)
    let plan = try #require(try check.plan(check.title("somewhere else"), free))
    let new = RewritePlanTests.result(of: plan, on: file)
    let place = try table("stco", in: file)
    #expect(new[place..<(place + 12)] == file[place..<(place + 12)])
  }

  @Test("If nothing moves, only the chunk offsets are read")
  func sizesAreNotRead() throws {
    var fixture = MovieFixture()
    fixture.chunksPerMedia = 20_000
    fixture.movieEnd = atom("udta", MP4RewriterTests.list, atom("free", [0, 0, 0, 0, 0, 0, 0, 0]))
    let file = fixture.bytes()
    let document = try Inspector.inspect(DataSource(file))
    let edit = try EditCheck(file).title("Red Train")
    let source = CountingSource(file)
    let shape = LayoutConstraints(movement: .none)
    #expect(try Inspector.plan(edit, of: document, in: source, shape: shape) != nil)
    // Two tracks of offsets, four bytes each; their sizes would be twice as much again.
    #expect(source.count < 100_000 + 2 * 20_000 * 4 + 50_000)
    let first = Int64(try table("stco", in: file))
    #expect(Set(source.announced).contains(first..<(first + 20_000 * 4)))
    #expect(Set(source.announced).count == 2)
  }

  @Test("Ten times as many fragments cost ten times as much")
  func manyFragments() throws {
    func count(_ fragments: Int) throws -> Int {
      var fixture = MovieFixture()
      fixture.parts = [MP4RewriterTests.ftyp, .moov]
      fixture.parts += [MovieFixture.Part](repeating: .fragment, count: fragments) + [.mfra]
      fixture.base = .explicit
      let file = fixture.bytes()
      let document = try Inspector.inspect(DataSource(file))
      let source = CountingSource(file)
      let plan = try Inspector.plan(
        try EditCheck(file).title("Blue Train"), of: document, in: source, shape: free)
      #expect((plan?.rewrite.segments.count ?? 0) > fragments * 2)
      return source.count
    }
    let few = try count(100)
    #expect(try count(1000) < few * 12)
  }
}

extension [UInt8] {
  /// Where a text begins last.
  fileprivate func lastIndex(of text: String) -> Int? {
    indices.last { self[$0...].starts(with: text.utf8) }
  }
}

/// The types of all atoms of a file.
enum MovieSourceNames {
  static func types(of source: any ByteSource) throws -> [String] {
    func names(_ atoms: [Atom]) -> [String] {
      atoms.flatMap { [$0.type.description] + names($0.children) }
    }
    var log = DiagnosticLog()
    var walker = AtomWalker(SourceWindow(source))
    return names(try walker.walk(log: &log))
  }
}
