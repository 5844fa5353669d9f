import Testing

@testable import MetaCore

@Suite struct ItemConverterTests {
  /// Values that every key space should keep, by form.
  static func samples(of field: Field) -> [MetadataValue] {
    let texts: [MetadataValue] =
      switch field.form {
      case .genre: [.string("Jazz")]
      case .keyword: [.string("sea")]
      case .performer: [.string("Ann (guitar)"), .string("Bob")]
      case .mediaKind: [.string("Movie"), .string("Audiobook")]
      case .advisory: [.string("Clean")]
      case .location: [.string("+37.5-122.25/")]
      case .text, .uniqueID: [.string("Some words")]
      default: []
      }
    if !texts.isEmpty {
      return field.isList ? texts.map { .list([$0]) } + [.list(texts + texts)] : texts
    }
    switch field.form {
    case .integer: return [.integer(7), .integer(1)]
    case .rating: return [.integer(100), .integer(60), .integer(20)]
    case .number: return [.integer(120), .real(-6.5)]
    case .boolean: return [.boolean(true), .boolean(false)]
    case .podcast: return [.boolean(true)]
    case .pair: return [.pair(NumberPair(number: 8, count: 10)), .pair(NumberPair(number: 3))]
    case .date:
      return ["1999", "1999-04-01", "2018-08-05T15:39"].compactMap(MetadataDate.init(iso8601:))
        .map { .date($0) }
    default: return []
    }
  }

  private static let spaces: [(space: KeySpace, version: ID3Version)] =
    KeySpace.known.map { ($0, .v24) } + [(.id3, .v22), (.id3, .v23)]

  @Test(arguments: spaces.map(\.space), ID3Version.allCases)
  func writtenItemsAreReadBack(_ space: KeySpace, _ version: ID3Version) {
    guard space == .id3 || version == .v24 else { return }
    let converter = ItemConverter(to: space, id3Version: version)
    for field in Field.all where field.row.keys.contains(where: { $0.space == space }) {
      for sample in Self.samples(of: field) {
        let conversion = converter.items(for: field, sample)
        let read = MetadataView(conversion.items, precedence: [space])[field]
        let place = "\(field.name) in \(space): \(sample) -> \(conversion.items.map(\.value))"
        if conversion.losses.isEmpty {
          let isNothing = sample == .boolean(false) && conversion.items.isEmpty
          #expect(read == sample || isNothing, "\(place) -> \(String(describing: read))")
        } else if !conversion.items.isEmpty {
          #expect(read != nil, "\(place)")
        }
      }
    }
  }

  @Test func aMissingKeyIsALoss() throws {
    let field = Field.podcastURL
    let conversion = ItemConverter(to: .riff).items(for: field, .string("x"))
    #expect(conversion.items.isEmpty && conversion.losses.map(\.reason) == [.noKey])
  }

  @Test func framesFollowTheVersion() throws {
    let date = Field.date
    let value = MetadataValue.string("2018-08-05T15:39")
    func keys(_ version: ID3Version) -> [String] {
      ItemConverter(to: .id3, id3Version: version).items(for: date, value).items
        .map(\.key.description)
    }
    #expect(keys(.v24) == ["TDRC"])
    #expect(keys(.v23) == ["TYER", "TDAT", "TIME"])
    #expect(keys(.v22) == ["TYE", "TDA", "TIM"])
  }

