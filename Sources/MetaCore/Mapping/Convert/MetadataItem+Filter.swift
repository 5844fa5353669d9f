/// Filtering and sorting of items, with AVFoundation's names.
extension MetadataItem {
  /// Returns the items with the given identifier; for a common identifier, those with that common
  /// key.
  public static func metadataItems(
    from items: [MetadataItem], filteredByIdentifier identifier: MetadataIdentifier
  ) -> [MetadataItem] {
    let (space, key) = (identifier.keySpace, identifier.key)
    if space == .common {
      return items.filter { $0.commonKey?.rawValue == key?.description }
    }
    return items.filter { $0.keySpace == space && $0.key == key }
  }

  /// Returns the items with the given key in the given key space; a nil key or key space matches
  /// all.
  ///
  /// The key space ``KeySpace/common`` matches items that have a common key.
  public static func metadataItems(
    from items: [MetadataItem], withKey key: MetadataKey?, keySpace: KeySpace?
  ) -> [MetadataItem] {
    items.filter { item in
      if keySpace == .common {
        return item.commonKey != nil && (key == nil || item.commonKey?.rawValue == key?.description)
      }
      return (keySpace == nil || item.keySpace == keySpace) && (key == nil || item.key == key)
    }
  }

  /// Returns the items that pass the filter.
  public static func metadataItems(
    from items: [MetadataItem], filteredBy filter: MetadataFilter
  ) -> [MetadataItem] {
    items.filter { filter.passes($0) }
  }

  /// Returns the items in any of these languages, those in the most preferred language first.
  public static func metadataItems(
    from items: [MetadataItem],
    filteredAndSortedAccordingToPreferredLanguages languages: [LanguageTag]
  ) -> [MetadataItem] {
    var rest = items
    var result: [MetadataItem] = []
    for language in languages {
      // Items in exactly this language come before those in its varieties, or in the language of
      // which it is one.
      result += rest.filter { $0.language == language }
      result += rest.filter { $0.language != language && $0.language?.serves(language) ?? false }
      rest.removeAll { $0.language?.serves(language) ?? false }
    }
    return result
  }
}

extension MetadataFilter {
  /// Whether an item passes the filter.
  public func passes(_ item: MetadataItem) -> Bool {
    if let keySpaces, !keySpaces.contains(item.keySpace) { return false }
    if let commonKeys {
      guard let key = item.commonKey, commonKeys.contains(key) else { return false }
    }
    if let identifiers, !identifiers.contains(item.identifier) { return false }
    if let languages {
      guard let language = item.language, languages.contains(where: { language.serves($0) }) else {
        return false
      }
    }
    return !isForSharing || MetadataFilter.isShareable(item)
  }

  /// Whether an item may be in a shared file: its fields are known, and it is neither private nor
  /// personal.
  private static func isShareable(_ item: MetadataItem) -> Bool {
    let fields = Field.fields(of: item)
    return !fields.isEmpty && PrivateTable.kind(of: item) == nil
      && fields.allSatisfy { !withheldFields.contains($0.name) }
  }

  /// Fields that are not shared although they are not in `PrivateTable`, because they reveal what
  /// the user said, did or planned.
  static let withheldFields: Set<String> = [
    "cameraAngle", "captureFrameRate", "clipID", "collection", "comment", "contentIdentifier",
    "creationDate", "information", "livePhotoAuto", "originalFilename", "playCount", "rating",
    "reel", "scene", "shot", "taggingDate",
  ]
}

extension Field {
  /// Returns the fields to which the key of an item contributes, even if the item belongs to a
  /// track or a time range.
  public static func fields(of item: MetadataItem) -> [Field] {
    var fileItem = item
    fileItem.trackID = nil
    fileItem.timeRange = nil
    let claims = FieldClaims([fileItem], precedence: [item.keySpace])
    return FieldTable.names.indices.filter { claims.first(of: $0) >= 0 }
      .map { Field(number: $0) }
  }
}
