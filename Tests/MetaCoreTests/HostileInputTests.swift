import CZlib
import TestSupport
import Testing

@testable import MetaCore

/// Small files that claim or expand to much: each gives a bounded result or an error.
@Suite struct HostileInputTests {
  /// More than are read.
  private let manyAtoms = Repository.runsEverything ? 1_000_000 : 300_000

  /// The possible results for any file.
  private func expectBounded(
    _ bytes: [UInt8], within time: Duration = .seconds(30),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Document? {
    let source = DataSource(bytes)
    let limits = Limits.standard
    var document: Document?
    let taken = ContinuousClock().measure {
      document = try? Inspector.inspect(source)
      let nodes = (try? Inspector.structure(of: source)) ?? []
      #expect(
        nodes.reduce(0) { $0 + count($1) } <= limits.nodes + 3, sourceLocation: sourceLocation)
    }
    #expect(taken < time, sourceLocation: sourceLocation)
    guard let document else { return nil }
    // One more of each list says that there were more.
    #expect(document.diagnostics.count <= 2 * (limits.diagnostics + 1))
    #expect(document.items.count <= limits.items, sourceLocation: sourceLocation)
    #expect(document.tracks.count <= limits.tracks, sourceLocation: sourceLocation)
    #expect(document.chapters.count <= limits.items, sourceLocation: sourceLocation)
    return document
  }

  private func count(_ node: StructureNode) -> Int {
    node.children.reduce(1) { $0 + count($1) }
  }

  private func codes(_ document: Document?) -> Set<String> {
    Set(document?.diagnostics.map(\.code.rawValue) ?? [])
  }

  // MARK: Atoms

  private let fileType = atom("ftyp", Array("isom".utf8), words(0), Array("isom".utf8))

  private func nested(_ type: String, count: UInt32) -> [UInt8] {
    (0..<count).flatMap { words((count - $0) * 8) + Array(type.utf8) }
  }

