// Edits to pictures, in every container that has any, in the form of that container.

extension EditResolution {
  /// A container of the file that has pictures, with its picture items in order.
  private struct PictureContainer {
    let keySpace: KeySpace
    let container: MetadataContainer
    var pictures: [EditDraft.Reference]
  }

  /// Replaces the pictures in all containers that have any, or adds them to a container if none
  /// has.
  mutating func setArtwork(_ pictures: [Artwork]) {
    promisedPictures = pictures
    let places = pictureContainers()
    var left = places.isEmpty ? UnplacedPictures(pictures) : nil
    for place in places {
      let conversion = items(of: pictures, place.keySpace, place.container)
      left = UnplacedPictures.fewer(left, conversion.left)
      setItems(conversion.items, in: place, pictures)
    }
    relocate(pictures, left, nextTo: places)
    changedPictures = pictures
  }

  /// Adds pictures to all containers that have any; pictures that the file already has are not
  /// added.
  mutating func addArtwork(_ pictures: [Artwork]) {
    let places = pictureContainers()
    let shown = places.first?.pictures ?? []
    var present = promisedPictures ?? shown.compactMap(artwork)
    var new: [Artwork] = []
    for picture in pictures {
      guard let same = shown.firstIndex(where: { isSame(draft[$0], picture) }) else {
        new.append(picture)
        continue
      }
      // If the container does not store kinds, only the kind of the picture changes.
      if present.count == shown.count, picture.kind != .frontCover {
        present[same].kind = picture.kind
      }
    }
    promisedPictures = present + new
    guard !new.isEmpty else { return }
    var left = places.isEmpty ? UnplacedPictures(new) : nil
    for place in places {
      let conversion = items(
        of: new, place.keySpace, place.container, nextTo: place.pictures.map { draft[$0] })
      left = UnplacedPictures.fewer(left, conversion.left)
      guard let last = place.pictures.last, !conversion.items.isEmpty else { continue }
      if place.keySpace.holdsSeveral {
        draft.replace([last: [draft[last]] + conversion.items.map { moved($0, to: draft[last]) }])
      } else {
        add(conversion.items, to: insertionPoint(of: place.container, place.keySpace))
      }
    }
    // If a container with a higher priority gets pictures, it needs the existing ones as well.
    changedPictures = present + new
    self.relocate(changedPictures, left, nextTo: places)
  }

  /// The pictures that a container cannot hold; if there are several containers, the shortest list
  /// of this kind counts.
  private struct UnplacedPictures {
    let pictures: [Artwork]

    init(_ pictures: [Artwork]) { self.pictures = pictures }

    /// Returns the shorter of two lists of rejected pictures.
    static func fewer(_ one: UnplacedPictures?, _ other: [Artwork]) -> UnplacedPictures {
      guard let one, one.pictures.count <= other.count else { return UnplacedPictures(other) }
      return one
    }
  }

  /// Finds a container for all pictures if the existing containers cannot hold some of them;
  /// reports the losses if no container can.
  private mutating func relocate(
    _ pictures: [Artwork], _ left: UnplacedPictures?, nextTo places: [PictureContainer]
  ) {
    guard let left, !left.pictures.isEmpty else { return }
    guard !places.isEmpty else { return insert(pictures) }
    let occupied = places.map(\.container)
    for insertionPoint in openInsertionPoints where !occupied.contains(insertionPoint.container) {
      // Try it on a copy, because the container may not be able to hold or show all pictures.
      var attempt = self
      guard attempt.insert(pictures, in: insertionPoint)?.isEmpty == true,
        attempt.showsFirst(insertionPoint)
      else {
        continue
      }
      self = attempt
      return
    }
    addLosses(left.pictures, places.first?.keySpace ?? .common)
  }

  /// Whether the pictures of a container are the ones that are shown.
  private func showsFirst(_ insertionPoint: InsertionPoint) -> Bool {
    pictureContainers().first?.container == insertionPoint.container
  }

  /// Reports pictures that no container can hold.
  private mutating func addLosses(_ pictures: [Artwork], _ keySpace: KeySpace) {
    for picture in pictures {
      addLoss(
        .oneValueOnly, .artwork, keySpace,
        keySpace == .ape
          ? "an APE tag can hold only one picture of each kind, and already has one of kind \(picture.kind)"
          : "this kind of file cannot store another picture")
    }
  }

  /// Adds changed pictures to those containers without pictures that players read first or that are
  /// kept in sync.
  mutating func joinPictures() {
    guard !changedPictures.isEmpty, trackID == nil else { return }
    let occupied = pictureContainers().map(\.container)
    for insertionPoint in joinedInsertionPoints where !occupied.contains(insertionPoint.container) {
      _ = insert(changedPictures, in: insertionPoint)
    }
  }

