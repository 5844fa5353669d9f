import TestSupport
import Testing

@testable import MetaCore

/// Positions and measurements of cameras: GoPro, camera motion metadata, Sony and phones.
@Suite("Timed metadata of cameras")
struct TimedPositionTests {
  private func groups(_ name: String) throws -> [TimedMetadataGroup] {
    let asset = Asset(source: DataSource(try Repository.bytes(of: name)))
    let reader = try TimedMetadataReader(asset: asset)
    var groups: [TimedMetadataGroup] = []
    while let (track, group) = try reader.nextGroup() {
      #expect(track == reader.tracks.first?.id)
      groups.append(group)
    }
    return groups
  }

  private func items(_ key: String, _ group: TimedMetadataGroup) -> [MetadataItem] {
    group.items.filter { $0.identifier.rawValue == key }
  }

  // MARK: GoPro

  @Test func measurementsOfAGoProAreScaledAndSpread() throws {
    let groups = try groups("action-camera.mp4")
    #expect(groups.count == 3)
    let forces = items("gpmf/ACCL", groups[1])
    #expect(forces.count == 10)
    guard case .list(let values) = forces[3].value else {
      Issue.record("no list")
      return
    }
    let raw: [Double] = [4103, -30, 3]
    #expect(values.compactMap(\.realValue) == raw.map { $0 / 418 })
    #expect(forces[3].timeRange?.start == MediaTime(numeric: 13, 10))
    #expect(forces[3].timeRange?.end == MediaTime(numeric: 14, 10))
    #expect(forces[3][extra: .unit]?.stringValue == "m/s²")
    #expect(forces[3][extra: .device]?.stringValue == "Hero6 Black")
    #expect(items("gpmf/TMPC", groups[0]).map(\.value) == [.real(41.5)])
    // Several structures of one moment.
    let faces = items("gpmf/FACE", groups[2])
    #expect(faces.count == 3 && faces[1].timeRange == faces[2].timeRange)
    #expect(faces[0].value == .list([.integer(1), .integer(30), .real(0.25), .real(0.5)]))
  }

  @Test func locationsOfAGoPro() throws {
    let places = try groups("action-camera.mp4").flatMap(\.positions)
    #expect(places.count == 15)
    let last = try #require(places.last)
    #expect(abs(last.location.latitude - 52.5214) < 1e-9)
    #expect(abs(last.location.longitude - 13.4022) < 1e-9)
    #expect(last.location.altitude == 34.014 && last.speed == 5.5)
    #expect(last.fix == 3 && last.dilutionOfPrecision == 1.8 && last.isMeasured)
    #expect(last.time == MediaTime(numeric: 28, 10))
    // 2024-06-01 10:30:02.25 UTC, and four fifths of a second.
    #expect(abs((last.unixTime ?? 0) - 1_717_237_803.05) < 1e-3)
  }