  private func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(bytes.count * count)
    for _ in 0..<count { all += bytes }
    return all
  }

  @Test(arguments: ["moov", "trak", "udta", "moof", "ilst", "meta"])
  func tenThousandNestedAtoms(type: String) {
    let nested = nested(type, count: 10_000)
    _ = expectBounded(fileType + nested)
    let document = expectBounded(fileType + atom("moov", nested))
    #expect(document != nil)
  }

  @Test(arguments: ["free", "moof", "moov"]) func manyTinyAtoms(type: String) throws {
    let document = expectBounded(fileType + repeated(atom(type), manyAtoms))
    #expect(document?.items.isEmpty == true)
  }

  @Test func manyTinyAtomsInAMovie() {
    #expect(expectBounded(fileType + atom("moov", repeated(atom("free"), manyAtoms))) != nil)
  }

  @Test func tracksAreLimited() {
    let document = expectBounded(fileType + atom("moov", repeated(atom("trak"), 20_000)))
    #expect(document?.tracks.count == Limits.standard.tracks)
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test(arguments: ["udta", "ilst"]) func itemsAreLimited(list: String) {
    let items = repeated(atom("©nam"), 150_000)
    let list =
      list == "udta" ? atom("udta", items) : atom("udta", fullAtom("meta", atom("ilst", items)))
    let document = expectBounded(fileType + atom("moov", list))
    #expect(document?.items.count == Limits.standard.items)
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func valuesOfOneItemAreLimited() {
    let item = atom("©nam", repeated(atom("data", words(1, 0)), 150_000))
    let document = expectBounded(
      fileType + atom("moov", atom("udta", fullAtom("meta", atom("ilst", item)))))
    #expect(document?.items.count == Limits.standard.items)
  }

  // MARK: Compressed movies

  private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let size = words(UInt32(bytes.count))
    return fileType
      + atom(
        "moov",
        atom("cmov", atom("dcom", Array("zlib".utf8)), atom("cmvd", size, zlib(bytes))))
  }

  @Test func movieThatInflatesTooMuch() {
    let document = expectBounded(compressed(AudioBuilder.zeros(40 << 20)))
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func aLargeValueInACompressedMovieIsComplete() throws {
    let kind = fullAtom("hdlr", words(0), Array("mdir".utf8), AudioBuilder.zeros(13))
    let cover = atom("data", words(13, 0), AudioBuilder.zeros(3000))
    let list = atom("udta", fullAtom("meta", kind, atom("ilst", atom("covr", cover))))
    var options = ReadOptions()
    options.limits.value = 1000
    let document = try Inspector.inspect(
      DataSource(compressed(atom("moov", list))), options: options)
    #expect(document.items.map { $0.value.dataValue?.count } == [3000])
  }

  @Test func aMovieThatInflatesToAMillionTracks() {
    let document = expectBounded(compressed(atom("moov", repeated(atom("trak"), 1_000_000))))
    #expect(document?.tracks.count == Limits.standard.tracks)
  }

  // MARK: Sample tables

  private let all = UInt32.max

  /// A movie with an audio track whose chapters are in a text track, both with these tables.
  private func movie(_ tables: [UInt8]...) -> [UInt8] {
    let tables = tables.flatMap { $0 }
    func track(_ id: UInt32, _ handler: String, _ more: [UInt8] = []) -> [UInt8] {
      let header = words(0, 0, 0, id, 0, 1000) + AudioBuilder.zeros(60)
      let media = words(0, 0, 0, 1000, 1000, 0)
      return atom(
        "trak", atom("tkhd", header), more,
        atom(
          "mdia", atom("mdhd", media),
          fullAtom("hdlr", words(0), Array(handler.utf8), AudioBuilder.zeros(13)),
          atom("minf", atom("stbl", tables))))
    }
    let reference = atom("tref", atom("chap", words(2)))
    return fileType + atom("moov", track(1, "soun", reference), track(2, "text"))
  }

  private func table(_ type: String, _ head: [UInt8], _ entry: [UInt8], _ count: Int) -> [UInt8] {
    fullAtom(type, head, words(UInt32(count)), repeated(entry, count))
  }

  @Test func countsOfAllOnes() {
    let document = expectBounded(
      movie(
        fullAtom("stts", words(all, all, 1)), fullAtom("ctts", words(all, all, 1)),
        fullAtom("stsc", words(all, 1, all, 1)), fullAtom("stsz", words(0, all, 2)),
        fullAtom("stco", words(all, 8))))
    #expect(document?.chapters.count == 1)
  }

  @Test func constantSizeSamplesThatAreMissing() {
    let document = expectBounded(
      movie(
        fullAtom("stts", words(1, all, 1)), fullAtom("stsc", words(1, 1, all, 1)),
        fullAtom("stsz", words(1, all)), fullAtom("stco", words(1, 8))))
    #expect(document.map { $0.chapters.count <= Limits.standard.chapters } == true)
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func manyRunsOfTimesWithoutSamples() {
    _ = expectBounded(
      movie(
        table("stts", [], words(0, 1), 200_000), table("ctts", [], words(0, all), 200_000),
        table("stsc", [], words(1, 0, 1), 100_000), fullAtom("stsz", words(1, all)),
        table("stco", [], words(8), 200_000)))
  }

  @Test func manyRunsOfTimesWithAllSamples() {
    _ = expectBounded(
      movie(
        table("stts", [], words(all, all), 300_000),
        table("ctts", [], words(all, 1 << 31), 300_000),
        fullAtom("stsc", words(1, 1, all, 1)), fullAtom("stsz", words(0, all)),
        fullAtom("stco", words(1, 8))))
  }

  @Test("Runs of chunks whose sample counts overflow are damage", arguments: [0, 1] as [UInt32])
  func overflowingRunsOfChunks(count: UInt32) throws {
    let file = movie(
      fullAtom("stsd", words(1), atom("mp4a", AudioBuilder.zeros(28))),
      fullAtom("stsc", words(2, 1, all, 1, all, 1, 1)), fullAtom("stsz", words(1, count)),
      fullAtom("stco", words(1, 8)))
    let report = try Inspector.integrity(of: DataSource(file))
    #expect(report.findings.contains { $0.path.description.hasSuffix("stsc") })
  }

  @Test func aMillionChapters() {
    let document = expectBounded(
      movie(
        fullAtom("stts", words(1, 1_000_000, 1)), fullAtom("stsc", words(1, 1, 1, 1)),
        fullAtom("stsz", words(2, 1_000_000)), table("stco", [], words(8), 1_000_000)))
    #expect(document?.chapters.count == Limits.standard.chapters)
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func aMillionChaptersOfNero() {
    let chapter = words(0, 1) + [1, 65]
    let list = atom("chpl", [1, 0, 0, 0, 0], words(all), repeated(chapter, 150_000))
    let document = expectBounded(fileType + atom("moov", atom("udta", list)))
    #expect(document?.chapters.count == Limits.standard.chapters)
  }

  // MARK: ID3

  private let audio = AudioBuilder.mp3(frames: 3)

  private func syncsafe(_ number: Int) -> [UInt8] {
    stride(from: 21, through: 0, by: -7).map { UInt8(number >> $0 & 0x7F) }
  }

  private func frame(_ id: String, _ content: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    Array(id.utf8) + syncsafe(content.count) + [0, flags] + content
  }

  private func tag(_ frames: [UInt8], flags: UInt8 = 0, claiming size: Int? = nil) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, flags] + syncsafe(size ?? frames.count) + frames
  }

  @Test(arguments: [0, 0x80] as [UInt8]) func tagThatClaimsTheMaximumSize(flags: UInt8) {
    let title = frame("TIT2", [3, 65])
    let document = expectBounded(
      tag(title + AudioBuilder.zeros(900), flags: flags, claiming: (1 << 28) - 1))
    #expect(document?.items.first?.value == .string("A"))
    #expect(codes(document).contains("truncated"))
  }

  @Test(arguments: ["TIT2", "APIC", "PRIV", "USLT", "ZZZZ"]) func aFrameThatInflates(id: String) {
    let bomb = syncsafe(1 << 27) + zlib(AudioBuilder.zeros(20 << 20))
    let document = expectBounded(tag(frame(id, bomb, flags: 9) + frame("TALB", [3, 65])) + audio)
    #expect(document?.items.count == 2)
    #expect(document?.items.last?.value == .string("A"))
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func uselessInflationCountsTowardsTheLimit() {
    let bomb = frame("TXXX", syncsafe(1 << 27) + zlib(AudioBuilder.zeros(20 << 20)), flags: 9)
    let document = expectBounded(tag(repeated(bomb, 500)) + audio)
    #expect(document?.items.count == 500)
  }

  @Test(arguments: [0, 1]) func framesAreLimited(size: Int) {
    let title = frame("TIT2", AudioBuilder.zeros(size))
    let document = expectBounded(tag(repeated(title, 150_000)) + audio)
    #expect(document?.items.count == Limits.standard.items)
    #expect(codes(document).contains("limitExceeded"))
    #expect(document?.duration != nil)
  }

  @Test func tagsAreLimited() {
    let document = expectBounded(repeated(tag(frame("TIT2", [3, 65])), 20_000) + audio)
    #expect(document?.items.count == ID3Tag.maxInFile)
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func chaptersInsideChapters() {
    var inner: [UInt8] = []
    for _ in 0..<1000 { inner = frame("CHAP", [65, 0] + AudioBuilder.zeros(16) + inner) }
    let document = expectBounded(tag(inner) + audio)
    #expect(document?.items.count == 1)
  }

  @Test func cyclicContents() {
    var frames: [UInt8] = []
    for index in 0..<1000 {
      let next = Array("t\((index + 1) % 1000)".utf8) + [0]
      frames += frame("CTOC", Array("t\(index)".utf8) + [0, 3, 255] + repeated(next, 255))
    }
    #expect(expectBounded(tag(frames) + audio)?.items.count == 1000)
  }

  // MARK: APE

  @Test func aTagThatClaimsManyItems() {
    var writer = ByteWriter()
    APETagHeader(version: 2000, tagSize: 132, itemCount: 1 << 31, flags: 1 << 31).encode(
      into: &writer)
    let document = expectBounded(audio + AudioBuilder.zeros(100) + writer.bytes)
    #expect(document?.items.isEmpty == true)
  }

  @Test func itemsOfATagAreLimited() {
    let item = APEItem(key: "ab", flags: 0, value: .bytes(ByteSlice([120])))
    let document = expectBounded(audio + APETag.encode([APEItem](repeating: item, count: 200_000)))
    #expect(document?.items.count == Limits.standard.items)
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func valuesOfAnAPEItemAreLimited() {
    let value = ByteSlice(repeated([65, 0], 300_000))
    let document = expectBounded(
      audio + APETag.encode([APEItem(key: "ab", flags: 0, value: .bytes(value))]))
    guard case .list(let values) = document?.items.first?.value else {
      Issue.record("no list")
      return
    }
    #expect(values.count == 1 << 16)
    #expect(document?.items.first.flatMap { APEItem($0) }?.value == .bytes(value))
  }

  // MARK: Chunks

  @Test func manyEmptyChunks() {
    let chunks = repeated(AudioBuilder.riff("junk", []), manyAtoms)
    #expect(expectBounded(AudioBuilder.wav(dataSize: 64, chunks))?.duration != nil)
  }

  @Test func textsOfAListAreLimited() {
    let texts = repeated(AudioBuilder.riff("INAM", []), 150_000)
    let document = expectBounded(
      AudioBuilder.wav(dataSize: 64, AudioBuilder.riff("LIST", Array("INFO".utf8) + texts)))
    #expect(document?.items.count == Limits.standard.items)
    #expect(document?.duration != nil)
  }

  @Test func annotationsAreLimited() {
    let notes = repeated(AudioBuilder.aiff("ANNO", []), 150_000)
    let document = expectBounded(AudioBuilder.aiff("FORM", Array("AIFF".utf8) + notes))
    #expect(document?.items.count == Limits.standard.items)
    #expect(codes(document).contains("limitExceeded"))
  }

  @Test func missingCues() {
    let chunks =
      AudioBuilder.riff("cue ", [255, 255, 255, 255])
      + AudioBuilder.riff("smpl", [UInt8](repeating: 255, count: 36))
    #expect(expectBounded(AudioBuilder.wav(dataSize: 64, chunks))?.chapters.isEmpty == true)
  }
}

/// A zlib stream of these bytes.
private func zlib(_ bytes: [UInt8]) -> [UInt8] {
  var count = compressBound(UInt(bytes.count))
  var stream = [UInt8](repeating: 0, count: Int(count))
  let status = unsafe compress(&stream, &count, bytes, UInt(bytes.count))
  #expect(status == Z_OK)
  return Array(stream[..<Int(count)])
}
