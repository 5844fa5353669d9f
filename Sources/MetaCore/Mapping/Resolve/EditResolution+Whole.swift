// Edits to the whole file: clearing, chapters, tracks.

extension EditResolution {
  /// Fields that players need, as opposed to descriptive fields; clearing keeps them.
  private static let lasting = ["chapters", "gaplessInfo"].compactMap(Field.named)

  /// Removes all items except for those of the given fields; includes items of tracks, or is
  /// limited to those of one track.
  mutating func clear(keeping fields: [Field]) {
    let owner = trackID
    let tracks = Set(draft.references.map { draft[$0].trackID }).filter {
      owner == nil || $0 == owner
    }
    var kept: [EditDraft.Reference: [MetadataItem]] = [:]
    for track in tracks {
      trackID = track
      for field in fields + EditResolution.lasting { keep(field, &kept) }
    }
    trackID = owner
    keepPackets(&kept)
    var changes: [EditDraft.Reference: [MetadataItem]] = [:]
    for reference in draft.references where tracks.contains(draft[reference].trackID) {
      changes[reference] = kept[reference] ?? []
    }
    draft.replace(changes)
  }

  /// Adds the items of a field to the items that are kept.
  private func keep(_ field: Field, _ kept: inout [EditDraft.Reference: [MetadataItem]]) {
    for source in sources(of: field) {
      for (reference, claims) in Dictionary(grouping: source.claims, by: \.reference) {
        kept[reference] = CompoundItem.people(of: claims, nextTo: kept[reference])
      }
    }
    for reference in draft.references where isPart(draft[reference], of: field) {
      kept[reference] = [draft[reference]]
    }
  }

  /// Whether an item is a picture or part of a chapter, even if it cannot be read or belongs to no
  /// field.
  private func isPart(_ item: MetadataItem, of field: Field) -> Bool {
    switch field.kind {
    case .artwork: ArtworkConverter.picture(item) != nil
    case .chapters:
      item.keySpace == .vorbis
        ? VorbisChapters.part(of: item.key.description) != nil
        : Field.fields(of: item).contains(field)
    default: false
    }
  }

  /// Keeps the XMP packets that contain kept properties.
  private func keepPackets(_ kept: inout [EditDraft.Reference: [MetadataItem]]) {
    let entries = Set(kept.keys.map(\.entry))
    for reference in draft.references where entries.contains(reference.entry) {
      let item = draft[reference]
      if item.isXMPPacket { kept[reference] = [item] }
    }
  }

  // MARK: Comparing

  /// Whether two values are equal; binary values are compared by their bytes.
  func isSame(_ left: MetadataValue, _ right: MetadataValue) -> Bool {
    guard case .data(let one) = left, case .data(let other) = right else { return left == right }
    return isSame(one, other)
  }

  /// Whether two values have the same bytes, if these are known.
  func isSame(_ left: DataValue, _ right: DataValue) -> Bool {
    if left == right { return true }
    guard left.count == right.count, let source = options.source,
      let one = try? left.load(from: source), let other = try? right.load(from: source)
    else { return false }
    return one == other
  }

  // MARK: Chapters and tracks

  /// Merges changes to a track into the existing ones, except for changes without effect.
  mutating func edit(_ trackEdit: TrackEdit) {
    guard let track = document.tracks.first(where: { $0.id == trackEdit.trackID }) else {
      return addLoss(.wrongType, nil, .common, "there is no track \(trackEdit.trackID)")
    }
    let index = edit.tracks.firstIndex { $0.trackID == trackEdit.trackID }
    var merged = index.map { edit.tracks.remove(at: $0) } ?? TrackEdit(trackID: trackEdit.trackID)
    merged.language = trackEdit.language ?? merged.language
    merged.name = trackEdit.name ?? merged.name
    merged.isEnabled = trackEdit.isEnabled ?? merged.isEnabled
    merged.rotation = trackEdit.rotation ?? merged.rotation
    if merged.language == track.language { merged.language = nil }
    if merged.name == track.name ?? "" { merged.name = nil }
    if merged.isEnabled == track.isEnabled { merged.isEnabled = nil }
    if merged.rotation == track.video?.rotation ?? 0 { merged.rotation = nil }
    if merged != TrackEdit(trackID: trackEdit.trackID) { edit.tracks.append(merged) }
  }

  /// Applies an edit to the items of one track.
  mutating func apply(_ edit: MetadataEdit, onTrack track: UInt32) {
    guard document.tracks.contains(where: { $0.id == track }) else {
      return addLoss(.wrongType, nil, .common, "there is no track \(track)")
    }
    let owner = trackID
    trackID = track
    apply(edit)
    trackID = owner
  }
}
