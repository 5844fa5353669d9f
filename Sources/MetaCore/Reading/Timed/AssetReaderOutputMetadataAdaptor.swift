/// Delivers timed metadata as groups of items; AVFoundation's `AVAssetReaderOutputMetadataAdaptor`.
///
///     let output = AssetReaderTrackOutput(track: metadataTrack, settings: nil)
///     let adaptor = AssetReaderOutputMetadataAdaptor(try reader.outputProvider(for: output))
///     try reader.start()
///     while let group = try adaptor.nextTimedMetadataGroup() { ... }
public final class AssetReaderOutputMetadataAdaptor {
  private enum Source {
    case provider(SampleProvider)
    case output(ClassicReaderOutput)
  }

  private let source: Source
  /// The decoder of the description that was used last.
  private var decoder: (of: FormatDescription, value: TimedMetadataDecoder)?

  /// An adaptor for what delivers the stored samples of a track of timed metadata.
  public init(_ provider: SampleProvider) { source = .provider(provider) }

  /// The same for an output of the classic layer; AVFoundation's `init(assetReaderTrackOutput:)`.
  public init(assetReaderTrackOutput output: ClassicReaderOutput) { source = .output(output) }

  /// The items that hold for the next stretch of time, none where it has no metadata; nil after the
  /// last.
  ///
  /// Its times are those of the asset, without what an edit list leaves out.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for samples that are not timed metadata as stored
  ///   (`mebx`, and of cameras `gpmd`, `camm` and `rtmd`), and what reading throws.
  public func nextTimedMetadataGroup() throws(MetaError) -> TimedMetadataGroup? {
    while let sample = try nextSample() {
      guard sample.isDisplayed else { continue }
      if case .gap = sample.content { continue }
      return try group(of: sample)
    }
    return nil
  }

  private func nextSample() throws(MetaError) -> SampleBuffer? {
    switch source {
    case .provider(let provider): try provider.copyNextSampleBuffer()
    case .output(let output): try output.copyNextSampleBuffer()
    }
  }

  private func group(of sample: SampleBuffer) throws(MetaError) -> TimedMetadataGroup {
    guard let bytes = sample.stored, let description = sample.formatDescription,
      let decoder = decoder(of: description)
    else {
      throw MetaError(
        .unsupported,
        reason: "samples of \(sample.formatDescription?.codec ?? "another kind") are no metadata")
    }
    let start = sample.presentationTime + (sample.trimDurationAtStart ?? .zero)
    let whole = sample.presentationTime + (sample.duration ?? .zero)
    let range = MediaTimeRange(start: start, end: whole - (sample.trimDurationAtEnd ?? .zero))
    return TimedMetadataGroup(timeRange: range, items: decoder.items(of: bytes, in: range))
  }

  private func decoder(of description: FormatDescription) -> TimedMetadataDecoder? {
    if let decoder, decoder.of == description { return decoder.value }
    let new = TimedMetadataDecoder(codec: description.codec, keys: description.metadataKeys)
    decoder = new.map { (description, $0) }
    return new
  }
}