  /// Returns the picture in an item, as listed in the document or as described by its bytes; nil if
  /// the item is not a picture.
  private func artwork(_ reference: EditDraft.Reference) -> Artwork? {
    let item = draft[reference]
    guard let data = item.value.dataValue else { return nil }
    if let known = document.artwork.first(where: { $0.data == data }) { return known }
    guard item.keySpace != .isoUserData else { return nil }
    let kind = ArtworkConverter.kind(of: item)
    guard let bytes = data.bytesInMemory, let picture = Artwork(Array(bytes.bytes), kind: kind)
    else { return Artwork(index: 0, kind: kind, data: data) }
    return picture
  }

  /// Removes the pictures at these indexes of the displayed list from all containers; an index out
  /// of range is reported as a loss.
  mutating func removeArtwork(_ indices: [Int]) {
    let places = pictureContainers()
    guard let shown = places.first, indices.allSatisfy(shown.pictures.indices.contains) else {
      let count = places.first?.pictures.count ?? 0
      return addLoss(
        .wrongType, .artwork, .common,
        "there are \(count) pictures, but none at index \(indices.map(String.init).joined(separator: ", "))"
      )
    }
    changedPictures = []
    promisedPictures = (promisedPictures ?? shown.pictures.compactMap(artwork)).enumerated()
      .filter { !indices.contains($0.offset) }.map(\.element)
    var changes: [EditDraft.Reference: [MetadataItem]] = [:]
    for index in indices { changes[shown.pictures[index]] = [] }
    for place in places.dropFirst() {
      for reference in counterparts(of: indices, from: shown, in: place) { changes[reference] = [] }
    }
    draft.replace(changes)
  }

  /// Returns the pictures in another container that are the same as the displayed pictures at these
  /// indexes.
  ///
  /// A picture that is not displayed counts as the one that is displayed at its index if both
  /// containers have the same number of pictures.
  private func counterparts(
    of indices: [Int], from shown: PictureContainer, in place: PictureContainer
  ) -> [EditDraft.Reference] {
    let isAligned = place.pictures.count == shown.pictures.count
    let removed = indices.map { shown.pictures[$0] }
    let kept = shown.pictures.indices.filter { !indices.contains($0) }.map { shown.pictures[$0] }
    return place.pictures.enumerated().filter { index, reference in
      let isAtSamePlace = isAligned && indices.contains(index)
      let isRemoved = removed.contains { isSamePicture($0, reference) }
      // Comparing the bytes of all pictures with each other could take quadratic time.
      guard isRemoved || isAtSamePlace else { return false }
      // One of several equal pictures is identified by its index.
      if isAtSamePlace, isSamePicture(shown.pictures[index], reference) { return true }
      return !kept.contains { isSamePicture($0, reference) }
    }.map(\.element)
  }

  /// Whether two items contain the same picture.
  private func isSamePicture(_ one: EditDraft.Reference, _ other: EditDraft.Reference) -> Bool {
    guard let one = draft[one].value.dataValue, let other = draft[other].value.dataValue else {
      return false
    }
    return isSame(one, other)
  }

  /// Returns the values as pictures, or nil if any of them is not binary.
  func pictures(_ values: [MetadataValue]) -> [Artwork]? {
    let data = values.compactMap(\.dataValue)
    guard data.count == values.count else { return nil }
    return data.enumerated().map { Artwork(index: $0.offset, kind: .frontCover, data: $0.element) }
  }

  // MARK: Containers

  /// Returns the containers with pictures, starting with the one whose pictures are shown.
  private func pictureContainers() -> [PictureContainer] {
    var places: [PictureContainer] = []
    for reference in draft.references {
      let item = draft[reference]
      guard ArtworkConverter.picture(item) != nil, trackID == nil else { continue }
      if let index = places.firstIndex(where: {
        $0.keySpace == item.keySpace && $0.container == item.location.container
      }) {
        places[index].pictures.append(reference)
      } else {
        places.append(
          PictureContainer(
            keySpace: item.keySpace, container: item.location.container, pictures: [reference]))
      }
    }
    return places.enumerated().sorted { left, right in
      (order(left.element), left.offset) < (order(right.element), right.offset)
    }.map(\.element)
  }

  /// Returns the rank of a container; containers with empty pictures are last, as in the list of
  /// pictures.
  private func order(_ place: PictureContainer) -> Int {
    let order = document.precedence.firstIndex(of: place.keySpace) ?? document.precedence.count
    let isEmpty = place.pictures.allSatisfy { draft[$0].value.dataValue?.count == 0 }
    return isEmpty ? order + document.precedence.count + 1 : order
  }

  /// Adds pictures to the first container that can hold any, and to the containers that are kept in
  /// sync.
  private mutating func insert(_ pictures: [Artwork]) {
    var left: UnplacedPictures?
    for insertionPoint in openInsertionPoints where left == nil || insertionPoint.isKeptInSync {
      if let rest = insert(pictures, in: insertionPoint) {
        left = UnplacedPictures.fewer(left, rest)
      }
    }
    guard let left else {
      return addLoss(
        .noKey, .artwork, openInsertionPoints.first?.keySpaces.first ?? .common,
        "this kind of file cannot store pictures")
    }
    addLosses(left.pictures, pictureContainers().first?.keySpace ?? .common)
  }

