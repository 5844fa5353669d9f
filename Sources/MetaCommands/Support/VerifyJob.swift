internal import MetaCore

/// Checks files, and compares their media with those of another one.
struct VerifyJob: Sendable {
  var inputs: Inputs
  var other: MediaDigest?
  var decodes = false
  /// Whether sound files are passed over in silence, and others have their damage alone.
  var isQuiet = false
  var format = Tree.Format.text

  func run() throws(Failure) -> ExitStatus {
    var output = Output()
    var json = JSONWriter(.lines(depth: inputs.meansSeveral ? 3 : 2))
    if inputs.meansSeveral { json.beginArray() }
    var found = ExitStatus.done
    let status = try EachFile(inputs: inputs).run { (path, reading) throws(Failure) in
      let report = try VerifyReport(path: path, reading, decodes: decodes)
      let differences = other.map { report.differences(from: $0) }
      switch format {
      case .text:
        let prefix = inputs.meansSeveral ? path.display + ": " : ""
        try output.write(
          report.text(differences: differences, prefix: prefix, isQuiet: isQuiet))
      case .json:
        if inputs.meansSeveral { json.element() }
        report.write(to: &json, differences: differences)
      }
      if let failure = failure(report, differences) {
        // Of one file the lines above say it.
        if inputs.meansSeveral { throw failure }
        found = failure.status
      }
    }
    if inputs.meansSeveral { json.endArray() }
    if format == .json, json.count > 0 {
      try output.write(json.bytes + [0x0A])
    }
    try output.flush()
    return status == .done ? found : status
  }

  private func failure(_ report: VerifyReport, _ differences: [String]?) -> Failure? {
    if !report.problems.isEmpty {
      return Failure(.dataError, "malformed", "the file is damaged")
    }
    guard differences?.isEmpty == false else { return nil }
    return Failure(.partly, "differs", "the media are others")
  }
}
