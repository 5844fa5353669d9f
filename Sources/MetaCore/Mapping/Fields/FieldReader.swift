/// The value that one field has in one source (key space and container) of a file, and the item
/// that the value was read from.
struct FieldReading {
  let field: Field
  let value: MetadataValue
  /// The index of the item that the value was read from; for pairs and dates, the first item that
  /// claims the field.
  let item: Int
  /// The index of an item with an additional value of a single-valued field, or nil.
  var further: Int?
}

/// The input of a value converter: a stored value, its key space, and the part of the value that
/// the field uses.
struct FieldInput {
  let value: MetadataValue
  let keySpace: KeySpace
  let part: FieldPart
}

/// Converts the values of the items that claim a field to one value of the field; the claims are
/// either all claims or those with one priority.
///
/// Pictures, chapters and synchronised lyrics have no value.
struct FieldReader {
  let claims: FieldClaims

  private var items: [MetadataItem] { claims.items }

  /// Returns the field as provided by the claims with one priority, or by all claims if `order` is
  /// nil; nil if they have no usable value.
  func read(_ field: Field, at order: UInt32?) -> FieldReading? {
    switch field.form {
    case .text, .genre, .keyword, .performer, .mediaKind, .advisory, .uniqueID, .location:
      return readText(field, order)
    case .pair:
      var pair = PairReading()
      var further: Int?
      var first: Int?
      forEach(field, order) { claim in
        first = first ?? Int(claim.item)
        if !pair.add(input(claim)) { further = further ?? Int(claim.item) }
      }
      var found = reading(field, pair.value, first)
      found?.further = further
      return found
    case .date:
      var date = DateReading()
      let first = feed(field, order) { date.add($0) }
      return reading(field, date.value, first)
    case .integer, .rating, .number, .boolean, .podcast:
      var found: FieldReading?
      forEach(field, order) { claim in
        guard found == nil else { return }
        found = ScalarConverter.value(field.form, input(claim)).map {
          FieldReading(field: field, value: $0, item: Int(claim.item))
        }
      }
      return found
    case .artwork, .chapters, .timedText: return nil
    }
  }

  /// Calls `body` with the claims to a field that count, either all of them or those with one
  /// priority.
  private func forEach(_ field: Field, _ order: UInt32?, _ body: (FieldClaim) -> Void) {
    var index = claims.first(of: field.number)
    while index >= 0 {
      let claim = claims.claims[index]
      if order == nil || claim.order == order, claims.counts(claim) { body(claim) }
      index = Int(claim.next)
    }
  }

  /// Calls `body` with the values of the claims; returns the first claiming item.
  private func feed(_ field: Field, _ order: UInt32?, _ body: (FieldInput) -> Void) -> Int? {
    var first: Int?
    forEach(field, order) { claim in
      first = first ?? Int(claim.item)
      body(input(claim))
    }
    return first
  }

  /// Returns a reading; nil without a value or an item.
  private func reading(_ field: Field, _ value: MetadataValue?, _ item: Int?) -> FieldReading? {
    guard let value, let item else { return nil }
    return FieldReading(field: field, value: value, item: item)
  }

  /// Returns the value of a claim: the whole item, or one element of its list.
  private func input(_ claim: FieldClaim) -> FieldInput {
    let index = Int(claim.item)
    let keySpace = items[index].keySpace
    guard claim.element >= 0, case .list(let elements) = items[index].value,
      Int(claim.element) < elements.count
    else { return FieldInput(value: items[index].value, keySpace: keySpace, part: claim.part) }
    return FieldInput(value: elements[Int(claim.element)], keySpace: keySpace, part: claim.part)
  }

  // MARK: Text

  /// Returns the text of a field with a single claim and a single string, unchanged; nil in all
  /// other cases.
  private func onlyText(_ field: Field) -> (value: MetadataValue, item: Int)? {
    let index = claims.first(of: field.number)
    guard field.form == .text, index >= 0 else { return nil }
    let claim = claims.claims[index]
    guard claim.next < 0, claim.element < 0, claim.part == .whole,
      case .string = items[Int(claim.item)].value
    else { return nil }
    return (items[Int(claim.item)].value, Int(claim.item))
  }

  /// Returns the text of a field: for a list field, all strings in the language of the first,
  /// otherwise the first string.
  private func readText(_ field: Field, _ order: UInt32?) -> FieldReading? {
    let isList = field.isList
    if let text = onlyText(field) {
      let value = isList ? .list([text.value]) : text.value
      return FieldReading(field: field, value: value, item: text.item)
    }
    var texts: [MetadataValue] = []
    var first: FieldClaim?
    var further: Int?
    forEach(field, order) { claim in
      // Text in another language is a translation, not another member of the list.
      if isList, let first, language(first) != language(claim) { return }
      let count = texts.count
      TextConverter.append(input(claim), field.form, &texts)
      guard texts.count > count else { return }
      if !isList, texts.count > 1, further == nil, isFurther(claim, than: first ?? claim) {
        further = Int(claim.item)
      }
      first = first ?? claim
      if !isList, texts.count > 1 { texts.removeSubrange(1...) }
    }
    guard let first, let text = texts.first else { return nil }
    return FieldReading(
      field: field, value: isList ? .list(texts) : text, item: Int(first.item), further: further)
  }

  private func language(_ claim: FieldClaim) -> LanguageTag? { items[Int(claim.item)].language }

  /// Whether a value is additional to the first one, rather than a translation of it or a value
  /// with another description.
  private func isFurther(_ claim: FieldClaim, than first: FieldClaim) -> Bool {
    let (left, right) = (Int(first.item), Int(claim.item))
    return items[left].language == items[right].language
      && items[left][extra: .info] == items[right][extra: .info]
  }
}
