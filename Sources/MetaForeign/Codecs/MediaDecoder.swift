internal import LibAV
internal import MetaCore

/// Decodes streams with libavcodec.
struct MediaDecoder: MediaDecoding {
  /// The demuxers of libavformat for the containers that MetaCore reads itself, by what documents call them.
  private static let demuxers = [
    "flac": "flac", "ogg": "ogg", "wav": "wav", "aiff": "aiff", "aac": "aac", "mp3": "mp3",
    "mp2": "mp3", "mp1": "mp3", "ape": "ape", "wavpack": "wv", "tta": "tta", "tak": "tak",
    "asf": "asf", "dsf": "dsf", "dsdiff": "iff",
  ]

  private static let path = StructurePath(["decode"])

  func check(
    _ source: any ByteSource, kind: String, progress: (Double) -> Void
  ) throws(ParseError) -> IntegrityReport {
    var log: [LogLine] = []
    return try LogCapture.collect(into: &log) { () throws(ParseError) in
      let input = try LibAVContainer.open(source, try MediaDecoder.demuxer(kind, source))
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

  private static func demuxer(
    _ kind: String, _ source: any ByteSource
  ) throws(ParseError) -> String {
    if kind == "musepack" {
      return try source.read(at: 0, count: 4) == Array("MPCK".utf8) ? "mpc8" : "mpc"
    }
    if let name = demuxers[kind] { return name }
    let name = kind == "webm" ? "matroska" : kind
    if let found = ContainerKind.all.first(where: { $0.kind == name }) { return found.demuxer }
    // What is left of MetaCore's own is made of atoms.
    let window = SourceWindow(source)
    let head = try window.bytes(at: 0, upTo: 12)
    guard !head.isEmpty, kind != "id3", kind != "apev2", kind != "optimfrog" else {
      throw ParseError(.unsupported, at: 0, "files of kind \(kind) are not decoded")
    }
    return "mov"
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
