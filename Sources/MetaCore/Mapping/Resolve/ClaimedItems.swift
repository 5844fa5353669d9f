/// The items of a draft that belong to the whole file or to one track, with the fields that they
/// claim.
///
/// Edits to fields use it to find the items of a field.
struct ClaimedItems {
  let trackID: UInt32?
  let precedence: [KeySpace]
  let references: [EditDraft.Reference]
  let claims: FieldClaims
  /// The indexes of items that contain the work rather than the grouping, because their container
  /// has a `GRP1` frame.
  let works: Set<Int>

  /// Finds the claims of all items that belong to the file or to a track.
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

  /// The most recent result for a draft, which is valid until the draft changes.
  ///
  /// It is a class, so that code that only reads the draft can fill it.
  final class Cache {
    var items: ClaimedItems?
  }
}

extension FieldClaims {
  /// Calls `body` with the valid claims to a field.
  func forEach(of field: Field, _ body: (FieldClaim) -> Void) {
    var index = first(of: field.number)
    while index >= 0 {
      let claim = claims[index]
      if counts(claim) { body(claim) }
      index = Int(claim.next)
    }
  }
}
