internal import Dispatch
internal import Synchronization
package import SystemPackage

/// Writes the video of a session, filtered as in a recording, as a YUV4MPEG2 stream for a player
/// such as `ffplay -` (`capture --preview`).
///
/// The output runs on its own thread. A frame that arrives while the previous one is being written
/// is kept until a newer one replaces it, so a slow player never blocks a recording.
package final class CapturePreviewOutput: CaptureOutput {
  private let descriptor: FileDescriptor
  private let arrivals = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  /// The state shared by the session's threads and the writing thread: the newest frame not yet
  /// written, whether it is the last one, and the error for the program.
  private struct State {
    var newest: SampleBuffer?
    var isEnded = false
    var error: MetaError?
  }

  /// Creates an output that writes to a file descriptor; `frameDuration` determines the frame rate
  /// in the header, by default 30 frames per second.
  package init(_ descriptor: FileDescriptor, codecs: MediaCodecs, frameDuration: MediaTime?) {
    self.descriptor = descriptor
    WorkThread.start("capture.preview") { [self] in
      do throws(MetaError) {
        try write(codecs, frameDuration ?? MediaTime(numeric: 1, 30))
      } catch { state.withLock { $0.error = error } }
    }
  }

  /// The error that ended writing; nil if writing has not failed.
  package var error: MetaError? { state.withLock { $0.error } }

  package func accepts(_ mediaType: MediaType) -> Bool { mediaType == .video }

  package func receive(_ sample: SampleBuffer, of mediaType: MediaType) {
    state.withLock { $0.newest = sample }
    arrivals.signal()
  }

  package func end(of mediaType: MediaType) {
    state.withLock { $0.isEnded = true }
    arrivals.signal()
  }

  /// Writes the newest frame whenever one arrives, until the end; the header precedes the first
  /// frame.
  private func write(_ codecs: MediaCodecs, _ duration: MediaTime) throws(MetaError) {
    let converters = VideoConverters(codecs)
    var hasHeader = false
    while true {
      arrivals.wait()
      let (sample, isEnded) = state.withLock { state in
        defer { state.newest = nil }
        return (state.newest, state.isEnded)
      }
      if let pixels = sample?.pixels {
        let picture = try converters.convert(pixels, to: VideoTarget(.yCbCr420Planar))
        var bytes = Array("\(Y4MHeader.frame)\n".utf8) + picture.packedBytes()
        let aspect = sample?.formatDescription?.video?.pixelAspect
        let header = Y4MHeader(picture, frameDuration: duration, pixelAspect: aspect)
        if !hasHeader, let line = header.line {
          bytes = Array("\(line)\n".utf8) + bytes
          hasHeader = true
        }
        try write(bytes)
      }
      if isEnded { return }
    }
  }

  private func write(_ bytes: [UInt8]) throws(MetaError) {
    do throws(Errno) {
      try descriptor.writeWhole(bytes)
    } catch {
      throw MetaError(.io, reason: "cannot write the preview: \(error)", underlying: error)
    }
  }
}
