/// What is to be changed in a file, by the places of the file: what a format makes a plan of.
///
/// An entry is what stands in the file as one piece and holds one item or several: an atom of `ilst` with several `data`, a text atom with
/// several languages, a frame.
package struct DocumentEdit: Sendable, Hashable {
  /// An entry that is to stand in a file.
  package struct Entry: Sendable, Hashable {
    /// Its items, all under one key.
    package var items: [MetadataItem]
    /// Its bytes as they stood in a container of the same kind; they are used as they are.
    package var bytes: ByteSlice?

    /// Makes an entry.
    package init(_ items: [MetadataItem], bytes: ByteSlice? = nil) {
      self.items = items
      self.bytes = bytes
    }
  }

  /// A change of one entry.
  package enum Change: Sendable, Hashable {
    /// The entry that stands there becomes this one.
    case replace(ItemLocation, Entry)
    /// The entry that stands there goes.
    case remove(ItemLocation)
    /// An entry comes behind those that a place has.
    case add(ItemHome, Entry)

    /// Where the entry stands that is changed; nil for a new one.
    package var location: ItemLocation? {
      switch self {
      case .replace(let location, _), .remove(let location): location
      case .add: nil
      }
    }

    /// What the change brings; nil for a removal.
    var entry: Entry? {
      switch self {
      case .replace(_, let entry), .add(_, let entry): entry
      case .remove: nil
      }
    }

    /// The items that stand there afterwards.
    var items: [MetadataItem] { entry?.items ?? [] }
  }

  /// The changes of entries; those that are not named stay as they are, byte for byte.
  package var changes: [Change] = []
  /// The chapters that the file is to have; nil when they stay as they are.
  package var chapters: [Chapter]?
  /// When the media were made, for the header dates; nil when they stay as they are.
  package var headerDate: MetadataDate?
  /// Whether the header dates go: when the media were made, and when they were changed.
  package var clearsHeaderDates = false
  /// What becomes of single tracks.
  package var tracks: [TrackEdit] = []
  /// Whether bytes that are freed become zeros, so that nobody can read them any more.
  package var erasesFreed = false
  /// Whether private data go that no item shows, and what free space still holds.
  package var clearsPrivate = false

  /// An edit that changes nothing.
  package init() {}

  /// Whether nothing is to be changed.
  package var isEmpty: Bool {
    changes.isEmpty && chapters == nil && headerDate == nil && !clearsHeaderDates
      && tracks.isEmpty && !clearsPrivate
  }

  /// Refuses chapters whose times are no numbers, which formats would have to write.
  func checkTimes() throws(ParseError) {
    for chapter in chapters ?? [] {
      try chapter.start.checkNumeric("the start of a chapter")
      try chapter.end?.checkNumeric("the end of a chapter")
    }
  }
}

/// What is to be changed in the headers of one track; nil leaves a thing as it is.
public struct TrackEdit: Sendable, Hashable {
  /// The number of the track.
  package var trackID: UInt32
  /// The language of its media.
  package var language: LanguageTag?
  /// Its name; empty to have none.
  package var name: String?
  /// Whether players play it unasked.
  package var isEnabled: Bool?
  /// How far it is turned clockwise when shown, in degrees: 0, 90, 180 or 270.
  package var rotation: Int?

  /// An edit that changes nothing yet.
  package init(trackID: UInt32) { self.trackID = trackID }
}

/// A place for new entries: a container that is there or can be made, and the key spaces of the items that it holds.
package struct ItemHome: Sendable, Hashable {
  /// The place.
  package var container: MetadataContainer
  /// The key spaces whose items it takes.
  package var keySpaces: [KeySpace]
  /// The track that the items belong to, or nil for the whole file.
  package var trackID: UInt32?
  /// Whether new fields go here too, beside the first home that takes them: where players of the kind look.
  package var isInStep: Bool
  /// Containers that the entries are to stand before, where all stand inside one structure; else they stand behind everything there.
  package var successors: [MetadataContainer] = []

  /// Makes a home.
  package init(
    _ container: MetadataContainer, _ keySpaces: [KeySpace], trackID: UInt32? = nil,
    isInStep: Bool = false
  ) {
    self.container = container
    self.keySpaces = keySpaces
    self.trackID = trackID
    self.isInStep = isInStep
  }
}

/// An entry and the place that it is to stand in.
package struct PlacedEntry: Sendable, Hashable {
  /// The place.
  package var home: ItemHome
  /// What is to stand there.
  package var entry: DocumentEdit.Entry

  /// Makes a placed entry.
  package init(_ entry: DocumentEdit.Entry, in home: ItemHome) {
    self.entry = entry
    self.home = home
  }
}

/// How the bytes of an edited file may be laid out.
public struct PlanShape: Sendable, Hashable {
  /// How far what is kept may move.
  package enum Movement: Sendable, Hashable {
    /// Not at all: new metadata fit into the old ones and the free space beside them, or stand at the end of the file.
    case none
    /// By whole blocks of so many bytes: what the file system can make room for without copying.
    case blocks(Int64)
    /// As far as need be.
    case free
  }

  /// Where the metadata stand.
  @nonexhaustive
  public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// Where they are.
    case keep
    /// Behind the media.
    case append
    /// Before the media.
    case faststart
  }

  /// How far what is kept may move.
  package var movement: Movement
  /// Where the metadata stand.
  package var layout: Layout
  /// How much free space is left beside the metadata when they have to move anyway; in bytes.
  package var padding: Int64
  /// The version of ID3 that tags are to have; nil keeps the one they have.
  package var id3Version: ID3Version?
  /// What stands between several values of one frame of ID3v2.2 and 2.3; nil for the zero that 2.4 has.
  package var id3v23Separator: String?
  /// Whether what the format or version cannot hold may be left out, with a note, where it would be refused.
  package var allowsLoss = false

  /// Makes a shape.
  package init(
    movement: Movement, layout: Layout = .keep, padding: Int64 = PlanShape.standardPadding,
    id3Version: ID3Version? = nil
  ) {
    self.movement = movement
    self.layout = layout
    self.padding = padding
    self.id3Version = id3Version
  }

  /// What is left free when nobody says otherwise: room for texts, not for another cover.
  package static let standardPadding: Int64 = 4096

  /// How much may be left free: 1 GiB.
  package static let mostPadding: Int64 = 1 << 30

  /// Refuses what no file can have.
  func check() throws(ParseError) {
    // An export adds up to a block, so that media begin where copying them is quick.
    guard (0...PlanShape.mostPadding + 1 << 16).contains(padding) else {
      throw ParseError(
        .notRepresentable, at: 0,
        "padding is 0 to \(PlanShape.mostPadding) bytes, not \(padding)")
    }
  }
}
