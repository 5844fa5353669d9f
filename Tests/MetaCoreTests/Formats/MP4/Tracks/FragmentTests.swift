import TestSupport
import Testing

@testable import MetaCore

@Suite struct FragmentTests {
  @Test func movieExtendsHeader() throws {
    let atom = try roundTrip(words(0x0100_0000, 1, 0), parse: MovieExtendsHeaderAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.duration == 1 << 32)
  }

  @Test func trackExtends() throws {
    let atom = try roundTrip(words(0, 1, 1, 512, 0, 0x10000), parse: TrackExtendsAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.duration == 512)
  }

  @Test func fragmentHeaderWithEverything() throws {
    let atom = try roundTrip(
      words(0x0002_003B, 7, 0, 4096, 1, 1024, 100, 0x20000),
      parse: TrackFragmentHeaderAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.baseDataOffset == 4096)
    #expect(atom.duration == 1024)
  }

  @Test func fragmentHeaderWithNothing() throws {
    let atom = try roundTrip(words(0x0002_0000, 7), parse: TrackFragmentHeaderAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.duration == nil)
  }

  @Test func fragmentTime() throws {
    let atom = try roundTrip(words(0x0100_0000, 0, 90000), parse: TrackFragmentTimeAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.time == 90000)
  }

  @Test func runWithDurationsAndSizes() throws {
    let atom = try roundTrip(
      words(0x0000_0305, 2, 200, 0, 10, 100, 20, 200), parse: TrackRunAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.hasDurations)
    #expect(atom.fieldsPerSample == 2)
    #expect(atom.words == [10, 100, 20, 200])
  }

  @Test func segmentIndex() throws {
    let atom = try roundTrip(
      words(0, 1, 90000, 0, 0, 2, 0x8000_0064, 90000, 0, 200, 45000, 0x9000_0000),
      parse: SegmentIndexAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.duration == 135_000)
    #expect(atom.entries.map(\.isIndex) == [true, false])
  }

  @Test func fragmentRandomAccess() throws {
    let atom = try roundTrip(
      words(0, 1, 0x1B, 1, 1000, 2000) + bytes("0001 000002 00000003"),
      parse: FragmentRandomAccessAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.entries.first?.run == 2)
    #expect(atom.entries.first?.sample == 3)
  }

  // MARK: Movies

  private func movie(
    mediaDuration: UInt32 = 0, movieDuration: UInt32 = 0, edits: [UInt8] = [], samples: UInt32 = 0
  ) -> [UInt8] {
    let movieHeader = payload {
      MovieHeaderAtom(timescale: 1000, duration: UInt64(movieDuration)).encode(into: &$0)
    }
    let trackHeader = payload { TrackHeaderAtom(trackID: 1, duration: 0).encode(into: &$0) }
    let mediaHeader = payload {
      MediaHeaderAtom(timescale: 100, duration: UInt64(mediaDuration)).encode(into: &$0)
    }
    let handler = payload { MediaHandlerAtom(handler: .soun).encode(into: &$0) }
    let tables = atom("stbl", fullAtom("stsz", words(1, samples)))
    let media = atom(
      "mdia", atom("mdhd", mediaHeader), atom("hdlr", handler), atom("minf", tables))
    return atom(
      "moov", atom("mvhd", movieHeader), atom("trak", atom("tkhd", trackHeader), edits, media),
      atom("mvex", fullAtom("trex", words(1, 1, 10, 0, 0))))
  }

  private func fragment(at time: UInt32?, _ runs: [UInt8]...) -> [UInt8] {
    let header = atom("tfhd", words(0x0002_0000, 1))
    let start = time.map { fullAtom("tfdt", words($0)) } ?? []
    return atom("moof", fullAtom("mfhd", words(1)), atom("traf", [header, start] + runs))
      + atom("mdat", [0, 0])
  }

  private func atom(_ type: String, _ parts: [[UInt8]]) -> [UInt8] {
    MetaCoreTests.atom(type, parts.flatMap { $0 })
  }

