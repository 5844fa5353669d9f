/// A field as one source gives it.
struct FieldReading {
  let field: Field
  let value: MetadataValue
  /// The first item that it came from.
  let item: Int
  /// The item that holds a further value of a single field, or nil.
  var further: Int?
}

/// What a converter is given: a value, where it comes from, and the part of it that the field takes.
struct FieldInput {
  let value: MetadataValue
  let keySpace: KeySpace
  let part: FieldPart
}

/// Turns the values of items into values of a field.
struct FieldReader {
  let claims: FieldClaims

  private var items: [MetadataItem] { claims.items }

  /// The field as the claims of one order (or, without one, its only claim) give it; nil when they hold nothing usable.
  func read(_ field: Field, at order: UInt32?) -> FieldReading? {
    switch field.form {
    case .text, .genre, .keyword, .performer, .mediaKind, .advisory, .uniqueID, .location:
      return readText(field, order)
    case .pair: return joined(field, order, PairConverter.pair)
    case .date: return joined(field, order, DateConverter.date)
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

  private func forEach(_ field: Field, _ order: UInt32?, _ body: (FieldClaim) -> Void) {
    var index = claims.slots[field.number].first
    while index >= 0 {
      let claim = claims.claims[Int(index)]
      if order == nil || claim.order == order, claims.counts(claim) { body(claim) }
      index = claim.next
    }
  }

  /// A field whose value several items make together.
  private func joined(
    _ field: Field, _ order: UInt32?, _ join: ([FieldInput]) -> MetadataValue?
  ) -> FieldReading? {
    var inputs: [FieldInput] = []
    var first: Int?
    forEach(field, order) { claim in
      first = first ?? Int(claim.item)
      inputs.append(input(claim))
    }
    guard let first, let value = join(inputs) else { return nil }
    return FieldReading(field: field, value: value, item: first)
  }

  private func input(_ claim: FieldClaim) -> FieldInput {
    let index = Int(claim.item)
    let keySpace = items[index].keySpace
    guard claim.element >= 0, case .list(let elements) = items[index].value,
      Int(claim.element) < elements.count
    else { return FieldInput(value: items[index].value, keySpace: keySpace, part: claim.part) }
    return FieldInput(value: elements[Int(claim.element)], keySpace: keySpace, part: claim.part)
  }

  // MARK: Text

  private func readText(_ field: Field, _ order: UInt32?) -> FieldReading? {
    let isList = field.isList
    var texts: [MetadataValue] = []
    var first: FieldClaim?
    var further: Int?
    forEach(field, order) { claim in
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

  /// Whether a value stands beside the first one in its own right, not as its translation or under another description.
  private func isFurther(_ claim: FieldClaim, than first: FieldClaim) -> Bool {
    let (left, right) = (Int(first.item), Int(claim.item))
    return items[left].language == items[right].language
      && items[left][extra: .info] == items[right][extra: .info]
  }
}
