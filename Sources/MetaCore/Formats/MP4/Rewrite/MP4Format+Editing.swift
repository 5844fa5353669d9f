extension MP4Format: EditableFormat {
  func insertionPoints(of document: Document) -> [InsertionPoint] {
    MovieInsertionPoints(document).all
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    try MP4Rewriter(window, document: document, shape: shape).plan(edit)
  }
}

/// The containers for new metadata entries of a movie file, in order of preference: for each key
/// space, the one that players of this kind of file read first.
///
/// Made from the document of a file; the resolver of edits chooses among them by the key space of a
/// new entry. Without a movie that can be edited there is none.
struct MovieInsertionPoints {
  private let document: Document

  init(_ document: Document) { self.document = document }

  /// All containers, in order of preference.
  var all: [InsertionPoint] {
    guard document.container.facts.hasEditableMovie else { return [] }
    let tracks = document.tracks.flatMap { track in
      [
        InsertionPoint("moov/trak/udta", [.quickTimeUserData, .isoUserData], trackID: track.id),
        InsertionPoint("moov/trak/meta/ilst", [.quickTimeMetadata], trackID: track.id),
      ]
    }
    return file + inside + tracks
  }

  /// The containers for entries of the whole file, by the kind of file.
  private var file: [InsertionPoint] {
    let lists = InsertionPoint("moov/udta/meta/ilst", [.iTunes, .iTunesLong])
    let keys = InsertionPoint(keyList, [.quickTimeMetadata])
    switch document.container.kind {
    case "mov":
      return [
        keys, InsertionPoint("moov/udta", [.quickTimeUserData], isKeptInSync: true), lists,
        InsertionPoint("moov/udta", [.isoUserData]),
      ]
    case "3gp", "3g2":
      return [
        InsertionPoint("moov/udta", [.isoUserData]), lists, keys,
        InsertionPoint("moov/udta", [.quickTimeUserData]),
      ]
    default:
      // A list with keys in the place of the iTunes list accepts no other items.
      let isKeyed = hasItems("moov/udta/meta/ilst", .quickTimeMetadata)
      let texts = InsertionPoint("moov/udta", [.isoUserData, .quickTimeUserData])
      return isKeyed ? [keys, lists, texts] : [lists, texts, keys]
    }
  }

  /// The list of items with keys: that of the movie, unless it is an iTunes list.
  private var keyList: MetadataContainer {
    if hasItems("moov/meta/ilst", .quickTimeMetadata) { return "moov/meta/ilst" }
    let isTaken = hasItems("moov/meta/ilst", .iTunes) || hasItems("moov/meta/ilst", .iTunesLong)
    return hasItems("moov/udta/meta/ilst", .quickTimeMetadata) || isTaken
      ? "moov/udta/meta/ilst" : "moov/meta/ilst"
  }

  /// The existing atoms with entries other than atoms.
  private var inside: [InsertionPoint] {
    var insertionPoints: [InsertionPoint] = []
    // Items of one container are adjacent, and the path determines whether it is compound.
    var known = (container: MetadataContainer.none, isCompound: false)
    let items = document.items
    for index in items.indices {
      let container = items[index].location.container
      if container != known.container {
        known = (container, CompoundChanges.isCompound(container))
      }
      guard known.isCompound else { continue }
      let home = InsertionPoint(container, [items[index].keySpace], trackID: items[index].trackID)
      if !insertionPoints.contains(home) { insertionPoints.append(home) }
    }
    return insertionPoints
  }

  /// Returns whether the file has items of a key space in a container.
  private func hasItems(_ container: MetadataContainer, _ keySpace: KeySpace) -> Bool {
    document.items.contains {
      $0.location.container == container && $0.keySpace == keySpace && $0.trackID == nil
    }
  }
}

extension MetadataContainer: ExpressibleByStringLiteral {
  /// The container with a structure path.
  public init(stringLiteral path: String) { self.init(rawValue: path) }
}