  private func atom(_ type: String, _ parts: [UInt8]...) -> [UInt8] { atom(type, parts) }

  @Test func defaultDurationsAreCounted() throws {
    let run = atom("trun", words(0, 5))
    let (movie, log) = try readMovie(movie(), fragment(at: nil, run), fragment(at: nil, run))
    #expect(movie.isFragmented)
    #expect(movie.duration?.seconds == 1)
    #expect(movie.tracks.first?.sampleCount == 10)
    #expect(log.diagnostics.isEmpty)
  }

  @Test func ownDurationsAreAdded() throws {
    let run = atom("trun", words(0x100, 2, 30, 70))
    let (movie, _) = try readMovie(movie(), fragment(at: nil, run), fragment(at: nil, run))
    #expect(movie.duration?.seconds == 2)
  }

  @Test func timesOfFragmentsCountFromTheFirst() throws {
    let run = atom("trun", words(0x100, 2, 30, 70))
    let (movie, _) = try readMovie(movie(), fragment(at: 5000, run), fragment(at: 5200, run))
    #expect(movie.duration?.seconds == 3)
    #expect(movie.tracks.first?.sampleCount == 4)
  }

  @Test func longerFragmentsOverrideTheHeader() throws {
    let run = atom("trun", words(0, 50))
    let (short, _) = try readMovie(movie(movieDuration: 2000), fragment(at: 0, run))
    let (long, _) = try readMovie(movie(movieDuration: 9000), fragment(at: 0, run))
    #expect(short.duration?.seconds == 5)
    #expect(long.duration?.seconds == 9)
  }

  @Test func editsEndingInFragmentsDetermineTheDuration() throws {
    func edits(_ duration: UInt32) -> [UInt8] {
      atom("edts", fullAtom("elst", words(1, duration, 0, 0x10000)))
    }
    // 16.35 s of media, of which 15 are played: all in fragments, or the first second in the movie
    // atom.
    let run = atom("trun", words(0x100, 1, 1635))
    let (whole, _) = try readMovie(
      movie(movieDuration: 15000, edits: edits(15000)), fragment(at: 0, run))
    #expect(whole.duration?.seconds == 15)
    let rest = atom("trun", words(0x100, 1, 1535))
    let (later, _) = try readMovie(
      movie(mediaDuration: 100, movieDuration: 15000, edits: edits(15000), samples: 10),
      fragment(at: 100, rest))
    #expect(later.duration?.seconds == 15)
    // Edits of the samples in the movie atom alone do not end the fragments.
    let (short, _) = try readMovie(
      movie(mediaDuration: 100, movieDuration: 1000, edits: edits(1000), samples: 10),
      fragment(at: 100, rest))
    #expect(short.duration?.seconds == 16.35)
  }

  @Test func runWithExcessiveCount() throws {
    let run = atom("trun", words(0x100, 0xFFFF_FFFF, 30, 70))
    let (movie, _) = try readMovie(movie(), fragment(at: nil, run))
    #expect(movie.tracks.first?.sampleCount == 2)
    #expect(movie.duration?.seconds == 1)
  }

  @Test func initSegmentHasNoDuration() throws {
    let (movie, _) = try readMovie(movie())
    #expect(movie.isFragmented)
    #expect(movie.duration == nil)
  }

  @Test func segmentWithoutMovieHasTheDurationOfItsIndex() throws {
    let index = atom("sidx", words(0, 1, 100, 0, 0, 1, 50, 250, 0))
    let (movie, _) = try readMovie(index, fragment(at: 0, atom("trun", words(0, 5))))
    #expect(movie.duration?.seconds == 2.5)
    #expect(movie.tracks.isEmpty)
  }

  @Test func manyFragmentsTakeLinearTime() throws {
    let piece = fragment(at: nil, atom("trun", words(0, 1)))
    let pieces = [UInt8](repeating: 0, count: 0) + (0..<2000).flatMap { _ in piece }
    let (movie, _) = try readMovie(movie(), pieces)
    #expect(movie.tracks.first?.sampleCount == 2000)
  }
}
