public import Foundation

/// A file parsed strictly and independently of the readers under test, to compare an edited file
/// with the old one.
///
/// Every byte belongs to one part; fields that only locate other bytes (chunk offsets, sizes of
/// containers) are replaced in a part's content by the bytes that they refer to.
public struct StrictFile {
  /// An indivisible piece of the file: an atom without children, a frame, a chunk, a field.
  public struct Part {
    /// Its path: `/moov/udta/meta/ilst/©nam`, `ID3v2.3/TIT2`.
    public let path: String
    /// Its place in the file, header included.
    public let range: Range<Int>
    /// Its bytes, without offsets of other things.
    public let content: Data
  }

  /// The parts, in file order, without free space.
  public internal(set) var parts: [Part] = []
  /// The payload of every track, chunk by chunk; one stretch where there are no tracks.
  public internal(set) var media: [Int: [Data]] = [:]
  /// The bytes at each place that an index names.
  public internal(set) var targets: [Data] = []
  /// Violations of the format: sizes that do not add up, missing padding, samples outside the
  /// media.
  public internal(set) var faults: [String] = []
  /// Whether parts may change their order: chunks that have grown move after the others.
  public internal(set) var isOrdered = true
  /// The whole file.
  public let bytes: Data

  /// Parses a file according to its first bytes.
  ///
  /// A damaged file may be a stream with an atom before it, or a movie: `isStream` selects which,
  /// if known.
  public init(_ bytes: Data, isStream: Bool = false) {
    self.bytes = Data(bytes)
    let whole = 0..<bytes.count
    switch (text(0..<4), text(8..<12)) {
    case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"), ("FORM", "AIFF"), ("FORM", "AIFC"):
      readChunks()
    case ("DSD ", _): readDSD()
    case ("FRM8", _): readDSDIFF()
    case ("0&\u{B2}u", _): readASF()
    default:
      if isMovie, !isStream { readMovie() } else { readStream(whole) }
    }
  }

  private var isMovie: Bool {
    let types: Set = [
      "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "uuid", "pnot",
      "jP  ", "meta", "ssix", "prft", "emsg",
    ]
    return types.contains(text(4..<8)) && text(0..<3) != "ID3"
  }

  // MARK: Reading

  /// Four characters or so, each byte one.
  func text(_ range: Range<Int>) -> String {
    guard range.upperBound <= bytes.count else { return "" }
    return String(
      String.UnicodeScalarView(bytes[range].map { UnicodeScalar($0) }))
  }

  /// The largest exact number: sums of a few do not overflow.
  private static let most: UInt64 = 1 << 60

  /// A big-endian number.
  func number(_ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    var value: UInt64 = 0
    for index in offset..<(offset + count) { value = value << 8 | UInt64(bytes[index]) }
    return Int(min(value, StrictFile.most))
  }

  /// A little-endian number.
  func littleNumber(_ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    var value: UInt64 = 0
    for index in (offset..<(offset + count)).reversed() {
      value = value << 8 | UInt64(bytes[index])
    }
    return Int(min(value, StrictFile.most))
  }

  /// Adds a part with these bytes, or with this content.
  mutating func add(_ path: String, _ range: Range<Int>, content: Data? = nil) {
    parts.append(Part(path: path, range: range, content: content ?? bytes[range]))
  }

  mutating func fault(_ what: String) { faults.append(what) }

  /// The bytes of a chunk, as far as the file has them.
  func stretch(_ offset: Int, _ size: Int) -> Data {
    let start = min(max(0, offset), bytes.count)
    return bytes[start..<max(start, min(bytes.count, offset + size))]
  }
}
