internal import MetaCore

/// The output of `check` in all its formats: the findings, their repairs, and the checks that were
/// not possible.
struct CheckReport {
  /// The handling of findings that can be repaired: no repair (without `--fix`), a dry run, or an
  /// edit.
  enum Repair {
    case none, wouldBe, done
  }

  /// The state of one finding in the output, as the value of `fix` in JSON and tables.
  private enum State: String {
    /// `--fix` cannot repair the problem, or a dry run of the repair was refused.
    case none
    /// `--fix` can repair the problem, but has not.
    case possible
    /// The problem was repaired.
    case done
  }

  private(set) var library: CheckedLibrary
  /// The findings, in file order, followed by the findings that are new after repairs.
  private(set) var findings: [Finding]
  /// The kinds that were checked.
  let checked: Set<FindingKind>
  /// Whether media was not read although requested checks require it.
  var isWithoutMedia = false
  var repair = Repair.none
  /// The files whose repair is refused according to a dry run.
  var refused: Set<Int> = []
  /// The findings that a repair resolved.
  private var repaired: Set<Finding.Identity> = []

  init(_ library: CheckedLibrary, _ findings: [Finding], checked: Set<FindingKind>) {
    self.library = library
    self.findings = findings
    self.checked = checked
  }

  /// Updates the findings after repairs: findings that do not recur were repaired, and new findings
  /// are added.
  mutating func update(_ library: CheckedLibrary, _ left: [Finding]) {
    let identities = Set(left.map(\.identity))
    let old = Set(findings.map(\.identity))
    self.library = library
    repaired = old.subtracting(identities)
    findings += left.filter { !old.contains($0.identity) }
  }

  /// Whether there are unresolved findings.
  var isOpen: Bool { findings.contains { state(of: $0) != .done } }

  /// Returns whether a finding can be, cannot be, or was repaired.
  private func state(of finding: Finding) -> State {
    if repaired.contains(finding.identity) { return .done }
    let isRefused = finding.fixes.contains { refused.contains($0.file) }
    return finding.fixes.isEmpty || isRefused ? .none : .possible
  }

  /// The media checks that were not possible, with the number of files affected.
  private var gaps: [(gap: IntegrityGap, files: Int)] {
    var gaps: [(gap: IntegrityGap, files: Int)] = []
    for gap in library.files.flatMap(\.media.gaps) {
      if let place = gaps.firstIndex(where: { $0.gap.name == gap.name }) {
        gaps[place].files += 1
      } else {
        gaps.append((gap, 1))
      }
    }
    return gaps
  }

  /// The checks that were omitted, with name, reason and number of files.
  private var unchecked: [(name: String, reason: String, files: Int)] {
    if isWithoutMedia {
      return [("media", CheckReport.withoutMedia, library.files.count)]
    }
    let gaps = checked.contains(.damaged) ? gaps : []
    var unchecked = gaps.map { (name: $0.gap.name, reason: $0.gap.reason, files: $0.files) }
    let without = library.files.count { $0.media.digest == nil && $0.media.damage.isEmpty }
    if checked.contains(.duplicateMedia), without > 0 {
      unchecked.append(
        ("duplicates", "this program cannot read the media to find duplicates", without))
    }
    return unchecked
  }

  /// The reason for the checks that `--no-media` omits.
  private static let withoutMedia =
    "--no-media disables the checks for damage and duplicates"

  // MARK: Output

  func print(
    _ format: RowFormat, isQuiet: Bool, in environment: Environment
  ) throws(Failure) {
    switch format {
    case .text:
      try environment.print(.text()) { (results) throws(Failure) in
        for finding in findings { try results.text(text(of: finding)) }
        if !isQuiet { try results.text(summary) }
      }
    case .csv: try table(.csv, isQuiet, environment)
    case .tsv: try table(.tsv, isQuiet, environment)
    case .json:
      try environment.print(.values(depth: 2)) { (results) throws(Failure) in
        try results.value { json in
          json.beginObject()
          json.array("findings", findings) { write($1, to: &$0) }
          writeSummary(to: &json)
          json.endObject()
        }
      }
    case .ndjson:
      try environment.print(.lines) { (results) throws(Failure) in
        for finding in findings { try results.value { write(finding, to: &$0) } }
        try results.value { json in
          json.beginObject()
          writeSummary(to: &json)
          json.endObject()
        }
      }
    }
  }

