internal import MetaCore
internal import SystemPackage

/// What other readers show of one file otherwise than we do.
struct ReaderReport {
  let path: InputPath
  let kind: String
  private let readers: [Part]

  /// What one reader gives.
  private struct Part {
    let reading: ForeignReading
    let differences: [ReaderDifference]
  }

  init(path: InputPath, _ file: ReaderFile, _ readings: [ForeignReading]) {
    self.path = path
    kind = file.document.container.kind
    readers = readings.map {
      Part(reading: $0, differences: ReaderDifference.all(between: file, and: $0))
    }
  }

  /// Reads a file here and with the other readers.
  ///
  /// - Throws: ``Failure`` when we do not read it.
  init(
    of path: InputPath, by backend: any ForeignBackend, in environment: Environment
  ) throws(Failure) {
    let file = try FileReader(in: environment).read(path).get()
    let readings = backend.readings(
      of: environment.stoppable(file.source), name: path.path.lastComponent?.string ?? "",
      kind: file.document.container.kind)
    self.init(path: path, ReaderFile(file.document, file.source), readings)
  }

  /// A remark on each field that a reader gives otherwise.
  var remarks: [ReaderRemark] {
    readers.flatMap { part in
      part.differences.map { difference in
        let name = part.reading.reader.rawValue
        let why = difference.reason.map { " (\($0))" } ?? ""
        return ReaderRemark(
          field: difference.name,
          text:
            "\(name) gives \(ReaderReport.shown(difference.theirs)) for \(difference.name)\(why)")
      }
    }
  }

  /// The remarks on a file, of this process or of the helper.
  static func remarks(
    on path: InputPath, in environment: Environment
  ) throws(Failure) -> [ReaderRemark] {
    guard let backend = environment.backend else {
      return try environment.helper.readerRemarks(of: path, for: environment)
    }
    return try ReaderReport(of: path, by: backend, in: environment).remarks
  }

  /// As text: a line for each reader, then one for each field.
  var text: String {
    var lines = [path.display]
    for part in readers {
      let name = part.reading.reader.rawValue
      if let refusal = part.reading.refusal {
        lines.append("  \(name): \(refusal)")
      } else if part.differences.isEmpty {
        lines.append("  \(name): reads the same")
      } else {
        lines.append("  \(name):")
        lines += part.differences.flatMap(ReaderReport.lines)
      }
    }
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  private static func lines(_ difference: ReaderDifference) -> [String] {
    let (ours, theirs) = (shown(difference.ours), shown(difference.theirs))
    return [
      "    \(difference.name): \(ours) here, \(theirs) there",
      "      " + (difference.reason ?? "for no known reason"),
    ]
  }

  private static func shown(_ values: [String]) -> String {
    values.isEmpty ? "nothing" : values.map { "“\($0)”" }.joined(separator: ", ")
  }

  /// The same as one object.
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
