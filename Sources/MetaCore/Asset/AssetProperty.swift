/// A property that an ``Asset`` can load, such as its tracks or its duration: the parts of the file
/// that must be read, and the function that computes the value from them; the counterpart of
/// AVFoundation's `AVAsyncProperty`.
public struct AssetProperty<Value: Sendable>: Sendable {
  /// The loading status of a property, with its value or the error.
  public enum Status: Sendable {
    /// Loading has not started.
    case unknown
    /// The property is being loaded.
    case loading
    /// The property is loaded.
    case loaded(Value)
    /// Loading failed; other properties may still load.
    case failed(MetaError)
    /// Loading was cancelled; it can be started again.
    case cancelled
  }

  /// The name.
  public let name: String
  /// The parts of the file that must be read.
  let parts: AssetParts
  /// Returns the value from the parts that were read.
  let value: @Sendable (Document) throws(MetaError) -> Value

  init(
    _ name: String, _ parts: AssetParts,
    _ value: @escaping @Sendable (Document) throws(MetaError) -> Value
  ) {
    self.name = name
    self.parts = parts
    self.value = value
  }
}

/// The parts of a file on which an ``AssetProperty`` depends (tracks, metadata items, chapters), so
/// that an ``Asset`` reads no other parts.
struct AssetParts: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let tracks = AssetParts(rawValue: 1)
  static let items = AssetParts(rawValue: 2)
  static let chapters = AssetParts(rawValue: 4)
  static let all: AssetParts = [.tracks, .items, .chapters]

  /// Returns the options with these parts selected instead of their own.
  func applied(to options: ReadOptions) -> ReadOptions {
    var options = options
    options.tracks = contains(.tracks)
    options.items = contains(.items)
    options.chapters = contains(.chapters)
    return options
  }
}

extension AssetProperty where Value == Document {
  /// The whole document.
  public static var document: Self { Self("document", .all) { $0 } }
}

extension AssetProperty where Value == [MetadataItem] {
  /// The items that describe the whole file, in file order.
  public static var metadata: Self { Self("metadata", .items) { $0.wholeFileItems } }

  /// The items that describe the whole file and have a common key.
  public static var commonMetadata: Self {
    Self("commonMetadata", .items) { $0.wholeFileItems.filter { $0.commonKey != nil } }
  }
}

extension AssetProperty where Value == [MetadataFormat] {
  /// The metadata formats of the items that describe the whole file.
  public static var availableMetadataFormats: Self {
    Self("availableMetadataFormats", .items) { $0.wholeFileItems.formats }
  }
}

extension AssetProperty where Value == MetadataView {
  /// The converted view, with one entry per field, regardless of the format.
  public static var fields: Self { Self("fields", .items) { MetadataView($0) } }
}

extension AssetProperty where Value == [Artwork] {
  /// The attached pictures.
  public static var artwork: Self { Self("artwork", .items) { $0.artwork } }
}

extension AssetProperty where Value == [AssetTrack] {
  /// The tracks, with their own items.
  public static var tracks: Self {
    Self("tracks", [.tracks, .items]) { document in
      document.tracks.map { AssetTrack($0, in: document) }
    }
  }
}

extension AssetProperty where Value == MediaTime {
  /// The duration; loading fails if the file does not specify it.
  public static var duration: Self {
    Self("duration", .tracks) { (document) throws(MetaError) in
      guard let duration = document.duration else {
        throw MetaError(.notAvailable, reason: "the file does not specify a duration")
      }
      return duration
    }
  }
}

extension AssetProperty where Value == [Chapter] {
  /// The chapters.
  public static var chapters: Self { Self("chapters", .chapters) { $0.chapters } }
}

extension AssetProperty where Value == [TimedMetadataGroup] {
  /// The chapters as groups of items: a title and, if there is one, a picture.
  public static var chapterMetadataGroups: Self {
    Self("chapterMetadataGroups", [.chapters, .tracks]) { TimedMetadataGroup.chapters(of: $0) }
  }
}

extension AssetProperty where Value == AffineTransform {
  /// The display transform of the first video track; the identity transform if there is no video,
  /// or the track specifies no transform.
  public static var preferredTransform: Self {
    Self("preferredTransform", .tracks) { document in
      let video = document.tracks.lazy.compactMap(\.video).first
      return video?.matrix.flatMap(AffineTransform.init(matrix:)) ?? .identity
    }
  }
}

extension AssetProperty where Value == MetadataDate? {
  /// The creation date from the metadata (the fields `creationDate` and `date`, in this order), or
  /// else from the header of the first track that has one.
  public static var creationDate: Self {
    Self("creationDate", [.items, .tracks]) { document in
      let view = MetadataView(document)
      for name in ["creationDate", "date"] {
        if let field = Field.named(name), case .date(let date)? = view[field] { return date }
      }
      return document.tracks.lazy.compactMap(\.creationDate).first
    }
  }
}

extension Document {
  /// The items that describe the whole file rather than a track or a time range.
  var wholeFileItems: [MetadataItem] {
    items.filter(\.isOfWholeFile)
  }
}
