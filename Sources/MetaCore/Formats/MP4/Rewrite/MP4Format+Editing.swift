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

/// The containers for new metadata entries in a movie file, in order of preference: for each key
/// space, the container that players of this kind of file read first comes first.
///
/// They are determined from the document for a file; the edit resolver chooses among them according
/// to the key space of a new entry. A file without an editable movie has no such containers.
struct MovieInsertionPoints {
  private let document: Document

  init(_ document: Document) { self.document = document }

  /// All containers, in order of preference; empty for a file without an editable movie.
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

  /// The containers for entries that apply to the whole file, depending on the kind of file.
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
      // A list with keys in the location of the iTunes list accepts no other items.
      let isKeyed = hasItems("moov/udta/meta/ilst", .quickTimeMetadata)
      let texts = InsertionPoint("moov/udta", [.isoUserData, .quickTimeUserData])
      return isKeyed ? [keys, lists, texts] : [lists, texts, keys]
    }
  }

  /// The list for items with keys: the list in the movie's `meta` atom, unless that is an iTunes
  /// list, or only the list in `udta` has such items.
  private var keyList: MetadataContainer {
    if hasItems("moov/meta/ilst", .quickTimeMetadata) { return "moov/meta/ilst" }
    let isTaken = hasItems("moov/meta/ilst", .iTunes) || hasItems("moov/meta/ilst", .iTunesLong)
    return hasItems("moov/udta/meta/ilst", .quickTimeMetadata) || isTaken
      ? "moov/udta/meta/ilst" : "moov/meta/ilst"
  }

  /// The existing atoms that contain entries other than atoms, once for each key space and track.
  private var inside: [InsertionPoint] {
    var insertionPoints: [InsertionPoint] = []
    // Items in the same container are adjacent, and the path determines whether the container is
    // compound.
    var known = (container: MetadataContainer.none, isCompound: false)
    let items = document.items
    for index in items.indices {
      let container = items[index].location.container
      if container != known.container {
        known = (container, CompoundChanges.isCompound(container))
      }
      guard known.isCompound else { continue }
      let insertionPoint = InsertionPoint(
        container, [items[index].keySpace], trackID: items[index].trackID)
      if !insertionPoints.contains(insertionPoint) { insertionPoints.append(insertionPoint) }
    }
    return insertionPoints
  }

  /// Returns whether a container has items in a key space that apply to the whole file.
  private func hasItems(_ container: MetadataContainer, _ keySpace: KeySpace) -> Bool {
    document.items.contains {
      $0.location.container == container && $0.keySpace == keySpace && $0.trackID == nil
    }
  }
}

extension MetadataContainer: ExpressibleByStringLiteral {
  /// Creates the container with the given structure path.
  public init(stringLiteral path: String) { self.init(rawValue: path) }
}
