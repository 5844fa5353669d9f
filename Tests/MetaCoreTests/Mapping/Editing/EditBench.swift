import Testing

@testable import MetaCore

/// An editable document in memory: it acts like a format, without bytes.
struct EditBench {
  var document: Document
  var insertionPoints: [InsertionPoint]
  var options = EditResolver.Options()

  /// A kind of file: the priority of its key spaces, and the places for new entries.
  enum Kind: String, CaseIterable {
    case m4a, mov, mobile, mp3, mp323, mp322, wav, aiff

    var precedence: [KeySpace] {
      switch self {
      case .m4a: MP4Kind.m4a.precedence
      case .mov: MP4Kind.quickTime.precedence
      case .mobile: MP4Kind.mobile.precedence
      case .mp3, .mp323, .mp322: StreamTags.precedence
      case .wav: [.id3, .riff, .xmp]
      case .aiff: [.id3, .aiff]
      }
    }

    var containerKind: String {
      switch self {
      case .m4a: "mp4"
      case .mov: "mov"
      case .mobile: "3gp"
      case .mp3, .mp323, .mp322: "mp3"
      case .wav, .aiff: rawValue
      }
    }

    /// The container of new entries in a key space, and the other possible ones in a file of this
    /// kind.
    var places: [(container: String, spaces: [KeySpace])] {
      switch self {
      case .m4a:
        [
          ("moov/udta/meta/ilst", [.iTunes, .iTunesLong]), ("moov/meta/ilst", [.quickTimeMetadata]),
          ("moov/udta", [.quickTimeUserData, .isoUserData]), ("moov/udta/Xtra", [.asf]),
        ]
      case .mov:
        [
          ("moov/meta/ilst", [.quickTimeMetadata]),
          ("moov/udta", [.quickTimeUserData, .isoUserData]),
          ("moov/udta/meta/ilst", [.iTunes, .iTunesLong]),
        ]
      case .mobile:
        [
          ("moov/udta", [.isoUserData, .quickTimeUserData]),
          ("moov/udta/meta/ilst", [.iTunes, .iTunesLong]),
        ]
      case .mp3: [("ID3v2.4", [.id3]), ("APEv2", [.ape]), ("ID3v1", [.id3v1])]
      case .mp323: [("ID3v2.3", [.id3]), ("ID3v1", [.id3v1])]
      case .mp322: [("ID3v2.2", [.id3])]
      case .wav: [("ID3v2.3", [.id3]), ("INFO", [.riff])]
      case .aiff: [("ID3v2.4", [.id3]), ("AIFF", [.aiff])]
      }
    }
  }

  /// A file of a kind with these items; items of one entry are in one array.
  init(_ kind: Kind, _ entries: [[MetadataItem]] = []) {
    document = Document(
      fileType: "test", container: ContainerDescription(kind: kind.containerKind), size: 1_000_000,
      precedence: kind.precedence)
    insertionPoints = [
      InsertionPoint(MetadataContainer(rawValue: kind.places[0].container), kind.places[0].spaces)
    ]
    if kind == .mov {
      insertionPoints.append(
        InsertionPoint(Self.userData, [.quickTimeUserData], isKeptInSync: true))
    }
    if kind == .mobile {
      insertionPoints.append(InsertionPoint(Self.list, [.iTunes, .iTunesLong]))
    }
    for entry in entries { append(entry) }
  }

  static let userData = MetadataContainer(rawValue: "moov/udta")
  static let list = MetadataContainer(rawValue: "moov/udta/meta/ilst")

  /// A file of a kind with these items, each in a separate entry.
  init(_ kind: Kind, items: MetadataItem...) { self.init(kind, items.map { [$0] }) }

  private var nextOffset: Int64 { Int64(document.items.count) * 100 + 1000 + offsets }
  private var offsets: Int64 = 0

  private mutating func append(_ entry: [MetadataItem], before index: Int? = nil) {
    offsets += 1
    let place = index ?? document.items.count
    document.items.insert(
      contentsOf: entry.map { item in
        var item = item
        item.location.offset = nextOffset
        item.location.size = 50
        return item
      }, at: place)
  }

  // MARK: Editing

  func resolve(_ edits: MetadataEdit...) throws -> ResolvedEdit {
    try EditResolver.resolve(
      edits, for: document, insertionPoints: insertionPoints, options: options)
  }

  /// The file after edits, as a format would make it.
  func applying(_ edits: MetadataEdit...) throws -> EditBench {
    applying(
      try EditResolver.resolve(
        edits, for: document, insertionPoints: insertionPoints, options: options
      ).edit)
  }

  func applying(_ edit: DocumentEdit) -> EditBench {
    var bench = self
    if let date = edit.headerDate {
      bench.document.container.facts.creationDate = date
    }
    for change in edit.changes {
      switch change {
      case .replace(let location, let entry):
        #expect(!entry.items.isEmpty)
        bench.replace(location, entry.items)
      case .remove(let location): bench.replace(location, [])
      case .add(let insertionPoint, let entry):
        #expect(!entry.items.isEmpty)
        bench.append(
          entry.items.map { item in
            var item = item
            item.location.container = insertionPoint.container
            item.trackID = insertionPoint.trackID
            return item
          })
      }
    }
    return bench
  }

  private mutating func replace(_ location: ItemLocation, _ items: [MetadataItem]) {
    guard let index = document.items.firstIndex(where: { $0.location == location }) else {
      Issue.record("nothing stands at \(location)")
      return
    }
    document.items.removeAll { $0.location == location }
    document.items.insert(
      contentsOf: items.map { item in
        var item = item
        item.location = location
        return item
      }, at: index)
  }

  // MARK: Output

  var view: MetadataView { MetadataView(document) }

  subscript(_ name: String) -> MetadataValue? { Field.named(name).flatMap { view[$0] } }

  /// Identifier and value of every item, in short.
  var lines: [String] {
    document.items.map { item in
      let info = item[extra: .info]?.stringValue.map { ":\($0)" } ?? ""
      return
        "\(item.keySpace)/\(item.key)\(info)=\(ValueForm.texts(item.value).joined(separator: "|"))"
    }
  }
}

/// An edit of a field by its name.
func set(_ name: String, _ values: MetadataValue...) throws -> MetadataEdit {
  .set(.field(try #require(Field.named(name))), values)
}

func add(_ name: String, _ values: MetadataValue...) throws -> MetadataEdit {
  .add(.field(try #require(Field.named(name))), values)
}

func remove(_ name: String, _ values: MetadataValue...) throws -> MetadataEdit {
  .remove(.field(try #require(Field.named(name))), values)
}
