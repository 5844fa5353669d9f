internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements `timed list` and `timed export`: reads the timed metadata of a file, such as the GPS
/// positions and measurements of cameras, and writes it as a list, GPX, CSV or JSON.
struct TimedJob: Sendable {
  /// The formats in which timed metadata is written.
  enum Form: String, CaseIterable, Sendable {
    /// The tracks and keys with the number of their values.
    case list
    /// The positions as a track in GPS Exchange Format 1.1 (topografix.com/GPX/1/1).
    case gpx
    /// A table of the positions, or of the values of one key.
    case csv
    /// The values of all tracks; long binary values are only sizes.
    case json
  }

  let input: InputPath
  var form = Form.gpx
  var track: UInt32?
  var range = MediaTimeRange.all
  /// The identifier of the values in a table, such as `gpmf/ACCL`, or nil for positions.
  var key: String?
  var output: InputPath?
  var force = false

  func run(in environment: Environment) throws(Failure) {
    let asset = try MediaAccess(environment: environment).asset(input)
    let tracks = try orFailure { () throws(MetaError) in
      try TimedTrack.all(of: TimedMetadataReader(asset: asset, track: track, timeRange: range))
    }
    guard !tracks.isEmpty else {
      throw Failure(.dataError, "noMedia", "the file has no supported timed metadata")
    }
    let report = TimedReport(tracks: tracks, title: input.display)
    switch form {
    case .list: try write(report.list, environment)
    case .gpx: try write(try report.gpx(), environment)
    case .csv: try write(try report.csv(of: key), environment)
    case .json: try writeJSON(tracks, environment)
    }
  }

  /// Writes text to the output file, or to standard output.
  private func write(_ text: String, _ environment: Environment) throws(Failure) {
    guard let output, !output.isStandardInput else {
      return try environment.print(.text()) { (results) throws(Failure) in try results.text(text) }
    }
    try orNamedFailure { () throws(MetaError) in
      try OutputFile.write(Array(text.utf8), to: output.path, replacing: force)
    }
  }

  /// The number of outer levels of JSON whose members are written on separate lines.
  private static let depth = 6

  /// Writes the values of all tracks as JSON; `docs/schema/timed.schema.json` describes the format.
  private func writeJSON(_ tracks: [TimedTrack], _ environment: Environment) throws(Failure) {
    func object(_ json: inout JSONWriter) {
      json.beginObject()
      json.path(input)
      json.timedTracks(tracks, BinaryValues(rendering: .size, source: DataSource([])))
      json.endObject()
    }
    guard let output, !output.isStandardInput else {
      return try environment.print(.values(depth: TimedJob.depth)) { (results) throws(Failure) in
        try results.value { object(&$0) }
      }
    }
    var json = JSONWriter(.lines(depth: TimedJob.depth))
    object(&json)
    let bytes = json.takeBytes()
    try orNamedFailure { () throws(MetaError) in
      try OutputFile.write(bytes, to: output.path, replacing: force)
    }
  }
}

/// The timed metadata that ``TimedJob`` has read from a file, as text: a list of keys, a GPX track,
/// or a CSV table.
struct TimedReport {
  let tracks: [TimedTrack]
  /// The name of the file.
  let title: String

  private var positions: [TimedPosition] { tracks.flatMap { $0.groups.flatMap(\.positions) } }

  // MARK: List

  /// The tracks and keys with the number of their values.
  var list: String {
    tracks.map { part in
      var counts: [(key: String, count: Int)] = []
      var places: [String: Int] = [:]
      for item in part.groups.flatMap(\.items) {
        let key = item.identifier.rawValue
        if let place = places[key] {
          counts[place].count += 1
        } else {
          places[key] = counts.count
          counts.append((key, 1))
        }
      }
      let positions = part.groups.reduce(0) { $0 + $1.positions.count }
      var lines = ["track \(part.track.id), \(part.track.codec ?? ""): \(positions) positions"]
      lines += counts.map { "  \($0.key)  \($0.count)" }
      return ExportReport.text(lines)
    }.joined()
  }

  // MARK: GPX

