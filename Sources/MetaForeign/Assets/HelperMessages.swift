internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// A message to `metatool-foreign`: one line of JSON in the protocol of `serve` (docs/serve.md).
protocol HelperMessage: Encodable {}

extension HelperMessage {
  /// The encoded message with a line feed.
  var line: [UInt8] { ((try? ValueTransport.bytes(of: self)) ?? []) + [UInt8(ascii: "\n")] }
}

/// A request to run a verb with arguments; all lines of the answer carry its ID.
struct HelperRequest: HelperMessage {
  let id: Int
  let verb: String
  let arguments: [HelperArgument]
  let progress: Bool
}

/// A message that cancels the request with the given ID.
struct HelperCancellation: HelperMessage {
  let cancel: Int
}

/// An argument of a request: text, or a path whose bytes are not UTF-8, which JSON can contain only
/// as Base64.
enum HelperArgument: Encodable {
  case text(String)
  case bytes([UInt8])

  init(_ text: String) { self = .text(text) }

  init(_ path: FilePath) {
    let bytes = FileNameEncoding.bytes(of: path)
    self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes)
  }

  private enum CodingKeys: CodingKey { case base64 }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .bytes(let bytes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      var digits: [UInt8] = []
      Base64.encode(bytes[...]) { digits.append($0) }
      try container.encode(String(decoding: digits, as: UTF8.self), forKey: .base64)
    }
  }
}

/// The result of an export as `metatool-foreign` writes it in JSON.
struct ExportResponse: Decodable {
  let bytesWritten: Int64?
  let losses: [String]
  let notes: [String]
  let dryRun: Bool?

  var result: EditResult {
    let isDryRun = dryRun == true
    return EditResult(
      strategy: isDryRun ? nil : .rewrite, bytesWritten: isDryRun ? 0 : bytesWritten ?? 0,
      notes: losses + notes)
  }
}

/// The answer to a request, collected line by line: the result, the first error, and the exit code
/// in the last line.
struct HelperResponse {
  /// A line other than a result; results may be long and are decoded separately.
  private struct Line: Decodable {
    /// An error, such as in a file.
    struct Problem: Decodable {
      let code: String
      let message: String
    }
    /// The amount of work done, in units that the helper chooses.
    struct Progress: Decodable {
      let done: Int
      let total: Int
    }
    /// The end of the answer, with the exit code of the verb.
    struct End: Decodable {
      let status: Int32
    }
    let error: Problem?
    let progress: Progress?
    let done: End?
  }

  /// The line with the result.
  private(set) var result: [UInt8]?
  /// The exit code; nil before the end.
  private(set) var status: Int32?
  private var problem: Line.Problem?

  /// Processes a line and returns whether it was the last.
  mutating func receive(_ line: [UInt8], _ progress: CopyProgress?) -> Bool {
    if ValueTransport.isResult(line) {
      result = line
      return false
    }
    guard let line = try? ValueTransport.value(Line.self, of: line) else { return false }
    if let step = line.progress, step.total > 0 {
      progress?(Double(step.done) / Double(step.total))
    }
    problem = problem ?? line.error
    status = line.done?.status
    return status != nil
  }

  /// Returns the error for an answer that has no result or reports a failure.
  func failure(_ path: FilePath) -> MetaError {
    // The exit codes of `metatool`; most are those of sysexits.h.
    let code: MetaError.Code =
      switch status {
      case 3: .refused
      case 65: .malformed
      case 66: .notReadable
      case 74: .io
      case 130: .cancelled
      default: .backend
      }
    return MetaError(
      code, file: path, reason: problem?.message ?? "metatool-foreign returned no result")
  }
}

/// Converts export options and edits to the command-line arguments of `metatool export`, which the
/// helper runs.
///
/// Options without such a form are refused: a list of items, a filter other than `forSharing`, and
/// edits such as those of artwork and chapters. The file type is not among the arguments; the
/// helper chooses it by the extension of the output.
struct ExportWords {
  /// The arguments; the edits come last.
  private(set) var all: [String] = []

  /// - Throws: ``MetaError`` with `refused` for options that cannot be expressed.
  init(_ options: ExportOptions, _ path: FilePath) throws(MetaError) {
    func refuse(_ what: String) -> MetaError {
      MetaError(
        .refused, file: path,
        reason:
          "\(what) cannot be sent to metatool-foreign; export without isolation, or edit the new file"
      )
    }
    guard options.metadata == nil else { throw refuse("a list of items") }
    if let range = options.timeRange {
      if range.start > .zero { all += ["--start", "\(range.start.seconds)"] }
      if range.end.isNumeric { all += ["--end", "\(range.end.seconds)"] }
    }
    if let tracks = options.tracks {
      all += ["--tracks", tracks.sorted().map { "\($0)" }.joined(separator: ",")]
    }
    if !options.isFastStart { all.append("--no-faststart") }
    if let interval = options.movieFragmentInterval {
      all += ["--fragment-interval", "\(interval.seconds)"]
    }
    if let filter = options.filter {
      guard filter == .forSharing else { throw refuse("a filter other than forSharing") }
      all.append("--share")
    }
    if options.allowsLoss { all.append("--allow-loss") }
    if options.force { all.append("--force") }
    if options.synchronizes { all.append("--sync") }
    if options.keepsModified { all.append("--keep-mtime") }
    all += ["--padding", "\(options.padding)"]
    if !options.edits.isEmpty { all.append("--literal") }
    for edit in options.edits {
      guard let words = ExportWords.words(edit) else { throw refuse("this edit") }
      all += words
    }
  }

  /// Returns an edit as `FIELD=VALUE`; nil if it has no such form.
  private static func words(_ edit: MetadataEdit) -> [String]? {
    switch edit.change {
    case .set(let target, let values): name(target).flatMap { words($0, .set, values) }
    case .add(let target, let values): name(target).flatMap { words($0, .add, values) }
    case .remove(let target, let values): name(target).flatMap { words($0, .remove, values) }
    case .own(let key, let change, let values): words("own:\(key.name)", change, values)
    default: nil
    }
  }

  private static func name(_ target: EditTarget) -> String? {
    switch target {
    case .field(let field): field.kind == .artwork || field.kind == .chapters ? nil : field.name
    case .items(let identifier, let extras): extras.isEmpty ? identifier.rawValue : nil
    }
  }

  /// Returns the arguments for a change to one field, one per value; nil for values without a
  /// textual form.
  private static func words(
    _ name: String, _ change: MetadataEdit.ValueChange, _ values: [MetadataValue]
  ) -> [String]? {
    guard values.allSatisfy(\.isPlain) else { return nil }
    switch change {
    case .set where values.isEmpty: return ["\(name)="]
    case .set:
      return values.enumerated().map { "\(name)\($0.offset == 0 ? "=" : "+=")\($0.element)" }
    case .add: return values.map { "\(name)+=\($0)" }
    case .remove: return values.map { "\(name)-=\($0)" }
    }
  }
}

extension MetadataValue {
  /// Whether the command line can parse the value from its description.
  fileprivate var isPlain: Bool {
    switch self {
    case .string, .integer, .real, .boolean, .pair, .date: true
    default: false
    }
  }
}
