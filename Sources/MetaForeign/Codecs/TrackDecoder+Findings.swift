internal import LibAV
internal import MetaCore

extension TrackDecoder {
  /// What is wrong with a frame, or with what should have been before it: packets that failed, messages and marks of the decoder; nil when
  /// nothing is.
  ///
  /// Packets that failed are not reported again.
  func finding(_ request: DecoderRequest, message: String?, frame: MediaFrame?) -> Diagnostic? {
    let failures = takeFailures()
    if let first = failures.first {
      let more = failures.count - 1
      let rest = more > 0 ? ", and \(more) further packets after it" : ""
      return finding(request, first.time, first.offset, "\(first.reason)\(rest)")
    }
    if let message { return finding(request, frame?.time, nil, message) }
    guard let frame, frame.isDamaged else { return nil }
    return finding(request, frame.time, nil, "the decoder found errors")
  }

  private func finding(
    _ request: DecoderRequest, _ time: Int64?, _ offset: Int64?, _ reason: String
  ) -> Diagnostic {
    let seconds = time.map {
      Double($0) * Double(timeBase.numerator) / Double(max(1, timeBase.denominator))
    }
    let place = seconds.map { " at \(($0 * 1000).rounded() / 1000) s" } ?? ""
    return Diagnostic(
      code: .malformed, path: StructurePath(["track \(request.track.id)"]), offset: offset,
      message: "track \(request.track.id) (\(codec))\(place): \(reason)")
  }
}
