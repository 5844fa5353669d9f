// Places that have to say what others say, because players look there.

extension EditResolution {
  /// A field that got other values.
  struct Change {
    let field: Field
    let values: [MetadataValue]
    let trackID: UInt32?
  }

  /// Adds changed values to the place where players of the kind look first and to those that go in step, as far as the file has these and
  /// they can hold the values.
  ///
  /// Done when all edits are made, so that it does not depend on their order what the file has.
  mutating func join() {
    let owner = trackID
    for change in changed {
      trackID = change.trackID
      guard shows(change.field, change.values) else { continue }
      for home in joinedHomes { join(change, in: home) }
    }
    trackID = owner
    joinPictures()
  }

  /// The places that the file has of those where players of the kind look first, and of those that go in step.
  var joinedHomes: [ItemHome] {
    openHomes.filter { ($0.isInStep || $0 == openHomes.first) && isThere($0) }
  }

  private mutating func join(_ change: Change, in home: ItemHome) {
    guard !sources(of: change.field).contains(where: { $0.container == home.container }) else {
      return
    }
    var attempt = self
    let isWhole = attempt.insert(change.field, change.values, in: home).losses.isEmpty
    guard isWhole, attempt.shows(change.field, change.values) else { return }
    self = attempt
  }

  private func isThere(_ home: ItemHome) -> Bool {
    draft.entries.contains { entry in
      entry.items.first?.location.container == home.container
    }
  }

  /// Gives an ID3v2 or APE tag that is made beside an ID3v1 what this says: most players then look at the new one only.
  mutating func carryOver() {
    guard document.items.contains(where: { $0.keySpace == .id3v1 }),
      let home = homes.first(where: { home in
        (home.keySpaces == [.id3] || home.keySpaces == [.ape]) && home.trackID == nil
          && isMade(home)
      })
    else { return }
    var names: [String] = []
    for field in Field.all {
      let sources = sources(of: field)
      guard sources.contains(where: { $0.keySpace == .id3v1 }),
        !sources.contains(where: { $0.container == home.container }),
        let values = sources.first(where: { !$0.values.isEmpty })?.values,
        insert(field, values, in: home).isTaken
      else { continue }
      names.append(field.name)
    }
    guard !names.isEmpty else { return }
    note(
      .carriedOver, home.container,
      "most players look at the new tag only, so it says what ID3v1 says, too: "
        + names.joined(separator: ", "))
  }

  /// Whether a place that held nothing gets something.
  private func isMade(_ home: ItemHome) -> Bool {
    guard !document.items.contains(where: { $0.location.container == home.container }) else {
      return false
    }
    return edit.chapters?.isEmpty == false || isThere(home)
  }
}
