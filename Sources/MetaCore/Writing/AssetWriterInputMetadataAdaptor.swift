/// Writes groups of metadata items to a timed metadata track (`mebx`) through an input of an
/// ``AssetWriter``; the counterpart of AVFoundation's `AVAssetWriterInputMetadataAdaptor`.
///
///     let format = FormatDescription(timedMetadata: items)
///     let receiver = try writer.inputReceiver(for: AssetWriterInput(.metadata, sourceFormatHint: format))
///     let adaptor = AssetWriterInputMetadataAdaptor(receiver)
///     ...
///     try await adaptor.append(group)
///
/// ``AssetReaderOutputMetadataAdaptor`` reads the appended groups from the track, with an empty
/// group for each gap between two groups. A key is declared with the first group that contains it
/// (QTFF "Timed Metadata").
public final class AssetWriterInputMetadataAdaptor {
  /// The destination of the samples: the receiver of a writer, or a classic input.
  private enum Destination {
    case receiver(SampleBufferReceiver)
    case input(ClassicWriterInput)
  }

  private let destination: Destination
  private var keys: [TimedMetadataKey] = []
  private var format: FormatDescription?
  /// The end of the last group.
  private var end: MediaTime?

  /// Creates an adaptor for the receiver of a timed metadata track.
  public init(_ receiver: SampleBufferReceiver) { destination = .receiver(receiver) }

  /// Creates an adaptor for a classic input; the counterpart of AVFoundation's
  /// `init(assetWriterInput:)`.
  public init(assetWriterInput input: ClassicWriterInput) { destination = .input(input) }

  /// Appends the items for a time range; an empty group means no metadata.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for a group without a start or duration, for
  ///   a value that does not fit its type or is not in memory, or for a key space that does not
  ///   have four characters; or an error from ``SampleBufferReceiver/append(_:)``.
  public nonisolated(nonsending) func append(_ group: TimedMetadataGroup) async throws(MetaError) {
    for sample in try samples(for: group) {
      switch destination {
      case .receiver(let receiver): try await receiver.append(sample)
      case .input(let input): try appendClassic(sample, to: input)
      }
    }
    end = group.timeRange.end
  }

  /// Appends a group if that is possible without waiting; returns whether it was appended.
  ///
  /// - Throws: ``MetaError``, as for ``append(_:)``.
  public func appendImmediately(_ group: TimedMetadataGroup) throws(MetaError) -> Bool {
    for sample in try samples(for: group) {
      switch destination {
      case .receiver(let receiver):
        guard try receiver.appendImmediately(sample) else { return false }
        end = sample.presentationTime + (sample.duration ?? .zero)
      case .input(let input):
        guard input.isReadyForMoreMediaData else { return false }
        try appendClassic(sample, to: input)
      }
    }
    end = group.timeRange.end
    return true
  }

  private func appendClassic(
    _ sample: SampleBuffer, to input: ClassicWriterInput
  ) throws(MetaError) {
    guard !input.append(sample) else { return }
    throw input.writer?.error
      ?? MetaError(.wrongState, reason: "the input cannot accept metadata now")
  }

  // MARK: Samples

  /// Returns the sample for a group, preceded by an empty sample if there is a gap before it.
  private func samples(for group: TimedMetadataGroup) throws(MetaError) -> [SampleBuffer] {
    let range = group.timeRange
    guard range.start.isNumeric, range.duration.isNumeric, range.duration >= .zero else {
      throw MetaError(
        .invalidAttributes, reason: "a metadata group requires a start and a duration")
    }
    let numbered = group.items.map { (item: $0, key: number(of: $0)) }
    guard let bytes = TimedMetadataSample.encode(numbered) else {
      throw MetaError(
        .invalidAttributes, reason: "a value does not match its data type, or is not in memory")
    }
    if format == nil { format = FormatDescription(keys: keys) }
    guard let format else {
      throw MetaError(.invalidAttributes, reason: "a metadata key space must have four characters")
    }
    var samples: [SampleBuffer] = []
    if let end, end < range.start {
      samples.append(SampleBuffer(.stored(.empty), at: end, duration: range.start - end))
    }
    samples.append(
      SampleBuffer(.stored(ByteSlice(bytes)), at: range.start, duration: range.duration))
    for index in samples.indices { samples[index].formatDescription = format }
    return samples
  }

  /// Returns the number of an item's key, declaring it if necessary.
  private func number(of item: MetadataItem) -> UInt32 {
    let known = keys.first {
      $0.keySpace == item.keySpace && $0.key.description == item.key.description
        && $0.dataType == item.dataType && $0.language == item.language
    }
    if let known { return known.number }
    let number = UInt32(clamping: keys.count + 1)
    keys.append(TimedMetadataKey(item, number: number))
    format = nil
    return number
  }
}

extension TimedMetadataKey {
  /// Creates the key for an item.
  fileprivate init(_ item: MetadataItem, number: UInt32) {
    self.init(
      number: number, keySpace: item.keySpace, key: item.key, dataType: item.dataType,
      language: item.language)
  }
}

extension FormatDescription {
  /// Creates a format description for timed metadata with the keys of the given items, for
  /// ``AssetWriterInput/sourceFormatHint``; nil for a key space that does not have four characters.
  public init?(timedMetadata items: [MetadataItem]) {
    self.init(
      keys: items.enumerated().map { TimedMetadataKey($1, number: UInt32(clamping: $0 + 1)) })
  }

  /// Creates the description of timed metadata with the given keys.
  fileprivate init?(keys: [TimedMetadataKey]) {
    guard let atom = TimedMetadataKeys.encode(keys) else { return nil }
    var track = TrackDescription(id: 1, mediaType: .metadata)
    track.codec = FourCC.mebx.description
    track.formatExtensions = ByteSlice(atom)
    track.sampleEntry = StoredSampleEntry(
      format: .mebx, fields: ByteSlice(atom), tableVersion: 0)
    self.init(track)
  }
}
