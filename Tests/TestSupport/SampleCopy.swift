package import MetaCore

/// The samples of a reader, written by a writer, one track after the other.
package struct SampleCopy {
  /// What is copied from.
  package let reader: AssetReader
  private let writer: AssetWriter
  private var pairs: [(SampleProvider, SampleBufferReceiver)] = []

  /// A copy of no track.
  package init(from reader: AssetReader, to writer: AssetWriter) {
    self.reader = reader
    self.writer = writer
  }

  /// A copy of all tracks of an asset with their samples as they are stored; `change` modifies the
  /// description of each new track.
  package init(
    stored asset: Asset, to writer: AssetWriter,
    changing change: (AssetTrack, inout AssetWriterInput) -> Void = { _, _ in }
  ) async throws {
    self.init(from: AssetReader(asset: asset), to: writer)
    let tracks = try await asset.load(.tracks)
    for track in tracks {
      var input = AssetWriterInput(
        track.mediaType, sourceFormatHint: track.formatDescriptions.first)
      change(track, &input)
      try add(AssetReaderTrackOutput(track: track, settings: nil), to: input)
    }
  }

  /// Adds a track.
  package mutating func add(
    _ output: some AssetReaderOutput, to input: AssetWriterInput
  ) throws {
    pairs.append((try reader.outputProvider(for: output), try writer.inputReceiver(for: input)))
  }

  /// Copies the samples, and finishes the movie.
  package func run() async throws {
    try reader.start()
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    for (provider, receiver) in pairs {
      while let sample = try await provider.next() { try await receiver.append(sample) }
      receiver.finish()
    }
    try await writer.finishWriting()
  }
}
