import TestSupport
import Testing

@testable import MetaCore

@Suite("Tracks with samples of another movie")
struct JoinedTrackTests {
  private func fixed(_ number: Double) -> UInt32 { UInt32(number * 65536) }

  @Test("A video of another size keeps the origin and rotation of the old one")
  func places() {
    let (old, new) = ((fixed(1920), fixed(1080)), (fixed(1280), fixed(720)))
    let one: Int32 = 0x10000
    func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, x: Int32, y: Int32)
      -> TransformationMatrix
    {
      TransformationMatrix(
        a: a, b: b, u: 0, c: c, d: d, v: 0, x: x * one, y: y * one, w: 0x4000_0000)
    }
    func placed(_ matrix: TransformationMatrix) -> [Int32] {
      let placed = matrix.placing(new, insteadOf: old)
      #expect(
        [placed.a, placed.b, placed.c, placed.d] == [matrix.a, matrix.b, matrix.c, matrix.d])
      return [placed.x / one, placed.y / one]
    }
    #expect(placed(matrix(one, 0, 0, one, x: 0, y: 0)) == [0, 0])
    #expect(placed(matrix(one, 0, 0, one, x: 30, y: 40)) == [30, 40])
    // Turned by 90, 180 and 270 degrees, and mirrored.
    #expect(placed(matrix(0, one, -one, 0, x: 1080, y: 0)) == [720, 0])
    #expect(placed(matrix(-one, 0, 0, -one, x: 1920, y: 1080)) == [1280, 720])
    #expect(placed(matrix(0, -one, one, 0, x: 0, y: 1920)) == [0, 1280])
    #expect(placed(matrix(-one, 0, 0, one, x: 1930, y: 5)) == [1290, 5])
    // Some movies turn pictures and do not move them back.
    #expect(placed(matrix(0, one, -one, 0, x: 0, y: 0)) == [0, 0])
  }

  @Test("Apertures follow from the sample description")
  func apertures() throws {
    var description = VisualDescription(width: 720, height: 576)
    var extensions = atom("pasp", [0, 0, 0, 16, 0, 0, 0, 15])
    extensions += atom(
      "clap", [0, 0, 2, 192, 0, 0, 0, 1, 0, 0, 2, 64, 0, 0, 0, 1],
      [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])
    description.extensions = ByteSlice(extensions)
    var writer = ByteWriter()
    description.encode(into: &writer)
    let apertures = try #require(TrackApertures(ByteSlice(writer.bytes)))
    #expect(apertures.clean == [704 * 16.0 / 15, 576])
    #expect(apertures.production == [768, 576])
    #expect(apertures.encoded == [720, 576])
    var atoms = ByteWriter()
    apertures.encode(into: &atoms)
    let wanted =
      atom("clef", [0, 0, 0, 0, 2, 0xEE, 0xEE, 0xEF, 2, 64, 0, 0])
      + atom("prof", [0, 0, 0, 0, 3, 0, 0, 0, 2, 64, 0, 0])
      + atom("enof", [0, 0, 0, 0, 2, 208, 0, 0, 2, 64, 0, 0])
    #expect(atoms.bytes == wanted)
    #expect(TrackApertures(ByteSlice([1, 2, 3])) == nil)
  }

  /// The descriptions of a type, and two groupings of it by different parameters, for two samples
  /// each; `base` is added to their numbers.
  private func groupings(base: UInt32) throws -> (SourceWindow, [Atom]) {
    let type = Array("test".utf8)
    var bytes = atom("sgpd", [1, 0, 0, 0], type, words(1, 2), [7, 8])
    for number in [1, 2] as [UInt32] {
      bytes += atom("sbgp", [1, 0, 0, 0], type, words(number + 20, 1, 2, base + number))
    }
    let window = SourceWindow(DataSource(bytes))
    var cursor = AtomCursor(window, from: 0, to: window.length)
    var log = DiagnosticLog(limit: 0)
    var atoms: [Atom] = []
    while let atom = try cursor.next(at: [], log: &log) { atoms.append(atom) }
    return (window, atoms)
  }

  @Test(
    "Groupings of one type with different parameters share their descriptions",
    arguments: [0, 0x10000] as [UInt32])
  func sharedDescriptions(base: UInt32) throws {
    let (window, atoms) = try groupings(base: base)
    var groups: [SampleGroup] = []
    try groups.add(atoms, in: window, before: 0, count: 2)
    #expect(groups.map(\.parameter) == [21, 22])
    #expect(groups.map(\.descriptions) == [[[7], [8]], [[7], [8]]])
    #expect(groups.map { Array($0.members.values) } == [[1, 1], [2, 2]])
    var samples = TrackSamples()
    samples.groups = groups
    var bytes = MovieBytes()
    SampleTableWriter(samples, auxiliaryOffsets: []).write(into: &bytes)
    let types = try MovieSourceNames.types(of: DataSource(bytes.writer.bytes))
    #expect(types.filter { ["sgpd", "sbgp"].contains($0) } == ["sgpd", "sbgp", "sbgp"])
  }

  @Test("A grouping in a fragment uses the descriptions in the movie, whatever its parameter")
  func descriptionsOfMovie() throws {
    let (window, atoms) = try groupings(base: 0)
    var groups: [SampleGroup] = []
    try groups.add(atoms.filter { $0.type == .sgpd }, in: window, before: 0, count: 0)
    try groups.add(atoms.filter { $0.type == .sbgp }, in: window, before: 0, count: 2)
    #expect(groups.map(\.parameter) == [nil, 21, 22])
    #expect(groups.allSatisfy { $0.descriptions == [[7], [8]] })
    #expect(groups.map { Array($0.members.values) } == [[], [1, 1], [2, 2]])
  }

  @Test("A written track stores its pre-roll")
  func rolls() throws {
    for distance in [nil, Int16(-1), -4] {
      var track = NewTrack(id: 1, handler: .soun, timescale: 48000)
      track.samples.sizes = SampleSizes(uniform: 10, count: 7)
      track.samples.durations.append(1024, count: 7)
      track.samples.chunks = [.init(offset: 0, size: 70, first: 0, count: 7, description: 1)]
      track.rollDistance = distance
      var movie = NewMovie(try #require(MovieTarget.of(.mp4)))
      movie.tracks = [track]
      let media = atom("mdat", [UInt8](repeating: 0, count: 62))
      let window = SourceWindow(DataSource(media + movie.encoded()))
      let moov = try #require(try AtomTree(window).movie)
      let stbl = try #require(moov.children(.trak).first?.first(.mdia, .minf, .stbl))
      var groups: [SampleGroup] = []
      try groups.add(stbl.children, in: window, before: 0, count: 7)
      guard let distance else {
        #expect(groups.isEmpty)
        continue
      }
      #expect(groups.map(\.type.description) == ["roll"])
      #expect(groups.map(\.descriptions) == [[[0xFF, UInt8(truncatingIfNeeded: distance)]]])
      #expect(groups.map { Array($0.members.values) } == [[1, 1, 1, 1, 1, 1, 1]])
    }
  }
}
