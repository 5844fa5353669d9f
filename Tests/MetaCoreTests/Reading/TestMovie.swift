import TestSupport

@testable import MetaCore

/// A movie of one track, made for a test.
struct TestMovie {
  struct Sample {
    var bytes: [UInt8]
    var duration: UInt32 = 10
    var shift: Int32 = 0
    var isSync = true
  }

  var samples: [Sample] = []
  var edits: [(duration: UInt32, mediaTime: Int32, rate: UInt32)] = []
  var handler = "vide"
  var entry = atom("none", [0, 0, 0, 0, 0, 0, 0, 1])
  var reference = fullAtom("url ", [])
  /// The declared number of samples; nil for the actual number.
  var claimed: UInt32?
  /// The declared duration of the media, in its units.
  var duration: UInt64 = 1000

  /// Units per second of the media; the movie has 100.
  static let timescale: UInt32 = 100

  var bytes: [UInt8] {
    let type = atom("ftyp", Array("qt  ".utf8), number(0))
    let data = samples.flatMap(\.bytes)
    let media = atom("mdat", data)
    let header = fullAtom(
      "mvhd", number(0, 0, TestMovie.timescale, 1000, 0x10000), zeros(72), number(2))
    let movie = atom("moov", header, track(dataOffset: UInt32(type.count + 8)))
    return type + media + movie
  }

  private func number(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private func track(dataOffset: UInt32) -> [UInt8] {
    let header = atom(
      "tkhd", number(7, 0, 0, 1, 0, 1000), zeros(16), zeros(36), number(64 << 16, 48 << 16))
    let list = edits.flatMap { number($0.duration, UInt32(bitPattern: $0.mediaTime), $0.rate) }
    let editAtom =
      edits.isEmpty ? [] : atom("edts", fullAtom("elst", number(UInt32(edits.count)), list))
    let (upper, lower) = (UInt32(duration >> 32), UInt32(truncatingIfNeeded: duration))
    let mediaHeader = atom(
      "mdhd", number(1 << 24, 0, 0, 0, 0, TestMovie.timescale, upper, lower, 0))
    let kind = fullAtom("hdlr", number(0), Array(handler.utf8), zeros(13))
    let info = atom(
      "minf", atom("dinf", fullAtom("dref", number(1), reference)), tables(dataOffset))
    return atom("trak", header, editAtom, atom("mdia", mediaHeader, kind, info))
  }

  private func tables(_ dataOffset: UInt32) -> [UInt8] {
    let count = UInt32(samples.count)
    let sync = samples.indices.filter { samples[$0].isSync }.map { UInt32($0 + 1) }
    return atom(
      "stbl", fullAtom("stsd", number(1), entry),
      fullAtom("stts", number(count), samples.flatMap { number(1, $0.duration) }),
      fullAtom("ctts", number(count), samples.flatMap { number(1, UInt32(bitPattern: $0.shift)) }),
      fullAtom("stss", number(UInt32(sync.count)), sync.flatMap { number($0) }),
      fullAtom("stsc", number(1, 1, claimed ?? count, 1)),
      fullAtom(
        "stsz", number(0, claimed ?? count), samples.flatMap { number(UInt32($0.bytes.count)) }),
      fullAtom("stco", number(1, dataOffset)))
  }
}

/// Everything that a reader delivers for an asset.
struct ReadSamples {
  var samples: [SampleBuffer] = []
  var findings: [Diagnostic] = []
  var error: MetaError?

  init(
    _ bytes: [UInt8], track: UInt32? = nil, in range: MediaTimeRange = .all, limit: Int = .max
  ) throws(MetaError) {
    let reader = AssetReader(asset: Asset(source: DataSource(bytes)))
    try reader.setTimeRange(range)
    let provider = try reader.outputProvider(for: StoredTrackOutput(track: track))
    do throws(MetaError) {
      try reader.start()
      while samples.count < limit, let sample = try provider.copyNextSampleBuffer() {
        samples.append(sample)
      }
    } catch { self.error = error }
    findings = reader.findings
  }

  /// The bytes of each sample, as a letter that they begin with, and `*` where it is not displayed.
  var letters: String {
    samples.map { sample in
      let first = sample.stored?.bytes.first.map { String(Unicode.Scalar($0)) } ?? "-"
      return first + (sample.isDisplayed ? "" : "*")
    }.joined()
  }

  /// When each is presented, in hundredths of a second.
  var times: [Int64] { samples.map { $0.presentationTime.converted(toTimescale: 100).value } }
}
