/// Converts values of fields to items of a key space, and items from one key space to another.
///
/// The inverse of ``MetadataView``: the view reads the resulting items as the same value, unless a
/// loss is reported.
public struct ItemConverter: Sendable {
  /// The key space of the items.
  public let keySpace: KeySpace
  /// The ID3 version, used when the key space is ID3.
  public let id3Version: ID3Version
  /// The length, in Unicode scalars, to which text is truncated instead of being lost; nil means no
  /// truncation.
  var textLimit: Int?

  /// Creates a converter to a key space.
  public init(to keySpace: KeySpace, id3Version: ID3Version = .v24) {
    self.keySpace = keySpace
    self.id3Version = id3Version
  }

  /// Returns the items for a value of a field.
  public func items(for field: Field, _ value: MetadataValue) -> Conversion {
    var writer = FieldWriter(field: field, converter: self)
    writer.write(value)
    return writer.conversion
  }

  /// Converts an item to another key space.
  ///
  /// An item that belongs to no field, or to a time range, is a loss; an item of a track is
  /// converted to items of the same track.
  public func convert(_ item: MetadataItem) -> Conversion {
    // Frames may belong to another version of ID3.
    if item.keySpace == keySpace, keySpace != .id3 { return Conversion(items: [item]) }
    var result = Conversion()
    if item.timeRange == nil { result = converted(item) }
    if result.items.isEmpty, result.losses.isEmpty, !item.value.isEmpty {
      result.losses = [
        ConversionLoss(.noKey, nil, keySpace, "\(keySpace) has no key for \(item.identifier)")
      ]
    }
    return result
  }

  /// Returns the items and losses for the picture or the fields in an item.
  private func converted(_ item: MetadataItem) -> Conversion {
    var result = Conversion()
    if var picture = ArtworkConverter.artwork(item) {
      picture.mime = ArtworkConverter.mime(of: item)
      result.items = [self.item(for: picture)].compactMap(\.self)
      return result
    }
    for (field, value) in ItemConverter.fields(of: item) {
      let conversion = items(for: field, value)
      result.items += conversion.items.map { converted in
        var converted = converted
        converted.language = converted.language ?? item.language
        converted.trackID = item.trackID
        return converted
      }
      result.losses += conversion.losses
    }
    return result
  }

  /// Returns the fields of an item with their values; it may belong to a track.
  static func fields(of item: MetadataItem) -> [(Field, MetadataValue)] {
    guard item.keySpace == .common else {
      var fileItem = item
      fileItem.trackID = nil
      return MetadataView([fileItem], precedence: [item.keySpace]).entries
        .map { ($0.field, $0.value) }
    }
    let field = Field.all.first { $0.commonKey?.rawValue == item.key.description }
    return field.map { [($0, item.value)] } ?? []
  }

  /// Returns a picture as an item, such as `covr`, `APIC`, "Cover Art (Front)", `WM/Picture` or an
  /// artwork key; nil if the key space has no pictures.
  public func item(for artwork: Artwork) -> MetadataItem? {
    switch keySpace {
    case .iTunes: return picture(.code(FourCC("c", "o", "v", "r")), artwork)
    case .quickTimeMetadata: return picture("com.apple.quicktime.artwork", artwork)
    case .id3:
      var item = picture(id3Version == .v22 ? "PIC" : "APIC", artwork)
      item.extraAttributes = pictureAttributes(artwork)
      return item
    case .ape:
      var item = picture(.text(ItemConverter.apePictureKey(artwork.kind)), artwork)
      // A file name precedes the image; most writers use the key as the name.
      let name = item.dataType == .raw ? "\(item.key)" : "\(item.key).\(item.dataType.name)"
      item.dataType = .raw
      item.extraAttributes = [
        ExtraAttribute(.pictureType, .integer(Int64(artwork.kind.id3Type))),
        ExtraAttribute(.fileName, .string(name)),
      ]
      return item
    case .vorbis, .asf:
      var item = picture(keySpace == .asf ? "WM/Picture" : "METADATA_BLOCK_PICTURE", artwork)
      item.dataType = .raw
      item.extraAttributes = pictureAttributes(artwork)
      return item
    default: return nil
    }
  }

  /// Returns the MIME type, picture type and description as attributes, in the order of the fields
  /// in ID3 frames and picture blocks.
  private func pictureAttributes(_ artwork: Artwork) -> [ExtraAttribute] {
    [
      ExtraAttribute(.mime, .string(artwork.mime ?? "")),
      ExtraAttribute(.pictureType, .integer(Int64(artwork.kind.id3Type))),
      ExtraAttribute(.info, .string(artwork.description ?? "")),
    ]
  }

  /// Returns a picture under a key, with the data type for its MIME type, or `raw` if there is
  /// none.
  private func picture(_ key: MetadataKey, _ artwork: Artwork) -> MetadataItem {
    let name = artwork.mime?.split(separator: "/").last.map(String.init) ?? "raw"
    let type = DataType(quickTimeName: name) ?? .raw
    return MetadataItem(
      keySpace: keySpace, key: key, value: .data(artwork.data), dataType: type)
  }

  /// Returns the key of a picture in an APE tag, as written by foobar2000 and TagLib.
  private static func apePictureKey(_ kind: Artwork.Kind) -> String {
    switch kind {
    case .frontCover: "Cover Art (Front)"
    case .backCover: "Cover Art (Back)"
    default: "Cover Art (\(apePictureNames[kind.id3Type]))"
    }
  }

  /// The picture names in the order of the ID3 picture types, as written by foobar2000 and TagLib.
  static let apePictureNames = [
    "Other", "Icon", "Other Icon", "Front", "Back", "Leaflet", "Media", "Lead Artist", "Artist",
    "Conductor", "Band", "Composer", "Lyricist", "Recording Location", "During Recording",
    "During Performance", "Video Capture", "Fish", "Illustration", "Band Logotype",
    "Publisher Logotype",
  ]
}
