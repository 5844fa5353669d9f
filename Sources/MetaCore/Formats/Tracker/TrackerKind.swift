/// One row of the table of tracker module kinds that ``TrackerFormat`` reads: names, signature, and
/// the function that reads the strings.
///
/// In the layouts, a number pair is offset and size in bytes.
struct TrackerKind: Sendable {
  /// The value of `container.kind` in a dump, and the extension.
  let kind: String
  /// The display name of the format.
  let name: String
  let fileType: String
  /// The signatures of the kind, and their offset.
  let marks: [String]
  let markOffset: Int
  /// Reads the strings of a file.
  let read: @Sendable (inout TrackerTexts) throws(ParseError) -> Void

  /// All kinds.
  static let all = [
    TrackerKind(
      kind: "mod", name: "ProTracker module", fileType: "org.videolan.mod",
      marks: ["M.K.", "M!K!", "FLT4", "FLT8", "4CHN", "6CHN", "8CHN", "OCTA", "CD81"],
      markOffset: 1080, read: readProTracker),
    TrackerKind(
      kind: "s3m", name: "ScreamTracker module", fileType: "org.videolan.s3m", marks: ["SCRM"],
      markOffset: 44, read: readScreamTracker),
    TrackerKind(
      kind: "it", name: "Impulse Tracker module", fileType: "org.videolan.it", marks: ["IMPM"],
      markOffset: 0, read: readImpulseTracker),
    TrackerKind(
      kind: "xm", name: "FastTracker module", fileType: "org.videolan.xm",
      marks: ["Extended Module: "], markOffset: 0, read: readFastTracker),
  ]

  /// Reads a ProTracker module: 0 20 title; 20 30 the first of 31 samples, each of which begins
  /// with 22 bytes of name.
  private static func readProTracker(_ texts: inout TrackerTexts) throws(ParseError) {
    try texts.readTitle(at: 0, count: 20)
    for sample in 0..<Int64(31) { try texts.readName(at: 20 + sample * 30, count: 22) }
  }

  /// Reads a ScreamTracker 3 module (its `TECH.DOC`): 0 28 title; 32 2 number of orders, 34 2
  /// number of instruments; after the header of 96 bytes and the orders (1 byte each), the offsets
  /// of the instruments (2 bytes each), in units of 16 bytes; in each instrument, 48 28 name.
  private static func readScreamTracker(_ texts: inout TrackerTexts) throws(ParseError) {
    try texts.readTitle(at: 0, count: 28)
    let orders = try texts.number(at: 32, width: 2)
    for instrument in 0..<(try texts.number(at: 34, width: 2)) {
      let place = try texts.number(at: 96 + orders + instrument * 2, width: 2) * 16
      try texts.readName(at: place + 48, count: 28)
    }
  }

  /// Reads an Impulse Tracker module (its `ITTECH.TXT`): 4 26 title; 32 2 number of orders, 34 2
  /// number of instruments, 36 2 number of samples; after the header of 192 bytes and the orders (1
  /// byte each), the offsets (4 bytes each) of the instruments, in each of which 32 26 name, and of
  /// the samples, in each of which 20 26 name.
  private static func readImpulseTracker(_ texts: inout TrackerTexts) throws(ParseError) {
    try texts.readTitle(at: 4, count: 26)
    let places = 192 + (try texts.number(at: 32, width: 2))
    let instruments = try texts.number(at: 34, width: 2)
    let samples = try texts.number(at: 36, width: 2)
    for number in 0..<(instruments + samples) {
      let place = try texts.number(at: places + number * 4, width: 4)
      try texts.readName(at: place + (number < instruments ? 32 : 20), count: 26)
    }
  }

  /// Reads a FastTracker 2 module (its `XM.TXT`): 17 20 title; 60 4 size of the header from here,
  /// 70 2 number of patterns, 72 2 number of instruments.
  ///
  /// A pattern: 0 4 size of its header, 7 2 size of its data. An instrument: 0 4 size of its
  /// header, 4 22 name, 27 2 number of samples; then the sample headers of 40 bytes, in each of
  /// which 0 4 size of its data; then the data.
  private static func readFastTracker(_ texts: inout TrackerTexts) throws(ParseError) {
    try texts.readTitle(at: 17, count: 20)
    var position = 60 + (try texts.number(at: 60, width: 4))
    for _ in 0..<(try texts.number(at: 70, width: 2)) {
      position +=
        try texts.number(at: position, width: 4)
        + texts.number(at: position + 7, width: 2)
    }
    for _ in 0..<(try texts.number(at: 72, width: 2)) {
      try texts.readName(at: position + 4, count: 22)
      let samples = try texts.number(at: position + 27, width: 2)
      let headers = position + (try texts.number(at: position, width: 4))
      var data: Int64 = 0
      for sample in 0..<samples {
        data += try texts.number(at: headers + sample * 40, width: 4)
      }
      position = headers + samples * 40 + data
    }
  }
}
