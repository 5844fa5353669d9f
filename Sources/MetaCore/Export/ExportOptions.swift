/// The options of an export.
public struct ExportOptions: Sendable, Hashable {
  /// The type of the new file; nil for the one that its name stands for.
  public var fileType: FileType?
  /// Changes to the metadata of the new file.
  public var edits: [MetadataEdit] = []
  /// The items of the new file instead of those of the old one; nil to keep the old ones.
  ///
  /// AVFoundation's `AVAssetExportSession.metadata`. Pictures are items too; chapters are kept.
  /// Items of another key space are converted by the field that they hold. Values that were not
  /// read (``DataValue/file(_:)``) are copied from the old file. ``filter`` is applied to these
  /// items, and ``edits`` are made after that.
  public var metadata: [MetadataItem]?
  /// The filter for the metadata of the new file; nil for no filter.
  public var filter: MetadataFilter?
  /// The IDs of the tracks to include; nil for all.
  public var tracks: Set<UInt32>?
  /// The time range to include, in times of the file; nil for all.
  ///
  /// The new file plays exactly this range, though it may contain slightly more: frames on which
  /// the first ones depend are included, and an edit list skips them; MP3 keeps whole frames, and a
  /// header states how many samples are played. Audio that has no such information (MP2, AAC
  /// without a container) is cut at frame boundaries, and a note gives the time.
  public var timeRange: MediaTimeRange?
  /// Whether the tables come before the media, so that a player can begin before it has the whole
  /// file.
  public var isFastStart = true
  /// The minimum duration of a fragment, to write a fragmented movie; nil to write one that is not
  /// fragmented.
  ///
  /// A player can begin at any fragment, and an interrupted recording loses at most the last one.
  /// The name is that of `AVAssetWriter`. The header of such a movie is always at the start,
  /// whatever ``isFastStart`` is.
  public var movieFragmentInterval: MediaTime?
  /// Whether content that the new file cannot hold may be dropped; losses are reported.
  public var allowsLoss = false
  /// Whether an existing output is replaced.
  public var force = false
  /// Whether the new file is on the disk, safe against loss of power, when the export ends.
  public var synchronizes = false
  /// Whether the new file gets the modification time of the old one.
  public var keepsModified = false
  /// The free space to leave next to the metadata, in bytes.
  public var padding = PlanShape.standardPadding

  /// Makes the default options, which keep everything.
  public init() {}
}

/// The result of planning an export, before anything is written.
public struct ExportDraft: Sendable {
  /// The metadata of the old file.
  public let document: Document
  /// The new file, made of pieces of the old one.
  package let plan: RewritePlan
  /// The type of the new file.
  public let fileType: FileType
  /// Media, and their times and locations, that are not in the new file.
  public let losses: [Diagnostic]
  /// What of the metadata is not in the new file.
  public let metadataLosses: [ConversionLoss]
  /// Further notes.
  public let notes: [Diagnostic]
  /// The private data that are not in the new file, and those that it may still contain; nil when
  /// the filter is not for sharing.
  public let privacy: PrivateData.Report?
  /// The old file as it was read.
  let identity: FileIdentity
}
