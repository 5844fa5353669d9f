/// The new file that a plan makes, before there is one.
struct PlannedSource: ByteSource {
  private let places: [RewritePlan.Place]
  private let source: any ByteSource
  let length: Int64

  /// The file that `plan` makes of `source`.
  init(_ plan: RewritePlan, of source: any ByteSource) {
    places = plan.places
    self.source = source
    length = plan.newSize
  }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let end = min(length, offset + Int64(count))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(end - offset))
    for place in places {
      let lower = max(offset, place.offset) - place.offset
      let upper = min(end, place.offset + place.segment.count) - place.offset
      guard lower < upper else { continue }
      switch place.segment {
      case .keep(let range):
        bytes += try source.read(at: range.lowerBound + lower, count: Int(upper - lower))
      case .write(let new): bytes += new.clamped(from: Int(lower), count: Int(upper - lower)).bytes
      case .fill: bytes += [UInt8](repeating: 0, count: Int(upper - lower))
      }
    }
    return bytes
  }
}
