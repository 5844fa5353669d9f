public import SystemPackage

/// The ways to write the result of an edit to disk, cheapest first; by default, the first one that
/// is possible and safe is used.
@nonexhaustive
public enum EditStrategy: String, Sendable, Hashable, CaseIterable {
  /// Bytes are overwritten in place, and kept bytes do not move.
  case inPlace = "in-place"
  /// The file system inserts or removes whole blocks; then bytes are overwritten in place.
  case insert
  /// A copy that shares all blocks is edited in place and replaces the file.
  case clone
  /// A new file is written next to the old one and replaces it.
  case rewrite
}

/// The destination for the result of an edit.
@nonexhaustive
public enum EditOutput: Sendable, Hashable {
  /// The result replaces the old file.
  case original
  /// The result is written to another path; the old file is unchanged.
  case file(FilePath)
  /// The result is written to a pipe or another open file; the old file is unchanged.
  case stream(FileDescriptor)
}

/// The options for an edit to one file: how and where it is written, whether it can be undone, and
/// how the metadata is laid out.
public struct EditOptions: Sendable, Hashable {
  /// The strategy for writing to disk; nil means the cheapest safe one.
  public var strategy: EditStrategy?
  /// The destination of the edited file.
  public var output = EditOutput.original
  /// Whether the guarantee that either the old or the new file survives also covers power failures.
  public var synchronizes = false
  /// Whether the file keeps its modification time.
  public var keepsModified = false
  /// Whether the old bytes are kept, so that ``Asset/undo(options:)`` can restore them.
  ///
  /// They are kept in the ``state`` folder. The command line keeps them by default.
  public var keepsUndo = false
  /// Whether an edit is refused if it could not be undone.
  public var requiresUndo = false
  /// Whether a write-protected file may be edited, and whether an existing output may be replaced.
  public var force = false
  /// Whether the removed bytes are made unreadable in the file, and in its journal and undo data
  /// when the edit removes these.
  ///
  /// Undo data that ``keepsUndo`` keeps still contains the removed bytes.
  public var erases = false
  /// The batch number, which is shared by the edits made by one command, so that they can be undone
  /// together; 0 for a single edit.
  public var batch: UInt64 = 0
  /// Where the metadata is placed in a movie; other formats ignore it.
  public var layout = LayoutConstraints.Layout.keep
  /// The amount of free space to leave next to the metadata when it has to move anyway, in bytes.
  public var padding = LayoutConstraints.standardPadding
  /// The ID3 version to write; nil means that each tag keeps its version.
  public var id3Version: ID3Version?
  /// The separator between several values of one frame in ID3v2.2 and 2.3; nil means a zero byte,
  /// as in 2.4.
  public var id3v23Separator: String?
  /// Whether content that the format cannot hold may be dropped; losses are reported.
  public var allowsLoss = false
  /// The folder for undo data, and for journals that cannot be next to their files; nil if there is
  /// none.
  public var state = StateFolder.standard
  /// How long to wait for another process that is editing the same file with metatool or MetaCore.
  public var patience = Duration.seconds(10)
  /// The modification time to set; nil means the time of the edit.
  var modified: FileTime?

  /// Creates the default options.
  public init() {}

  /// Creates a new batch number for the edits made by one command.
  package static var newBatch: UInt64 { FileTime.now.sinceEpoch }

  /// Whether the file may have to be rewritten in another layout or ID3 version even if no metadata
  /// changes.
  var asksForLayout: Bool { layout != .keep || id3Version != nil }

  /// Whether the journal of a completed edit may be removed later.
  var leavesJournals: Bool { !synchronizes && !erases }

  /// Returns the layout constraints, given how far kept bytes may move.
  func shape(_ movement: LayoutConstraints.Movement) -> LayoutConstraints {
    var shape = LayoutConstraints(
      movement: movement, layout: layout, padding: padding, id3Version: id3Version)
    shape.id3v23Separator = id3v23Separator
    shape.allowsLoss = allowsLoss
    return shape
  }
}

/// How the result of an edit, an export or an undo was written to disk: the strategy, the number of
/// bytes, and whether it can be undone.
public struct EditResult: Sendable, Hashable {
  /// The strategy that was used; nil if there was nothing to change.
  public var strategy: EditStrategy?
  /// The number of bytes written, including copied bytes, but excluding the journal and undo data.
  public var bytesWritten: Int64 = 0
  /// Whether the edit can be undone.
  public var canUndo = false
  /// Notes about unexpected results.
  public var notes: [String] = []

  package init(
    strategy: EditStrategy? = nil, bytesWritten: Int64 = 0, canUndo: Bool = false,
    notes: [String] = []
  ) {
    (self.strategy, self.bytesWritten) = (strategy, bytesWritten)
    (self.canUndo, self.notes) = (canUndo, notes)
  }

  /// The result of an edit that changes nothing.
  public static let unchanged = EditResult()
}
