/// Recognises the items that contain pictures (such as `covr`, `APIC` and "Cover Art (Front)"), and
/// describes the pictures to show for a file as ``Artwork``: those in the first container, by the
/// priority of the key spaces, that has any.
enum ArtworkConverter {
  /// Returns the pictures in a file, from the first container that has any, by the priority of the
  /// key spaces.
  ///
  /// The type and size are read from the content; a different declared type is reported as a
  /// finding.
  static func artworks(
    among items: [MetadataItem], precedence: [KeySpace], _ window: SourceWindow,
    log: inout DiagnosticLog
  ) -> [Artwork] {
    guard let source = preferred(items, precedence) else { return [] }
    var artworks: [Artwork] = []
    for index in items.indices where items[index].value.isBinary {
      let item = items[index]
      guard item.keySpace == source.keySpace, item.location.container == source.container,
        let data = picture(item)
      else { continue }
      var artwork = Artwork(
        index: artworks.count, kind: kind(of: item), data: data,
        description: item[extra: .info]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }, item: index)
      describe(&artwork, item, window, &log)
      // If the value is not an image, the four-character code has a different meaning.
      if item.keySpace == .isoUserData, artwork.mime == nil { continue }
      artworks.append(artwork)
    }
    return artworks
  }

  /// Returns the key space and container of the pictures to show: those in the key space with the
  /// highest priority.
  private static func preferred(
    _ items: [MetadataItem], _ precedence: [KeySpace]
  ) -> (keySpace: KeySpace, container: MetadataContainer)? {
    var best: (order: Int, item: MetadataItem)?
    for index in items.indices where items[index].value.isBinary {
      let item = items[index]
      guard picture(item) != nil else { continue }
      var order = precedence.firstIndex(of: item.keySpace) ?? precedence.count
      // A container whose pictures are all empty is only chosen if no other container has pictures.
      if item.value.dataValue?.count == 0 { order += precedence.count + 1 }
      if best.map({ order < $0.order }) ?? true { best = (order, item) }
    }
    return best.map { ($0.item.keySpace, $0.item.location.container) }
  }

  /// Returns the picture in an item from any key space; nil for items without a picture.
  static func artwork(_ item: MetadataItem) -> Artwork? {
    let isCommon = item.keySpace == .common && item.key.description == CommonKey.artwork.rawValue
    guard let data = isCommon ? item.value.dataValue : picture(item) else { return nil }
    let description = item[extra: .info]?.stringValue
    return Artwork(index: 0, kind: kind(of: item), data: data, description: description)
  }

  /// Returns the bytes of an item if it contains a picture for the whole file; otherwise nil.
  static func picture(_ item: MetadataItem) -> DataValue? {
    guard case .data(let data) = item.value, item.isOfWholeFile,
      isPicture(item.key, in: item.keySpace, item),
      item[extra: .mime]?.stringValue != ArtworkConverter.link
    else { return nil }
    return data
  }

  /// The MIME type that denotes a link to a picture (ID3v2.4 §4.14).
  private static let link = "-->"

  /// Whether the values of a key in a key space are pictures; in tags whose keys are free text, the
  /// item must have a picture type.
  private static func isPicture(
    _ key: MetadataKey, in space: KeySpace, _ item: MetadataItem
  ) -> Bool {
    switch (space, key) {
    case (.iTunes, .code(let code)): code == FourCC("c", "o", "v", "r")
    case (.isoUserData, .code(let code)): code == FourCC("t", "h", "m", "b")
    case (.id3, .text(let frame)): frame == "APIC" || frame == "PIC"
    case (.quickTimeMetadata, .text(let text)): text == "com.apple.quicktime.artwork"
    case (.ape, .text), (.asf, .text), (.vorbis, .text), (.matroska, .text), (.libavformat, .text):
      item[extra: .pictureType] != nil
    default: false
    }
  }

  /// Returns the kind of the picture in an item; if no kind is declared, a front cover, or `other`
  /// in 3GPP user data.
  static func kind(of item: MetadataItem) -> Artwork.Kind {
    if let type = item[extra: .pictureType]?.integerValue { return Artwork.Kind(id3Type: type) }
    return item.keySpace == .isoUserData ? .other : .frontCover
  }

  /// Sets the type and size of a picture from its bytes, and reports an empty picture and a wrong
  /// declared type.
  private static func describe(
    _ artwork: inout Artwork, _ item: MetadataItem, _ window: SourceWindow,
    _ log: inout DiagnosticLog
  ) {
    let declared = declaredMime(item)
    if artwork.data.count == 0 {
      log.note(.emptyPicture, item.path, at: item.location.offset, "the picture is empty")
      return
    }
    guard let info = ImageInfo.probe(artwork.data, in: window) else {
      artwork.mime = declared
      return
    }
    artwork.mime = info.mime
    artwork.width = info.width
    artwork.height = info.height
    guard let declared, declared != info.mime else { return }
    artwork.declaredMime = declared
    log.note(
      .wrongImageType, item.path, at: item.location.offset,
      "the picture is declared as \(declared), but is \(info.mime)")
  }

  /// Returns the MIME type of the picture in an item: that of its bytes if they are in memory and
  /// recognised, otherwise the declared type.
  static func mime(of item: MetadataItem) -> String? {
    let bytes = item.value.dataValue?.bytesInMemory
    return bytes.flatMap { ImageInfo.probe($0)?.mime } ?? declaredMime(item)
  }

  /// Returns the MIME type that the file declares for the picture; nil if it declares nothing
  /// comparable.
  private static func declaredMime(_ item: MetadataItem) -> String? {
    if let mime = item[extra: .mime]?.stringValue { return normalised(mime.lowercased()) }
    switch item.dataType.name {
    case "jpeg", "png", "bmp", "gif": return "image/" + item.dataType.name
    default: return nil
    }
  }

  /// Returns the standard MIME type for the spellings that occur in files; nil for an empty type,
  /// and for types other than images.
  private static func normalised(_ mime: String) -> String? {
    switch mime {
    case "image/jpg", "image/pjpeg", "jpg", "jpeg", "image/jpeg": "image/jpeg"
    case "image/x-png", "png": "image/png"
    case "image/x-ms-bmp", "image/x-bmp", "bmp": "image/bmp"
    case "gif": "image/gif"
    case "", "image/": nil
    default: mime.hasPrefix("image/") ? mime : nil
    }
  }
}

extension MetadataValue {
  /// Whether the value is binary; checked before an item is copied out of its list, because the
  /// copy is expensive.
  fileprivate var isBinary: Bool {
    if case .data = self { true } else { false }
  }
}
