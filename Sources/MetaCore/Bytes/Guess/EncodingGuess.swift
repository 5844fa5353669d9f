/// The result of ``guess(_:)``, which guesses the actual encoding of a file's legacy text from the
/// costs of all candidates.
///
/// Legacy text (``LegacyText``) is decoded as Latin-1 or another default unless it is reread in a
/// different encoding (``SourceEncoding``).
enum EncodingGuess: Sendable, Hashable {
  /// ASCII, or most likely correct as displayed.
  case asShown
  /// A different encoding, by a clear margin.
  case encoding(TextEncoding)
  /// Possibly a different encoding; the associated value is the most likely candidate.
  case unclear(TextEncoding)

  /// The minimum difference in cost between a guess and the text as shown, and between a guess and
  /// the next best encoding, in tenths of a bit.
  ///
  /// Measured with Tests/MetaCoreTests/Tables/legacy-titles.tsv: with these values, no string in it
  /// is read in the wrong encoding.
  private static let leastGain = 110
  private static let leastLead = 50
  /// The maximum cost per byte of a guess; text with a higher cost is not in any language.
  private static let maxPerByte = 85
  /// The maximum number of bytes to examine in each string, and in total.
  private static let maxOfText = 4096
  private static let maxOfAll = 16_384

  /// Guesses the encoding of all strings in a file.
  static func guess(_ all: [LegacyText]) -> EncodingGuess {
    let texts = beginnings(of: all)
    var scorer = EncodingScorer(texts)
    if scorer.isASCII { return .asShown }
    if scorer.areLegal(in: .utf8) { return .encoding(.utf8) }
    let shown: [String?] = texts.map { $0.stored.decodeWhole($0.bytes) }
    let costAsShown = scorer.costAsShown()
    var readings: [Candidate] = []
    for candidate in EncodingCandidate.all {
      guard let cost = scorer.cost(in: candidate) else { continue }
      let decoded = texts.map {
        candidate.encoding.decodeStrictly($0.bytes, mayBeTruncated: $0.mayBeTruncated)
      }
      guard decoded != shown else { continue }
      readings.append(Candidate(encoding: candidate.encoding, cost: cost, texts: decoded))
    }
    // If several have equal cost, the first is the most common encoding.
    guard let best = readings.min(by: { $0.cost < $1.cost }), best.cost < costAsShown else {
      return .asShown
    }
    let next = readings.filter { $0.texts != best.texts }.map(\.cost).min() ?? .max
    let isClear =
      costAsShown - best.cost >= leastGain && next - best.cost >= leastLead
      && best.cost <= maxPerByte * scorer.count
    return isClear ? .encoding(best.encoding) : .unclear(best.encoding)
  }

  /// An encoding that was tried, the file's strings decoded with it, and their cost in tenths of a
  /// bit.
  private struct Candidate {
    let encoding: TextEncoding
    let cost: Int
    let texts: [String?]
  }

  /// Returns the strings to examine, shortened to the maximum size; strings beyond the maximum
  /// total are omitted.
  private static func beginnings(of texts: [LegacyText]) -> [LegacyText] {
    var rest = maxOfAll
    var beginnings: [LegacyText] = []
    for text in texts where rest > 0 {
      let count = min(text.bytes.count, maxOfText, rest)
      rest -= count
      beginnings.append(
        count == text.bytes.count
          ? text
          : LegacyText(
            bytes: text.bytes.clamped(from: 0, count: count), stored: text.stored,
            mayBeTruncated: true))
    }
    return beginnings
  }
}
