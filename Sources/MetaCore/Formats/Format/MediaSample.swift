/// The location and times of one sample of a track in a file, or the location of a larger range,
/// such as a whole stream, if the format does not locate samples; "media units" are those of the
/// track's timescale.
///
/// Edits must preserve all samples, including their bytes, times and order.
package struct MediaSample: Sendable, Hashable {
  /// The ID of the track; 1 in formats without tracks.
  package var trackID: UInt32
  /// The index of the sample in the track, from 0.
  package var index: Int64
  /// The decode time, in media units.
  package var time: Int64 = 0
  /// The duration, in media units.
  package var duration: Int64 = 0
  /// The difference between the presentation time and the decode time, in media units.
  package var compositionOffset: Int64 = 0
  /// The offset in the file.
  package var offset: Int64
  /// The size in bytes.
  package var size: Int64

  /// The range in the file, limited to valid offsets.
  package var range: Range<Int64> { MediaSample.range(offset, size) }

  static func range(_ offset: Int64, _ size: Int64) -> Range<Int64> {
    let start = max(0, offset)
    let (end, overflow) = start.addingReportingOverflow(max(0, size))
    return start..<(overflow ? .max : end)
  }

  init(trackID: UInt32, index: Int64, offset: Int64, size: Int64) {
    self.trackID = trackID
    self.index = index
    self.offset = offset
    self.size = size
  }
}

/// Receives the samples of a file in sequence.
package typealias MediaVisitor = (MediaSample) throws(ParseError) -> Void

extension MediaFormat {
  /// Visits a stream without tracks as a single range.
  func visitStream(
    _ range: Range<Int64>, _ visit: MediaVisitor
  ) throws(ParseError) {
    guard !range.isEmpty else { return }
    try visit(
      MediaSample(
        trackID: 1, index: 0, offset: range.lowerBound,
        size: range.upperBound - range.lowerBound))
  }
}
