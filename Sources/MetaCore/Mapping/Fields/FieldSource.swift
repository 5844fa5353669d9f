/// One source of values for a field: the items that claim the field in one key space and one
/// container, with the combined values.
///
/// Edits change all sources of a field together; ``Document/values(of:)-(Field)`` returns the
/// values of the first.
struct FieldSource {
  /// An item in the edited document that has a value for the field, and the part of the item that
  /// holds that value.
  struct ItemClaim {
    let reference: EditDraft.Reference
    let item: MetadataItem
    /// The index of the value if the item has several, or -1 for the whole item.
    let element: Int
    let part: FieldPart
    /// The priority rank of its key.
    let rank: UInt8

    /// The value of the claim, as input for converters.
    var input: FieldInput {
      var value = item.value
      if element >= 0, case .list(let elements) = item.value, element < elements.count {
        value = elements[element]
      }
      return FieldInput(value: value, keySpace: item.keySpace, part: part)
    }

    /// Identifies the translation or user that the item belongs to.
    var voice: TranslationID { TranslationID(item) }
  }

  /// Identifies the items under one key that belong together: those with the same language and
  /// description, or the ratings of one user.
  struct TranslationID: Hashable {
    let language: LanguageTag?
    let description: MetadataValue?

    init(_ item: MetadataItem) {
      language = item.language
      description =
        switch item.key {
        case "USLT", "ULT", "WXXX", "WXX": item[extra: .info]
        case "POPM", "POP": item[extra: .email]
        default: nil
        }
    }
  }

  let keySpace: KeySpace
  let container: MetadataContainer
  /// The items that the converted view shows, or would show without other sources.
  var shown: [ItemClaim] = []
  /// Items under the same key that are shown separately: translations, ratings by other users.
  var others: [ItemClaim] = []
  /// Items under the other keys of the field, mainly those of lower priority.
  var aliases: [ItemClaim] = []
  /// The values of the source.
  var values: [MetadataValue] = []

  /// Every claim of the source.
  var claims: [ItemClaim] { shown + others + aliases }

  /// Separates the claims into shown items, translations, and items under other keys.
  fileprivate init(_ field: Field, _ claims: [ItemClaim]) {
    keySpace = claims.first?.item.keySpace ?? .common
    container = claims.first?.item.location.container ?? .none
    if claims.count == 1 {
      shown = claims
      values = FieldSource.read(field, claims)
      return
    }
    let ranks = Set(claims.map(\.rank)).sorted()
    for rank in ranks where values.isEmpty {
      let ranked = claims.filter { $0.rank == rank }
      // The view shows the translation to which the first item with a value belongs.
      let voice = (ranked.first { !FieldSource.read(field, [$0]).isEmpty } ?? ranked.first)?.voice
      let same = ranked.filter { $0.voice == voice }
      values = FieldSource.read(field, same)
      guard !values.isEmpty || rank == ranks.first else { continue }
      shown = same
      others = ranked.filter { $0.voice != voice }
      aliases = claims.filter { $0.rank != rank }
    }
  }

  /// Whether a value is the form in which the source stores `present`.
  func isSame(_ field: Field, _ value: MetadataValue, _ present: MetadataValue) -> Bool {
    guard keySpace.isLimited else { return FieldValue.agree(field, [value], [present]) }
    return FieldValue.agreeRoughly(field, [value], [present], in: keySpace)
  }

  /// Returns the combined value of the claims.
  static func read(_ field: Field, _ claims: [ItemClaim]) -> [MetadataValue] {
    FieldValue.read(field, claims.map(\.input))
  }
}

extension EditDraft {
  /// Returns the sources of a field, for the whole file or for one track, highest priority first.
  func sources(
    of field: Field, trackID: UInt32?, precedence: [KeySpace]
  ) -> [FieldSource] {
    let claimed = claimed(trackID, precedence)
    let items = claimed.claims.items
    var places: [(order: UInt32, claims: [FieldSource.ItemClaim])] = []
    claimed.claims.forEach(of: field) { claim in
      let item = Int(claim.item)
      guard claim.part == .grouped || !claimed.works.contains(item), !items[item].isEncrypted else {
        return
      }
      let reference = claimed.references[item]
      let found = FieldSource.ItemClaim(
        reference: reference, item: self[reference], element: Int(claim.element),
        part: claim.part, rank: UInt8(truncatingIfNeeded: claim.order))
      let index = places.firstIndex { existing in
        existing.claims.first.map { $0.item.isNextTo(items[item]) } ?? false
      }
      if let index {
        places[index].claims.append(found)
      } else {
        places.append((claim.source, [found]))
      }
    }
    return places.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map { FieldSource(field, $0.element.claims) }
  }

  /// Returns the claims of the items, which are cached until an item changes, because most edits
  /// need them several times.
  private func claimed(_ trackID: UInt32?, _ precedence: [KeySpace]) -> ClaimedItems {
    if let known = claims.items, known.trackID == trackID, known.precedence == precedence {
      return known
    }
    let found = ClaimedItems(self, trackID, precedence)
    claims.items = found
    return found
  }
}

extension MetadataItem {
  /// Whether both items have the same container and key space.
  func isNextTo(_ other: MetadataItem) -> Bool {
    keySpace == other.keySpace && location.container == other.location.container
  }

  /// Whether the item is a complete XMP packet, stored in the same entry as its properties.
  var isXMPPacket: Bool { keySpace == .xmp && key == "packet" }

  /// The encoding of an XMP packet, which the item specifies only for encodings other than UTF-8.
  var packetEncoding: TextEncoding {
    let name = self[extra: .encoding]?.stringValue
    return [.utf16BigEndian, .utf16LittleEndian].first { $0.rawValue == name } ?? .utf8
  }

  /// Whether the item's value is encrypted, and therefore cannot be read.
  var isEncrypted: Bool {
    guard case .list(let flags)? = self[extra: .flags] else { return false }
    return flags.contains(.string("encrypted"))
  }
}

extension XMLText {
  /// The extra attributes for an XMP packet item.
  var packetExtras: [ExtraAttribute] {
    isStored ? [] : [ExtraAttribute(.encoding, .string(encoding.rawValue))]
  }
}
