/// A picture embedded in a file or to be added to one: its bytes with their image type, and its
/// kind, such as front cover or artist.
///
/// A picture for which a file declares no kind counts as a front cover in most formats.
/// ``Document/artwork`` lists the pictures; ``MetadataEdit/setArtwork(_:)`` and
/// ``MetadataEdit/addArtwork(_:)`` write them.
public struct Artwork: Sendable, Hashable, Codable {
  /// The subject of a picture: one of the ID3 picture types (ID3v2.4 §4.14), which other formats
  /// use as well.
  public struct Kind: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The name in JSON.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name in JSON.
    public var description: String { rawValue }

    /// Any other subject.
    public static let other = Kind(rawValue: "other")
    /// The front cover.
    public static let frontCover = Kind(rawValue: "frontCover")
    /// The back cover.
    public static let backCover = Kind(rawValue: "backCover")

    /// The kinds, indexed by their number in `APIC` frames.
    public static let id3Kinds: [Kind] = [
      "other", "fileIcon", "otherFileIcon", "frontCover", "backCover", "leaflet", "media",
      "leadArtist", "artist", "conductor", "band", "composer", "lyricist", "recordingLocation",
      "duringRecording", "duringPerformance", "videoCapture", "brightFish", "illustration",
      "bandLogo", "publisherLogo",
    ].map(Kind.init(rawValue:))

    /// Creates the kind with the given number in `APIC` frames; `other` for unassigned numbers.
    package init(id3Type number: Int64) {
      let known = Int(exactly: number).flatMap {
        Kind.id3Kinds.indices.contains($0) ? Kind.id3Kinds[$0] : nil
      }
      self = known ?? .other
    }

    /// The number in `APIC` frames; 0 (`other`) for a kind that is not in ``id3Kinds``.
    public var id3Type: Int { Kind.id3Kinds.firstIndex(of: self) ?? 0 }
  }

  /// The index among the pictures in the file, from 0.
  public var index: Int
  /// The kind of picture.
  public var kind: Kind
  /// The MIME type of the content, or the declared type when the content is not recognised.
  public var mime: String?
  /// The declared MIME type, if it differs from that of the content.
  public var declaredMime: String?
  /// The width in pixels.
  public var width: Int?
  /// The height in pixels.
  public var height: Int?
  /// The description in the file.
  public var description: String?
  /// The bytes of the image.
  public var data: DataValue
  /// The index in ``Document/items`` of the item from which the picture was read; 0 for a picture
  /// that was created.
  public var item: Int

  /// Creates a picture.
  package init(
    index: Int, kind: Kind, data: DataValue, description: String? = nil, item: Int = 0
  ) {
    self.index = index
    self.kind = kind
    self.data = data
    self.description = description
    self.item = item
  }

  /// Creates a picture from the bytes of an image file; nil when its format is not recognised.
  public init?(_ image: [UInt8], kind: Kind = .frontCover, description: String? = nil) {
    let bytes = ByteSlice(image)
    guard let info = ImageInfo.probe(bytes) else { return nil }
    self.init(index: 0, kind: kind, data: .bytes(bytes), description: description)
    mime = info.mime
    width = info.width
    height = info.height
  }

  /// Creates a picture from the bytes of an image file.
  ///
  /// - Throws: ``MetaError`` with `unknownFormat` when the format is not recognised.
  public init(
    image: [UInt8], kind: Kind = .frontCover, description: String? = nil
  ) throws(MetaError) {
    guard let artwork = Artwork(image, kind: kind, description: description) else {
      throw MetaError(.unknownFormat, reason: "not a recognised image format")
    }
    self = artwork
  }

  /// The size of the data in bytes.
  public var byteCount: Int64 { data.count }

  /// Returns the same picture with its bytes in memory, for use in another file.
  ///
  /// - Throws: ``ParseError``, as ``DataValue/load(from:limit:)`` does.
  package func loaded(from source: any ByteSource) throws(ParseError) -> Artwork {
    var artwork = self
    artwork.data = try data.loaded(from: source)
    return artwork
  }
}