  /// Adds pictures to one container; returns the pictures that it cannot hold, or nil if it cannot
  /// hold any.
  private mutating func insert(_ pictures: [Artwork], in insertionPoint: InsertionPoint)
    -> [Artwork]?
  {
    for keySpace in insertionPoint.keySpaces {
      let conversion = items(of: pictures, keySpace, insertionPoint.container)
      guard !conversion.items.isEmpty else { continue }
      add(conversion.items, to: insertionPoint)
      return conversion.left
    }
    return nil
  }

  // MARK: Items

  /// Creates items from pictures for a container, and also returns the pictures that it cannot
  /// hold: an APE tag has one picture per key.
  private mutating func items(
    of pictures: [Artwork], _ keySpace: KeySpace, _ container: MetadataContainer,
    nextTo present: [MetadataItem] = []
  ) -> (items: [MetadataItem], left: [Artwork]) {
    let converter = converter(keySpace, container)
    var names = Set(present.map(name))
    var items: [MetadataItem] = []
    var left: [Artwork] = []
    for picture in pictures {
      guard var item = converter.item(for: EditResolution.described(picture)) else {
        left.append(picture)
        continue
      }
      if keySpace == .id3 {
        let description = item[extra: .info]?.stringValue ?? ""
        var number = 2
        // Pictures in one tag must differ in kind or description (ID3v2.4 §4.14).
        while names.contains(name(item)) {
          item.setExtra(
            .info, .string(description.isEmpty ? "\(number)" : "\(description) \(number)"))
          number += 1
        }
      } else if keySpace == .ape, names.contains(name(item)) {
        note(.oneValueOnly, container, "an APE tag can hold only one picture of each kind")
        left.append(picture)
        continue
      }
      names.insert(name(item))
      items.append(item)
    }
    return (items, left)
  }

  /// Returns the key that distinguishes the pictures in one container.
  private func name(_ item: MetadataItem) -> String {
    guard item.keySpace != .ape else { return item.key.description.lowercased() }
    let type = item[extra: .pictureType]?.integerValue ?? 0
    return "\(item.key) \(type) \(item[extra: .info]?.stringValue ?? "")"
  }

  /// Returns a picture with the MIME type of its bytes if it has none and they are in memory.
  private static func described(_ picture: Artwork) -> Artwork {
    guard picture.mime == nil, let bytes = picture.data.bytesInMemory else { return picture }
    var picture = picture
    picture.mime = ImageInfo.probe(bytes)?.mime
    return picture
  }

  /// Replaces the pictures in one container, unless they are already the same.
  private mutating func setItems(
    _ items: [MetadataItem], in place: PictureContainer, _ pictures: [Artwork]
  ) {
    let present = place.pictures.map { draft[$0] }
    if present.count == pictures.count, items.count == pictures.count,
      zip(present, pictures).allSatisfy({ isSame($0, $1) })
    {
      return
    }
    var changes: [EditDraft.Reference: [MetadataItem]] = [:]
    for (index, reference) in place.pictures.enumerated() {
      // A single entry of an item list holds all pictures.
      let new =
        place.keySpace.holdsSeveral
        ? (index == 0 ? items[...] : []) : items.dropFirst(index).prefix(1)
      changes[reference] = new.map { moved($0, to: draft[reference]) }
    }
    draft.replace(changes)
    if !place.keySpace.holdsSeveral {
      add(
        Array(items.dropFirst(place.pictures.count)),
        to: insertionPoint(of: place.container, place.keySpace))
    }
  }

  /// Returns an item with the location and key of another item; in APE tags, it keeps its key.
  private func moved(_ item: MetadataItem, to other: MetadataItem) -> MetadataItem {
    var item = item
    item.key = item.keySpace == .ape ? item.key : other.key
    item.location = other.location
    return item
  }

  /// Whether an item already contains this picture, with the same kind and description if it stores
  /// them.
  private func isSame(_ item: MetadataItem, _ picture: Artwork) -> Bool {
    guard let data = item.value.dataValue, isSame(data, picture.data) else { return false }
    guard let type = item[extra: .pictureType]?.integerValue else { return true }
    return type == Int64(picture.kind.id3Type)
      && (item.keySpace == .ape
        || (item[extra: .info]?.stringValue ?? "").hasSameBytes(as: picture.description ?? ""))
  }
}

extension MetadataItem {
  /// Sets an extra attribute, which is added if it is missing.
  mutating func setExtra(_ name: ExtraAttribute.Name, _ value: MetadataValue) {
    if let index = extraAttributes.firstIndex(where: { $0.name == name }) {
      extraAttributes[index] = ExtraAttribute(name, value)
    } else {
      extraAttributes.append(ExtraAttribute(name, value))
    }
  }
}
