import TestSupport
import Testing

@testable import MetaCore

/// Old QuickTime audio, in whose tables each audio frame is a sample of one byte.
@Suite("Old QuickTime audio") struct OldAudioTests {
  private static let movies = [OldAudioMovie(), .compressed]

  @Test("The samples have the bytes of all packets", arguments: movies)
  func everyByteIsVisited(movie: OldAudioMovie) throws {
    let samples = try MediaSampleTests.samples(of: DataSource(movie.bytes))
    #expect(samples.count == movie.count)
    let visited = samples.filter { $0.size > 0 }
    #expect(visited.map(\.size).allSatisfy { $0 == Int64(movie.packet.bytes) })
    #expect(visited.first?.offset == Int64(movie.range.lowerBound))
    #expect(visited.last?.range.upperBound == Int64(movie.range.upperBound))
    #expect(zip(visited, visited.dropFirst()).allSatisfy { $0.range.upperBound == $1.offset })
  }

  @Test("A description of version 0 determines the packets of IMA 4:1, but not of other codecs")
  func packetsOfVersion0() throws {
    var movie = OldAudioMovie.compressed
    movie.packets = nil
    #expect(
      try MediaSampleTests.samples(of: DataSource(movie.bytes)).reduce(0) { $0 + $1.size }
        == Int64(movie.media.count))
    movie.format = "QDMC"
    let samples = try MediaSampleTests.samples(of: DataSource(movie.bytes))
    #expect(samples.allSatisfy { $0.size == 1 })
  }

  @Test("An edit that would change any byte of a chunk is refused", arguments: movies)
  func chunksAreGuarded(movie: OldAudioMovie) throws {
    let file = movie.bytes
    let tree = try AtomTree(SourceWindow(DataSource(file)))
    var accepted: [Int] = []
    for offset in movie.range.lowerBound - 1...movie.range.upperBound {
      var plan = RewritePlan(oldSize: Int64(file.count))
      try plan.keep(0..<Int64(offset))
      plan.write([0])
      try plan.keep(Int64(offset + 1)..<Int64(file.count))
      let check = MediaGuard(plan, tree, .standard, correctsOffsets: true)
      if (try? check.check()) != nil { accepted.append(offset) }
    }
    #expect(accepted == [movie.range.lowerBound - 1, movie.range.upperBound])
  }

  @Test("Removing private data keeps audio in free space", arguments: movies)
  func audioInFreeSpaceIsKept(movie: OldAudioMovie) throws {
    var movie = movie
    movie.container = "free"
    let scene = try PrivateScene(movie.bytes)
    _ = try scene.edit([.clearPrivate])
    #expect(Array(try scene.content[movie.range]) == movie.media)
  }

  @Test(
    "The bit rate is computed from the packets",
    arguments: zip(movies, [1_411_200, 374_850] as [Int64]))
  func bitRate(movie: OldAudioMovie, rate: Int64) throws {
    #expect(try Inspector.inspect(DataSource(movie.bytes)).tracks.map(\.bitRate) == [rate])
  }

  @Test(
    "A cut of compressed audio keeps whole packets, and plays exactly the requested part",
    arguments: [
      (100, 10, 64..<128), (0, 65, 0..<128), (630, 20, 576..<704), (650, 758, 640..<1408),
      (1400, 8, 1344..<1408),
    ] as [(Int64, Int64, Range<Int>)])
  func cutPackets(start: Int64, count: Int64, kept: Range<Int>) throws {
    let movie = OldAudioMovie.compressed
    let tree = try AtomTree(SourceWindow(DataSource(movie.bytes)))
    let trak = try #require(tree.movie?.child(.trak))
    let part = PlayedParts.PlayedSegment(duration: ExactTime(count, 44100), mediaTime: start)
    let parts = PlayedParts([part], mediaTimescale: 44100)
    let track = try TrackRemux(trak, in: tree.window)
    let cut = try #require(try TrackCut(track: track, parts: parts).result())
    #expect(cut.samples.count == kept.count)
    #expect(
      cut.samples.chunks.first?.offset == Int64(movie.range.lowerBound + kept.lowerBound / 64 * 68))
    #expect(cut.samples.chunks.reduce(0) { $0 + $1.size } == Int64(kept.count / 64 * 68))
    #expect(cut.parts.parts.map(\.mediaTime) == [start - Int64(kept.lowerBound)])
    #expect(cut.parts.duration == part.duration)
  }
}
