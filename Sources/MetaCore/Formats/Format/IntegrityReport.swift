/// A kind of integrity check, such as the checksums of FLAC frames, with its strings for reports.
///
/// Most checks need no decoding; those of decoded frames and of the MD5 of the decoded audio
/// require it (`--decode`). All checks are in `IntegrityTable.swift`.
public struct IntegrityCheck: Sendable, Hashable, Codable {
  /// The stable identifier of the check for programs, such as `flacFrames`.
  public let name: String
  /// The objects checked, such as "FLAC frames".
  public let subject: String
  /// The property that valid objects have, such as "checksums match".
  public let outcome: String
  /// The clause of the specification.
  public let clause: String

  init(_ name: String, _ subject: String, _ outcome: String, _ clause: String) {
    self.name = name
    self.subject = subject
    self.outcome = outcome
    self.clause = clause
  }
}

/// A kind of media property that was not checked, with the reason for reports.
///
/// Decoding the media (`--decode`) closes some gaps; others remain, such as encrypted data and
/// codecs without a decoder.
public struct IntegrityGap: Sendable, Hashable, Codable {
  /// The stable identifier of the gap for programs, such as `aac`.
  public let name: String
  /// The property that cannot be checked and the reason, as a sentence without a full stop.
  public let reason: String

  init(_ name: String, _ reason: String) {
    self.name = name
    self.reason = reason
  }

  /// Whether decoding closes the gap, according to its reason.
  var isClosedByDecoding: Bool { reason.contains("--decode") }
}

/// The result of checking the media of one file: the numbers of checked and failed objects for each
/// check, the findings, and the properties that were not checked (``IntegrityGap``).
///
/// The format of the file fills it and, on request, the decoders; the verbs `verify` and `check`
/// report it.
public struct IntegrityReport: Sendable, Codable {
  /// The result of one check: how many objects were checked, and how many failed.
  public struct Result: Sendable, Hashable, Codable {
    /// The check.
    public let check: IntegrityCheck
    /// The number of objects checked.
    public internal(set) var checked: Int64 = 0
    /// The number of objects that failed.
    public internal(set) var failed: Int64 = 0
  }

  /// The results of the checks performed, in the order in which they began.
  public private(set) var results: [Result] = []
  /// The properties that were not checked, in order of discovery.
  public private(set) var gaps: [IntegrityGap] = []
  private var log: DiagnosticLog

  /// The findings; the codes `truncated`, `malformed` and `external` indicate damage, and all other
  /// codes are remarks.
  public var findings: [Diagnostic] { log.diagnostics }

  /// Creates an empty report, which keeps as many findings as the limits allow.
  package init(limits: Limits = .standard) { log = DiagnosticLog(limit: limits.diagnostics) }

  /// Counts checked objects.
  package mutating func count(_ check: IntegrityCheck, _ checked: Int64 = 1, failed: Int64 = 0) {
    let index = results.firstIndex { $0.check.name == check.name } ?? results.count
    if index == results.count { results.append(Result(check: check)) }
    results[index].checked = results[index].checked.addingReportingOverflow(checked).partialValue
    results[index].failed = results[index].failed.addingReportingOverflow(failed).partialValue
  }

  /// Counts one checked object with an error, and reports it.
  package mutating func fail(
    _ check: IntegrityCheck, _ code: Diagnostic.Code, _ path: StructurePath, at offset: Int64?,
    _ message: String
  ) {
    count(check, 1, failed: 1)
    log.note(code, path, at: offset, message)
  }

  /// Counts one checked object that violates the format, and reports it.
  package mutating func fail(
    _ check: IntegrityCheck, _ path: StructurePath, at offset: Int64?, _ message: String
  ) {
    fail(check, .malformed, path, at: offset, message)
  }

  /// Counts one checked object that cannot be read, and reports the error.
  ///
  /// - Throws: The error itself, if the file could not be read.
  package mutating func fail(
    _ check: IntegrityCheck, _ path: StructurePath, _ error: ParseError
  ) throws(ParseError) {
    if error.code == .io { throw error }
    fail(check, Diagnostic.Code(error.code), path, at: error.offset, error.reason)
  }

  /// Counts one checked object: valid when `message` is nil, otherwise failed with that message.
  package mutating func addResult(
    _ check: IntegrityCheck, _ path: StructurePath, at offset: Int64?, _ message: String?
  ) {
    if let message { fail(check, path, at: offset, message) } else { count(check) }
  }

  /// Reports something unusual that is not damage.
  package mutating func remark(_ path: StructurePath, at offset: Int64?, _ message: String) {
    log.note(.oddity, path, at: offset, message)
  }

  /// Reports a property that could not be checked.
  package mutating func addGap(_ gap: IntegrityGap) {
    if !gaps.contains(gap) { gaps.append(gap) }
  }

  /// Adds an error that ended part of the check.
  package mutating func add(_ error: ParseError) { log.add(error) }

  /// Adds a finding.
  package mutating func add(_ finding: Diagnostic) { log.add(finding) }

  /// Adds the results of decoding, which may close gaps.
  package mutating func add(decoded other: IntegrityReport) {
    for result in other.results { count(result.check, result.checked, failed: result.failed) }
    add(other.log)
    gaps.removeAll(where: \.isClosedByDecoding)
    for gap in other.gaps { addGap(gap) }
  }

  /// Adds findings.
  package mutating func add(_ findings: DiagnosticLog) {
    for finding in findings.diagnostics { log.add(finding) }
  }
}
