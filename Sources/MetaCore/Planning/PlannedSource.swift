/// The bytes of the file that a ``RewritePlan`` produces, readable before they are written.
///
/// A planned file is read with the reader for its format to check an edit or an export, to create a
/// second plan for it, or to show the result of a dry run.
struct PlannedSource: ByteSource {
  private let places: [RewritePlan.PlacedPiece]
  /// The old file, or all files whose ranges the plan keeps.
  let source: any ByteSource
  let length: Int64
  /// A separate identity, because offsets differ from those of the old file.
  let sourceIdentity = SourceIdentity()

  /// Creates the file that `plan` produces from `source`.
  init(_ plan: RewritePlan, of source: any ByteSource) {
    places = plan.places
    self.source = source
    length = plan.newSize
  }

  var isUnchanged: Bool { source.isUnchanged }

  /// Composes the bytes of the pieces in the range; kept bytes are read from the old file.
  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let end = offset + min(Int64(count), length - offset)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(end - offset))
    var index = places.partitioningIndex { $0.offset + $0.segment.count > offset }
    while index < places.count, places[index].offset < end {
      switch places[index].part(offset..<end) {
      case .keep(let range):
        bytes += try source.read(
          at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
      case .write(let new): bytes += new.bytes
      case .fill(let count): bytes += [UInt8](repeating: 0, count: Int(count))
      }
      index += 1
    }
    return bytes
  }
}