  /// An entry of GPMF.
  private func entry(
    _ key: String, _ type: Character, _ size: Int, _ count: Int, _ bytes: [UInt8]
  ) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: -bytes.count & 3)
    let length = [type.asciiValue ?? 0, UInt8(size), UInt8(count >> 8), UInt8(count & 255)]
    return Array(key.utf8) + length + bytes + padding
  }

  private func stream(_ entries: [UInt8]...) -> [UInt8] {
    let body = entries.flatMap(\.self)
    return entry("STRM", "\0", 1, body.count, body)
  }

  private let second = MediaTimeRange(start: .zero, end: MediaTime(numeric: 1, 1))

  @Test func newerLocationFormatHasItsOwnTime() throws {
    func number(_ value: Int, _ width: Int = 4) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let scale = [10_000_000, 10_000_000, 1000, 1000, 100, 1, 1000, 100, 1]
    let place =
      [-338_560_000, 1_512_100_000, 58_000, 1500, 160, 8918, 37_800_500].flatMap { number($0) }
      + number(95, 2) + number(2, 2)
    let sample = stream(
      entry("SCAL", "l", 4, 9, scale.flatMap { number($0) }),
      entry("TYPE", "c", 1, 9, Array("lllllllSS".utf8)), entry("GPS9", "?", 32, 1, place))
    let group = TimedMetadataGroup(
      timeRange: second, items: GoProSample.items(ByteSlice(sample), in: second))
    let position = try #require(group.positions.first)
    #expect(position.location.latitude == -33.856 && position.location.longitude == 151.21)
    #expect(position.fix == 2 && position.dilutionOfPrecision == 0.95)
    // 8918 days after 2000-01-01, 10:30:00.5.
    let midnight = Double(10_957 + 8918) * 86_400
    #expect(position.unixTime == midnight + 37_800.5)
  }

  @Test func locationsWithoutAFixAreMarked() {
    let place = [UInt8](repeating: 0, count: 20)
    let sample = stream(entry("GPSF", "L", 4, 1, [0, 0, 0, 0]), entry("GPS5", "l", 20, 1, place))
    let group = TimedMetadataGroup(
      timeRange: second, items: GoProSample.items(ByteSlice(sample), in: second))
    #expect(group.positions.map(\.isMeasured) == [false])
  }

  // MARK: Others

  @Test func locationsInCameraMotionMetadata() throws {
    let groups = try groups("street-camera.mp4")
    let places = groups.flatMap(\.positions)
    let latitudes = places.map { ($0.location.latitude * 1e6).rounded() }
    #expect(latitudes == [52_520_000, 52_521_000, 52_522_000, 52_523_000])
    #expect(places.map(\.fix) == [3, nil, 3, nil])
    #expect(places[0].speed == 5)
    // GPS is 18 seconds ahead of UTC in 2024.
    let moment = 1_401_100_000.0 + 315_964_800 - 18
    #expect(places[0].unixTime == moment)
    #expect(groups[0].items.count == 6)
    let exposure = try #require(items("camm/exposure", groups[0]).first?.value)
    #expect(exposure[part: "pixelExposureTime"]?.realValue == 0.01)
  }

  @Test func locationsOfSonyCameras() throws {
    let groups = try groups("system-camera.mp4")
    let places = groups.flatMap(\.positions)
    #expect(places.count == 3)
    #expect(abs(places[0].location.latitude + 33.856_666_7) < 1e-6)
    #expect(places[0].location.longitude == 151.21)
    #expect(places.map(\.unixTime) == [1_717_237_800, 1_717_237_801, 1_717_237_802])
    #expect(items("rtmd/fNumber", groups[0]).map(\.value) == [.real(4)])
    #expect(items("rtmd/exposureTime", groups[0]).map(\.value) == [.real(0.02)])
    #expect(items("rtmd/iso", groups[0]).map(\.value) == [.integer(800)])
    let dates = groups.flatMap { items("rtmd/dateTime", $0) }.map(\.value)
    #expect(dates.count == 3)
    guard case .date(let date) = dates[2] else {
      Issue.record("no date")
      return
    }
    #expect(date.description.hasPrefix("2024-06-01T10:30:02"))
  }

  @Test func locationsOfPhones() throws {
    let places = try groups("phone-places.mov").flatMap(\.positions)
    #expect(places.map(\.location.latitude) == [48.8, 48.8001, 48.8002])
    #expect(places.map(\.location.altitude) == [35, 35, 35])
  }

  @Test func aTrackAndATimeAreChosen() throws {
    let asset = Asset(source: DataSource(try Repository.bytes(of: "phone-places.mov")))
    let range = MediaTimeRange(start: MediaTime(numeric: 1, 1), end: MediaTime(numeric: 2, 1))
    let reader = try TimedMetadataReader(asset: asset, track: 3, timeRange: range)
    #expect(try reader.nextGroup()?.group.positions.count == 1)
    #expect(try reader.nextGroup() == nil)
    let error = #expect(throws: MetaError.self) { try TimedMetadataReader(asset: asset, track: 1) }
    #expect(error?.code == .notAvailable)
  }

  // MARK: Damage

  @Test(arguments: ["gpmd", "camm", "rtmd"])
  func damagedSamplesAreReadPartially(codec: String) throws {
    let name = ["gpmd": "action", "camm": "street", "rtmd": "system"][codec] ?? ""
    let source = DataSource(try Repository.bytes(of: name + "-camera.mp4"))
    let reader = AssetReader(asset: Asset(source: source))
    let provider = try reader.outputProvider(for: StoredTrackOutput(track: 2))
    try reader.start()
    let sample = Array(try #require(provider.copyNextSampleBuffer()?.stored).bytes)
    let decoder = try #require(TimedMetadataDecoder(codec: codec, keys: []))
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<4000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = [0, 1, 0x3F, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      }
      let isWhole = Bool.random(using: &generator)
      let end = isWhole ? bytes.count : Int.random(in: 0...bytes.count, using: &generator)
      let items = decoder.items(of: ByteSlice(Array(bytes[..<end])), in: second)
      let group = TimedMetadataGroup(timeRange: second, items: items)
      for position in group.positions {
        #expect(abs(position.location.latitude) <= 90 && abs(position.location.longitude) <= 180)
      }
      #expect(items.count <= 70_000)
    }
  }
}
