internal import MetaCore

/// Verifies one file and holds the results: SHA-256 digests of its tracks' stored samples, the
/// checks that were and were not possible, damage, and harmless irregularities.
///
/// `verify` prints it as text or JSON, with differences from another file or from other readers if
/// requested. `check` takes its damage, gaps and digests, which identify duplicate media.
struct VerifyReport {
  let path: InputPath
  /// The digests of the file's media, or nil if the media cannot be read.
  private(set) var digest: MediaDigest?
  /// The checks that were made, and the checks that were not possible.
  let integrity: IntegrityReport
  /// The damage that was found.
  private(set) var problems: [String]
  /// Harmless irregularities.
  let remarks: [String]
  /// The fields that other readers read differently, or nil if not requested.
  var readers: [String]?

  /// Checks a file that has been read.
  ///
  /// - Throws: ``Failure`` if the file cannot be read or checked.
  init(
    path: InputPath, _ reading: InspectedFile, decodes: Bool, in environment: Environment
  ) throws(Failure) {
    self.path = path
    let source = environment.stoppable(reading.source)
    integrity = try MediaCheck.report(
      of: path, source, reading.document, decodes: decodes,
      in: environment)
    var findings = reading.document.diagnostics
    findings += integrity.findings.filter { !findings.contains($0) }
    problems = findings.filter(\.isDamage).map(\.description)
    remarks = findings.filter { !$0.isDamage }.map(\.description)
    do throws(ParseError) {
      digest = try MediaDigest(of: source)
    } catch {
      try record(error)
    }
    // The check of sample locations has already reported this.
    guard !integrity.results.contains(where: { $0.check.name == "samples" }) else { return }
    problems += (digest?.tracks ?? []).compactMap { track in
      track.missing.map { "track \(track.id): sample \($0) extends past the end of the file" }
    }
  }

  /// Records media that is truncated, malformed or beyond a limit as damage, unless damage was
  /// already found; there is no digest for formats that this process does not read.
  private mutating func record(_ error: ParseError) throws(Failure) {
    switch error.code {
    case .backend, .unsupported: return
    case .truncated, .malformed, .limitExceeded:
      let text = error.description
      if problems.isEmpty { problems.append(text) }
    default: throw Failure(error)
    }
  }

  /// Returns the differences from the media of another file.
  func differences(from other: MediaDigest) -> [String] {
    digest?.differences(from: other) ?? ["this program cannot read the media of this file"]
  }

  /// Returns the report as text: a line for each track, then the checks, the findings and the
  /// result.
  ///
  /// Each line begins with `prefix`; in quiet mode, only problems are included.
  func text(differences: [String]?, prefix: String, isQuiet: Bool = false) -> String {
    if isQuiet { return lines(wrong(differences), prefix) }
    var lines = (digest?.tracks ?? []).map { track in
      "track \(track.id): \(track.sampleCount.counted("sample")), \(track.bytes.counted("byte")), "
        + "sha256 \(track.media)"
    }
    lines += integrity.results.map { "checked: " + $0.text }
    lines += integrity.gaps.map { "not checked: " + $0.reason }
    lines += problems.map { "damaged: " + $0 }
    lines += remarks.map { "remark: " + $0 }
    lines += (readers ?? []).map { "reader: " + $0 }
    lines += (differences ?? []).map { "differs: " + $0 }
    if differences?.isEmpty == true { lines.append("the media is identical") }
    lines.append(
      problems.isEmpty
        ? "the structure is sound"
        : "the file is damaged: \(problems.count.counted("problem"))")
    return self.lines(lines, prefix)
  }

  /// Returns the lines that are printed even in quiet mode: damage and differences.
  private func wrong(_ differences: [String]?) -> [String] {
    problems.map { "damaged: " + $0 } + (differences ?? []).map { "differs: " + $0 }
  }

  private func lines(_ lines: [String], _ prefix: String) -> String {
    lines.map { TerminalText.printable(prefix + $0) + "\n" }.joined()
  }

  /// Writes the report as an object; `docs/verify.md` describes its checks.
  func write(to json: inout JSONWriter, differences: [String]?) {
    json.beginObject()
    json.path(path)
    json.member("sound", problems.isEmpty)
    if let differences { json.member("same", differences.isEmpty) }
    json.array("tracks", digest?.tracks ?? []) { json, track in
      json.beginObject()
      json.member("id", Int64(track.id))
      json.member("samples", track.sampleCount)
      json.member("bytes", track.bytes)
      json.member("sha256", track.media)
      json.member("timing", track.timing)
      json.endObject()
    }
    json.array("checks", integrity.results) { json, result in
      json.beginObject()
      json.member("name", result.check.name)
      json.member("checked", result.checked)
      json.member("failed", result.failed)
      json.member("text", result.text)
      json.endObject()
    }
    json.array("unchecked", integrity.gaps) { json, gap in
      json.beginObject()
      json.member("name", gap.name)
      json.member("reason", gap.reason)
      json.endObject()
    }
    json.array("problems", problems) { $0.string($1) }
    json.array("remarks", remarks) { $0.string($1) }
    if let readers { json.array("readers", readers) { $0.string($1) } }
    json.array("differences", differences ?? []) { $0.string($1) }
    json.endObject()
  }
}

extension Diagnostic {
  /// Whether the diagnostic reports damage, and not just an irregularity.
  var isDamage: Bool {
    code == .truncated || code == .malformed || code == .external
  }
}

extension IntegrityReport.Result {
  /// The result as text, such as `FLAC frames: 1,234 of 1,234 checksums match`.
  var text: String {
    "\(check.subject): \((checked - failed).grouped) of \(checked.grouped) \(check.outcome)"
  }
}

extension Int64 {
  /// The number with thousands separators.
  fileprivate var grouped: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
