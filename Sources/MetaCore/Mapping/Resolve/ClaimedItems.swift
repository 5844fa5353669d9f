/// The items of a draft that are about the whole file, or about one track, and the fields that they claim to be.
struct ClaimedItems {
  let trackID: UInt32?
  let precedence: [KeySpace]
  let references: [EditDraft.Reference]
  let claims: FieldClaims
  /// Items that are the work and not the grouping, because a `GRP1` stands beside them.
  let works: Set<Int>

  init(_ draft: EditDraft, _ trackID: UInt32?, _ precedence: [KeySpace]) {
    self.trackID = trackID
    self.precedence = precedence
    references = draft.references.filter { draft[$0].trackID == trackID }
    let items = references.map { reference in
      var item = draft[reference]
      if trackID != nil { item.trackID = nil }
      return item
    }
    claims = FieldClaims(items, precedence: precedence, countsEmpty: true)
    var works: Set<Int> = []
    claims.forEach(of: .work) { if $0.part == .grouped { works.insert(Int($0.item)) } }
    self.works = works
  }

  /// What was found last, until the draft changes and has another one.
  final class Cache {
    var items: ClaimedItems?
  }
}

extension FieldClaims {
  /// Hands out the claims to a field that count.
  func forEach(of field: Field, _ body: (FieldClaim) -> Void) {
    var index = first(of: field.number)
    while index >= 0 {
      let claim = claims[index]
      if counts(claim) { body(claim) }
      index = Int(claim.next)
    }
  }
}
