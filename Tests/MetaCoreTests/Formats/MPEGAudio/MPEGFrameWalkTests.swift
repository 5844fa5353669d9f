import Testing

@testable import MetaCore

@Suite struct MPEGFrameWalkTests {
  /// A frame may start at any offset after other data, including the end of a search of 64 KiB.
  @Test(arguments: 65525...65545) func framesAfterOtherDataAreFound(gap: Int) throws {
    let stream =
      AudioBuilder.mp3(frames: 10) + AudioBuilder.zeros(gap) + AudioBuilder.mp3(frames: 10)
    let window = SourceWindow(DataSource(stream))
    let end = Int64(stream.count)
    var search = MPEGFrameSearch(window, end: end)
    let first = try #require(try search.first(from: 0))
    var walk = try MPEGFrameWalk(in: window, from: first, isAfter: false, to: end)
    var count = 0
    while try walk.next() != nil { count += 1 }
    #expect(count == 20)
  }
}