  // MARK: Text

  /// Returns the finding as text: kind, file or album, message, and repair; several files follow on
  /// separate lines.
  private func text(of finding: Finding) -> String {
    let paths = finding.files.map { library.files[$0].path.display }
    let place = finding.album.map { "album \($0.quoted)" } ?? (paths.count == 1 ? paths[0] : "")
    let state =
      switch (state(of: finding), repair) {
      case (.done, _): " (repaired)"
      case (.possible, .none): " (--fix can repair it)"
      case (.possible, .wouldBe): " (would be repaired)"
      case (.possible, .done): " (not repaired)"
      case (.none, _): finding.fixes.isEmpty ? "" : " (repair refused)"
      }
    let prefix = place.isEmpty ? "" : place + ": "
    var lines = ["\(finding.kind.rawValue): \(prefix)\(finding.message)\(state)"]
    if finding.album != nil || paths.count > 1 { lines += paths.map { "    " + $0 } }
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// The omitted checks and the number of findings, as text.
  private var summary: String {
    var lines = unchecked.map { "not checked in \($0.files.files): \($0.reason)" }
    lines.append(sentence)
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// A sentence such as `12 files, 2 albums: 5 findings, 3 of which --fix can repair`.
  private var sentence: String {
    let albums = library.albums.count
    let head = "\(library.files.count.files), \(albums.counted("album")): "
    guard !findings.isEmpty else { return head + "nothing found" }
    let count = findings.count.counted("finding")
    let possible = findings.count { state(of: $0) == .possible }
    let done = findings.count { state(of: $0) == .done }
    switch repair {
    case .none:
      return head + count + (possible > 0 ? ", \(possible) of which --fix can repair" : "")
    case .wouldBe: return head + count + ", \(possible) of which would be repaired"
    case .done: return head + count + ", \(done) repaired, \(findings.count - done) remaining"
    }
  }

  // MARK: Tables

  /// Prints a row for each file in each finding.
  private func table(
    _ format: TableFormat, _ isQuiet: Bool, _ environment: Environment
  ) throws(Failure) {
    let header = ["path", "kind", "finding", "album", "field", "fix", "message"]
    try environment.print(.text()) { (results) throws(Failure) in
      try results.framed(format.row(header.map { Array($0.utf8) }))
      for (number, finding) in findings.enumerated() {
        let cells = [
          finding.kind.rawValue, String(number + 1), finding.album ?? "",
          finding.field?.name ?? "", state(of: finding).rawValue, finding.message,
        ].map { Array($0.utf8) }
        for file in finding.files {
          let path = FileNameEncoding.bytes(of: library.files[file].path.text)
          try results.framed(format.row([path] + cells))
        }
      }
    }
    // Tables have no column for this.
    guard !isQuiet else { return }
    for left in unchecked { environment.warn("not checked in \(left.files.files): \(left.reason)") }
  }

  // MARK: JSON

  /// Writes a finding as an object; `docs/schema/check.schema.json` describes the format.
  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.beginObject()
    json.member("kind", finding.kind.rawValue)
    json.member("album", finding.album)
    json.member("field", finding.field?.name)
    json.array("files", finding.files) { json, file in
      json.beginObject()
      json.path(library.files[file].path)
      json.endObject()
    }
    json.member("message", finding.message)
    json.member("fix", state(of: finding).rawValue)
    json.endObject()
  }

  /// Writes the members after the findings: the numbers of files and albums, and the checks that
  /// were made and omitted.
  private func writeSummary(to json: inout JSONWriter) {
    json.member("files", library.files.count)
    json.member("albums", library.albums.count)
    json.array("checked", FindingKind.allCases.filter(checked.contains)) { $0.string($1.rawValue) }
    json.array("unchecked", unchecked) { json, left in
      json.beginObject()
      json.member("name", left.name)
      json.member("reason", left.reason)
      json.member("files", left.files)
      json.endObject()
    }
  }
}
