import Testing

@testable import MetaCore

/// When a frame is found by seeking, and when by decoding forward.
@Suite("Finding video frames")
struct DecodedFrameCursorTests {
  /// Ten pictures per second, of which every 50th is a sync sample.
  private final class CountingDecoder: VideoDecoder {
    var failedPackets: Int64 { 0 }
    private var index = 0
    private let knowsIndex: Bool
    /// Frames of which the decoder skips what it may.
    var leavesOut = false
    private var omitBefore: MediaTime?
    private(set) var lastOmitted: MediaTime?
    private(set) var seeks = 0
    private(set) var decoded = 0

    init(knowsIndex: Bool) { self.knowsIndex = knowsIndex }

    func next() throws(ParseError) -> DecodedFrame? {
      while index < 300 {
        let time = MediaTime(numeric: Int64(index), 10)
        index += 1
        if leavesOut, let omitBefore, time < omitBefore, index % 2 == 0 {
          lastOmitted = time
          continue
        }
        decoded += 1
        let attributes = PixelBufferAttributes(format: .rgba, width: 1, height: 1)
        guard let pixels = try? MutablePixelBuffer(attributes).finished() else { return nil }
        return DecodedFrame(
          pixels, at: time, duration: MediaTime(numeric: 1, 10), isSync: index % 50 == 1)
      }
      return nil
    }

    func seek(to time: MediaTime, isSingle: Bool) throws(ParseError) {
      seeks += 1
      (omitBefore, lastOmitted) = (nil, nil)
      index = max(0, Int(time.seconds * 10 + 0.001)) / 50 * 50
      if isSingle { omitUnneeded(before: time) }
    }

    func seekAdvances(to time: MediaTime) -> Bool? {
      knowsIndex ? Int(time.seconds * 10 + 0.001) / 50 * 50 >= index : nil
    }

    func omitUnneeded(before time: MediaTime) { omitBefore = time - MediaTime(numeric: 2, 10) }
  }

  private func move(_ cursor: DecodedFrameCursor, to tenths: Int64) throws {
    try cursor.move(to: MediaTime(numeric: tenths, 10), isSingle: true)
    #expect(cursor.current?.time == MediaTime(numeric: tenths, 10))
  }

  @Test func timesInAGroupAreDecodedInOnePass() throws {
    let decoder = CountingDecoder(knowsIndex: true)
    let cursor = DecodedFrameCursor(decoder)
    for time in [3, 20, 45] as [Int64] { try move(cursor, to: time) }
    #expect(decoder.seeks <= 1)
    #expect(decoder.decoded <= 48)
    let before = decoder.seeks
    try move(cursor, to: 52)
    #expect(decoder.seeks == before + 1)
    try move(cursor, to: 51)
    #expect(decoder.seeks == before + 2)
  }

  @Test func withoutAnIndexDistantFramesAreSought() throws {
    let decoder = CountingDecoder(knowsIndex: false)
    let cursor = DecodedFrameCursor(decoder)
    try move(cursor, to: 3)
    try move(cursor, to: 9)
    #expect(decoder.seeks == 0)
    try move(cursor, to: 40)
    #expect(decoder.seeks == 1)
  }

  @Test func skippedFramesAreStillFound() throws {
    let decoder = CountingDecoder(knowsIndex: true)
    decoder.leavesOut = true
    let cursor = DecodedFrameCursor(decoder)
    for time in [3, 20, 33, 34, 45, 60, 99] as [Int64] { try move(cursor, to: time) }
    // A skipped frame before the last one is still found.
    for time in [98, 61, 62, 40] as [Int64] { try move(cursor, to: time) }
  }
}
