/// A field as one source gives it.
struct FieldReading {
  let field: Field
  var value: MetadataValue
  /// The first item that it came from.
  let item: Int
  /// The item that holds a further value of a single field, or nil.
  var further: Int?
}

/// Turns the values of items into values of a field.
struct FieldReader {
  let items: [MetadataItem]

  init(_ items: [MetadataItem]) { self.items = items }

  /// The field as the claims of one source and rank give it; nil when they hold nothing usable.
  func read(_ field: Field, _ claims: [FieldClaim]) -> FieldReading? {
    guard let first = claims.first else { return nil }
    switch field.kind {
    case .text, .location: return readText(field, claims)
    case .pair: return single(field, first, PairConverter.pair(claims.map(input)))
    case .date: return single(field, first, DateConverter.date(claims.map(input)))
    case .integer, .number, .boolean:
      for claim in claims {
        if let value = ScalarConverter.value(field, input(claim)) {
          return FieldReading(field: field, value: value, item: Int(claim.item))
        }
      }
      return nil
    case .artwork, .chapters, .timedText: return nil
    }
  }

  private func single(
    _ field: Field, _ claim: FieldClaim, _ value: MetadataValue?
  ) -> FieldReading? {
    value.map { FieldReading(field: field, value: $0, item: Int(claim.item)) }
  }

  private func input(_ claim: FieldClaim) -> FieldInput {
    let item = items[Int(claim.item)]
    guard claim.element >= 0, case .list(let elements) = item.value,
      Int(claim.element) < elements.count
    else { return FieldInput(item: item, value: item.value, part: claim.part) }
    return FieldInput(item: item, value: elements[Int(claim.element)], part: claim.part)
  }

  private func readText(_ field: Field, _ claims: [FieldClaim]) -> FieldReading? {
    var texts: [String] = []
    var first: FieldClaim?
    var further: Int?
    for claim in claims {
      let count = texts.count
      TextConverter.append(input(claim), to: field, &texts)
      guard texts.count > count else { continue }
      if first == nil { first = claim }
      if !field.isList, texts.count > 1, further == nil,
        isFurther(claim, than: first ?? claim)
      {
        further = Int(claim.item)
      }
      if !field.isList, texts.count > 1 { texts.removeSubrange(1...) }
    }
    guard let first, let text = texts.first else { return nil }
    let value: MetadataValue = field.isList ? .list(texts.map { .string($0) }) : .string(text)
    return FieldReading(field: field, value: value, item: Int(first.item), further: further)
  }

  /// Whether a value stands beside the first one in its own right, not as its translation or under another description.
  private func isFurther(_ claim: FieldClaim, than first: FieldClaim) -> Bool {
    let (left, right) = (items[Int(first.item)], items[Int(claim.item)])
    return left.language == right.language && left[extra: .info] == right[extra: .info]
  }
}

/// What a converter is given: the item, the value of it that counts, and the part of that which the field takes.
struct FieldInput {
  let item: MetadataItem
  let value: MetadataValue
  let part: FieldPart
}
