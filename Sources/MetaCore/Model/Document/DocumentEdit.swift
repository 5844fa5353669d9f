/// The changes to make in a file: changes to its entries, which are given by location, and changes
/// to chapters, header dates, track headers and private data.
///
/// `EditResolver` creates them from ``MetadataEdit`` values, and the file's format produces a plan
/// of the bytes to write from them.
///
/// An entry is stored as one contiguous structure and holds one or more items; examples are an
/// `ilst` atom with several `data` atoms, a text atom with several languages, and a frame.
package struct DocumentEdit: Sendable, Hashable {
  /// An entry to write to a file: its items and, if it comes from a container of the same kind, its
  /// bytes, which are written instead of encoding the items.
  package struct Entry: Sendable, Hashable {
    /// The items of the entry, all under one key.
    package var items: [MetadataItem]
    /// The bytes of the entry from a container of the same kind, which are written unchanged.
    package var bytes: ByteSlice?

    /// Creates an entry.
    package init(_ items: [MetadataItem], bytes: ByteSlice? = nil) {
      self.items = items
      self.bytes = bytes
    }
  }

  /// A change to one entry in a file, which is replaced, removed or added.
  package enum Change: Sendable, Hashable {
    /// Replaces the entry at the location.
    case replace(ItemLocation, Entry)
    /// Removes the entry at the location.
    case remove(ItemLocation)
    /// Adds an entry after the existing entries in a container, but before those of its
    /// ``InsertionPoint/successors``.
    case add(InsertionPoint, Entry)

    /// The location of the entry to change; nil for a new entry.
    package var location: ItemLocation? {
      switch self {
      case .replace(let location, _), .remove(let location): location
      case .add: nil
      }
    }

    /// The new entry; nil for a removal.
    var entry: Entry? {
      switch self {
      case .replace(_, let entry), .add(_, let entry): entry
      case .remove: nil
      }
    }

    /// The items at the location after the change.
    var items: [MetadataItem] { entry?.items ?? [] }
  }

  /// The changes to entries; entries without a change keep their bytes.
  package var changes: [Change] = []
  /// The chapters to write; nil to keep the existing chapters.
  package var chapters: [Chapter]?
  /// The creation date for the headers; nil to keep the existing date.
  package var headerDate: MetadataDate?
  /// Whether to clear the header dates (creation and modification).
  package var clearsHeaderDates = false
  /// The changes to individual tracks.
  package var tracks: [TrackEdit] = []
  /// Whether freed bytes are overwritten with zeros, so that they cannot be recovered from the
  /// file.
  package var erasesFreed = false
  /// Whether to remove private data outside items, and old data in free space.
  package var clearsPrivate = false

  /// Creates an edit that changes nothing.
  package init() {}

  /// Whether the edit changes nothing.
  package var isEmpty: Bool {
    changes.isEmpty && chapters == nil && headerDate == nil && !clearsHeaderDates
      && tracks.isEmpty && !clearsPrivate
  }

  /// Rejects chapters whose times are not numeric, because no format can store such times.
  ///
  /// - Throws: `notRepresentable` for the first such time.
  func checkTimes() throws(ParseError) {
    for chapter in chapters ?? [] {
      try chapter.start.checkNumeric("the start of a chapter")
      try chapter.end?.checkNumeric("the end of a chapter")
    }
  }
}

/// The changes to the headers of one track in a movie, for ``MetadataEdit/track(_:)``; nil keeps
/// the existing value.
public struct TrackEdit: Sendable, Hashable {
  /// The ID of the track.
  package var trackID: UInt32
  /// The language of the media.
  package var language: LanguageTag?
  /// The name of the track; an empty string removes it.
  package var name: String?
  /// Whether players play the track by default.
  package var isEnabled: Bool?
  /// The clockwise rotation for display, in degrees: 0, 90, 180 or 270.
  package var rotation: Int?

  /// Creates an edit that changes nothing yet.
  package init(trackID: UInt32) { self.trackID = trackID }
}

