/// Decodes one sample of a camera motion track (`camm`,
/// developers.google.com/streetview/publish/camm-spec) into metadata items; a sample is a sequence
/// of packets with little-endian numbers.
///
///     { u16 reserved, u16 type, fields of the type }
enum CameraMotionSample {
  /// Returns the packets of a sample up to the first one with an unknown type, because packets have
  /// no size field.
  static func items(_ sample: ByteSlice, in range: MediaTimeRange) -> [MetadataItem] {
    var reader = ByteReader(sample)
    var items: [MetadataItem] = []
    while let packet = try? packet(&reader) {
      var item = MetadataItem(
        keySpace: .cameraMotion, key: .text(packet.name), value: packet.value,
        dataType: DataType(name: "record"))
      item.extraAttributes = packet.unit.map { [ExtraAttribute(.unit, .string($0))] } ?? []
      item.timeRange = range
      items.append(item)
    }
    return items
  }

  /// A decoded packet: the key and the value of its item, and the unit of its numbers.
  private typealias Packet = (name: String, value: MetadataValue, unit: String?)

  /// Reads one packet; nil if its type is unknown.
  private static func packet(_ reader: inout ByteReader) throws(ParseError) -> Packet? {
    try reader.skip(2)
    switch try reader.littleU16() {
    case 0: return ("angleAxis", try vector(&reader), "rad")
    case 1: return ("exposure", try exposure(&reader), "s")
    case 2: return ("angularVelocity", try vector(&reader), "rad/s")
    case 3: return ("acceleration", try vector(&reader), "m/s²")
    case 4: return ("position", try vector(&reader), "m")
    case 5: return ("location", try location(&reader), nil)
    case 6: return ("gps", try gps(&reader), nil)
    case 7: return ("magneticField", try vector(&reader), "µT")
    default: return nil
    }
  }

  private static func float(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue {
    .real(Double(Float(bitPattern: try reader.littleU32())))
  }

  private static func double(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue {
    .real(Double(bitPattern: try reader.littleU64()))
  }

  private static func vector(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue {
    .list([try float(&reader), try float(&reader), try float(&reader)])
  }

  /// Reads two times in nanoseconds and converts them to seconds.
  private static func exposure(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue {
    func seconds() throws(ParseError) -> MetadataValue {
      .real(Double(Int32(bitPattern: try reader.littleU32())) / 1e9)
    }
    return .record([
      .init("pixelExposureTime", try seconds()), .init("rollingShutterSkewTime", try seconds()),
    ])
  }

  private static func location(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue {
    .record([
      .init("latitude", try double(&reader)), .init("longitude", try double(&reader)),
      .init("altitude", try double(&reader)),
    ])
  }

  /// Reads a packet of type 6: position, accuracy and velocity of a GPS receiver.
  private static func gps(_ reader: inout ByteReader) throws(ParseError) -> MetadataValue {
    let time = try double(&reader)
    let fix = Int64(Int32(bitPattern: try reader.littleU32()))
    return .record([
      .init("gpsTime", time), .init("fix", .integer(fix)),
      .init("latitude", try double(&reader)), .init("longitude", try double(&reader)),
      .init("altitude", try float(&reader)),
      .init("horizontalAccuracy", try float(&reader)),
      .init("verticalAccuracy", try float(&reader)),
      .init("velocityEast", try float(&reader)), .init("velocityNorth", try float(&reader)),
      .init("velocityUp", try float(&reader)), .init("speedAccuracy", try float(&reader)),
    ])
  }
}
