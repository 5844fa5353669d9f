internal import LibAV
internal import MetaCore

extension TrackDecoder {
  /// Returns a finding for a damaged frame, or for packets before it that failed to decode; nil if
  /// there were no errors.
  ///
  /// Each error is reported once.
  func finding(_ request: DecoderRequest, frame: MediaFrame?) -> Diagnostic? {
    let message = takeErrorMessage()
    let failures = takeFailures()
    if let first = failures.first {
      let more = failures.count - 1
      let rest = more > 0 ? ", and \(more) more packets after it" : ""
      return finding(request, first.time, first.offset, "\(first.reason)\(rest)")
    }
    if let message { return finding(request, frame?.time, nil, message) }
    guard let frame, frame.isDamaged else { return nil }
    return finding(request, frame.time, nil, "the decoder found errors")
  }

  /// Converts stream units to a time, which is invalid if the time base is or the product
  /// overflows.
  func mediaTime(_ units: Int64) -> MediaTime {
    let (value, overflow) = units.multipliedReportingOverflow(by: Int64(timeBase.numerator))
    guard timeBase.denominator > 0, !overflow else { return .invalid }
    return MediaTime(value: value, timescale: UInt32(timeBase.denominator)) ?? .invalid
  }

  /// Returns a finding whose message contains the track, its codec and the time, if known.
  private func finding(
    _ request: DecoderRequest, _ time: Int64?, _ offset: Int64?, _ reason: String
  ) -> Diagnostic {
    let place = time.map { " at \(mediaTime($0).roundedSeconds) s" } ?? ""
    return Diagnostic(
      code: .malformed, path: StructurePath(["track \(request.track.id)"]), offset: offset,
      message: "track \(request.track.id) (\(codec))\(place): \(reason)")
  }
}
