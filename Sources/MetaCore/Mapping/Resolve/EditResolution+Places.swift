// Containers that must agree with each other, because players read them.

extension EditResolution {
  /// A field whose values an edit changed, for the file or one track; after all edits, these values
  /// are added to other containers too.
  struct Change {
    let field: Field
    let values: [MetadataValue]
    let trackID: UInt32?
  }

  /// Adds changed values to the containers that players of this kind of file read first, and to
  /// those that are kept in sync, if the file has these containers and they can hold the values.
  ///
  /// This is done after all edits, so that the result does not depend on their order.
  mutating func join() {
    let owner = trackID
    for change in changed {
      trackID = change.trackID
      guard shows(change.field, change.values) else { continue }
      for insertionPoint in joinedInsertionPoints { join(change, in: insertionPoint) }
    }
    trackID = owner
    joinPictures()
  }

  /// The existing containers that players read first, and those that are kept in sync.
  var joinedInsertionPoints: [InsertionPoint] {
    openInsertionPoints.filter {
      ($0.isKeptInSync || $0 == openInsertionPoints.first) && hasItems($0)
    }
  }

  /// Adds a changed field to a container, provided that the container can hold the complete value
  /// and the file then still shows that value.
  private mutating func join(_ change: Change, in insertionPoint: InsertionPoint) {
    guard !sources(of: change.field).contains(where: { $0.container == insertionPoint.container })
    else {
      return
    }
    var attempt = self
    let isWhole = attempt.insert(change.field, change.values, in: insertionPoint).losses.isEmpty
    guard isWhole, attempt.shows(change.field, change.values) else { return }
    self = attempt
  }

  /// Whether the container has items.
  private func hasItems(_ insertionPoint: InsertionPoint) -> Bool {
    draft.entries.contains { entry in
      entry.items.first?.location.container == insertionPoint.container
    }
  }

  /// Copies the fields of an ID3v1 tag, with the values that the file shows, to a new ID3v2 or APE
  /// tag, because most players then ignore the ID3v1 tag.
  mutating func carryOver() {
    guard document.items.contains(where: { $0.keySpace == .id3v1 }),
      let insertionPoint = insertionPoints.first(where: { insertionPoint in
        (insertionPoint.keySpaces == [.id3] || insertionPoint.keySpaces == [.ape])
          && insertionPoint.trackID == nil
          && isNew(insertionPoint)
      })
    else { return }
    var names: [String] = []
    for field in Field.all {
      let sources = sources(of: field)
      guard sources.contains(where: { $0.keySpace == .id3v1 }),
        !sources.contains(where: { $0.container == insertionPoint.container }),
        let values = sources.first(where: { !$0.values.isEmpty })?.values,
        insert(field, values, in: insertionPoint).isTaken
      else { continue }
      names.append(field.name)
    }
    guard !names.isEmpty else { return }
    note(
      .carriedOver, insertionPoint.container,
      "most players read only the new tag, so the values of ID3v1 were copied to it: "
        + names.joined(separator: ", "))
  }

  /// Whether the edits add items or chapters to a container that had no items.
  private func isNew(_ insertionPoint: InsertionPoint) -> Bool {
    guard !document.items.contains(where: { $0.location.container == insertionPoint.container })
    else {
      return false
    }
    return edit.chapters?.isEmpty == false || hasItems(insertionPoint)
  }
}
