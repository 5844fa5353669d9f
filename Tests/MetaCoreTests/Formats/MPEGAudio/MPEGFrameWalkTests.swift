import Testing

@testable import MetaCore

@Suite struct MPEGFrameWalkTests {
  /// Returns the number of frames, of ten before and ten after other data.
  private func count(after gap: Int) throws -> Int {
    let stream =
      AudioBuilder.mp3(frames: 10) + AudioBuilder.zeros(gap) + AudioBuilder.mp3(frames: 10)
    let window = SourceWindow(DataSource(stream))
    let end = Int64(stream.count)
    var search = MPEGFrameSearch(window, end: end)
    let first = try #require(try search.first(from: 0))
    var walk = try MPEGFrameWalk(in: window, from: first, isAfter: false, to: end)
    var count = 0
    while try walk.next() != nil { count += 1 }
    return count
  }

  /// A frame may start at any offset after other data, including the end of a search of 64 KiB.
  @Test(arguments: 65525...65545) func framesAfterOtherDataAreFound(gap: Int) throws {
    #expect(try count(after: gap) == 20)
  }

  /// The last header that is found ends 1 MiB after the byte that follows the last frame.
  @Test func gapsAreLimited() throws {
    #expect(try count(after: (1 << 20) + 1 - 4) == 20)
    let error = #expect(throws: ParseError.self) { try count(after: (1 << 20) + 1 - 3) }
    #expect(error?.code == .unsupported)
  }
}