/// A container in a file, existing or to be created, to which new entries can be added, and the key
/// spaces of the items that it can hold.
package struct InsertionPoint: Sendable, Hashable {
  /// The container.
  package var container: MetadataContainer
  /// The key spaces of the items that the container can hold.
  package var keySpaces: [KeySpace]
  /// The track that the items belong to, or nil for the whole file.
  package var trackID: UInt32?
  /// Whether new fields are written to this container as well as to the first container that can
  /// hold them, because players of this kind of file look for them here.
  package var isKeptInSync: Bool
  /// The containers before which new entries are inserted if all are in the same structure; if it
  /// has no such container, entries are appended at its end.
  package var successors: [MetadataContainer] = []

  /// Creates an insertion point.
  package init(
    _ container: MetadataContainer, _ keySpaces: [KeySpace], trackID: UInt32? = nil,
    isKeptInSync: Bool = false
  ) {
    self.container = container
    self.keySpaces = keySpaces
    self.trackID = trackID
    self.isKeptInSync = isKeptInSync
  }
}

/// An entry of a dump to restore (a structure such as an atom or frame, with its items), together
/// with the container to which `MetadataEdit.restore(_:)` writes it.
package struct PlacedEntry: Sendable, Hashable {
  /// The container; `.none` if the file has none for the entry, which is then reported as lost.
  package var insertionPoint: InsertionPoint
  /// The entry to write.
  package var entry: DocumentEdit.Entry

  /// Creates a placed entry.
  package init(_ entry: DocumentEdit.Entry, in insertionPoint: InsertionPoint) {
    self.entry = entry
    self.insertionPoint = insertionPoint
  }
}

/// The constraints on how an edit may change the layout of a file: how far media data may move,
/// where metadata is written, how much free space is left, in which form tags are written,
/// and whether values that do not fit may be dropped.
///
/// Most are created from the settings for users in ``EditOptions`` or ``ExportOptions``; how far
/// media data may move also depends on the file system.
public struct LayoutConstraints: Sendable, Hashable {
  /// The distance by which the bytes that an edit keeps may move in the file.
  package enum Movement: Sendable, Hashable {
    /// Not at all: the new metadata fits into the space of the old metadata and the adjacent free
    /// space, or is written at the end of the file.
    case none
    /// By multiples of a block size, because the file system can insert whole blocks without
    /// copying.
    case blocks(Int64)
    /// By any distance.
    case free
  }

  /// The location to which an edit writes a movie's metadata; other formats ignore it.
  @nonexhaustive
  public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// The old location.
    case keep
    /// After the media.
    case append
    /// Before the media.
    case faststart
  }

  /// The distance by which the kept bytes may move.
  package var movement: Movement
  /// The location of the metadata.
  package var layout: Layout
  /// The free space to leave next to the metadata, in bytes, when the metadata has to move anyway.
  package var padding: Int64
  /// The ID3 version to write; a nil version means that the version of the tag is kept.
  package var id3Version: ID3Version?
  /// The separator between values in one frame in ID3v2.2 and 2.3; a nil separator means the zero
  /// byte that 2.4 uses.
  package var id3v23Separator: String?
  /// Whether values that the format or version cannot hold are dropped with a note rather than
  /// rejected.
  package var allowsLoss = false

  /// Creates layout constraints.
  package init(
    movement: Movement, layout: Layout = .keep, padding: Int64 = LayoutConstraints.standardPadding,
    id3Version: ID3Version? = nil
  ) {
    self.movement = movement
    self.layout = layout
    self.padding = padding
    self.id3Version = id3Version
  }

  /// The default free space, which is enough for text but not for another cover.
  package static let standardPadding: Int64 = 4096

  /// The maximum free space that can be requested: 1 GiB.
  package static let maxPadding: Int64 = 1 << 30

  /// Rejects free space that is negative or too large.
  ///
  /// - Throws: `notRepresentable`.
  func check() throws(ParseError) {
    // An export adds up to one block, so that the media starts at an offset from which it can be
    // copied efficiently.
    guard (0...LayoutConstraints.maxPadding + 1 << 16).contains(padding) else {
      throw ParseError(
        .notRepresentable, at: 0,
        "padding must be between 0 and \(LayoutConstraints.maxPadding) bytes, not \(padding)")
    }
  }
}
