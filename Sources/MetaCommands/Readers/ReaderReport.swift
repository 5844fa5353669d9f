internal import MetaCore
internal import SystemPackage

/// Reads one file with MetaCore, TagLib and libavformat, and holds the fields that these libraries
/// read differently, with the reasons.
///
/// It is text and JSON for `readers`, and remarks for `verify --readers` and `--check-readers`;
/// ``remarks(on:in:)`` uses the helper if this process is not linked with the libraries.
struct ReaderReport {
  let path: InputPath
  let kind: String
  private let readers: [ReaderResult]

  /// One other reader's values for the file, and the fields that differ from MetaCore's.
  private struct ReaderResult {
    let reading: ForeignReading
    let differences: [ReaderDifference]
  }

  init(path: InputPath, _ file: ReaderFile, _ readings: [ForeignReading]) {
    self.path = path
    kind = file.document.container.kind
    readers = readings.map {
      ReaderResult(reading: $0, differences: ReaderDifference.all(between: file, and: $0))
    }
  }

  /// Reads a file with MetaCore and the other readers.
  ///
  /// - Throws: ``Failure`` if MetaCore cannot read it.
  init(
    of path: InputPath, by backend: any ForeignBackend, in environment: Environment
  ) throws(Failure) {
    let file = try FileReader(in: environment).read(path).get()
    let readings = backend.readings(
      of: environment.stoppable(file.source), name: path.path.lastComponent?.string ?? "",
      kind: file.document.container.kind)
    self.init(path: path, ReaderFile(file.document, file.source), readings)
  }

  /// The remarks, one for each field that a reader reads differently.
  var remarks: [ReaderRemark] {
    readers.flatMap { part in
      part.differences.map { difference in
        let name = part.reading.reader.rawValue
        let why = difference.reason.map { " (\($0))" } ?? ""
        return ReaderRemark(
          field: difference.name,
          text:
            "\(name) reports \(ReaderReport.shown(difference.theirs)) for \(difference.name)\(why)")
      }
    }
  }

  /// Returns the remarks about a file, from this process or the helper.
  static func remarks(
    on path: InputPath, in environment: Environment
  ) throws(Failure) -> [ReaderRemark] {
    guard let backend = environment.backend else {
      return try environment.helper.readerRemarks(of: path, for: environment)
    }
    return try ReaderReport(of: path, by: backend, in: environment).remarks
  }

  /// The report as text: a line for each reader, followed by a line for each field.
  var text: String {
    var lines = [path.display]
    for part in readers {
      let name = part.reading.reader.rawValue
      if let refusal = part.reading.refusal {
        lines.append("  \(name): \(refusal)")
      } else if part.differences.isEmpty {
        lines.append("  \(name): no differences")
      } else {
        lines.append("  \(name):")
        lines += part.differences.flatMap(ReaderReport.lines)
      }
    }
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// Returns both values of a field and the reason, as two lines.
  private static func lines(_ difference: ReaderDifference) -> [String] {
    let (ours, theirs) = (shown(difference.ours), shown(difference.theirs))
    return [
      "    \(difference.name): metatool reads \(ours), the other reader \(theirs)",
      "      " + (difference.reason ?? "reason unknown"),
    ]
  }

  /// Returns values in quotes, separated by commas.
  private static func shown(_ values: [String]) -> String {
    values.isEmpty ? "nothing" : values.map { "“\($0)”" }.joined(separator: ", ")
  }

  /// Writes the report as an object; `docs/schema/readers.schema.json` describes the format.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.path(path)
    json.member("container", kind)
    json.array("readers", readers) { json, part in
      json.beginObject()
      json.member("name", part.reading.reader.rawValue)
      json.member("refusal", part.reading.refusal)
      json.array("differences", part.differences) { json, difference in
        json.beginObject()
        json.member("field", difference.name)
        json.array("ours", difference.ours) { $0.string($1) }
        json.array("theirs", difference.theirs) { $0.string($1) }
        json.member("reason", difference.reason)
        json.endObject()
      }
      json.endObject()
    }
    json.endObject()
  }
}
