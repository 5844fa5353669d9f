/// Changes one part of an item that has several values, such as one role in a list of people, or
/// the number of `8/10`, and keeps the rest.
///
/// Such items are lists of people, number and total, rating and counter, and names with other
/// values. This type is used when an edited field shares its item with another field.
enum CompoundItem {
  /// Whether the item of a claim also has values of other fields.
  static func isShared(_ claim: FieldSource.ItemClaim) -> Bool {
    if claim.element >= 0 { return true }
    switch (claim.item.keySpace, claim.part) {
    case (_, .rating), (_, .plays): return true
    case (.id3, .number), (.id3, .count): return true
    case (.isoUserData, .name), (.isoUserData, .number): return true
    default: return false
    }
  }

  /// Returns the remainder of a claimed item without the values of the field; empty if nothing
  /// remains.
  static func without(_ field: Field, _ claims: [FieldSource.ItemClaim]) -> [MetadataItem] {
    guard let first = claims.first, isShared(first) else { return [] }
    var item = first.item
    if first.element >= 0 {
      guard case .list(let people) = item.value else { return [] }
      let removed = Set(claims.map(\.element))
      let remaining = people.indices.filter { !removed.contains($0) }.map { people[$0] }
      item.value = .list(remaining)
      return remaining.isEmpty ? [] : [item]
    }
    guard let value = value(of: item.value, first.part, nil) else { return [] }
    item.value = value
    return [item]
  }

  /// Returns the item with another value for the field; nil if its part cannot hold the value.
  static func with(
    _ value: MetadataValue, in claim: FieldSource.ItemClaim
  ) -> MetadataItem? {
    var item = claim.item
    guard let new = CompoundItem.value(of: item.value, claim.part, value) else { return nil }
    item.value = new
    return item
  }

  /// Returns the list of people with the claimed ones replaced; empty if nothing remains.
  static func with(_ people: [MetadataValue], in claims: [FieldSource.ItemClaim]) -> [MetadataItem]
  {
    guard let first = claims.first, case .list(let present) = first.item.value else { return [] }
    let removed = Set(claims.map(\.element))
    var list: [MetadataValue] = []
    for (index, person) in present.enumerated() {
      if index == first.element { list += people }
      if !removed.contains(index) { list.append(person) }
    }
    var item = first.item
    item.value = .list(list)
    return list.isEmpty ? [] : [item]
  }

  /// Merges people into an existing list under the same key in the same container; returns false if
  /// the item is not a list of people, or there is no such list.
  static func join(
    _ item: MetadataItem, to draft: inout EditDraft, _ insertionPoint: InsertionPoint
  ) -> Bool {
    guard item.keySpace == .id3, case .list(let people) = item.value,
      people.allSatisfy({ $0[part: "role"] != nil })
    else { return false }
    let reference = draft.references.first {
      let other = draft[$0]
      return other.key == item.key && other.keySpace == .id3
        && other.trackID == insertionPoint.trackID
        && other.location.container == insertionPoint.container && !other.isEncrypted
    }
    guard let reference, case .list(let present) = draft[reference].value else { return false }
    var joined = draft[reference]
    joined.value = .list(present + people)
    draft.replace([reference: [joined]])
    return true
  }

  /// Returns the claimed people in a list, in addition to those already kept; an item that is not a
  /// list is returned whole.
  static func people(
    of claims: [FieldSource.ItemClaim], nextTo kept: [MetadataItem]?
  ) -> [MetadataItem] {
    guard var item = claims.first?.item else { return [] }
    guard case .list(let people) = item.value, claims.allSatisfy({ $0.element >= 0 }) else {
      return [item]
    }
    var selected = Set(claims.map(\.element))
    if case .list(let others)? = kept?.first?.value {
      for (index, person) in people.enumerated() where others.contains(person) {
        selected.insert(index)
      }
    }
    item.value = .list(selected.sorted().filter(people.indices.contains).map { people[$0] })
    return [item]
  }

  // MARK: Parts

  /// Returns a value with a part replaced, or removed if `new` is nil; nil if nothing remains.
  private static func value(
    of whole: MetadataValue, _ part: FieldPart, _ new: MetadataValue?
  ) -> MetadataValue? {
    switch (part, whole) {
    case (.number, .record), (.name, .record):
      let name = part == .name ? "name" : "number"
      return record(whole, name, part == .name ? new ?? .string("") : new.flatMap(number))
    case (.number, _), (.count, _): return pair(whole, part, new.flatMap(number)?.integerValue)
    case (.rating, _):
      let stored = new?.integerValue.map { RatingConverter.stored($0, in: .id3).number } ?? 0
      return counted(record(whole, "rating", .integer(Int64(exactly: stored) ?? 0)))
    case (.plays, _): return counted(record(whole, "count", new ?? .integer(0)))
    default: return new
    }
  }

  /// Returns the number of a pair, or the value itself.
  private static func number(_ value: MetadataValue) -> MetadataValue? {
    if case .pair(let pair) = value { return pair.number.map { .integer(Int64($0)) } }
    return value
  }

  /// Returns a text pair with another number or total; nil if nothing remains.
  private static func pair(
    _ whole: MetadataValue, _ part: FieldPart, _ number: Int64?
  ) -> MetadataValue? {
    var pair = PairConverter.pair(whole) ?? NumberPair(number: nil)
    let number = number.flatMap { Int(exactly: $0) }
    if part == .count { pair.count = number } else { pair.number = number }
    let text = pair.description
    return text.isEmpty ? nil : .string(text)
  }

  /// Returns a record with a part replaced or added, or removed if `new` is nil; nil if no part
  /// other than empty strings remains.
  static func record(
    _ whole: MetadataValue, _ name: String, _ new: MetadataValue?
  ) -> MetadataValue? {
    var parts: [MetadataValue.Part] = []
    if case .record(let present) = whole { parts = present }
    if let index = parts.firstIndex(where: { $0.name == name }) {
      if let new { parts[index] = .init(name, new) } else { parts.remove(at: index) }
    } else if let new {
      parts.append(.init(name, new))
    }
    let isEmpty = parts.allSatisfy { $0.value == .string("") }
    return isEmpty ? nil : .record(parts)
  }

  /// Returns a popularimeter; nil if it has neither rating nor counter.
  private static func counted(_ value: MetadataValue?) -> MetadataValue? {
    let parts = [value?[part: "rating"], value?[part: "count"]]
    return parts.allSatisfy { ($0?.integerValue ?? 0) == 0 } ? nil : value
  }
}
