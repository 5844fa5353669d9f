/// The kind of check for the samples that use one sample description, which depends on the codec;
/// ``SampleChecker`` performs it without decoding the samples.
enum SampleCheck: Sendable, Hashable {
  /// NAL units, each preceded by its size in `sizeBytes` bytes (ISO/IEC 14496-15 §4.3.3).
  case nalUnits(NALUnits.Codec, sizeBytes: Int)
  /// AV1 open bitstream units.
  case openBitstreamUnits
  /// A FLAC frame.
  case flac
  /// AC-3 or E-AC-3 frames.
  case dolby
  /// MPEG audio frames.
  case mpegAudio
  /// A ProRes frame.
  case proRes

  /// Returns the check for a sample description, if its codec has one, and the property that cannot
  /// be checked, if any.
  static func find(
    _ entry: SampleDescriptionAtom.Entry, handler: FourCC?
  ) -> (check: SampleCheck?, gap: IntegrityGap?) {
    var log = DiagnosticLog(limit: 0)
    let table = SampleDescriptionAtom([entry])
    guard let format = SampleFormat.read(table, handler: handler, log: &log) else {
      return (nil, nil)
    }
    if format.encryptionScheme != nil { return (nil, .encrypted) }
    switch handler {
    case .soun: return audioCheck(format)
    case .vide: return videoCheck(entry, format)
    default: return (nil, nil)
    }
  }

  /// Returns the check for an audio format.
  private static func audioCheck(_ format: SampleFormat) -> (SampleCheck?, IntegrityGap?) {
    switch format.codec.description {
    case "fLaC": return (.flac, nil)
    case "ac-3", "ec-3": return (.dolby, nil)
    case ".mp3": return (.mpegAudio, nil)
    case "mp4a":
      let kind = format.codecString
      if kind == "mp4a.6B" || kind == "mp4a.69" { return (.mpegAudio, nil) }
      return (nil, kind.hasPrefix("mp4a.40") || kind == "mp4a" ? .aac : .codec)
    case "lpcm", "sowt", "twos", "raw ", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm":
      return (nil, .uncompressed)
    default: return (nil, .codec)
    }
  }

  /// Returns the check for a video format.
  private static func videoCheck(
    _ entry: SampleDescriptionAtom.Entry, _ format: SampleFormat
  ) -> (SampleCheck?, IntegrityGap?) {
    switch format.codec.description {
    case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav":
      return (nalUnits(.avc, entry, "avcC") { $0[4] }, .pictures)
    case "hvc1", "hev1", "hvc2", "hev2", "dvh1", "dvhe":
      return (nalUnits(.hevc, entry, "hvcC") { $0[21] }, .pictures)
    case "vvc1", "vvi1":
      // The version and flags are followed by a byte with five reserved bits, two size bits, and
      // one flag.
      return (nalUnits(.vvc, entry, "vvcC") { $0[4].map { $0 >> 1 } }, .pictures)
    case "av01": return (.openBitstreamUnits, .pictures)
    case "apch", "apcn", "apcs", "apco", "ap4h", "ap4x": return (.proRes, .codec)
    default: return (nil, .codec)
    }
  }

  /// Returns the check with the width of size fields, which is one more than the lowest two bits of
  /// a byte in the codec's configuration record; `place` returns that byte.
  ///
  /// Returns nil if there is no such record.
  private static func nalUnits(
    _ codec: NALUnits.Codec, _ entry: SampleDescriptionAtom.Entry, _ record: String,
    _ place: (ByteSlice) -> UInt8?
  ) -> SampleCheck? {
    guard let description = try? VisualDescription.parse(entry.fields) else { return nil }
    var atoms = SliceAtoms(description.extensions)
    while let atom = atoms.next() {
      guard atom.type.description == record, let byte = place(atom.payload) else { continue }
      return .nalUnits(codec, sizeBytes: Int(byte & 3) + 1)
    }
    return nil
  }
}

/// Checks the content of the samples of one track that use one sample description, in decoding
/// order, without decoding them.
///
/// ``MovieCheck`` has one checker for each sample description whose codec has a ``SampleCheck``.
/// The order matters for FLAC, whose frames are numbered.
struct SampleChecker {
  /// The check to run.
  let check: SampleCheck
  /// The location to which findings refer.
  let path: StructurePath
  /// The expected number of the next FLAC frame; nil if it is unknown, as before the first frame.
  private var flacNumber: UInt64?

  init(_ check: SampleCheck, path: StructurePath) {
    self.check = check
    self.path = path
  }

  /// Checks a complete sample; `offset` is its location in the file.
  mutating func check(_ sample: ByteSlice, at offset: Int64, _ report: inout IntegrityReport) {
    switch check {
    case .nalUnits(let codec, let size):
      let units = NALUnits(codec: codec, sizeBytes: size)
      report.addResult(.nalUnits, path, at: offset, units.problem(in: sample))
    case .openBitstreamUnits:
      report.addResult(
        .openBitstreamUnits, path, at: offset, OpenBitstreamUnits.problem(in: sample))
    case .flac:
      flacNumber = report.checkFLACFrame(sample, expected: flacNumber, path, at: offset)
    case .dolby: report.checkDolbyFrames(sample, path, at: offset)
    case .mpegAudio:
      report.addResult(.mpegFrames, path, at: offset, SampleChecker.mpegProblem(in: sample))
    case .proRes:
      let isWhole =
        sample.bigEndian(at: 0) == UInt32(clamping: sample.count)
        && sample.clamped(from: 4).starts(with: "icpf".utf8)
      report.addResult(
        .proResFrames, path, at: offset,
        isWhole ? nil : "the frame does not start with the sample size")
    }
  }

  /// Returns the problem with MPEG audio frames; nil if each frame starts with a header, and the
  /// frame sizes add up to the sample size.
  private static func mpegProblem(in sample: ByteSlice) -> String? {
    var place = 0
    while place < sample.count {
      guard let header = MPEGFrameHeader(sample, at: place) else {
        return "\(sample.count - place) bytes of the sample do not form a frame"
      }
      // In free format, only the sample size determines the frame size, so the rest is not checked.
      guard let size = header.frameSize else { return nil }
      guard size <= sample.count - place else {
        return "a frame is \(size) bytes long, but only \(sample.count - place) remain"
      }
      place += size
    }
    return nil
  }
}
