/// A picture that goes with a file: its cover, the artist, whatever the format distinguishes.
public struct Artwork: Sendable, Hashable, Codable {
  /// What a picture shows: the picture types of ID3 (ID3v2.4 §4.14).
  public struct Kind: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The name in JSON.
    public let rawValue: String

    /// Makes a kind of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name in JSON.
    public var description: String { rawValue }

    /// Something else.
    public static let other = Kind(rawValue: "other")
    /// The cover.
    public static let frontCover = Kind(rawValue: "frontCover")
    /// The back of the cover.
    public static let backCover = Kind(rawValue: "backCover")

    /// The kinds by their number in an `APIC` frame.
    public static let id3Kinds: [Kind] = [
      "other", "fileIcon", "otherFileIcon", "frontCover", "backCover", "leaflet", "media",
      "leadArtist", "artist", "conductor", "band", "composer", "lyricist", "recordingLocation",
      "duringRecording", "duringPerformance", "videoCapture", "brightFish", "illustration",
      "bandLogo", "publisherLogo",
    ].map(Kind.init(rawValue:))

    /// The kind of a number in an `APIC` frame; `other` for numbers that are not assigned.
    package init(id3Type number: Int64) {
      let known = Int(exactly: number).flatMap {
        Kind.id3Kinds.indices.contains($0) ? Kind.id3Kinds[$0] : nil
      }
      self = known ?? .other
    }

    /// The number in an `APIC` frame.
    public var id3Type: Int { Kind.id3Kinds.firstIndex(of: self) ?? 0 }
  }

  /// Its place among the pictures of the file, from 0.
  public var index: Int
  /// What it shows.
  public var kind: Kind
  /// The MIME type that its content shows, or the declared one where the content is of no known kind.
  public var mime: String?
  /// The declared MIME type, where it is not what the content shows.
  public var declaredMime: String?
  /// The width in pixels.
  public var width: Int?
  /// The height in pixels.
  public var height: Int?
  /// What the file says about it.
  public var description: String?
  /// Its bytes.
  public var data: DataValue
  /// The item that it was read from, by its place among the items.
  public var item: Int

  /// Makes a picture.
  package init(
    index: Int, kind: Kind, data: DataValue, description: String? = nil, item: Int = 0
  ) {
    self.index = index
    self.kind = kind
    self.data = data
    self.description = description
    self.item = item
  }

  /// Makes a picture of the bytes of an image file, which tell what they are; nil when they are no image of a known kind.
  public init?(_ image: [UInt8], kind: Kind = .frontCover, description: String? = nil) {
    let bytes = ByteSlice(image)
    guard let info = ImageInfo.probe(bytes) else { return nil }
    self.init(index: 0, kind: kind, data: .bytes(bytes), description: description)
    mime = info.mime
    width = info.width
    height = info.height
  }

  /// Makes a picture of the bytes of an image file.
  ///
  /// - Throws: ``MetaError`` with `unknownFormat` when they are no image of a known kind.
  public init(
    image: [UInt8], kind: Kind = .frontCover, description: String? = nil
  ) throws(MetaError) {
    guard let artwork = Artwork(image, kind: kind, description: description) else {
      throw MetaError(.unknownFormat, reason: "the bytes are no image of a known kind")
    }
    self = artwork
  }

  /// How many bytes it has.
  public var byteCount: Int64 { data.count }

  /// The same picture with its bytes in memory, so that it can be used in another file.
  ///
  /// - Throws: ``ParseError``, as ``DataValue/load(from:limit:)`` does.
  package func loaded(from source: any ByteSource) throws(ParseError) -> Artwork {
    var artwork = self
    artwork.data = try data.loaded(from: source)
    return artwork
  }
}