  /// Returns the measured positions as GPX 1.1, with a segment for each track.
  ///
  /// Speed and course are in the Garmin extension, which other programs also read.
  ///
  /// - Throws: ``Failure`` if the file has no measured positions.
  func gpx() throws(Failure) -> String {
    var segments = ""
    for part in tracks {
      let points = part.groups.flatMap(\.positions).filter(\.isMeasured)
      guard !points.isEmpty else { continue }
      segments += "    <trkseg>\n" + points.map(point(of: part)).joined() + "    </trkseg>\n"
    }
    guard !segments.isEmpty else { throw noPositions }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="metatool" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
        <trk>
          <name>\(title.xmlEscaped)</name>
      \(segments)  </trk>
      </gpx>

      """
  }

  /// The failure reported for a file whose timed metadata contains no positions.
  private var noPositions: Failure {
    Failure(.dataError, "noMedia", "the timed metadata contains no positions")
  }

  /// Returns a function that converts a position in a track to a `trkpt` element.
  private func point(of part: TimedTrack) -> (TimedPosition) -> String {
    // Without a time from the camera, the creation date of the track is assumed to be the start of
    // the movie.
    let created = part.track.creationDate?.unixEpochSeconds.map(Double.init)
    return { position in
      let place = position.location
      var lines = [
        "<trkpt lat=\"\(Decimal.text(place.latitude))\" lon=\"\(Decimal.text(place.longitude))\">"
      ]
      if let altitude = place.altitude { lines.append("  <ele>\(Decimal.text(altitude))</ele>") }
      let moment = position.unixTime ?? created.map { $0 + position.time.seconds }
      if let date = moment.flatMap(TimedPosition.date) { lines.append("  <time>\(date)</time>") }
      if let fix = position.fix, fix == 2 || fix == 3 { lines.append("  <fix>\(fix)d</fix>") }
      if let precision = position.dilutionOfPrecision {
        lines.append("  <hdop>\(Decimal.text(precision))</hdop>")
      }
      let extras = [("speed", position.speed), ("course", position.course)].compactMap {
        name, value in
        value.map { "<gpxtpx:\(name)>\(Decimal.text($0))</gpxtpx:\(name)>" }
      }
      if !extras.isEmpty {
        lines.append(
          "  <extensions><gpxtpx:TrackPointExtension>\(extras.joined())</gpxtpx:TrackPointExtension></extensions>"
        )
      }
      return (lines + ["</trkpt>"]).map { "      \($0)\n" }.joined()
    }
  }

  // MARK: CSV

  /// Returns a table of the positions, or of the values of a key.
  ///
  /// - Throws: ``Failure`` if the file has no positions or no such values.
  func csv(of key: String?) throws(Failure) -> String {
    let rows = if let key { try values(of: key) } else { try positionRows() }
    // RFC 4180.
    return rows.map { $0.map(\.csvEscaped).joined(separator: ",") + "\r\n" }.joined()
  }

  /// Returns the header and a row for each position: times in seconds from the start of the movie,
  /// and speed in metres per second.
  private func positionRows() throws(Failure) -> [[String]] {
    guard !positions.isEmpty else { throw noPositions }
    let head = [
      "time", "date", "latitude", "longitude", "altitude", "speed", "course", "fix",
      "dilutionOfPrecision",
    ]
    return [head]
      + positions.map { position in
        [
          Decimal.text(position.time.seconds), position.date ?? "",
          Decimal.text(position.location.latitude), Decimal.text(position.location.longitude),
          Decimal.text(position.location.altitude), Decimal.text(position.speed),
          Decimal.text(position.course), position.fix.map(String.init) ?? "",
          Decimal.text(position.dilutionOfPrecision),
        ]
      }
  }

  /// Returns the header and a row for each value of a key; according to the first value, the
  /// columns are the parts of a record, the numbered elements of a list, or one value.
  private func values(of key: String) throws(Failure) -> [[String]] {
    let items = tracks.flatMap { $0.groups.flatMap(\.items) }.filter {
      $0.identifier.rawValue == key
    }
    guard let first = items.first else {
      let known = Set(tracks.flatMap { $0.groups.flatMap { $0.items.map(\.identifier.rawValue) } })
      let hint = SpellingSuggestion.hint(for: key, of: known.sorted())
      throw Failure(.dataError, "noMedia", "the timed metadata has no values for “\(key)”\(hint)")
    }
    let columns: [String] =
      switch first.value {
      case .record(let parts): parts.map(\.name)
      case .list(let values): values.indices.map { "value\($0 + 1)" }
      default: ["value"]
      }
    return [["time", "duration"] + columns]
      + items.map { item in
        let range = item.timeRange ?? .zero
        return [Decimal.text(range.start.seconds), Decimal.text(range.duration.seconds)]
          + TimedReport.cells(item.value)
      }
  }

  /// Returns the cells of a value, one for each of its parts; pairs and binary values are empty.
  private static func cells(_ value: MetadataValue) -> [String] {
    switch value {
    case .record(let parts): parts.flatMap { cells($0.value) }
    case .list(let values): values.flatMap { cells($0) }
    case .date(let date): [date.description]
    case .string(let text): [text]
    case .boolean(let flag): [flag ? "1" : "0"]
    case .pair, .data: [""]
    case .integer, .unsigned, .real: [Decimal.text(value.realValue)]
    }
  }
}

/// Formats numbers of timed metadata for GPX and CSV, with up to nine decimal places and without an
/// exponent.
enum Decimal {
  /// Returns the number as text, which is empty for nil, for non-finite numbers, and for magnitudes
  /// of 1e15 or more.
  static func text(_ number: Double?) -> String {
    guard let number, number.isFinite, number.magnitude < 1e15 else { return "" }
    let billionths = (number.magnitude * 1e9).rounded()
    // Larger numbers are rounded to integers, because their billionths do not fit in 64 bits.
    guard billionths < 0x1p63, let exactBillionths = Int64(exactly: billionths) else {
      return String(Int64(number.rounded()))
    }
    let (units, part) = exactBillionths.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = number < 0 && exactBillionths > 0 ? "-" : ""
    guard part > 0 else { return sign + String(units) }
    let digits = String(part + 1_000_000_000).dropFirst()
    return sign + "\(units)." + String(digits.reversed().drop { $0 == "0" }.reversed())
  }
}
