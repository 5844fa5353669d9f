internal import Synchronization

/// The source that draws an animated test picture, which shows the number of each frame
/// (`capture --video test`): colour bars, a box that moves across them, and the number, both as
/// digits and as 32 cells along the top, where white means 1 and the leftmost cell is the highest
/// bit.
final class TestPattern: CaptureSource {
  let mediaType = MediaType.video
  let isLive = true
  let frameDuration: MediaTime?
  let format: FormatDescription?
  private let painter: TestPainter
  private let duration: MediaTime
  private let state = Mutex(State())

  /// The clock of the session, and the number of the next frame.
  private struct State {
    var clock: CaptureClock?
    var number: Int64 = 0
    var isStopped = false
  }

  /// Creates a source of test frames.
  ///
  /// - Throws: ``MetaError`` with `invalidSize`, or `invalidAttributes` for a frame duration that
  ///   is not positive.
  init(_ format: CaptureFormat) throws(MetaError) {
    duration = format.frameDuration ?? MediaTime(numeric: 1, 30)
    frameDuration = duration
    guard duration.isNumeric, duration > .zero else {
      throw MetaError(.invalidAttributes, reason: "the frame duration must be positive")
    }
    painter = try TestPainter(
      width: format.width ?? format.preferredWidth ?? 1280,
      height: format.height ?? format.preferredHeight ?? 720)
    self.format = FormatDescription(
      pictures: painter.background.attributes, lasting: duration)
  }

  func start(_ clock: CaptureClock) throws(MetaError) { state.withLock { $0.clock = clock } }

  func next() throws(MetaError) -> SampleBuffer? {
    let (clock, number) = state.withLock { ($0.clock, $0.number) }
    guard let clock else { return nil }
    let time = duration * Int(number)
    clock.wait(until: time)
    guard !state.withLock({ $0.isStopped }) else { return nil }
    state.withLock { $0.number += 1 }
    let picture = try painter.picture(number)
    return SampleBuffer(.pixels(picture), at: time, duration: duration)
  }

  func stop() { state.withLock { $0.isStopped = true } }
}

/// Draws the frames of the test picture: the bars are drawn once; for each frame, the box and the
/// number are drawn over a copy of the bars.
private struct TestPainter: Sendable {
  let background: PixelBuffer
  private let pool: PixelBufferPool

  /// The number of pooled frames that may wait for an encoder; additional frames are allocated.
  private static let poolLimit = 24

  /// A colour as 8-bit Y′, Cb and Cr in video range, in which black is 16 and white 235.
  fileprivate struct VideoColor {
    let luma: UInt8
    let blue: UInt8
    let red: UInt8

    static let white = VideoColor(luma: 235, blue: 128, red: 128)
    static let black = VideoColor(luma: 16, blue: 128, red: 128)
  }

  /// 75% bars (SMPTE RP 219) in BT.709 colours: white, yellow, cyan, green, magenta, red, blue,
  /// black.
  private static let bars = [
    VideoColor(luma: 180, blue: 128, red: 128), VideoColor(luma: 168, blue: 44, red: 136),
    VideoColor(luma: 145, blue: 147, red: 44), VideoColor(luma: 133, blue: 63, red: 52),
    VideoColor(luma: 63, blue: 193, red: 204), VideoColor(luma: 51, blue: 109, red: 212),
    VideoColor(luma: 28, blue: 212, red: 120), VideoColor.black,
  ]

  /// The digits, as rows of five bits.
  private static let digits: [[UInt8]] = [
    [14, 17, 19, 21, 25, 17, 14], [4, 12, 4, 4, 4, 4, 14], [14, 17, 1, 2, 4, 8, 31],
    [31, 2, 4, 2, 1, 17, 14], [2, 6, 10, 18, 31, 2, 2], [31, 16, 30, 1, 1, 17, 14],
    [6, 8, 16, 30, 17, 17, 14], [31, 1, 2, 4, 8, 8, 8], [14, 17, 17, 14, 17, 17, 14],
    [14, 17, 17, 15, 1, 2, 12],
  ]

