import TestSupport
import Testing

@testable import MetaCore

/// Bytes of the tracks of fragments, from where their runs begin.
@Suite struct FragmentBytesTests {
  private func run(_ offset: Int32?) -> TrackRunAtom {
    TrackRunAtom(header: FullAtomHeader(), count: 1, dataOffset: offset)
  }

  @Test func runsEndAtTheNextRun() {
    var bytes = FragmentBytes()
    bytes.add(run(108), of: 1, base: 1000, isNext: false)
    bytes.add(run(nil), of: 1, base: 1000, isNext: true)
    bytes.add(run(308), of: 2, base: 1000, isNext: false)
    bytes.add(run(358), of: 1, base: 1000, isNext: true)
    bytes.endFragment(1108..<1458)
    bytes.add(run(8), of: 2, base: 2000, isNext: false)
    bytes.endFragment(2008..<2018)
    #expect(bytes.totals == [1: 300, 2: 60])
  }

  @Test func runsAtUnknownOffsetsAreIgnored() {
    let cases: [(offset: Int32?, base: Int64?, media: Range<Int64>?)] = [
      (nil, 0, 0..<10), (5, nil, 0..<10), (5, 0, nil), (10, 0, 0..<10), (-1, 0, 0..<10),
      (1, .max, 0..<10),
    ]
    for (offset, base, media) in cases {
      var bytes = FragmentBytes()
      bytes.add(run(offset), of: 1, base: base, isNext: false)
      bytes.endFragment(media)
      bytes.add(run(0), of: 1, base: 0, isNext: false)
      bytes.endFragment(0..<10)
      #expect(bytes.totals == nil)
    }
  }

  @Test func fragmentsAfterADamagedOneAreIgnored() {
    var bytes = FragmentBytes()
    bytes.add(run(8), of: 1, base: 0, isNext: false)
    bytes.invalidate()
    bytes.endFragment(8..<10)
    #expect(bytes.totals == nil)
  }

  @Test func damagedFragmentDoesNotAffectOtherTracks() throws {
    var movie = try Repository.bytes(of: "fragmented-sidx.mp4")
    let trun = try #require(movie.ranges(of: Array("trun".utf8)).last)
    movie.replaceSubrange(trun, with: Array("tfhd".utf8))
    // What the tracks declare is all that is known.
    let tracks = try Inspector.inspect(DataSource(movie)).tracks
    #expect(tracks.map(\.bitRate) == [nil, 16000])
  }

  @Test(arguments: ["fragmented-sidx.mp4", "fragmented-mfra.mp4"])
  func ratesMatchTheSamples(sample: String) throws {
    let source = DataSource(try Repository.bytes(of: sample))
    let samples = try ListedSamples(source).tracks
    for track in try Inspector.inspect(source).tracks {
      let seconds = try #require(track.duration?.seconds)
      let bytes = try #require(samples[track.id]).reduce(0) { $0 + $1.size }
      #expect(track.bitRate == Int64((Double(bytes) * 8 / seconds).rounded()))
    }
  }
}
