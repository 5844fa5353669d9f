import MetaCore
import MetaForeign
import SystemPackage

/// tandem INPUT OUTPUT.mov [SECONDS]: re-encodes the video and audio of a film concurrently, and
/// gives up after some seconds.
///
/// `Transcoder` does this in one call and keeps everything else of the film; here both tracks are
/// visible, each with its own task, end and errors.
@main
enum TandemFile {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { return print("tandem INPUT OUTPUT.mov [SECONDS]") }
    let film = try await Film(from: FilePath(arguments[0]), to: FilePath(arguments[1]))
    let seconds = arguments.count > 2 ? Double(arguments[2]) : nil
    let limit = Task {
      guard let seconds else { return }
      try await Task.sleep(for: .seconds(seconds))
      film.cancel()
    }
    defer { limit.cancel() }
    do {
      try await film.encode()
      print("\(arguments[1]): written")
    } catch is CancellationError {
      print("\(arguments[1]): cancelled, no file is left")
    }
  }
}

/// A reader and a writer with an output and an input for each of two tracks.
struct Film: Sendable {
  private let reader: AssetReader
  private let writer: AssetWriter
  private let tracks: [AssetTrack]

  init(from source: FilePath, to destination: FilePath) async throws {
    let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
    let asset = Asset(path: source)
    tracks = try await asset.load(.tracks)
    reader = AssetReader(asset: asset, codecs: codecs)
    writer = try AssetWriter(path: destination, fileType: .quickTimeMovie, codecs: codecs)
    try writer.setMetadata(try await asset.load(.metadata))
  }

  /// Cancels all work, at any time; there is then no new file.
  func cancel() {
    reader.cancelReading()
    writer.cancelWriting()
  }

  func encode() async throws {
    do {
      let video = try pair(for: .video, .video(VideoOutputSettings(codec: .h264)))
      let audio = try pair(for: .audio, .audio(AudioOutputSettings(.aac)))
      try reader.start()
      try writer.start()
      try writer.startSession(atSourceTime: .zero)
      // Neither waits for the other; after an error of one, the writer accepts nothing from the
      // other.
      async let videoEnd: Void? = video?.run()
      async let audioEnd: Void? = audio?.run()
      _ = try await (videoEnd, audioEnd)
      try await writer.finishWriting()
    } catch {
      // After `cancel()` a track's task fails at its next call.
      let isCancelled = writer.status == .cancelled
      cancel()
      throw isCancelled ? CancellationError() : error
    }
  }

  /// The reader and writer ends of the first track with a media type; nil without one.
  private func pair(for type: MediaType, _ settings: OutputSettings) throws -> sending Pair? {
    guard let track = tracks.first(where: { $0.mediaType == type }) else { return nil }
    // Clean aperture and pixel aspect ratio come from the format of the source.
    var input = AssetWriterInput(
      type, settings: settings, sourceFormatHint: track.formatDescriptions.first)
    (input.transform, input.languageTag) = (track.preferredTransform, track.extendedLanguageTag)
    return Pair(
      name: type.rawValue,
      provider: try reader.outputProvider(
        for: AssetReaderTrackOutput(track: track, settings: .decoded)),
      receiver: try writer.inputReceiver(for: input))
  }
}

/// One track: its source and its destination.
struct Pair {
  let name: String
  let provider: SampleProvider
  let receiver: SampleBufferReceiver

  @concurrent
  func run() async throws {
    var count = 0
    while let sample = try await provider.next() {
      // Returns when the encoder is ready for the next one.
      try await receiver.append(sample)
      count += sample.sampleCount
    }
    receiver.finish()
    print("\(name): \(count) samples encoded")
  }
}
