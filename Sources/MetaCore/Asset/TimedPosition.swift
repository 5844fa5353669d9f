/// The position and movement of a camera at one point in its movie.
public struct TimedPosition: Sendable, Hashable {
  /// The time in the movie.
  public var time: MediaTime
  /// The position.
  public var location: Location
  /// The recorded time in seconds since 1970 in UTC, if any.
  public var unixTime: Double?
  /// The speed over ground, in metres per second.
  public var speed: Double?
  /// The direction of the movement in degrees clockwise from north.
  public var course: Double?
  /// The quality of the measurement: 0 for no fix, 2 for a 2D fix, 3 for a 3D fix; nil if unknown.
  public var fix: Int?
  /// The dilution of precision.
  public var dilutionOfPrecision: Double?

  /// Creates a position for the given time.
  public init(time: MediaTime, location: Location) {
    self.time = time
    self.location = location
  }

  /// Whether the camera had a position fix.
  public var isMeasured: Bool { fix.map { $0 >= 2 } ?? true }
}

extension TimedMetadataGroup {
  /// The positions in the items, in order.
  ///
  /// They come from GoPro's GPS5, GPS9 and GLPI, `location` and `gps` in camera motion metadata,
  /// the GPS tags in Sony's real-time metadata, and `com.apple.quicktime.location.ISO6709`.
  public var positions: [TimedPosition] {
    var reader = PositionReader(start: timeRange.start)
    for item in items { reader.add(item) }
    return reader.finished()
  }
}

/// Collects the positions in the items of one group, for ``TimedMetadataGroup/positions``.
///
/// The items arrive one by one and in order. GoPro stores properties such as the fix and the
/// recorded time before the measurements to which they apply. Sony stores one item per GPS tag, so
/// a position is complete only after the last item.
private struct PositionReader {
  private let start: MediaTime
  private var positions: [TimedPosition] = []
  /// GoPro's latest `GPSU`, in seconds since 1970; like the next two properties, it applies to the
  /// measurements that follow.
  private var goProTime: Double?
  private var goProFix: Int?
  private var goProPrecision: Double?
  private var sony: [String: MetadataValue] = [:]

  init(start: MediaTime) { self.start = start }

  /// Adds an item, which is a position or part of one, depending on the format.
  mutating func add(_ item: MetadataItem) {
    guard case .text(let key) = item.key else { return }
    let time = item.timeRange?.start ?? start
    switch item.keySpace {
    case .goPro: addGoPro(key, item.value, time)
    case .cameraMotion: addCameraMotion(key, item.value, time)
    case .sonyRealTime: sony[key] = item.value
    default:
      guard item.identifier == .quickTimeMetadataLocationISO6709,
        let location = item.value.stringValue.flatMap(Location.init(iso6709:))
      else { return }
      positions.append(TimedPosition(time: time, location: location))
    }
  }

  /// Returns the location in a record; nil if its coordinates are missing or out of range.
  private static func location(_ value: MetadataValue) -> Location? {
    guard let latitude = value[part: "latitude"]?.realValue,
      let longitude = value[part: "longitude"]?.realValue, abs(latitude) <= 90,
      abs(longitude) <= 180
    else { return nil }
    let altitude = value[part: "altitude"]?.realValue
    return Location(
      latitude: latitude, longitude: longitude,
      altitude: altitude?.isFinite == true ? altitude : nil)
  }

  // MARK: GoPro

  /// Adds a GoPro item, which is a measurement or a property of the measurements that follow.
  private mutating func addGoPro(_ key: String, _ value: MetadataValue, _ time: MediaTime) {
    switch key {
    case "GPSU":
      guard case .date(let date) = value, let seconds = date.unixEpochSeconds else { return }
      goProTime = Double(seconds) + (date.fraction.flatMap { Double("0.\($0)") } ?? 0)
    case "GPSF": goProFix = value.integerValue.map { Int(clamping: $0) }
    // `GPSP` is the dilution of precision times 100.
    case "GPSP": goProPrecision = value.realValue.map { $0 / 100 }
    case "GPS5":
      guard var position = position(value, time) else { return }
      position.unixTime = goProTime.map { $0 + (time - start).seconds }
      (position.fix, position.dilutionOfPrecision) = (goProFix, goProPrecision)
      positions.append(position)
    case "GPS9":
      guard var position = position(value, time) else { return }
      if let days = value[part: "days"]?.realValue, let seconds = value[part: "seconds"]?.realValue
      {
        // Days are counted from 2000-01-01, which is 10,957 days after 1970-01-01.
        position.unixTime = (days + 10_957) * 86_400 + seconds
      }
      position.fix = value[part: "fix"]?.integerValue.map { Int(clamping: $0) }
      position.dilutionOfPrecision = value[part: "dilutionOfPrecision"]?.realValue
      positions.append(position)
    case "GLPI":
      if let position = position(value, time) { positions.append(position) }
    default: break
    }
  }

