/// The options for an export to a new file: its type, its metadata, the tracks and the time range
/// to include, and how it is written.
///
/// An export copies samples unchanged, unless an ``ExportSession`` has a preset.
public struct ExportOptions: Sendable, Hashable {
  /// The type of the new file; nil means the type indicated by the file name extension.
  public var fileType: FileType?
  /// Changes to the metadata of the new file.
  public var edits: [MetadataEdit] = []
  /// The items that replace those in the source file; nil means that the original items are kept.
  ///
  /// This corresponds to AVFoundation's `AVAssetExportSession.metadata`. Pictures are items too;
  /// chapters are kept. Items from another key space are converted via the field that they
  /// represent. Values that have not been read (``DataValue/file(_:)``) are copied from the source
  /// file. ``filter`` is applied to these items first, then ``edits``.
  public var metadata: [MetadataItem]?
  /// The filter for the metadata of the new file; nil means no filter.
  public var filter: MetadataFilter?
  /// The IDs of the tracks to include; nil means all tracks.
  public var tracks: Set<UInt32>?
  /// The time range to include, on the timeline of the file; nil means the whole timeline.
  ///
  /// The new file plays exactly this range, though it may contain slightly more: frames on which
  /// the first ones depend are included, and an edit list skips them; MP3 keeps whole frames, and a
  /// header specifies how many samples are played. Audio without this information (MP2, AAC without
  /// a container) is cut at frame boundaries, and a note gives the resulting time.
  public var timeRange: MediaTimeRange?
  /// Whether the tables precede the media, so that playback can start before the whole file is
  /// available.
  public var isFastStart = true
  /// The minimum duration of a fragment in a fragmented movie; nil means a regular movie.
  ///
  /// Playback can start at any fragment, and an interrupted recording loses at most the last one.
  /// The property has the same name as that of `AVAssetWriter`. The header of a fragmented movie is
  /// always at the start, regardless of ``isFastStart``.
  public var movieFragmentInterval: MediaTime?
  /// Whether content that the new file cannot hold may be dropped; losses are reported.
  public var allowsLoss = false
  /// Whether to replace an existing output.
  public var force = false
  /// Whether the new file is flushed to the disk before the export ends, so that it survives a
  /// power failure.
  public var synchronizes = false
  /// Whether the new file gets the modification time of the source file.
  public var keepsModified = false
  /// The free space to leave next to the metadata, in bytes.
  public var padding = LayoutConstraints.standardPadding

  /// Creates the default options, which keep everything.
  public init() {}
}

/// The result of planning an export, before anything is written: the new file as pieces of the
/// source, and the content that the new file loses.
public struct ExportDraft: Sendable {
  /// The metadata of the source file.
  public let document: Document
  /// The new file, composed of pieces of the source.
  package let plan: RewritePlan
  /// The type of the new file.
  public let fileType: FileType
  /// Media that is not in the new file, with times and locations, and metadata that cannot be
  /// adjusted to the time range.
  public let losses: [Diagnostic]
  /// Metadata that is not in the new file.
  public let metadataLosses: [ConversionLoss]
  /// Additional notes.
  public let notes: [Diagnostic]
  /// The private data that was removed, and the private data that the new file may still contain;
  /// nil if the filter is not for sharing.
  public let privacy: PrivateData.Report?
  /// The identity of the source file when it was read.
  let identity: FileIdentity
}
