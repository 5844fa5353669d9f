public import SystemPackage

/// How an edit is put on disk; the cheapest first.
@nonexhaustive
public enum EditStrategy: String, Sendable, Hashable, CaseIterable {
  /// Bytes are written over those that are there; nothing that is kept moves.
  case inPlace = "in-place"
  /// The file system inserts room at a block boundary, or takes it out; then as in-place.
  case insert
  /// A copy that shares all blocks is edited in-place and takes the file's name.
  case clone
  /// A new file is written beside the old one and takes its name.
  case rewrite
}

/// Where an edited file goes.
@nonexhaustive
public enum EditOutput: Sendable, Hashable {
  /// In place of the old one.
  case original
  /// To another path; the old file stays as it is.
  case file(FilePath)
  /// To a pipe or whatever else is open; the old file stays as it is.
  case stream(FileDescriptor)
}

/// What is asked of an edit beside the change itself.
public struct EditOptions: Sendable, Hashable {
  /// The way to put it on disk; nil takes the cheapest that is safe.
  public var strategy: EditStrategy?
  /// Where the edited file goes.
  public var output = EditOutput.original
  /// Whether the promise to leave the old file or the new one holds for a loss of power, too.
  public var synchronizes = false
  /// Whether the file keeps the time of its last change.
  public var keepsModified = false
  /// Whether the old bytes are kept, so that ``Asset/undo(options:)`` brings them back.
  ///
  /// They are kept in the folder of ``state``. The command line keeps them by default.
  public var keepsUndo = false
  /// Whether an edit is refused that could not be taken back.
  public var requiresUndo = false
  /// Whether a write-protected file is edited, and an output that is there is replaced.
  public var force = false
  /// Whether the bytes that the edit drops are made unreadable: in the file, its journal and its undo.
  public var erases = false
  /// What holds the edits of one command together, so that they can be taken back together; 0 for an edit alone.
  public var batch: UInt64 = 0
  /// Where the metadata stand.
  public var layout = PlanShape.Layout.keep
  /// How much free space is left beside the metadata when they have to move anyway, in bytes.
  public var padding = PlanShape.standardPadding
  /// The version of ID3 that tags are to have; nil keeps theirs.
  public var id3Version: ID3Version?
  /// What stands between several values of one frame of ID3v2.2 and 2.3; nil for a zero, as in 2.4.
  public var id3v23Separator: String?
  /// Whether the format may hold less than it is asked to; what is lost is reported.
  public var allowsLoss = false
  /// Where undo is kept; nil where the user has no such folder.
  public var state = StateFolder.standard
  /// How long another program that edits the same file with metatool or MetaCore is waited for.
  public var patience = Duration.seconds(10)
  /// The time of its last change that the file is to show; nil for the moment of the edit.
  var modified: FileTime?

  /// The usual options.
  public init() {}

  /// A number for the edits of one command.
  package static var newBatch: UInt64 { FileTime.now.sinceEpoch }

  /// Whether the file is laid out anew though no metadata change.
  var asksForLayout: Bool { layout != .keep || id3Version != nil }

  /// Whether the journal of an edit that is done may lie there a little longer.
  var leavesJournals: Bool { !synchronizes && !erases }

  /// The shape that is asked for, where kept bytes may move so far.
  func shape(_ movement: PlanShape.Movement) -> PlanShape {
    var shape = PlanShape(
      movement: movement, layout: layout, padding: padding, id3Version: id3Version)
    shape.id3v23Separator = id3v23Separator
    shape.allowsLoss = allowsLoss
    return shape
  }
}

/// What an edit has done.
public struct EditResult: Sendable, Hashable {
  /// How it was put on disk; nil when there was nothing to change.
  public var strategy: EditStrategy?
  /// How many bytes were written, copied ones included; those of journal and undo are not counted.
  public var bytesWritten: Int64 = 0
  /// Whether the edit can be taken back.
  public var canUndo = false
  /// What went otherwise than one would expect.
  public var notes: [String] = []

  package init(
    strategy: EditStrategy? = nil, bytesWritten: Int64 = 0, canUndo: Bool = false,
    notes: [String] = []
  ) {
    (self.strategy, self.bytesWritten) = (strategy, bytesWritten)
    (self.canUndo, self.notes) = (canUndo, notes)
  }

  /// An edit that had nothing to change.
  public static let unchanged = EditResult()
}