  /// Returns the position in a record, with speed and direction if they are stored under GoPro's
  /// names.
  private func position(_ value: MetadataValue, _ time: MediaTime) -> TimedPosition? {
    guard let location = PositionReader.location(value) else { return nil }
    var position = TimedPosition(time: time, location: location)
    position.speed = value[part: "speed2D"]?.realValue
    position.course = value[part: "heading"]?.realValue
    return position
  }

  // MARK: Camera motion

  /// 1980-01-06, the epoch of GPS time, in seconds since 1970-01-01.
  private static let gpsEpoch = 315_964_800.0

  /// Adds an item of camera motion metadata; its GPS time is converted to UTC.
  private mutating func addCameraMotion(_ key: String, _ value: MetadataValue, _ time: MediaTime) {
    guard key == "gps" || key == "location", var position = position(value, time) else { return }
    if let seconds = value[part: "gpsTime"]?.realValue, seconds > 0 {
      position.unixTime = seconds + PositionReader.gpsEpoch - PositionReader.leapSeconds(seconds)
    }
    position.fix = value[part: "fix"]?.integerValue.map { Int(clamping: $0) }
    if let east = value[part: "velocityEast"]?.realValue,
      let north = value[part: "velocityNorth"]?.realValue
    {
      position.speed = (east * east + north * north).squareRoot()
    }
    positions.append(position)
  }

  /// Returns the number of seconds by which GPS time, which has no leap seconds, is ahead of UTC,
  /// for times since 2006; leap seconds were added at the end of 2008, June 2012, June 2015 and
  /// 2016.
  private static func leapSeconds(_ gpsTime: Double) -> Double {
    let starts = [914_803_214.0, 1_025_136_015, 1_119_744_016, 1_167_264_017]
    return 14 + Double(starts.count { gpsTime >= $0 })
  }

  // MARK: Sony

  /// Converts degrees, minutes and seconds to degrees, which are negative in the south and the
  /// west.
  private static func degrees(_ value: MetadataValue?, _ ref: MetadataValue?) -> Double? {
    guard case .list(let parts) = value, parts.count == 3 else { return nil }
    let numbers = parts.compactMap(\.realValue)
    guard numbers.count == 3 else { return nil }
    let degrees = numbers[0] + (numbers[1] + numbers[2] / 60) / 60
    return ["S", "W"].contains(ref?.stringValue) ? -degrees : degrees
  }

  /// The position from Sony's GPS tags, which have the names and units of the GPS tags in Exif; nil
  /// if the tags contain no valid coordinates.
  private var sonyPosition: TimedPosition? {
    let (north, east) = (
      PositionReader.degrees(sony["gpsLatitude"], sony["gpsLatitudeRef"]),
      PositionReader.degrees(sony["gpsLongitude"], sony["gpsLongitudeRef"])
    )
    guard let north, let east, abs(north) <= 90, abs(east) <= 180 else { return nil }
    let altitude = sony["gpsAltitude"]?.realValue
    let isBelow = sony["gpsAltitudeRef"]?.integerValue == 1
    var position = TimedPosition(
      time: start,
      location: Location(
        latitude: north, longitude: east, altitude: altitude.map { isBelow ? -$0 : $0 }))
    let isVoid = sony["gpsStatus"]?.stringValue == "V"
    position.fix = isVoid ? 0 : sony["gpsMeasureMode"]?.stringValue.flatMap { Int($0) }
    position.dilutionOfPrecision = sony["gpsDOP"]?.realValue
    position.speed = sonySpeed
    position.course = sony["gpsTrack"]?.realValue
    position.unixTime = sonyTime
    return position
  }

  /// The speed in metres per second, converted from kilometres, miles or nautical miles per hour.
  private var sonySpeed: Double? {
    guard let speed = sony["gpsSpeed"]?.realValue else { return nil }
    switch sony["gpsSpeedRef"]?.stringValue {
    case "M": return speed * 0.44704
    case "N": return speed * 1852 / 3600
    default: return speed / 3.6
    }
  }

  /// The time in seconds since 1970, from separate tags for the date and the time of day in UTC.
  private var sonyTime: Double? {
    guard let text = sony["gpsDateStamp"]?.stringValue, let day = MetadataDate(exif: text),
      let month = day.month, let number = day.day, case .list(let parts) = sony["gpsTimeStamp"]
    else { return nil }
    let numbers = parts.compactMap(\.realValue)
    guard numbers.count == 3 else { return nil }
    let date = MetadataDate(
      year: day.year, month: month, day: number, hour: 0, minute: 0, second: 0, zone: .utc)
    return date.unixEpochSeconds.map {
      Double($0) + numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    }
  }

  func finished() -> [TimedPosition] { positions + (sonyPosition.map { [$0] } ?? []) }
}
