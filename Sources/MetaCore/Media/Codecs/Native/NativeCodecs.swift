/// MetaCore's built-in codec library, which decodes uncompressed audio and encodes nothing.
struct NativeCodecs: CodecLibrary {
  func audioDecoder(for request: DecoderRequest) throws(ParseError) -> (any AudioDecoder)? {
    // In a movie, each sample lasts one unit of the timescale, which must therefore be the sample
    // rate.
    guard let stream = try PCMStream.find(for: request),
      !request.hasTimeline || request.track.timescale.map(Int.init) == stream.sampleRate
    else { return nil }
    return PCMDecoder(stream, of: request)
  }

  func audioConverter(to target: AudioTarget) throws(ParseError) -> (any AudioConverting)? { nil }
}

/// Decodes the uncompressed audio that a ``PCMStream`` locates in a file, in buffers of the same
/// size as FFmpeg's.
final class PCMDecoder: AudioDecoder {
  private let stream: PCMStream
  private let request: DecoderRequest
  private let format: AudioFormat
  private var extent = 0
  /// The next sample in the extent.
  private var nextFrame: Int64 = 0
  /// Audio that was read but not yet delivered.
  private var loaded: (audio: AudioBuffer, start: Int64)?

  /// The number of buffers read at once.
  private static let buffersAtATime = 32

  init(_ stream: PCMStream, of request: DecoderRequest) {
    self.stream = stream
    self.request = request
    format = stream.format
  }

  func next() throws(ParseError) -> DecodedAudio? {
    if loaded == nil { loaded = try load() }
    guard let (audio, start) = loaded else { return nil }
    let count = min(audio.frameCount, stream.framesPerBuffer)
    let rest = audio[count..<audio.frameCount]
    loaded = rest.frameCount > 0 ? (rest, start.plus(Int64(count))) : nil
    var decoded = DecodedAudio(audio[0..<count], at: start)
    if loaded == nil, isAtEnd, let end = stream.truncation { decoded.damage = truncation(at: end) }
    return decoded
  }

  /// Whether the samples of the current extent and of all later ones have been read.
  private var isAtEnd: Bool {
    stream.extents.indices.dropFirst(extent).allSatisfy {
      stream.extents[$0].count <= ($0 == extent ? nextFrame : 0)
    }
  }

  /// Reads and decodes the next samples from the file; returns nil after the last sample.
  private func load() throws(ParseError) -> (AudioBuffer, Int64)? {
    while stream.extents.indices.contains(extent) {
      let currentExtent = stream.extents[extent]
      let size = stream.bytesPerFrame
      let frameCount = min(
        currentExtent.count - nextFrame, Int64(stream.framesPerBuffer * PCMDecoder.buffersAtATime))
      guard frameCount > 0 else {
        extent += 1
        nextFrame = 0
        continue
      }
      let bytes = try request.source.read(
        at: currentExtent.offset.plus(nextFrame.times(Int64(size))), count: Int(frameCount) * size)
      let frames = bytes.count / size
      guard frames > 0 else {
        nextFrame = currentExtent.count
        continue
      }
      let wholeFrames = bytes.count == frames * size ? bytes : Array(bytes[..<(frames * size)])
      let start = currentExtent.first.plus(nextFrame)
      nextFrame = nextFrame.plus(Int64(frames))
      do throws(MetaError) {
        return (try AudioBuffer(format, bytes: [stream.coding.decoded(wholeFrames)]), start)
      } catch {
        throw ParseError(.malformed, at: currentExtent.offset, error.reason)
      }
    }
    return nil
  }

  private func truncation(at end: Int64) -> Diagnostic {
    Diagnostic(
      code: .truncated, path: StructurePath(["track \(request.track.id)"]), offset: end,
      message: "track \(request.track.id): the file ends before its audio does")
  }

  func seek(to time: MediaTime) throws(ParseError) {
    guard time.isNumeric else { return }
    let target = max(0, ExactTime(time).units(UInt32(clamping: stream.sampleRate), .down))
    loaded = nil
    extent = stream.extents.firstIndex { $0.first.plus($0.count) > target } ?? stream.extents.count
    let first = stream.extents.indices.contains(extent) ? stream.extents[extent].first : target
    nextFrame = max(0, target.minus(first))
  }

  func rewind() throws(ParseError) { (extent, nextFrame, loaded) = (0, 0, nil) }
}
