/// Decodes the stored samples of a timed metadata track, from an output of an ``AssetReader``, to
/// groups of items; the counterpart of AVFoundation's `AVAssetReaderOutputMetadataAdaptor`.
///
///     let output = AssetReaderTrackOutput(track: metadataTrack, settings: nil)
///     let adaptor = AssetReaderOutputMetadataAdaptor(try reader.outputProvider(for: output))
///     try reader.start()
///     while let group = try adaptor.nextTimedMetadataGroup() { ... }
public final class AssetReaderOutputMetadataAdaptor {
  /// The source of the stored samples: the provider of a reader, or a classic output.
  private enum Source {
    case provider(SampleProvider)
    case output(ClassicReaderOutput)
  }

  private let source: Source
  /// The decoder for the most recent format description.
  private var decoder: (of: FormatDescription, value: TimedMetadataDecoder)?

  /// Creates an adaptor for a provider of the stored samples of a timed metadata track.
  public init(_ provider: SampleProvider) { source = .provider(provider) }

  /// Creates an adaptor for a classic output; the counterpart of AVFoundation's
  /// `init(assetReaderTrackOutput:)`.
  public init(assetReaderTrackOutput output: ClassicReaderOutput) { source = .output(output) }

  /// Returns the next group of items with its time range; nil after the last group.
  ///
  /// A group is empty if there is no metadata in its range. Times are on the timeline of the asset;
  /// metadata that an edit list excludes is omitted.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for samples that are not stored timed metadata
  ///   (`mebx`, or `gpmd`, `camm` and `rtmd` from cameras), or an error from reading.
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

  /// Returns the items in a sample, with the time range in which it is presented.
  private func group(of sample: SampleBuffer) throws(MetaError) -> TimedMetadataGroup {
    guard let bytes = sample.stored, let description = sample.formatDescription,
      let decoder = decoder(of: description)
    else {
      throw MetaError(
        .unsupported,
        reason:
          "samples of type \(sample.formatDescription?.codec ?? "unknown") are not timed metadata")
    }
    let start = sample.presentationTime + (sample.trimDurationAtStart ?? .zero)
    let untrimmedEnd = sample.presentationTime + (sample.duration ?? .zero)
    let range = MediaTimeRange(
      start: start, end: untrimmedEnd - (sample.trimDurationAtEnd ?? .zero))
    return TimedMetadataGroup(timeRange: range, items: decoder.items(of: bytes, in: range))
  }

  /// Returns the decoder for a format, which is kept until the format changes.
  private func decoder(of description: FormatDescription) -> TimedMetadataDecoder? {
    if let decoder, decoder.of == description { return decoder.value }
    let new = TimedMetadataDecoder(codec: description.codec, keys: description.metadataKeys)
    decoder = new.map { (description, $0) }
    return new
  }
}
