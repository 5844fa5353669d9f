/// Decodes one sample of a GoPro metadata track (`gpmd`, GPMF) into metadata items: devices with
/// streams of measurements.
///
///     DEVC { DVID DVNM STRM { TSMP STNM SIUN SCAL GPSU … GPS5 } STRM { … } }
///
/// The last key of a stream is the measured quantity; SCAL, SIUN, UNIT and TYPE before it define
/// its numbers. Measurements are distributed evenly over the duration of the sample.
enum GoProSample {
  /// The maximum nesting depth of lists.
  private static let maxDepth = 4

  /// Keys that describe the measurements of a stream.
  private static let descriptions: Set<String> = [
    "STNM", "SIUN", "UNIT", "SCAL", "TYPE", "TSMP", "EMPT", "TICK", "TOCK", "TIMO", "STMP",
  ]

  /// The components of measurements (gpmf-parser "GoPro Metadata"; ExifTool "GoPro Tags").
  private static let parts: [String: [String]] = [
    "GPS5": ["latitude", "longitude", "altitude", "speed2D", "speed3D"],
    "GPS9": [
      "latitude", "longitude", "altitude", "speed2D", "speed3D", "days", "seconds",
      "dilutionOfPrecision", "fix",
    ],
    "GLPI": [
      "systemTime", "latitude", "longitude", "altitude", "height", "speedX", "speedY", "speedZ",
      "heading",
    ],
  ]

  /// Returns the values of a sample.
  static func items(_ sample: ByteSlice, in range: MediaTimeRange) -> [MetadataItem] {
    var items: [MetadataItem] = []
    read(GoProEntry.list(sample), of: nil, isStream: false, range, maxDepth, &items)
    return items
  }

  /// Reads a list of entries, the content of a sample, device or stream, and appends its items.
  private static func read(
    _ entries: [GoProEntry], of device: String?, isStream: Bool, _ range: MediaTimeRange,
    _ depth: Int, _ items: inout [MetadataItem]
  ) {
    var stream = GoProStream(range, device)
    let measured = entries.last { !$0.isNested && !descriptions.contains($0.key.description) }?.key
    var device = device
    for entry in entries {
      let key = entry.key.description
      if entry.isNested {
        guard depth > 0 else { continue }
        read(
          GoProEntry.list(entry.payload), of: device, isStream: key == "STRM", range, depth - 1,
          &items)
      } else if key == "DVNM" {
        device = entry.text
        stream.device = device
      } else if key == "DVID" {
        continue
      } else if descriptions.contains(key) {
        stream.describe(entry)
      } else if isStream, entry.key == measured {
        stream.measure(entry, parts[key])
      } else {
        stream.add(entry)
      }
    }
    items += stream.items()
  }
}

/// Collects the entries of one list (`STRM` or the device itself) and converts them to metadata
/// items: measurements with their units, scale and times, and other entries for the whole sample.
private struct GoProStream {
  var device: String?
  private let range: MediaTimeRange
  private var name: String?
  private var units: [String] = []
  private var scale: [Double] = []
  private var types: [UInt8]?
  private var others: [MetadataItem] = []
  /// The measurements, as one row for each time; if an entry is repeated, each row has all
  /// measurements of one entry.
  private var rows: [[(key: FourCC, value: MetadataValue, unit: String?)]] = []
  private var entryCount = 0

  init(_ range: MediaTimeRange, _ device: String?) {
    self.range = range
    self.device = device
  }

  /// Reads an entry that describes the measurements after it.
  mutating func describe(_ entry: GoProEntry) {
    switch entry.key.description {
    case "STNM": name = entry.text
    case "SIUN", "UNIT": units = entry.texts
    case "SCAL": scale = entry.values.compactMap(\.realValue)
    case "TYPE": types = entry.text.map(GoProStream.types)
    default: break
    }
  }