  /// Draws the bars.
  init(width: Int, height: Int) throws(MetaError) {
    let attributes = PixelBufferAttributes(format: .yCbCr420Planar, width: width, height: height)
    pool = try PixelBufferPool(attributes, limit: TestPainter.poolLimit)
    var picture = try MutablePixelBuffer(attributes)
    picture.color.isFullRange = false
    (picture.color.primaries, picture.color.transfer, picture.color.matrix) = (1, 1, 1)
    for (index, bar) in TestPainter.bars.enumerated() {
      let (left, right) = (width * index / 8, width * (index + 1) / 8)
      picture.fill(x: left, y: 0, width: right - left, height: height, bar)
    }
    background = picture.finished()
  }

  /// Returns the frame with the given number.
  func picture(_ number: Int64) throws(MetaError) -> PixelBuffer {
    var picture: MutablePixelBuffer
    do throws(MetaError) {
      picture = try pool.makeBuffer()
    } catch {
      // All pooled frames are waiting for an encoder.
      picture = try MutablePixelBuffer(background.attributes)
    }
    picture.color = background.color
    picture.copy(background)
    let (width, height) = (background.width, background.height)
    // The box crosses the frame in a few seconds, whatever its size.
    let side = max(2, height / 6)
    let distance = max(1, width - side)
    let position = Int((number * Int64(max(1, width / 128))) % Int64(2 * distance))
    picture.fill(
      x: position < distance ? position : 2 * distance - position, y: height * 2 / 3, width: side,
      height: side, .white
    )
    draw(number, to: &picture)
    return picture.finished()
  }

  /// Draws the number of a frame as 32 cells and as decimal digits.
  private func draw(_ number: Int64, to picture: inout MutablePixelBuffer) {
    let (width, height) = (background.width, background.height)
    for cell in 0..<32 {
      let (left, right) = (width * cell / 32, width * (cell + 1) / 32)
      let isOne = number >> Int64(31 - cell) & 1 == 1
      picture.fill(
        x: left, y: 0, width: right - left, height: height / 16, isOne ? .white : .black)
    }
    let unit = max(1, height / 48)
    let text = String(number).compactMap(\.wholeNumberValue)
    picture.fill(
      x: unit, y: height / 3 - unit, width: (6 * text.count + 1) * unit, height: 9 * unit, .black)
    for (index, digit) in text.enumerated() {
      for (row, bits) in TestPainter.digits[digit].enumerated() {
        for column in 0..<5 where bits >> UInt8(4 - column) & 1 == 1 {
          picture.fill(
            x: (2 + 6 * index + column) * unit, y: height / 3 + row * unit, width: unit,
            height: unit,
            .white)
        }
      }
    }
  }
}

extension MutablePixelBuffer {
  /// Copies the planes of an image of the same pixel format and size.
  fileprivate mutating func copy(_ picture: PixelBuffer) {
    for plane in 0..<planeCount {
      let size = bytesPerRow(ofPlane: plane) * rows(ofPlane: plane)
      picture.withBytes(ofPlane: plane) { source in
        withMutableBytes(ofPlane: plane) { $0.copy(size, from: source, at: 0, to: 0) }
      }
    }
  }

  /// Fills a rectangle of a planar 4:2:0 image.
  fileprivate mutating func fill(
    x: Int, y: Int, width: Int, height: Int, _ tone: TestPainter.VideoColor
  ) {
    for (plane, value) in [tone.luma, tone.blue, tone.red].enumerated() {
      let half = plane == 0 ? 1 : 2
      let row = bytesPerRow(ofPlane: plane)
      let (left, right) = (max(0, x / half), min(row, (x + width + half - 1) / half))
      let (top, bottom) = (
        max(0, y / half), min(rows(ofPlane: plane), (y + height + half - 1) / half)
      )
      guard left < right, top < bottom else { continue }
      withMutableBytes(ofPlane: plane) { bytes in
        for line in top..<bottom {
          for column in left..<right {
            bytes.storeBytes(of: value, toByteOffset: line * row + column, as: UInt8.self)
          }
        }
      }
    }
  }
}
