internal import LibAV
internal import MetaCore

/// Decodes streams with libavcodec.
struct MediaDecoder: MediaDecoding {
  private static let path = StructurePath(["decode"])

  func check(
    _ source: any ByteSource, kind: String, progress: (Double) -> Void
  ) throws(ParseError) -> IntegrityReport {
    var log: [LogLine] = []
    return try LogCapture.collect(into: &log) { () throws(ParseError) in
      let input = try LibAVContainer.open(source, try Demuxers.name(for: kind, source))
      var report = IntegrityReport()
      var sum = MD5()
      let length = Double(max(1, source.length))
      let expected = input.soundMD5
      do throws(LibAVError) {
        let streams = try StreamDecoder.decode(
          input, sound: { bytes in if expected != nil { sum.append(bytes[...]) } },
          progress: { progress(min(1, Double($0) / length)) })
        for stream in streams { MediaDecoder.add(stream, &report) }
        if let expected {
          report.judge(
            .decodedMD5, MediaDecoder.path, at: nil,
            sum.finish() == expected ? nil : "the MD5 is not that of the decoded sound")
        }
      } catch {
        throw LibAVContainer.parseError(error)
      }
      return report
    }
  }

  private static func add(_ stream: DecodedStream, _ report: inout IntegrityReport) {
    guard stream.isDecoded else { return report.leave(.noDecoder) }
    report.count(.decodedFrames, stream.frames + stream.failures, failed: stream.failures)
    for failure in stream.first {
      let time = failure.seconds.map { " at \(hundredths($0)) s" } ?? ""
      report.add(
        ParseError(
          .malformed, at: failure.offset ?? 0,
          "stream \(stream.index) (\(stream.codec))\(time): \(failure.reason)", path: path))
    }
  }

  /// A time with two digits behind the point.
  private static func hundredths(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "?" }
    return "\((seconds * 100).rounded() / 100)"
  }
}