  /// Expands the letters of a type: `f[3]` is the same as `fff`.
  private static func types(_ text: String) -> [UInt8] {
    var types: [UInt8] = []
    var rest = text[...]
    while let letter = rest.popFirst(), types.count < 256 {
      guard let value = letter.asciiValue else { break }
      var count = 1
      if rest.first == "[", let end = rest.firstIndex(of: "]") {
        count = Int(rest[rest.index(after: rest.startIndex)..<end]) ?? 1
        rest = rest[rest.index(after: end)...]
      }
      types += Array(repeating: value, count: max(0, min(count, 256)))
    }
    return types
  }

  // MARK: Measurements

  /// Adds measurements; later entries with the same key are measured at other times.
  mutating func measure(_ entry: GoProEntry, _ parts: [String]?) {
    if entry.text != nil { return add(entry) }
    entryCount += 1
    let values = (0..<entry.count).map { index in
      (entry.key, value(entry.structure(index, types: types), parts), unit)
    }
    if entryCount == 1 {
      rows = values.map { [$0] }
    } else {
      // With a single entry, each measurement has its own time.
      if entryCount == 2 { rows = [rows.flatMap(\.self)] }
      rows.append(values)
    }
  }

  /// The unit of all numbers, or the units of the individual numbers, separated by commas; nil if
  /// there are none.
  private var unit: String? {
    units.isEmpty ? nil : Set(units).count == 1 ? units[0] : units.joined(separator: ",")
  }

  /// Returns the numbers of one measurement, divided by the scale (SCAL), as a record if the names
  /// of its parts are known.
  private func value(_ numbers: [MetadataValue], _ parts: [String]?) -> MetadataValue {
    let scaled = numbers.enumerated().map { index, value in
      let factor = scale.count == 1 ? scale[0] : scale.indices.contains(index) ? scale[index] : 1
      if case .string = value { return value }
      guard factor != 1, factor != 0, let number = value.realValue else { return value }
      return MetadataValue.real(number / factor)
    }
    if let parts, parts.count == scaled.count {
      return .record(zip(parts, scaled).map { MetadataValue.Part($0, $1) })
    }
    return scaled.count == 1 ? scaled[0] : .list(scaled)
  }

  /// Adds an entry for the whole sample.
  mutating func add(_ entry: GoProEntry) {
    var values = entry.text.map { [MetadataValue.string($0)] } ?? entry.values
    if entry.key.description == "GPSU", let text = entry.text, let date = GoProValue.date(text) {
      values = [.date(date)]
    }
    guard !values.isEmpty else { return }
    others.append(
      item(entry.key, values.count == 1 ? values[0] : .list(values), unit: nil, in: range))
  }

  /// Returns an item with the name, unit and device of the stream as extra attributes.
  private func item(
    _ key: FourCC, _ value: MetadataValue, unit: String?, in range: MediaTimeRange
  ) -> MetadataItem {
    var item = MetadataItem(
      keySpace: .goPro, key: .text(key.description), value: value,
      dataType: DataType(name: "record"))
    var extras: [ExtraAttribute] = []
    if let name { extras.append(ExtraAttribute(.name, .string(name))) }
    if let unit { extras.append(ExtraAttribute(.unit, .string(unit))) }
    if let device { extras.append(ExtraAttribute(.device, .string(device))) }
    item.extraAttributes = extras
    item.timeRange = range
    return item
  }

  /// Returns the entries for the whole sample, followed by the measurements.
  func items() -> [MetadataItem] {
    let measured = rows.enumerated().flatMap { index, row in
      let part = range.part(index, of: rows.count)
      return row.map { item($0.key, $0.value, unit: $0.unit, in: part) }
    }
    return others + measured
  }
}

extension MediaTimeRange {
  /// Returns one of several parts of equal duration; the whole range if its duration is unknown.
  fileprivate func part(_ index: Int, of count: Int) -> MediaTimeRange {
    guard duration.isNumeric, count > 0 else { return self }
    func time(_ index: Int) -> MediaTime {
      let micros = duration.seconds * Double(index) / Double(count) * 1e6
      guard let rounded = Int64(exactly: micros.rounded()) else { return start }
      return start + MediaTime(numeric: rounded, 1_000_000)
    }
    return MediaTimeRange(start: time(index), end: time(index + 1))
  }
}
