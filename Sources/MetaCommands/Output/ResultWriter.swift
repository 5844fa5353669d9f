internal import MetaCore

/// Writes the results of a command to its sink, with the framing of the sink, in pieces of 64 KiB.
///
/// Batches that run on several threads frame results themselves (``Batch``), and pass them through.
struct ResultWriter: ~Copyable {
  private let sink: any ResultSink
  /// The way in which the results are joined.
  private let form: ResultSequence
  private let framing: ResultFraming
  /// The results that have not been written.
  private var pending: JSONWriter
  private var hasResults = false
  /// Whether everything is held until ``release()``.
  private var isHeld: Bool

  /// The number of bytes at which the buffer is written.
  private static let piece = 65536

  init(_ form: ResultSequence, to sink: any ResultSink, isHeld: Bool = false) {
    self.sink = sink
    self.form = form
    self.isHeld = isHeld
    framing = sink.framing(of: form)
    pending = framing.writer(capacity: 0)
  }

  /// Adds text; only for results that are text.
  mutating func text(_ text: String) throws(Failure) {
    pending.raw(text)
    try writePiece()
  }

  /// Adds one result.
  mutating func value(_ body: (inout JSONWriter) -> Void) throws(Failure) {
    pending.raw(hasResults ? framing.between : framing.opening)
    hasResults = true
    pending.begin(depth: framing.depth)
    body(&pending)
    pending.raw(framing.ending)
    try writePiece()
  }

  /// Adds the closing text, and writes the remaining results unless results are held.
  mutating func finish() throws(Failure) {
    pending.raw(hasResults ? framing.closing : framing.ifEmpty)
    try flush()
  }

  // MARK: Framed results

  /// Adds framed results.
  mutating func framed(_ results: [UInt8]) throws(Failure) {
    pending.raw(results)
    try writePiece()
  }

  /// Writes framed results immediately, or keeps them if results are held; empties their writer.
  mutating func write(_ results: inout JSONWriter) throws(Failure) {
    if isHeld { return pending.raw(results.takeBytes()) }
    try flush()
    if results.count > 0 { try sink.write(&results, as: form) }
  }

  /// Writes the buffer, unless results are held.
  mutating func flush() throws(Failure) {
    if !isHeld, pending.count > 0 { try sink.write(&pending, as: form) }
  }

  /// Writes the held results, and stops holding.
  mutating func release() throws(Failure) {
    isHeld = false
    try flush()
  }

  /// Writes the buffer once it is large enough.
  private mutating func writePiece() throws(Failure) {
    if pending.count >= ResultWriter.piece { try flush() }
  }
}