  @Test func lossesAreReported() throws {
    let date = Field.date
    let zone = ItemConverter(to: .id3).items(for: date, .string("2018-08-05T15:39:00+02:00"))
    #expect(zone.losses.map(\.reason) == [.lessPrecise])
    let artist = Field.artist
    let two = MetadataValue.list([.string("A"), .string("B")])
    #expect(
      ItemConverter(to: .riff).items(for: artist, two).losses.map(\.reason) == [.oneValueOnly])
    let bpm = Field.bpm
    #expect(ItemConverter(to: .iTunes).items(for: bpm, .real(120.5)).losses.count == 1)
    let track = Field.track
    let side = MetadataValue.pair(NumberPair(number: nil, label: "A1"))
    #expect(ItemConverter(to: .iTunes).items(for: track, side).items.isEmpty)
    #expect(ItemConverter(to: .id3).items(for: track, side).items.first?.value == .string("A1"))
  }

  @Test func storedFormsFollowTheFormat() throws {
    func made(_ name: String, _ value: MetadataValue, _ space: KeySpace) throws -> MetadataItem {
      let field = try #require(Field.named(name))
      return try #require(ItemConverter(to: space).items(for: field, value).items.first)
    }
    let label = try made("label", .string("Blue Note"), .iTunesLong)
    #expect(label.identifier.rawValue == "itlk/com.apple.iTunes.LABEL")
    #expect(label[extra: .mean] == .string("com.apple.iTunes"))
    #expect(label[extra: .name] == .string("LABEL"))
    #expect(try made("mediaKind", .string("Movie"), .iTunes).value == .integer(9))
    #expect(try made("barcode", .string("1"), .id3)[extra: .info] == .string("BARCODE"))
    let gain = try made("replayGainTrackGain", .real(-6.5), .vorbis)
    #expect(gain.value == .string("-6.50 dB"))
    #expect(
      try made("track", .pair(NumberPair(number: 8, count: 10)), .id3).value == .string("8/10"))
  }

  @Test func itemsMoveBetweenKeySpaces() {
    let frame = item(.id3, "TIT2", .string("Blue"))
    let moved = ItemConverter(to: .iTunes).convert(frame)
    #expect(moved.items.map(\.identifier) == [.iTunesMetadataSongName])
    let genre = ItemConverter(to: .iTunes).convert(item(.id3, "TCON", .string("(17)")))
    #expect(genre.items.map(\.value) == [.string("Rock")])
    #expect(ItemConverter(to: .iTunes).convert(item(.id3, "PRIV", .string("x"))).items.isEmpty)
  }

  @Test("What cannot be converted is a loss", arguments: [KeySpace.iTunes, .id3, .ape, .riff])
  func lossesAreListed(space: KeySpace) {
    let converter = ItemConverter(to: space)
    var timed = item(.vorbis, "TITLE", .string("Blue"))
    timed.timeRange = .all
    let pictureOfATrack = MetadataValue.data(.bytes(ByteSlice([0xFF, 0xD8, 0xFF])))
    var image = item(.quickTimeMetadata, "com.apple.quicktime.artwork", pictureOfATrack)
    image.trackID = 1
    let lost = [item(.vorbis, "MY KEY", .string("x")), item(.asf, "WM/X", "x"), timed, image]
    let silent = lost.filter { item in
      let conversion = converter.convert(item)
      let names = conversion.losses.map { $0.description.contains("\(item.identifier)") }
      return !conversion.items.isEmpty || names != [true]
    }
    #expect(silent.map(\.identifier) == [])
    let empty = converter.convert(item(.vorbis, "TITLE", .string("")))
    #expect(empty.items == [] && empty.losses == [])
  }

  @Test("Items of tracks, common items and pictures are converted, too") func otherItems() {
    var frame = item(.id3, "TIT2", .string("Blue"))
    frame.trackID = 3
    let moved = ItemConverter(to: .iTunes).convert(frame)
    #expect(moved.items.map(\.identifier) == [.iTunesMetadataSongName])
    #expect(moved.items.map(\.trackID) == [3])
    let common = ItemConverter(to: .id3).convert(item(.common, "title", .string("Blue")))
    #expect(common.items.map(\.identifier) == ["id3/TIT2"])
    var cover = item(.iTunes, "covr", .data(.bytes(ByteSlice([1]))))
    cover.dataType = .raw
    cover.extraAttributes = [ExtraAttribute(.mime, .string("image/jpg"))]
    let picture = ItemConverter(to: .id3).convert(cover)
    #expect(picture.items.map(\.identifier) == ["id3/APIC"])
    #expect(picture.items.first?[extra: .mime] == .string("image/jpeg"))
    let image = ItemConverter(to: .ape).convert(item(.common, "artwork", cover.value))
    #expect(image.items.map(\.key) == ["Cover Art (Front)"])
    #expect(moved.losses + common.losses + picture.losses + image.losses == [])
  }

  @Test func picturesKeepTheirKind() {
    var artwork = Artwork(
      index: 0, kind: .backCover, data: .bytes(ByteSlice([1])), description: "Back")
    artwork.mime = "image/png"
    let frame = ItemConverter(to: .id3).item(for: artwork)
    #expect(frame?[extra: .pictureType] == .integer(4))
    #expect(frame?[extra: .mime] == .string("image/png"))
    #expect(ItemConverter(to: .iTunes).item(for: artwork)?.dataType.name == "png")
    #expect(ItemConverter(to: .ape).item(for: artwork)?.key == "Cover Art (Back)")
    #expect(ItemConverter(to: .riff).item(for: artwork) == nil)
  }
}
