import Testing

@testable import MetaCore

@Suite struct EditArtworkTests {
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
    0, 0, 0, 1, 8, 2, 0, 0, 0,
  ]

  private func picture(
    _ number: UInt8, _ kind: Artwork.Kind = .frontCover, _ description: String? = nil
  ) -> Artwork {
    Artwork(
      index: 0, kind: kind, data: .bytes(ByteSlice(Self.png + [number])), description: description)
  }

  private func numbers(_ bench: EditBench) -> [String] {
    bench.document.items.compactMap { item in
      guard case .data(.bytes(let bytes))? = item.value.dataValue.map(MetadataValue.data) else {
        return nil
      }
      return "\(item.key) \(bytes[bytes.count - 1] ?? 0)"
    }
  }

  @Test func oneAtomHoldsAllCovers() throws {
    let bench = try EditBench(.m4a).applying(.setArtwork([picture(1), picture(2)]))
    #expect(numbers(bench) == ["covr 1", "covr 2"])
    #expect(Set(bench.document.items.map(\.location)).count == 1)
    #expect(bench.document.items[0].dataType.name == "png")
    #expect(try bench.resolve(.setArtwork([picture(1), picture(2)])).edit.isEmpty)
    let three = try bench.applying(.addArtwork([picture(2), picture(3)]))
    #expect(numbers(three) == ["covr 1", "covr 2", "covr 3"])
    #expect(Set(three.document.items.map(\.location)).count == 1)
    #expect(numbers(try three.applying(.removeArtwork([0, 2]))) == ["covr 2"])
    #expect(try three.applying(.setArtwork([])).lines.isEmpty)
    #expect(throws: EditRefusal.self) { try three.resolve(.removeArtwork([3])) }
  }

  @Test func severalAtomsAreMerged() throws {
    let list = EditBench.list.rawValue
    let bench = EditBench(
      .m4a, items: item(.iTunes, "covr", .data(.bytes(ByteSlice([1]))), in: list),
      item(.iTunes, "covr", .data(.bytes(ByteSlice([2]))), in: list))
    let edited = try bench.applying(.setArtwork([picture(3), picture(4)]))
    #expect(numbers(edited) == ["covr 3", "covr 4"])
    #expect(Set(edited.document.items.map(\.location)).count == 1)
  }

  @Test func framesHaveKindAndDescription() throws {
    let bench = try EditBench(.mp3).applying(
      .setArtwork([picture(1), picture(2, .backCover, "Back"), picture(3)]))
    #expect(numbers(bench) == ["APIC 1", "APIC 2", "APIC 3"])
    #expect(bench.document.items.map { $0[extra: .info]?.stringValue } == ["", "Back", "2"])
    #expect(
      bench.document.items.map { $0[extra: .pictureType] } == [
        .integer(3), .integer(4), .integer(3),
      ])
    #expect(bench.document.items[0][extra: .mime] == "image/png")
    #expect(numbers(try bench.applying(.removeArtwork([1]))) == ["APIC 1", "APIC 3"])
    let edit = try bench.resolve(.addArtwork([picture(4)])).edit
    #expect(edit.changes.count == 1)
  }

  @Test func allContainersWithPicturesAreUpdated() throws {
    let old = MetadataValue.data(.bytes(ByteSlice(Self.png + [9])))
    let bench = EditBench(
      .mp3,
      items: item(
        .id3, "APIC", old, extra: [ExtraAttribute(.pictureType, .integer(3))], in: "ID3v2.4"),
      item(
        .ape, "Cover Art (Front)", old, extra: [ExtraAttribute(.pictureType, .integer(3))],
        in: "APEv2"))
    let edited = try bench.applying(.setArtwork([picture(1), picture(2, .backCover)]))
    #expect(
      numbers(edited) == ["APIC 1", "APIC 2", "Cover Art (Front) 1", "Cover Art (Back) 2"]
        || numbers(edited) == ["APIC 1", "Cover Art (Front) 1", "APIC 2", "Cover Art (Back) 2"])
    let none = try edited.applying(.removeArtwork([0]))
    #expect(numbers(none).sorted() == ["APIC 2", "Cover Art (Back) 2"])
    #expect(try edited.resolve(.setArtwork([picture(1), picture(2, .backCover)])).edit.isEmpty)
  }

  @Test(
    "A removed picture is also removed from other containers, whatever its index there",
    arguments: [
      ([1, 2], [2, 1], [0], [2, 2]), ([1, 2], [2, 1], [1], [1, 1]), ([1, 2], [2, 1], [0, 1], []),
      ([1, 2], [2], [0], [2, 2]), ([1, 2], [3, 4], [1], [1, 3]), ([1, 1], [1, 1], [1], [1, 1]),
      ([1, 2], [1, 2, 1], [0], [2, 2]),
    ])
  func picturesAreRemovedByContent(
    frames: [UInt8], items: [UInt8], indices: [Int], left: [UInt8]
  ) throws {
    func entries(_ numbers: [UInt8], _ space: KeySpace, _ container: String) -> [[MetadataItem]] {
      numbers.enumerated().map { index, number in
        let key = space == .ape ? "Cover Art (\(ItemConverter.apePictureNames[index]))" : "APIC"
        return [
          item(
            space, key, .data(.bytes(ByteSlice(Self.png + [number]))),
            extra: [ExtraAttribute(.pictureType, .integer(Int64(index)))], in: container)
        ]
      }
    }
    let bench = EditBench(
      .mp3, entries(frames, .id3, "ID3v2.4") + entries(items, .ape, "APEv2"))
    let edited = try bench.applying(.removeArtwork(indices))
    #expect(numbers(edited).compactMap { $0.split(separator: " ").last } == left.map { "\($0)" })
  }

  @Test(
    "Pictures in a container that players read last are moved to the one they read first, if it exists"
  )
  func displayedPicturesAreUpdated() throws {
    let old = item(
      .ape, "Cover Art (Front)", .data(.bytes(ByteSlice(Self.png + [9]))),
      extra: [ExtraAttribute(.pictureType, .integer(3))], in: "APEv2")
    let title = item(.id3, "TIT2", "Blue Train", in: "ID3v2.4")
    let set = try EditBench(.mp3, items: title, old).applying(.setArtwork([picture(1)]))
    #expect(numbers(set).sorted() == ["APIC 1", "Cover Art (Front) 1"])
    let added = try EditBench(.mp3, items: title, old).applying(
      .addArtwork([picture(1, .backCover)]))
    #expect(
      numbers(added).sorted() == ["APIC 1", "APIC 9", "Cover Art (Back) 1", "Cover Art (Front) 9"])
    let alone = try EditBench(.mp3, items: old).applying(.setArtwork([picture(1)]))
    #expect(numbers(alone) == ["Cover Art (Front) 1"])
    #expect(numbers(try set.applying(.removeArtwork([0]))).isEmpty)
  }

  @Test func moviesKeepPicturesInMetadata() throws {
    let bench = try EditBench(.mov).applying(.setArtwork([picture(1)]))
    #expect(numbers(bench) == ["com.apple.quicktime.artwork 1"])
  }

  @Test func fieldRepresentsThePictures() throws {
    let bench = try EditBench(.m4a).applying(set("artwork", .data(picture(1).data)))
    #expect(numbers(bench) == ["covr 1"])
    #expect(try bench.applying(set("artwork")).lines.isEmpty)
    #expect(throws: EditRefusal.self) { try bench.resolve(set("artwork", "cover.jpg")) }
  }

  @Test func unsupportedKindIsRefused() {
    #expect(throws: EditRefusal.self) {
      try EditBench(.mobile, []).with([.isoUserData]).resolve(.setArtwork([picture(1)]))
    }
  }

  @Test func picturesInTheFileAreComparedByTheirBytes() throws {
    let source = DataSource([0, 0] + Self.png + [1])
    let place = FileLocation(offset: 2, count: 30, in: source.sourceIdentity)
    var bench = EditBench(
      .m4a, items: item(.iTunes, "covr", .data(.file(place)), in: EditBench.list.rawValue))
    #expect(try !bench.resolve(.setArtwork([picture(1)])).edit.isEmpty)
    bench.options.source = source
    #expect(try bench.resolve(.setArtwork([picture(1)])).edit.isEmpty)
  }

  // MARK: One picture per kind

  private func ape(_ pictures: Artwork...) throws -> EditBench {
    var bench = EditBench(.mp3)
    bench.insertionPoints = [InsertionPoint(MetadataContainer(rawValue: "APEv2"), [.ape])]
    return try bench.applying(.setArtwork(pictures))
  }

  @Test func aSecondFrontCoverIsRefusedByAPE() throws {
    let bench = try ape(picture(1))
    #expect(throws: EditRefusal.self) { try bench.resolve(.addArtwork([picture(2)])) }
    #expect(throws: EditRefusal.self) {
      try bench.resolve(.setArtwork([picture(1), picture(2, .frontCover, "other")]))
    }
    #expect(numbers(try bench.applying(.addArtwork([picture(2, .backCover)]))).count == 2)
    #expect(try bench.resolve(.addArtwork([picture(1)])).edit.isEmpty)
  }

  @Test func apeLossesAreListedWithoutDuplicates() throws {
    var bench = try ape(picture(1))
    bench.options.allowsLoss = true
    let added = try bench.resolve(.addArtwork([picture(2)]))
    #expect(added.losses.map(\.reason) == [.oneValueOnly])
    #expect(added.edit.isEmpty)
    let set = try bench.resolve(.setArtwork([picture(2), picture(3)]))
    #expect(set.losses.map(\.reason) == [.oneValueOnly])
    #expect(numbers(try bench.applying(.setArtwork([picture(2), picture(3)]))).count == 1)
  }

  @Test func unsupportedPicturesGoToAnotherContainer() throws {
    var bench = try ape(picture(1))
    bench.insertionPoints = EditBench(.mp3).insertionPoints
    let both = try bench.applying(.addArtwork([picture(2)]))
    #expect(both.document.items.count { $0.keySpace == .id3 } == 2)
    #expect(both.document.items.count { $0.keySpace == .ape } == 1)
  }

  @Test func promiseMatchesTheRequest() throws {
    let bench = try EditBench(.m4a).applying(.setArtwork([picture(1)]))
    let added = try bench.resolve(.addArtwork([picture(2, .backCover)]))
    #expect(added.promise.pictures?.map(\.kind) == [.frontCover, .backCover])
    // The picture exists, but not with the requested kind.
    let other = try bench.resolve(.addArtwork([picture(1, .backCover)])).promise
    #expect(other.pictures?.map(\.kind) == [.backCover])
    #expect(try bench.resolve(.removeArtwork([0])).promise.pictures?.isEmpty == true)
    #expect(try bench.resolve(.clear(keeping: [])).promise.isEmpty)
  }
}

extension EditBench {
  /// The same file with nothing but its first home, for these key spaces.
  func with(_ spaces: [KeySpace]) -> EditBench {
    var bench = self
    bench.insertionPoints = [InsertionPoint(insertionPoints[0].container, spaces)]
    return bench
  }
}
