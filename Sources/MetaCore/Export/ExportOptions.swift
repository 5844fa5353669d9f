/// What is asked of an export beside the file that it goes to.
public struct ExportOptions: Sendable, Hashable {
  /// The type of the new file; nil for the one that its name stands for.
  public var fileType: FileType?
  /// Changes of the metadata that the new file takes along.
  public var edits: [MetadataEdit] = []
  /// The items of the new file instead of those of the old one; nil for these.
  ///
  /// AVFoundation's `AVAssetExportSession.metadata`. Pictures are items, too; chapters stay. Items of another kind of file become the fields that they are items of. Values that were not read
  /// (``DataValue/file(_:)``) are taken from the old file. ``filter`` is asked about these items, and ``edits`` come after them.
  public var metadata: [MetadataItem]?
  /// What the new file may hold of the metadata; nil for all.
  public var filter: MetadataFilter?
  /// The tracks that go along, by their numbers; nil for all.
  public var tracks: Set<UInt32>?
  /// What of the media goes along, in times of the file; nil for all.
  ///
  /// The new file plays exactly this, though it may hold a little more: pictures that the first ones need are there, and an edit list passes
  /// over them; of MP3, whole frames, of which a header says how much is played. Sound that cannot say so (MP2, AAC without a container) is cut
  /// on borders of frames, and a note says where.
  public var timeRange: MediaTimeRange?
  /// Whether a player can begin before it has the whole file: what tells about the media stands before them.
  public var isFastStart = true
  /// How long fragments are, at least, where the new movie is to be made of them; nil for one that is not.
  ///
  /// A player can begin with any fragment, and whoever writes a fragmented movie loses no more than the last one. AVFoundation has this
  /// name for it in `AVAssetWriter`. Such a movie has what tells about the media in front, whatever ``isFastStart`` says.
  public var movieFragmentInterval: MediaTime?
  /// Whether what the new file cannot hold may be left out; what is lost is reported.
  public var allowsLoss = false
  /// Whether an output that is there is replaced.
  public var force = false
  /// Whether the new file is on the disk, safe against loss of power, when the export ends.
  public var synchronizes = false
  /// Whether the new file takes the time of the old one's last change.
  public var keepsModified = false
  /// How much free space is left beside the metadata, in bytes.
  public var padding = PlanShape.standardPadding

  /// Everything, as it is.
  public init() {}
}

/// What an export comes to, before anything is written.
public struct ExportDraft: Sendable {
  /// What the old file holds.
  public let document: Document
  /// The new file, made of pieces of the old one.
  package let plan: RewritePlan
  /// The type of the new file.
  public let fileType: FileType
  /// What of the media, and of what counts their times and places, is not in the new file.
  public let losses: [Diagnostic]
  /// What of the metadata is not in the new file.
  public let metadataLosses: [ConversionLoss]
  /// What is worth knowing beside.
  public let notes: [Diagnostic]
  /// The private data that are not in the new file, and what may hold some; nil where the filter is not for sharing.
  public let privacy: PrivateData.Report?
  /// The old file as it was read.
  let identity: FileIdentity
}
