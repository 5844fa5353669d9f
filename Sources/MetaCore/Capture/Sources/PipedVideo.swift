internal import Synchronization
package import SystemPackage

/// Reads uncompressed video from a pipe or a file for a capture session: a YUV4MPEG2 stream, or raw
/// frames of a specified size and pixel format.
///
/// `capture --video` uses it for a path or `-`. The writing process waits for the consumer; times
/// start at zero.
package final class PipedVideo: CaptureSource {
  package let mediaType = MediaType.video
  package let isLive = false
  private let input: PipeInput
  private let requestedFormat: CaptureFormat
  private let state = Mutex<State?>(nil)

  /// The format of the frames, whether each has a `FRAME` line (`isStream`), and the number of the
  /// next frame.
  private struct State {
    let attributes: PixelBufferAttributes
    let duration: MediaTime
    let isStream: Bool
    let color: ColorProperties
    var pixelAspect: [Int]?
    var number = 0
  }

  /// Creates a source for a pipe or a file; a nil path means standard input.
  package init(_ path: FilePath?, _ format: CaptureFormat) {
    input = PipeInput(path)
    requestedFormat = format
  }

  package var frameDuration: MediaTime? { state.withLock { $0?.duration } }

  package var format: FormatDescription? {
    state.withLock { state in
      state.flatMap {
        FormatDescription(
          pictures: $0.attributes, lasting: $0.duration, pixelAspect: $0.pixelAspect)
      }
    }
  }

  package func start(_ clock: CaptureClock) throws(MetaError) {
    try input.open()
    let start = try input.read(Y4MHeader.magic.utf8.count)
    input.unread(start)
    let opened =
      start == Array(Y4MHeader.magic.utf8) ? try streamState() : try rawState()
    state.withLock { $0 = opened }
  }

  /// Returns the state for a YUV4MPEG2 stream, after reading its header.
  private func streamState() throws(MetaError) -> State {
    let header = try Y4MHeader(line: input.line(limit: Y4MHeader.longest) ?? "")
    var color = ColorProperties()
    color.isFullRange = header.isFullRange
    return State(
      attributes: PixelBufferAttributes(
        format: header.format, width: header.width, height: header.height),
      duration: header.frameDuration, isStream: true, color: color,
      pixelAspect: header.pixelAspect)
  }

  /// Returns the state for frames without a header, of the requested size; the default is planar
  /// 4:2:0 at 30 frames per second.
  private func rawState() throws(MetaError) -> State {
    guard let width = requestedFormat.width, let height = requestedFormat.height else {
      throw MetaError(
        .invalidAttributes,
        reason: "\(input.name) is not a YUV4MPEG2 stream; raw video needs a size"
      )
    }
    return State(
      attributes: PixelBufferAttributes(
        format: requestedFormat.pixelFormat ?? .yCbCr420Planar, width: width, height: height),
      duration: requestedFormat.frameDuration ?? MediaTime(numeric: 1, 30), isStream: false,
      color: ColorProperties())
  }

  package func next() throws(MetaError) -> SampleBuffer? {
    guard let state = state.withLock({ $0 }) else { return nil }
    if state.isStream {
      guard let line = try input.line(limit: Y4MHeader.longest) else { return nil }
      guard line.hasPrefix(Y4MHeader.frame) else {
        throw MetaError(
          .malformed, reason: "\(input.name): frame \(state.number) does not begin with FRAME")
      }
    }
    var picture = try MutablePixelBuffer(state.attributes)
    picture.color = state.color
    for plane in 0..<picture.planeCount {
      let size = picture.bytesPerRow(ofPlane: plane) * picture.rows(ofPlane: plane)
      let bytes = try input.read(size)
      // An incomplete frame is ignored.
      guard bytes.count == size else { return nil }
      picture.withMutableBytes(ofPlane: plane) { span in
        bytes.withBytes(0..<size) { span.copy(size, from: $0, at: 0, to: 0) }
      }
    }
    self.state.withLock { $0?.number += 1 }
    return SampleBuffer(
      .pixels(picture.finished()), at: state.duration * state.number, duration: state.duration)
  }

  package func stop() { input.stop() }
}
