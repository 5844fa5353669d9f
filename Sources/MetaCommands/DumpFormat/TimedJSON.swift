internal import MetaCore

/// One track of timed metadata of a file, such as the telemetry of a camera, with the groups of
/// items for each time range.
struct TimedTrack: Sendable {
  let track: TrackDescription
  var groups: [TimedMetadataGroup] = []

  /// Reads all groups from a reader.
  ///
  /// - Throws: ``MetaError`` if reading fails.
  static func all(of reader: TimedMetadataReader) throws(MetaError) -> [TimedTrack] {
    var tracks = reader.tracks.map { TimedTrack(track: $0) }
    while let (id, group) = try reader.nextGroup() {
      guard let index = tracks.firstIndex(where: { $0.track.id == id }) else { continue }
      tracks[index].groups.append(group)
    }
    return tracks
  }
}

/// Timed metadata in the format of `dump --timed` and `timed export`.
extension JSONWriter {
  /// Writes the member `timed`: the tracks with their groups.
  mutating func timedTracks(_ timed: [TimedTrack], _ binary: BinaryValues) {
    array("timed", timed) { json, part in
      json.beginObject()
      json.member("track", part.track.id)
      json.member("codec", part.track.codec)
      json.array("groups", part.groups) { $0.timedGroup($1, binary) }
      json.endObject()
    }
  }

  /// Writes the items of one time range, with times in seconds; an item repeats its range only if
  /// it differs.
  private mutating func timedGroup(_ group: TimedMetadataGroup, _ binary: BinaryValues) {
    beginObject()
    member("start", group.timeRange.start.seconds)
    member("duration", group.timeRange.duration.seconds)
    array("items", group.items) { json, item in
      json.beginObject()
      json.member("identifier", item.identifier.rawValue)
      if let range = item.timeRange, range != group.timeRange {
        json.member("start", range.start.seconds)
        json.member("duration", range.duration.seconds)
      }
      json.key("value")
      json.value(item.value, binary)
      for attribute in item.extraAttributes {
        json.key(ours: attribute.name.rawValue)
        json.value(attribute.value, binary)
      }
      json.endObject()
    }
    let positions = group.positions
    if !positions.isEmpty { array("positions", positions) { $0.position($1) } }
    endObject()
  }

  /// Writes a position: the time in seconds, degrees, altitude in metres, and speed in metres per
  /// second.
  private mutating func position(_ position: TimedPosition) {
    beginObject()
    member("time", position.time.seconds)
    member("latitude", position.location.latitude)
    member("longitude", position.location.longitude)
    member("altitude", position.location.altitude)
    member("date", position.date)
    member("speed", position.speed)
    member("course", position.course)
    member("fix", position.fix)
    member("dilutionOfPrecision", position.dilutionOfPrecision)
    endObject()
  }
}

extension TimedPosition {
  /// The UTC time in ISO 8601 format with milliseconds, or nil if the camera did not record it.
  var date: String? { unixTime.flatMap(TimedPosition.date) }

  /// Returns a Unix time in ISO 8601 format with milliseconds, or nil for times before 1970.
  static func date(_ unixTime: Double) -> String? {
    guard let milliseconds = Int64(exactly: (unixTime * 1000).rounded(.down)), milliseconds >= 0,
      var date = MetadataDate(unixEpoch: milliseconds / 1000)
    else { return nil }
    let thousandths = String(milliseconds % 1000 + 1000)
    date.fraction = String(thousandths.dropFirst())
    return date.description
  }
}
